import { expect, test } from 'vitest';
import type { ImportFault } from '../../../../src/importing/annotation.ts';
import { readGenbank } from '../../../../src/importing/annotations/genbank.ts';

async function read(text: string, linesOfBlock = Infinity) {
  const faults: ImportFault[] = [];
  const passedOver: string[] = [];
  const doubts: string[] = [];
  async function* blocks() {
    const lines = text.split('\n');
    for (let line = 1; lines.length > 0; line += linesOfBlock)
      yield { text: lines.splice(0, linesOfBlock).join('\n'), line };
  }
  const entries = [];
  for await (const entry of readGenbank(blocks(), {
    report: (fault) => faults.push(fault),
    passOver: ({ line, kind }) => passedOver.push(`${line}: ${kind}`),
    doubt: ({ line, kind, what }) => doubts.push(`${line}: ${kind}: ${what}`),
  })) {
    const features = entry.features.map(({ type, line, qualifiers }) => {
      return { type, line, qualifiers: Object.fromEntries(qualifiers) };
    });
    entries.push({ ...entry, bases: entry.bases?.toString() ?? null, features });
  }
  return { entries, faults, passedOver, doubts };
}

const entry = (features: string, { name = 'L5', length = 12, origin = 'acgtacgtac gt' } = {}) =>
  `LOCUS       ${name}   ${length} bp    DNA     circular PHG 01-JAN-2026
DEFINITION  A phage.
ACCESSION   Z18946
VERSION     Z18946.1
FEATURES             Location/Qualifiers
${features}
ORIGIN
        1 ${origin}
//
`;

test('an entry: names, topology, sequence and features with their lines', async () => {
  const { entries, faults } = await read(
    entry(`     CDS             complement(join(1..5,
                     7..9))
                     /gene="1"
                     /note="one
                     two ""quoted"" three"
                     /pseudo
                     /codon_start=2
                     /translation="MAV
                     DR"
     tRNA            10..12
                     /product="tRNA-Met"`),
  );
  expect(faults).toEqual([]);
  expect(entries).toMatchObject([
    {
      line: 1,
      names: ['L5', 'Z18946.1', 'Z18946'],
      accession: 'Z18946',
      description: 'A phage.',
      isCircular: true,
      bases: 'ACGTACGTACGT',
      features: [
        {
          type: 'CDS',
          line: 6,
          qualifiers: {
            gene: ['1'],
            note: ['one two "quoted" three'],
            pseudo: [''],
            codon_start: ['2'],
            translation: ['MAVDR'],
          },
        },
        { type: 'tRNA', line: 15, qualifiers: { product: ['tRNA-Met'] } },
      ],
    },
  ]);
});

test('a value that goes on in the first column, and a quote on a line of its own', async () => {
  const { entries, faults } = await read(
    entry(`     CDS             1..9
                     /inference="similar to AA
sequence: UniRef"
                     /translation="MAV
                     "
                     /db_xref="a"
                     /db_xref="b"`),
  );
  expect(faults).toEqual([]);
  expect(entries[0]?.features[0]?.qualifiers).toEqual({
    inference: ['similar to AA sequence: UniRef'],
    translation: ['MAV'],
    db_xref: ['a', 'b'],
  });
});

test('several entries, with what a database says of itself before them', async () => {
  const { entries } = await read(
    `Genetic Sequence Data Bank\n\n${entry('')}\n${entry('', { name: 'D29' })}`,
  );
  expect(entries.map(({ names, line }) => [names[0], line])).toEqual([
    ['L5', 3],
    ['D29', 13],
  ]);
});

test.each([1, 2, 3, 7])('blocks of %i lines say the same', async (linesOfBlock) => {
  const odd = entry('', { name: 'odd', origin: 'acg!' });
  const cds =
    '     CDS             1..9\n                     /gene="//"\n                     /note="a';
  const text = `Bank\n//\n${entry(cds)}\n\n${odd}rest\n${entry(cds, { name: 'D29' })} //\n${entry('').replace('//', '// ')}`;
  for (const one of [text, text.replace(/\/\/ \n$/, '')])
    expect(await read(one, linesOfBlock)).toEqual(await read(one));
});

