/** The short way for plain genes: it must never take what the long way would refuse or write otherwise. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GeneRecord } from '../../../../src/generated/records.ts';
import { exampleGene } from '../../generated/exampleRecords.ts';
import * as plain from '../plain.ts';

const committedGenes = fileURLToPath(new URL('../../../../data/genes/', import.meta.url));

const matchBytes = (record: Uint8Array) => plain.matchBytes('genes', record);
const isTaken = (record: Uint8Array) => plain.isTaken('genes', record);

const often = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const pick = (...tokens: string[]) => fc.constantFrom(...tokens);

const plainText = fc
  .array(
    pick('a', 'Z', '7', ' ', '/', '<', 'é', '🧬', '\u2027', '\u202a', '\u007f', '"', '\\', '\n'),
    {
      maxLength: 5,
    },
  )
  .map((letters) => JSON.stringify(letters.join('')));

// Written in a way that is not canonical, not whole, or not text at all.
const oddLetters = [
  '\\/',
  '\\u0041',
  '\\u2028',
  '\\b',
  '\\f',
  '\\t',
  '\\ud800',
  '\\ud83e\\uddec',
  '\\x',
  '\\',
  '\u2028',
  '\u2029',
  '\u0000',
  '\u0001',
  '\u001f',
  '\u0085',
  '\ufeff',
  '\t',
  '"',
  'a',
];
const oddText = fc
  .array(pick(...oddLetters), { maxLength: 3 })
  .map((letters) => `"${letters.join('')}"`);
const anyText = often(plainText, oddText);
const anyName = often(
  plainText.map((token) => (token === '""' ? '"x"' : token)),
  fc.oneof(oddText, pick('""', 'null', '7')),
);
const textOrNull = often(fc.oneof(plainText, pick('null')), fc.oneof(oddText, pick('nul', '0')));

const anyPhage = often(
  fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
  fc.oneof(
    pick(
      '',
      '.',
      'a.b',
      'a b',
      'a/b',
      'a\\\\b',
      'é',
      'CON',
      'x_CDS_1',
      '_CDS_',
      '\\u0041',
      '..',
      '-',
    ),
    fc.integer({ min: 185, max: 205 }).map((length) => 'n'.repeat(length)),
  ),
);
const anyGeneId = fc
  .tuple(
    anyPhage,
    often(pick('_CDS_'), pick('_cds_', '_CDS', 'CDS_', '', '_CDS__CDS_')),
    often(pick('0', '7', '18', '0180'), pick('', 'x', '1x', '9'.repeat(200), '１', '-1')),
  )
  .map((parts) => `"${parts.join('')}"`);

const oddIntegers = ['007', '00', '-1', '-0', '1.0', '1e2', '', '1 ', '+1', '0x1', '"1"', 'null'];
const largeIntegers = ['999999999999999', '1000000000000000', '9007199254740991'];
const oddInteger = pick(...oddIntegers, ...largeIntegers, '9007199254740993', '1'.repeat(30));
const anyInteger = often(fc.nat({ max: 99_999 }).map(String), oddInteger);
const anyCoordinates = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => [a, a + b, b].map(String)),
  },
  { weight: 1, arbitrary: fc.tuple(anyInteger, anyInteger, anyInteger) },
  { weight: 1, arbitrary: anyInteger.map((same) => ['0', same, same]) },
);

/** A gene as the tokens that its text is made of, mostly good ones. */
const anyTokens = fc
  .record({
    geneId: anyGeneId,
    phageId: anyName,
    texts: fc.tuple(anyText, anyName, anyText, anyText),
    subcluster: textOrNull,
    pham: anyInteger,
    color: often(
      pick('"#a0B1c2"', '"#000000"', '"#FFFFFF"', '"#abcdef"'),
      pick('"#A0B1C"', '"#A0B1C2D"', '"#g00000"', '"A0B1C2"', '""', 'null', '"#12\\u00345"'),
    ),
    coordinates: anyCoordinates,
    name: anyName,
    protein: often(
      pick('"MKV*"', '"A"', '"*"'),
      pick('""', '"mkv"', '"M V"', '"É"', '"M\\n"', 'null'),
    ),
    orientation: often(pick('"F"', '"R"'), pick('"f"', '"FR"', '""', 'null', '"\\u0046"')),
    notes: anyText,
    locus: textOrNull,
  })
  .map((of) => {
    const [start = '', stop = '', length = ''] = of.coordinates;
    const [accession, name, host, cluster] = of.texts;
    const summary =
      `{"PhageID":${of.phageId},"Accession":${accession},"Name":${name},` +
      `"HostGenus":${host},"Cluster":${cluster},"Subcluster":${of.subcluster}}`;
    return [
      ['GeneID', of.geneId],
      ['PhageID', summary],
      ['PhamID', `{"PhamID":${of.pham},"Color":${of.color}}`],
      ['Start', start],
      ['Stop', stop],
      ['Length', length],
      ['Name', of.name],
      ['Translation', of.protein],
      ['Orientation', of.orientation],
      ['Notes', of.notes],
      ['LocusTag', of.locus],
    ] as [string, string][];
  });

