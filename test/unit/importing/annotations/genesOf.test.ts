/** Genes of the CDS of a sequence, and what their functions are. */
import { expect, test } from 'vitest';
import { type ImportFault } from '../../../../src/importing/annotation.ts';
import {
  featureNames,
  functionFinder,
  lineFinder,
  type GeneChoices,
  geneNames,
  genesOf,
} from '../../../../src/importing/annotations/genesOf.ts';
import { familyId } from '../../../../src/importing/blankPhage.ts';
import { createImportLog } from '../../../../src/importing/report.ts';
import { feature, part, sequenceOf } from './sequences.ts';

const summary = {
  PhageID: 'L5',
  Accession: '',
  Name: 'L5',
  HostGenus: '',
  Cluster: '',
  Subcluster: null,
};
const alone = 'genes without a family, now in one by their translation';
const usual: GeneChoices = { pseudogenes: 'keep', hypothetical: 'keep', families: null };

function genes(
  features: Parameters<typeof feature>[0][],
  {
    bases = null as string | null,
    ...choices
  }: Partial<GeneChoices> & { bases?: string | null } = {},
) {
  const log = createImportLog();
  const faults: ImportFault[] = [];
  const made = genesOf(
    sequenceOf({
      features: features.map(feature),
      bases: bases === null ? null : Buffer.from(bases),
    }),
    {
      summary,
      choices: { ...usual, ...choices },
      log,
      file: 'L5.gb',
      report: (fault) => faults.push(fault),
    },
  );
  const counts = (kinds: typeof log.changed) => kinds.map(({ kind, count }) => `${count} ${kind}`);
  const { changed, refused, doubtful, fieldless } = log;
  return {
    made,
    changed: counts(changed.filter(({ kind }) => kind !== alone)),
    alone: changed.find(({ kind }) => kind === alone)?.count ?? 0,
    refused: counts(refused),
    doubtful: counts(doubtful),
    fieldless: counts(fieldless),
    faults,
  };
}

const translation = 'MAV';

test('a CDS becomes a gene, with what its qualifiers say', () => {
  const qualifiers = {
    translation,
    gene: '7',
    locus_tag: 'PBI_L5_7',
    product: 'terminase',
    function: 'head and packaging',
    phrog: '97',
  };
  const { made, changed, refused } = genes([
    { parts: [part(20, 32, -1)], qualifiers },
    { parts: [part(2, 14)], qualifiers: { translation } },
  ]);
  expect(made[1]).toEqual({
    GeneID: 'L5_CDS_2',
    PhageID: summary,
    PhamID: { PhamID: 97, Color: '#FFFFFF' },
    Start: 20,
    Stop: 32,
    Length: 12,
    Name: '7',
    Translation: 'MAV',
    Orientation: 'R',
    Notes: 'terminase [head and packaging]',
    LocusTag: 'PBI_L5_7',
  });
  expect(made[0]).toMatchObject({ GeneID: 'L5_CDS_1', Name: '1', Notes: '', LocusTag: null });
  expect([changed, refused]).toEqual([[], []]);
});

test('a gene in two parts spans both; its length is that of the parts', () => {
  const { made } = genes([{ parts: [part(0, 6), part(5, 14)], qualifiers: { translation } }]);
  expect(made[0]).toMatchObject({ Start: 0, Stop: 14, Length: 15 });
});

test.each([1, -1] as const)('on %i, a gene through the origin stops before it starts', (strand) => {
  const parts = [part(90, 100, strand), part(0, 5, strand)];
  const ordered = strand === 1 ? parts : parts.toReversed();
  const { made } = genes([{ parts: ordered, qualifiers: { translation } }]);
  expect(made[0]).toMatchObject({ Start: 90, Stop: 5, Length: 15 });
});