test.each<[string, string, number, string, string?]>([
  ['an entry without its end', entry('').replace('//\n', ''), 9, 'the end of the file'],
  ['another length than it says', entry('', { length: 13 }), 1, '12 in its ORIGIN', 'into LOCUS'],
  ['a sequence with other letters', entry('', { origin: 'acgtacgtac g!' }), 8, "'!' in its ORIGIN"],
  [
    'no length',
    entry('').replace('12 bp', 'many'),
    1,
    "'LOCUS       L5   many    DNA     circular PHG 01-JAN-2026'",
  ],
  [
    'a quote that is missing where a feature ends',
    entry(
      '     CDS             1..9\n                     /gene="a"\n                     /note="b',
    ),
    8,
    'none before the next feature: /note',
  ],
  [
    'a quote that is missing before another qualifier',
    entry(
      '     CDS             1..9\n                     /gene="a\n                     /note="b"',
    ),
    7,
    '/note="b" within /gene',
  ],
  [
    'no sequence',
    entry('').replace(/ORIGIN[^]*\n\/\//, 'CONTIG      join(X1.1:1..12)\n//'),
    7,
    'CONTIG, which only says where it is',
  ],
  ['no location', entry('     CDS             somewhere'), 6, "no location: 'somewhere'"],
  [
    'a location elsewhere',
    entry('     CDS             join(X1.1:1..9,1..3)'),
    6,
    "a location in another sequence: 'join(X1.1:1..9,1..3)'",
    'one record with the whole sequence',
  ],
])('%s is a fault at its line', async (_, text, line, found, hint = '') => {
  const { faults } = await read(text);
  expect(faults).toMatchObject([{ line, found }]);
  expect(faults[0]?.hint ?? '').toContain(hint);
});

test('a place that cannot be read is a fault of a CDS; of anything else it can be left out', async () => {
  const features = `     misc_feature    (5.7)..10
     CDS             1..3`;
  const { faults, entries } = await read(entry(features));
  expect(faults).toMatchObject([{ line: 6, isRefusal: true }]);
  expect(entries[0]?.features.map(({ type }) => type)).toEqual(['CDS']);
});

test('only a line of its own ends an entry, and only a padded keyword a section', async () => {
  const { entries, faults } = await read(
    entry(`     CDS             1..9
                     /note="see http:
//phages.example and
ORIGIN of replication"
     CDS             4..6`),
  );
  expect(faults).toEqual([]);
  expect(entries[0]?.features).toHaveLength(2);
  expect(entries[0]?.bases).toBe('ACGTACGTACGT');
});

test('an entry that nothing ends before the next is a fault, and neither is lost in silence', async () => {
  const second = entry('     CDS             4..6', { name: 'L6' });
  const hint = 'If an entry begins there, put a line with // before it.';
  for (const end of [/\/\/\n$/, /ORIGIN[^]*$/]) {
    const first = entry('     CDS             1..9').replace(end, '');
    const { entries, faults } = await read(first + second);
    expect(entries).toEqual([]);
    const line = first.split('\n').length;
    const found = `'${second.split('\n')[0]}'`;
    expect(faults).toEqual([{ line, expected: 'one LOCUS up to //', found, hint }]);
  }
});

test.each(['aa', 'rc'])('an entry of %s is named as what it is', async (unit) => {
  const text = entry('', { origin: 'mfqsilppqe' }).replace(' bp ', ` ${unit} `);
  const { entries, faults } = await read(text);
  expect(entries).toEqual([]);
  const hint = expect.stringMatching(unit === 'aa' ? /of a protein/ : /of its contigs/);
  expect(faults).toEqual([
    { line: 1, expected: 'a sequence in bp', found: expect.stringContaining(unit), hint },
  ]);
});

test('blanks before the equals sign of a qualifier are no part of its name', async () => {
  const { entries } = await read(
    entry(`     CDS             1..9
                     /gene = "1"
                     /note = one`),
  );
  expect(entries[0]?.features[0]?.qualifiers).toEqual({ gene: ['1'], note: ['one'] });
});

test.each([
  ['gnl|X|contig_00000112 bp    DNA     linear   BCT 01-JAN-2026', 'gnl|X|contig_000001'],
  ['NODE_1_length_12_cov_3.512 bp   DNA linear', 'NODE_1_length_12_cov_3.5'],
  ['contig_1', 'contig_1'],
  ['my phage one 12 bp DNA linear', 'my phage one'],
  ['a_name_beyond_its_column_of_the_line 12 bp', 'a_name_beyond_its_column_of_the_line'],
])('LOCUS %s is that of %s', async (locus, name) => {
  for (const blanks of ['       ', ' ']) {
    const text = entry('').replace(/LOCUS.*/, `LOCUS${blanks}${locus}`);
    const { entries, faults } = await read(text);
    expect(faults).toEqual([]);
    expect(entries[0]?.names[0]).toBe(name);
  }
});

test('quotes and slashes within a qualifier are text', async () => {
  const { entries, faults } = await read(
    entry(`     CDS             1..9
                     /note="the 5" end, see
                     /usr/share and
                     /gene, too"
                     /gene="a"`),
  );
  expect(faults).toEqual([]);
  expect(entries[0]?.features[0]?.qualifiers['gene']).toEqual(['a']);
});

test('more features than a sequence has are a fault at the first of them', async () => {
  const { entries, faults } = await read(entry('     CDS             1..9\n'.repeat(100_001)));
  expect(faults).toEqual([{ line: 100_006, expected: 'at most 100000 features', found: 'more' }]);
  expect(entries[0]?.features).toHaveLength(100_000);
});

test('an entry of more lines than any has ends the reading', async () => {
  const reading = read(entry('                     /note=""\n'.repeat(1_000_001)));
  await expect(reading).rejects.toThrow('an entry of more than 1000000 lines');
});

test('a value of very many lines is read at once', async () => {
  const line = `                     ${'a'.repeat(57)}\n`;
  const { entries, faults } = await read(
    entry(`     CDS             1..9\n                     /note="\n${line.repeat(60_000)}"`),
  );
  expect(faults).toEqual([]);
  expect(entries[0]?.features[0]?.qualifiers['note']?.[0]).toHaveLength(60_000 * 58 + 1);
});

test.each([
  ['/note="\n"', ' '],
  ['/note="a\n""b\n""\n"', 'a "b " '],
  ['/note="""\na"', '" a'],
  ['/translation="\n"', ''],
  ['/translation="M\nA\n"', 'MA'],
])('where %j ends', async (text, value) => {
  const indented = text.replaceAll(/^/gm, ' '.repeat(21));
  const { entries, faults } = await read(entry(`     CDS             1..9\n${indented}`));
  expect(faults).toEqual([]);
  const [found] = entries[0]?.features ?? [];
  expect(Object.values(found?.qualifiers ?? {})).toEqual([[value]]);
});

const fields = (text: string) =>
  `                     ${text.replaceAll('\n', '\n                     ')}`;

test('what stands before the first feature is a fault', async () => {
  const { faults } = await read(entry(`     stray\n     CDS             1..9`));
  expect(faults).toMatchObject([{ line: 6, expected: 'a feature', found: "'stray'" }]);
});

test('text on lines behind a closed quote is told, line by line', async () => {
  const texts = fields('/note="abc"\nstray\n\nand more\n/gene="x"\nlast');
  const { entries, faults, passedOver } = await read(entry(`     CDS             1..9\n${texts}`));
  expect(entries[0]?.features[0]?.qualifiers).toEqual({ note: ['abc'], gene: ['x'] });
  expect(faults).toEqual([]);
  const kind = 'text behind the quote of a qualifier';
  expect(passedOver.filter((one) => one.endsWith(kind))).toEqual(
    [8, 10, 12].map((line) => `${line}: ${kind}`),
  );
});

test('thousands of features in other columns are read, each once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `CDS ${1 + (at % 9)}..10`);
  const { entries, faults } = await read(entry(lines.join('\n')));
  expect(faults).toEqual([]);
  expect(entries[0]?.features.map(({ line }) => line)).toEqual(lines.map((_, at) => 6 + at));
});