/** What may happen to the members of a gene: mostly nothing. */
const anyShuffle = often(
  fc.constant((members: [string, string][]) => members),
  fc
    .tuple(fc.nat({ max: 10 }), fc.nat({ max: 10 }), fc.nat({ max: 3 }))
    .map(([at, other, how]) => (members: [string, string][]) => {
      const changed = [...members];
      const [member] = changed.splice(at, 1);
      if (member === undefined) return changed;
      if (how === 0) changed.splice(other, 0, member);
      if (how === 1) changed.splice(at, 0, member, ['Extra', '""']);
      if (how === 2) changed.splice(at, 0, member, member);
      return changed;
    }),
);

function write(members: readonly [string, string][]): string {
  return `{${members.map(([key, token]) => `${JSON.stringify(key)}:${token}`).join(',')}}`;
}

const anyEdits: fc.Arbitrary<plain.Edit[]> = fc.array(
  fc.tuple(
    fc.nat({ max: 700 }),
    fc.nat({ max: 2 }),
    fc.oneof(
      fc.nat({ max: 255 }),
      fc.constantFrom(...Buffer.from('"\\{}:,0123456789_#* \t\r\n/uCDSFR')),
    ),
  ),
  { maxLength: 2 },
);

describe('what is taken for a plain gene', () => {
  test('is valid and canonical already, and its facts are those of the record, whatever its tokens', () => {
    let taken = 0;
    let all = 0;
    fc.assert(
      fc.property(anyTokens, anyShuffle, (tokens, shuffle) => {
        all++;
        if (isTaken(Buffer.from(write(shuffle(tokens))))) taken++;
      }),
      { seed: 21, numRuns: 30_000 },
    );
    // Else this has looked at nothing.
    expect(taken / all).toBeGreaterThan(0.1);
    expect(taken / all).toBeLessThan(0.7);
  });

  test('is so, too, whichever of its bytes were changed', () => {
    const good = fc.constantFrom(
      ...variants.map((variant) => Buffer.from(JSON.stringify(variant))),
    );
    let taken = 0;
    fc.assert(
      fc.property(good, anyEdits, (record, edits) => {
        const bytes = plain.edited(record, edits);
        // The matcher is only asked about UTF-8.
        if (isUtf8(bytes) && isTaken(bytes)) taken++;
      }),
      { seed: 22, numRuns: 40_000 },
    );
    expect(taken).toBeGreaterThan(5000);
  });

  test('is so, too, when any one byte is changed to any that JSON or the schema looks at', () => {
    const record = Buffer.from(JSON.stringify(exampleGene));
    const telling = Buffer.from('"\\{}[]:,.-+0179eE_#*aAfgGnFR /u\t\r\u0000\u007f');
    let taken = 0;
    for (let at = 0; at < record.length; at++) {
      for (const byte of telling) {
        const changed = Buffer.from(record);
        changed[at] = byte;
        if (isTaken(changed)) taken++;
      }
    }
    expect(taken).toBeGreaterThan(1000);
  });

  test('ends where the record ends, whatever follows', () => {
    const text = JSON.stringify(exampleGene);
    for (const rest of ['', ' ', '\r', '}', '{}', ',', text]) {
      expect(matchBytes(Buffer.from(text + rest)).end).toBe(text.length);
    }
  });

  test('is no record that is cut short, wherever', () => {
    const record = Buffer.from(JSON.stringify(exampleGene));
    for (let end = 0; end < record.length; end++) {
      expect(matchBytes(record.subarray(0, end)).end, `${end}`).toBe(-1);
    }
  });

  test('is no record at the end of the buffer that is cut short there', () => {
    const record = Buffer.from(JSON.stringify(exampleGene));
    for (let end = 0; end < record.length; end++)
      expect(plain.plainEnd('genes', record.subarray(0, end))).toBe(-1);
    expect(plain.plainEnd('genes', record)).toBe(record.length);
  });
});

const summary = exampleGene.PhageID;
const variants: GeneRecord[] = [
  exampleGene,
  { ...exampleGene, LocusTag: null, PhageID: { ...summary, Subcluster: null } },
  { ...exampleGene, Notes: '', LocusTag: '', PhageID: { ...summary, Subcluster: '' } },
  {
    ...exampleGene,
    PhageID: { ...summary, Accession: '', HostGenus: '', Cluster: '', Name: '1' },
  },
  { ...exampleGene, GeneID: `${'n'.repeat(191)}_CDS_1234`, Notes: 'tail "fibre"\\\n\t\b\f\r' },
  { ...exampleGene, GeneID: 'a_CDS_1_CDS_0020', Notes: '🧬 é \u2027 \u202a \u007f / <&>' },
  { ...exampleGene, Start: 0, Stop: 0, Length: 0, PhamID: { PhamID: 0, Color: '#000000' } },
  { ...exampleGene, Start: 1, Stop: 999_999_999_999_999, Length: 999_999_999_999_998 },
  { ...exampleGene, PhageID: { ...summary, PhageID: 'any "name", é', Name: '\\' } },
];