test('without a translation the genome is translated', () => {
  const bases = 'CCTTACACGGCCATGG';
  const made = (more: object) =>
    genes([{ ...more }], { bases }).made.map((gene) => gene.Translation);
  expect(made({ parts: [part(2, 14, -1)] })).toEqual(['MAV']);
  // GTG begins with methionine, unless the beginning is missing.
  const late = 'GTGGCATAA';
  expect(genes([{}], { bases: late }).made[0]?.Translation).toBe('MA');
  const partial = (isStartOpen: boolean) =>
    genes([{ isPartial: true, isStartOpen }], { bases: late }).made[0]?.Translation;
  expect([partial(true), partial(false)]).toEqual(['VA', 'MA']);
  const { changed } = genes([{}], { bases: late });
  expect(changed).toEqual(['1 translations made from the genome']);
});

test('codon_start and the genetic code are heeded; text in place of a code is the usual one', () => {
  const of = (bases: string, qualifiers: Record<string, string>) =>
    genes([{ parts: [part(0, bases.length)], qualifiers }], { bases }).made[0]?.Translation;
  expect(of('GATGTGA', { codon_start: '2', transl_table: '4' })).toBe('MW');
  expect(of('ATGTAG', { transl_table: '15' })).toBe('MQ');
  expect(of('ATGTAA', { transl_table: 'custom_gene_calls_from_genbank' })).toBe('M');
});

test('what is no protein is no translation, and counted as not taken', () => {
  const bases = 'ATGGCATAA';
  for (const said of ['length.196', 'length:196', '196 aa', '.', 'none', 'M?V']) {
    const { made, fieldless } = genes([{ qualifiers: { translation: said } }], { bases });
    expect(made[0]?.Translation).toBe('MA');
    expect(fieldless).toEqual(['1 /translation']);
  }
});

test('a protein with a stop inside is kept with a doubt, whether it was made or stated', () => {
  const whole = (bases: string, fields: Partial<Parameters<typeof feature>[0]> = {}) =>
    genes([{ parts: [part(1, bases.length - 1)], ...fields }], { bases });
  expect(whole('CATGTAAGCATAAC').doubtful).toEqual(['1 genes with a stop inside their protein']);
  const said = genes([{ qualifiers: { translation: 'M*A' } }]);
  expect(said.doubtful).toEqual(['1 genes with a stop inside their protein']);
  expect(said.made[0]?.Translation).toBe('M*A');
  expect(whole('CGCAGCATAAC').doubtful).toEqual(['1 genes that begin with no start codon']);
  expect(whole('CATGGCATAAGC').doubtful).toEqual(['1 genes whose length is no multiple of three']);
  expect(whole('CATGGCATAAC').doubtful).toEqual([]);
  // What is cut off may lack its start and its last codon.
  expect(whole('CGCAGCATAAGC', { isPartial: true, isStartOpen: true }).doubtful).toEqual([]);
  expect(whole('CGCAGCATAAGC', { parts: [part(0, 9)] }).doubtful).toEqual([]);
});

test('what cannot be a gene is refused, and said', () => {
  const { made, refused, faults } = genes([
    {},
    { qualifiers: { translation: 'M1' } },
    { qualifiers: { translation }, parts: [part(0, 9, 0)], line: 7 },
  ]);
  expect(made).toEqual([]);
  expect(refused).toEqual(['2 genes with no translation, and no sequence to translate']);
  expect(faults).toEqual([{ line: 7, expected: 'the strand of a CDS: + or -', found: 'neither' }]);
  const short = genes([{ parts: [part(0, 2)] }], { bases: 'ATGGCATAA' });
  expect(short.refused).toEqual(['1 genes with no whole codon']);
  const unknown = genes([{ qualifiers: { transl_table: '6' } }], { bases: 'ATGGCATAA' });
  expect(unknown.refused).toEqual(['1 genes with the genetic code 6, and no translation']);
});