test('a name of many blanks in LOCUS is read at once', async () => {
  const { entries } = await read(
    entry('').replace(/^LOCUS +\S+/, (locus) => `${locus}${' '.repeat(100_000)}b`),
  );
  expect(entries[0]?.names[0]).toMatch(/ b$/);
});

test.each([
  ['a blank more', '      CDS             3..8', ''],
  ['a blank less', '    CDS             3..8', '/note="closed"'],
  ['a tab', '\tCDS\tcomplement(3..8)', '/codon_start=1'],
  ['no blanks', 'CDS join(3..4,6..8)', '/pseudo'],
])('a feature that begins with %s is read, and never taken for text', async (_, line, before) => {
  const text = `     CDS             1..9\n${fields(before)}\n${line}\n${fields('/gene="x"')}`;
  const { entries, faults, doubts } = await read(entry(text));
  expect(faults).toEqual([]);
  const [first, second, ...more] = entries[0]?.features ?? [];
  expect(first?.qualifiers).not.toHaveProperty('gene');
  expect([second, more]).toEqual([{ type: 'CDS', line: 8, qualifiers: { gene: ['x'] } }, []]);
  expect(doubts).toEqual([expect.stringMatching(/^8: features whose names do not begin .*: CDS /)]);
  // Within quotes it is text.
  const quoted = `     CDS             1..9\n${fields('/note="see')}\n${line}\n${fields('there"')}`;
  const { entries: whole } = await read(entry(quoted));
  expect(whole[0]?.features).toHaveLength(1);
});