describe('a plain gene', () => {
  test.each(variants.map((variant, index) => [index, variant] as const))(
    'of kind %i is taken',
    (_index, variant) => {
      expect(isTaken(Buffer.from(JSON.stringify(variant)))).toBe(true);
    },
  );

  test('is what nearly every committed gene is', () => {
    const lines = readdirSync(committedGenes)
      .flatMap((name) => readFileSync(committedGenes + name, 'utf8').split('\n'))
      .filter((line) => line !== '');
    const taken = lines.filter((line) => isTaken(Buffer.from(line)));
    expect(lines.length).toBeGreaterThan(500);
    expect(taken.length / lines.length).toBeGreaterThan(0.9);
  });

  test('is every gene whose names are letters, digits, hyphens and underscores', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    const text = fc
      .string({ unit: 'binary', maxLength: 12 })
      .map((any) => [...any].filter((letter) => !isEscapedByNumber(letter)).join(''));
    const anyGene = fc.record({
      geneId: fc.tuple(word, fc.nat()).map(([phage, number]) => `${phage}_CDS_${number}`),
      texts: fc.tuple(text, text, text, text),
      tags: fc.tuple(fc.option(text), fc.option(text)),
      protein: fc.stringMatching(/^[A-Z*]{1,30}$/),
      start: fc.nat(),
      length: fc.nat(),
      pham: fc.nat(),
      color: fc.stringMatching(/^#[0-9A-Fa-f]{6}$/),
    });
    fc.assert(
      fc.property(anyGene, (of) => {
        const [accession, host, cluster, notes] = of.texts;
        const [subcluster, locus] = of.tags;
        const record: GeneRecord = {
          GeneID: of.geneId,
          PhageID: {
            PhageID: `p${cluster}`,
            Accession: accession,
            Name: `n${notes}`,
            HostGenus: host,
            Cluster: cluster,
            Subcluster: subcluster,
          },
          PhamID: { PhamID: of.pham, Color: of.color },
          Start: of.start,
          Stop: of.start + of.length,
          Length: of.length,
          Name: '1',
          Translation: of.protein,
          Orientation: 'F',
          Notes: notes,
          LocusTag: locus,
        };
        expect(isTaken(Buffer.from(JSON.stringify(record)))).toBe(true);
      }),
      { seed: 23, numRuns: 3000 },
    );
  });
});

/** Whether canonical JSON writes a character as `\\u` and four digits. */
function isEscapedByNumber(letter: string): boolean {
  return letter === '\u2028' || letter === '\u2029' || JSON.stringify(letter).startsWith('"\\u');
}

describe('a gene that needs the long way', () => {
  const example = JSON.stringify(exampleGene);
  const { Notes, ...others } = exampleGene;
  const notesFirst = { Notes, ...others };
  test.each<[what: string, text: string]>([
    ['has white space between its tokens', example.replace(',"Start"', ', "Start"')],
    ['has white space before it', ` ${example}`],
    ['has a key twice', example.replace('"Start":0', '"Start":0,"Start":0')],
    ['has its keys in another order', JSON.stringify(notesFirst)],
    ['has one more field', JSON.stringify({ ...exampleGene, Extra: '' })],
    ['has one field less', example.replace('"Start":0,', '')],
    ['has a control character', example.replace('tail', 'ta\u0001il')],
    ['has an escape that is not needed', example.replace('tail', 't\\u0061il')],
    ['has a slash that is escaped', example.replace('tail', 'ta\\/il')],
    ['has half of a surrogate pair', example.replace('tail', '\\ud83e')],
    ['has U+2028, which is to be escaped', example.replace('tail', '\u2028')],
    ['has U+2029, which is to be escaped', example.replace('tail', '\u2029')],
    ['has an integer with a zero before it', example.replace('"Start":0', '"Start":00')],
    ['has a negative integer', example.replace('"PhamID":512', '"PhamID":-1')],
    ['has an integer that is no safe one', example.replace(':512', ':9007199254740993')],
    ['has an integer with an exponent', example.replace(':512', ':5e2')],
    ['has a Length that does not fit', example.replace('"Length":12', '"Length":13')],
    ['has no digits in its GeneID', example.replace('_CDS_2', '_CDS_')],
    ['has no phage in its GeneID', example.replace('Quillon_CDS_2', '_CDS_2')],
    ['has a dot in its GeneID', example.replace('Quillon_CDS_2', 'Q.1_CDS_2')],
    ['has a GeneID of 201 bytes', example.replace('Quillon_', `${'Q'.repeat(195)}_`)],
    ['has an empty name', example.replace('"Name":"2"', '"Name":""')],
    ['has an empty name of its phage', example.replace('Quillon_Draft', '')],
    ['has an empty protein', example.replace('MKV*', '')],
    ['has a colour of five digits', example.replace('#a0B1c2', '#a0B1c')],
    ['has null for a text', example.replace('"tail fibre"', 'null')],
  ])('%s', (_what, text) => {
    expect(matchBytes(Buffer.from(text)).end).toBe(-1);
  });
});