test('pseudogenes are kept or refused as chosen; the numbers of the others stay the same', () => {
  const features = [
    { qualifiers: { translation, pseudo: '' } },
    { qualifiers: { translation }, parts: [part(30, 42)] },
  ];
  const kept = genes(features);
  expect(kept.made.map(({ GeneID }) => GeneID)).toEqual(['L5_CDS_1', 'L5_CDS_2']);
  expect(kept.changed).toEqual(['1 pseudogenes taken as genes']);
  const left = genes(features, { pseudogenes: 'refuse' });
  expect(left.made.map(({ GeneID }) => GeneID)).toEqual(['L5_CDS_2']);
  expect(left.refused).toEqual(['1 pseudogenes']);
});

test('a stop at the end of a translation is left out, and said', () => {
  const { made, changed } = genes([{ qualifiers: { translation: 'MAV*' } }]);
  expect(made[0]?.Translation).toBe('MAV');
  expect(changed).toEqual(['1 stops left out at the end of translations']);
});

test('hypothetical proteins keep or lose that word', () => {
  const features = [{ qualifiers: { translation, product: 'hypothetical protein' } }];
  expect(genes(features).made[0]?.Notes).toBe('hypothetical protein');
  const emptied = genes(features, { hypothetical: 'empty' });
  expect(emptied.made[0]?.Notes).toBe('');
  expect(emptied.changed).toEqual(['1 products "hypothetical protein" left out']);
});

test('the category of an unknown function is left out where the product says no more, and counted', () => {
  const unknown = (product: string) =>
    genes([{ qualifiers: { translation, product, function: 'unknown function' } }]);
  const left = '1 categories "unknown function" left out';
  const hypothetical = unknown('hypothetical protein');
  expect(hypothetical.made[0]?.Notes).toBe('hypothetical protein');
  expect([hypothetical.changed, unknown('').changed]).toEqual([[left], [left]]);
  const membrane = unknown('membrane protein');
  expect(membrane.made[0]?.Notes).toBe('membrane protein [unknown function]');
  expect(membrane.changed).toEqual([]);
});

test('what a CDS says that a gene has no field for is counted', () => {
  const { fieldless } = genes([
    {
      qualifiers: {
        translation,
        locus_tag: 'T1',
        ID: 'T1',
        note: 'odd 1',
        product: 'tail protein',
        codon_start: '2',
        transl_table: '4',
      },
      isPartial: true,
    },
    {
      parts: [part(20, 26), part(25, 30)],
      qualifiers: { translation, codon_start: '1', transl_table: '11', ID: 'a' },
    },
    { parts: [part(40, 46, -1), part(34, 40, -1)], qualifiers: { translation } },
  ]);
  expect(fieldless).toEqual([
    '1 /note',
    '1 /codon_start',
    '1 /transl_table',
    '1 ends that are open (< or >)',
    '1 /ID',
    '1 the parts of joined places',
  ]);
});

test('what a translation loses, and how it was made, is counted', () => {
  const changed = (qualifiers: Record<string, string>) =>
    genes([{ qualifiers }], { bases: 'ATGGCATAA' }).changed;
  expect(changed({ translation: 'mav' })).toEqual(['1 translations now in upper case']);
  const made = '1 translations made from the genome';
  expect(changed({ transl_table: 'custom' })).toEqual([made, '1 genetic codes read as 11']);
  expect(changed({ transl_table: '4' })).toEqual([made]);
});

test('a family by translation, and a PHROG that a table of families replaces, are counted', () => {
  const of = (phrog: string, families: GeneChoices['families'] = null) => {
    const { alone: count, fieldless } = genes([{ qualifiers: { translation, phrog } }], {
      families,
    });
    return [count, fieldless];
  };
  expect(of('38')).toEqual([0, []]);
  expect(of('No_PHROG')).toEqual([1, []]);
  expect(of('38', new Map([['L5_CDS_1', '5']]))).toEqual([0, ['1 /phrog']]);
  expect(of('38', new Map())).toEqual([1, ['1 /phrog']]);
});