test('what the head of an entry says beside names and sequence is told, each under its own name', async () => {
  const text = entry('     source          1..12')
    .replace('ACCESSION   Z18946', 'ACCESSION   Z18946 U20865  REGION: 1..12')
    .replace('Z18946.1', 'Z18946.1  GI:12345\nPROJECT     GenomeProject:7')
    .replace(
      'FEATURES',
      'KEYWORDS    .\nSOURCE      None\n  ORGANISM  .\n            .\nREFERENCE   1\nREFERENCE   2\nCOMMENT     made\nFEATURES',
    );
  const { entries, passedOver } = await read(`A database.\n\n${text}`);
  expect(entries[0]?.names).toEqual(['L5', 'Z18946.1', 'Z18946']);
  expect(passedOver.toSorted()).toEqual(
    [
      '1: lines before LOCUS',
      '3: LOCUS: molecule, topology, division and date',
      '4: DEFINITION',
      '5: ACCESSION: REGION',
      '5: further accessions',
      '6: VERSION',
      '6: VERSION',
      '7: PROJECT',
      '12: REFERENCE',
      '13: REFERENCE',
      '14: COMMENT',
    ].toSorted(),
  );
});

test('a word that fills its line goes on in the next, without a blank', async () => {
  const word = `SAMPLE_NODE_1_length_152345_cov_112.345678_CDS_${'0'.repeat(20)}1`;
  const text = `/locus_tag="${word}"`;
  const page = `https://example.org/${'a'.repeat(39)}`;
  const lines = [text.slice(0, 59), text.slice(59), '/note="as told at', page, 'or so"'];
  const { entries, doubts } = await read(
    entry(`     CDS             1..9\n${fields(lines.join('\n'))}`),
  );
  expect(entries[0]?.features[0]?.qualifiers).toEqual({
    locus_tag: [word],
    note: [`as told at ${page}or so`],
  });
  expect(doubts).toEqual([`10: words that fill their line, joined with the next: ${page}`]);
});

test.each([
  ['UDP-N-acetylglucosamine--N-acetylmuramyl-', '(pentapeptide) transferase', ''],
  ['HNH homing endo-', 'nuclease', ''],
  ['terminase, N-', 'and C-terminal domain', ' '],
  ['head-to-tail -', 'connector', ' '],
  ['DNA/', 'RNA helicase', ' '],
  ['terminase,', 'large subunit', ' '],
])('between %s and %s of the next line stands what was there: %j', async (one, next, joint) => {
  const { entries } = await read(
    entry(`     CDS             1..9\n${fields(`/product="${one}\n${next}"`)}`),
  );
  expect(entries[0]?.features[0]?.qualifiers['product']).toEqual([one + joint + next]);
});

test('a topology at the end of LOCUS, and a type in lower case', async () => {
  const text = entry('     cds             10..3').replace(/circular.*/, 'Circular');
  const { entries, faults } = await read(text);
  expect(faults).toEqual([]);
  expect(entries[0]?.isCircular).toBe(true);
  expect(entries[0]?.features.map(({ type }) => type)).toEqual(['CDS']);
});

test('a length from LOCUS without a sequence is taken, and doubtful', async () => {
  const { entries, doubts } = await read(
    'LOCUS       L5   48502 bp    DNA     linear   PHG 01-JAN-2026\nFEATURES\n//\n',
  );
  expect(entries[0]).toMatchObject({ bases: null, statedLength: 48502 });
  expect(doubts).toEqual([
    '1: phages without a sequence, whose length is that of LOCUS: L5, 48502 bp',
  ]);
  expect((await read(entry(''))).doubts).toEqual([]);
});