test('families: by PHROG, by table, else by translation', () => {
  const idOf = (qualifiers: Record<string, string>, families: [string, string][] | null = null) =>
    genes([{ qualifiers: { translation, ...qualifiers } }], {
      families: families === null ? null : new Map(families),
    }).made[0]?.PhamID.PhamID;
  const byTranslation = familyId({ kind: 'translation', translation });
  expect(idOf({ phrog: '38' })).toBe(38);
  expect(idOf({ phrog: 'No_PHROG' })).toBe(byTranslation);
  expect(idOf({ phrog: '38', locus_tag: 'T1' }, [['T1', '512']])).toBe(512);
  expect(idOf({}, [['L5_CDS_1', 'repA']])).toBe(familyId({ kind: 'table', name: 'repA' }));
  expect(idOf({}, [['other', '512']])).toBe(byTranslation);
  expect(idOf({ protein_id: 'YP_009011.1' }, [['YP_009011.1', '512']])).toBe(512);
  // Programs number the proteins of each genome.
  expect(idOf({ protein_id: 'gp_1.1' }, [['gp_1.1', '512']])).toBe(byTranslation);
});

test('parts out of order are no way through the origin', () => {
  const parts = [part(199, 259), part(99, 159)];
  expect(genes([{ parts, qualifiers: { translation } }]).made[0]).toMatchObject({
    Start: 99,
    Stop: 259,
    Length: 120,
  });
});

test('a text that a program has cut at its commas is whole again', () => {
  const cds = feature({ qualifiers: { translation } });
  const qualifiers = new Map([
    ...cds.qualifiers,
    ['function', ['DNA', ' RNA metabolism']] as const,
  ]);
  const log = createImportLog();
  const [gene] = genesOf(sequenceOf({ features: [{ ...cds, qualifiers }] }), {
    summary,
    choices: usual,
    log,
    file: 'L5.gb',
    report() {},
  });
  expect(gene?.Notes).toBe('[DNA, RNA metabolism]');
});

test('a function that is not said by product is counted with its source', () => {
  const { made, changed, fieldless } = genes([
    { qualifiers: { translation, label: 'portal protein', note: 'odd' } },
    { qualifiers: { translation, product: 'holin', label: 'lysis' }, parts: [part(20, 29)] },
  ]);
  expect(made.map(({ Notes }) => Notes)).toEqual(['portal protein', 'holin']);
  expect(changed).toEqual(['1 functions from /label, since genes have no product']);
  expect(fieldless).toEqual(['1 /note', '1 /label']);
});

test.each([
  ['AATGGCAGTTTAAGG', part(1, 10), true],
  ['AATGGCAGTTTAAGG', part(1, 13), false],
  ['AATGGCAGTGGAGG', part(1, 10), false],
  ['CCTTAAACTGCCATT', part(5, 14, -1), true],
  ['CCTTAAACTGCCATT', part(2, 14, -1), false],
  ['GGGAACTGCCATTT', part(3, 12, -1), false],
])('a stop codon that %s has right behind %j is told: %s', (bases, place, isTold) => {
  for (const qualifiers of [{}, { translation }])
    expect(genes([{ parts: [place], qualifiers }], { bases }).doubtful).toEqual(
      isTold ? ['1 genes that end before their stop codon, which lies right behind them'] : [],
    );
});

test('a product that is a number gives way to what says a function, and is told', () => {
  const qualifiers = { translation, product: 'gp1' };
  const { made, changed } = genes([
    { qualifiers: { ...qualifiers, function: 'terminase, large subunit', note: 'odd one' } },
    { qualifiers: { ...qualifiers, note: 'minor tail protein' }, parts: [part(20, 29)] },
    { qualifiers: { ...qualifiers, function: 'tail' }, parts: [part(40, 49)] },
    {
      qualifiers: { ...qualifiers, note: 'Original Glimmer call @bp 60 has strength 6.84' },
      parts: [part(60, 69)],
    },
    {
      qualifiers: { ...qualifiers, function: 'hypothetical protein', note: 'lysin A' },
      parts: [part(80, 89)],
    },
    { qualifiers: { ...qualifiers, function: 'tail,head and packaging' }, parts: [part(100, 109)] },
  ]);
  expect(made.map(({ Notes }) => Notes)).toEqual([
    'terminase, large subunit',
    'minor tail protein',
    'gp1 [tail]',
    'gp1',
    'lysin A',
    'gp1 [tail,head and packaging]',
  ]);
  expect(changed).toEqual([
    '1 functions from /function, since products are numbers',
    '2 functions from /note, since products are numbers',
    '1 categories "unknown function" left out',
  ]);
});

test('a locus tag of two genes, and exceptions that no translation heeds, are doubtful', () => {
  const tagged = { translation, locus_tag: 'T_1' };
  const twice = genes([{ qualifiers: tagged }, { qualifiers: tagged, parts: [part(20, 29)] }]);
  expect(twice.doubtful).toEqual(['1 genes with the locus tag of another gene']);
  expect(
    genes([
      { qualifiers: { translation } },
      { qualifiers: { translation }, parts: [part(0, 9, -1)] },
    ]).doubtful,
  ).toEqual([]);
  const product = { qualifiers: { translation, product: 'one' } };
  expect(genes([product, { qualifiers: { translation, product: 'other' } }]).doubtful).toEqual([
    '1 genes at the place of another gene',
  ]);
  const transl_except = '(pos:4..6,aa:Sec)';
  expect(genes([{ qualifiers: { transl_except } }], { bases: 'ATGTGATAA' }).doubtful).toEqual([
    '1 genes with a stop inside their protein',
    '1 translations made from the genome without the exceptions that /transl_except says',
  ]);
  expect(genes([{ qualifiers: { translation, transl_except } }]).doubtful).toEqual([]);
});

const found = (
  qualifiers: Record<string, string>,
  others: Parameters<typeof feature>[0][] = [],
  names = geneNames,
) => {
  const cds = feature({ qualifiers });
  const said = functionFinder(names, lineFinder([cds, ...others.map(feature)]))(cds);
  return said === null ? null : `${said.text} < ${said.name}${said.isOfParent ? ' above' : ''}`;
};

test('the function is that of the parent, then Name, label and note, in this order', () => {
  const gene = { type: 'gene', qualifiers: { ID: 'g1', Name: 'of the gene' } };
  const transcript = {
    type: 'mRNA',
    qualifiers: { ID: 't1', Parent: 'g1', product: 'portal protein' },
  };
  const all = { Parent: 't1', Name: 'by name', label: 'by label', note: 'by note' };
  expect(found(all, [gene, transcript])).toBe('portal protein < product above');
  expect(found(all, [gene])).toBe('by name < Name');
  expect(found({ ...all, Parent: 'g1', Name: 'CDS:T7' }, [gene])).toBe('of the gene < Name above');
  expect(found({ label: 'by label', note: 'by note' })).toBe('by label < label');
  // As Geneious and Apollo name them.
  expect(found({ label: 'tail fibre CDS' })).toBe('tail fibre < label');
  expect(
    found({ Parent: 't' }, [{ type: 'mRNA', qualifiers: { ID: 't', Name: 'tail fibre-00001' } }]),
  ).toBe('tail fibre < Name above');
  expect(found({ note: 'by note' })).toBe('by note < note');
  expect(found({ description: 'by description' })).toBe('by description < description');
  expect(found({ Product: 'tail fibre', Name: 'by name' })).toBe('tail fibre < Product');
  expect(found({ tRNA: 'tRNA-Met' })).toBe('tRNA-Met < tRNA');
  expect(found({ note: 'by note' }, [], featureNames)).toBeNull();
  const tagged = { type: 'gene', qualifiers: { locus_tag: 'T_1', product: 'tail fibre' } };
  expect(found({ locus_tag: 'T_1' }, [tagged])).toBe('tail fibre < product above');
  const loop = { type: 'gene', qualifiers: { ID: 'g', Parent: 'g' } };
  expect(found({ Parent: 'g' }, [loop])).toBeNull();
});

test.each([
  ['its parents', { Parent: 't' }],
  ['the gene at its place', {}],
])('a CDS without locus tag and symbol has those of %s', (_, qualifiers) => {
  const parents = [
    { type: 'gene', qualifiers: { ID: 'g', locus_tag: 'T_1', gene: 'lysA' } },
    { type: 'mRNA', qualifiers: { ID: 't', Parent: 'g' } },
  ];
  const of = (more: Record<string, string>) =>
    genes([...parents, { qualifiers: { translation, ...qualifiers, ...more } }]);
  const { made, changed } = of({});
  expect(made[0]).toMatchObject({ LocusTag: 'T_1', Name: 'lysA' });
  expect(changed).toEqual([
    '1 /locus_tag of their gene or transcript, since genes have none',
    '1 /gene of their gene or transcript, since genes have none',
  ]);
  expect(of({ gene: '7' }).made[0]).toMatchObject({ LocusTag: 'T_1', Name: '7' });
});

test('a CDS has nothing of a tRNA at its place', () => {
  const trna = { type: 'tRNA', qualifiers: { product: 'tRNA-Ala', gene: 'trnA' } };
  const [gene] = genes([trna, { qualifiers: { translation } }]).made;
  expect(gene).toMatchObject({ Notes: '', Name: '1' });
});

test('of several locus tags and symbols the first is taken, and the rest counted', () => {
  const twice = feature({ qualifiers: { translation } });
  const qualifiers = new Map([
    ...twice.qualifiers,
    ['locus_tag', ['A', 'B']],
    ['gene', ['a', 'b']],
  ]);
  const log = createImportLog();
  const context = { summary, choices: usual, log, file: 'a.gb', report() {} };
  const [gene] = genesOf(sequenceOf({ features: [{ ...twice, qualifiers }] }), context);
  expect(gene).toMatchObject({ LocusTag: 'A', Name: 'a' });
  expect(log.fieldless.map(({ kind }) => kind)).toEqual(['/locus_tag', '/gene']);
});

test.each(['None', 'nan', 'NULL', '.', '-'])('%s is no product and no locus tag', (none) => {
  const qualifiers = { translation, product: none, locus_tag: none, Name: 'tail fiber' };
  expect(genes([{ qualifiers }]).made[0]).toMatchObject({ Notes: 'tail fiber', LocusTag: null });
});

test('tabs, line breaks and other control characters in a product are blanks', () => {
  const qualifiers = { translation, product: 'tail\tfiber\n\0protein' };
  expect(genes([{ qualifiers }]).made[0]?.Notes).toBe('tail fiber protein');
});

test.each([
  'terminase large subunit',
  'portal',
  'Endolysin',
  'gene K protein',
  'tail-like protein',
  'gp23 major capsid protein',
  'minor spike protein, adsorption',
  'T7 holin',
])('%s is a function', (text) => {
  expect(found({ Name: text })).toBe(`${text} < Name`);
});

test.each([
  'CDS:T7',
  'WP_000001.1',
  'fig|1.1.peg.3',
  'gp12',
  'ORF 12',
  'gene 5 protein',
  'T_0001',
  'terL',
  'rIIA',
  'cro',
  'CDS',
  'color: #ff0000; direction: RIGHT',
  'score:-1.8E+01',
  'Original Glimmer call @bp 60 has strength 6.84',
  'SSC: 123-456, CP: yes, SCS: Both, ST: SS',
  'Derived by automated computational analysis using gene prediction method: GeneMarkS-2+.',
  'start codon not determined experimentally',
])('%s is no function', (text) => {
  expect(found({ Name: text, label: text, note: text })).toBeNull();
});

test('what is the name of something is no function', () => {
  expect(found({ Name: 'Portal', gene: 'portal' })).toBeNull();
  expect(found({ Name: 'my odd tag', locus_tag: 'my odd tag' })).toBeNull();
});
