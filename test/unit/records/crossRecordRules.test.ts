import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFactCollectors, factsOf, type Gene } from '../../../src/records/collection.ts';
import { collections, createCrossRecordRules } from '../../../src/records/collections.ts';
import { geneIdCase, phageParts } from '../../../src/records/geneRules.ts';
import { phageSummaries, phamColors } from '../../../src/records/summaries.ts';
import { phageNames } from '../../../src/records/phageNames.ts';
import { compareFindings } from '../../../src/text/findings.ts';
import { printable } from '../../../src/text/json.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { checkFiles } from './checkFiles.ts';

/** Records by the name of their file without its ending; each gene gets a number of its own. */
type Files = Readonly<Record<string, readonly object[]>>;

async function findingsOf(files: Files) {
  const texts = Object.entries(files).map(([file, records], rank) => {
    const lines = records.map((record, line) =>
      JSON.stringify(record).replace(/_CDS_1"/, () => `_CDS_${rank}${line}"`),
    );
    return [`${file}.ndjson`, lines.join('\n')] as const;
  });
  const findings = await checkFiles(Object.fromEntries(texts), ['null-value']);
  return findings.filter(({ rule }) => rule !== 'null-value').toSorted(compareFindings);
}

const gene = (phage: string, fields: Partial<Gene> = {}) => ({ ...tinyGene(phage, 1), ...fields });
const genes = (...phages: string[]) => phages.map((name) => gene(name));
/** Of Quillon by its GeneID, whatever its summary says. */
const withSummary = (changes: object) =>
  gene('Quillon', { PhageID: { ...exampleGene.PhageID, ...changes } });
const withPham = (PhamID: number | null, Color: string | null) =>
  gene('Quillon', { PhamID: { PhamID, Color } });
const phages = (...names: string[]) => names.map((name) => tinyPhage(name));
const inCluster = (name: string, cluster: string, subcluster = 'Q7') =>
  tinyPhage(name, {
    pcluster: { ...examplePhage.pcluster, cluster },
    psubcluster: { subcluster },
  });

const hostIn = (name: string, id: number, genus: string, own: [id: number, name: string]) => {
  const host_genus = { ...examplePhage.host_genus, id, genus_name: genus };
  const [ownId, species_name] = own;
  const species = { ...examplePhage.host_species, id: ownId, genus, species_name };
  const host_species = { ...species, species_genus: host_genus };
  const isolation_host = { ...examplePhage.isolation_host, strain_species: host_species };
  return tinyPhage(name, { host_genus, host_species, isolation_host });
};
const foundAt = (name: string, institution_code: string, institution_name: string) =>
  tinyPhage(name, {
    p_institution: { ...examplePhage.p_institution, institution_code, institution_name },
  });
const { Subcluster, ...others } = exampleGene.PhageID;
const quillon = { 'phages/9': phages('Quillon') };
const wrapping = { 'genes/0': [gene('Quillon', { Start: 152_829, Stop: 4, Length: 576 })] };
const long = (genome_length: number) => ({
  'phages/0': [tinyPhage('Quillon', { genome_length })],
});
const caseRule = 'name-case: a name that differs from others by more than case, not';
const unknown = 'gene-phage-known: a phage that has a phage record, not';
const straight = 'a gene that does not run through the origin';

test.each<[what: string, files: Files, due: string[]]>([
  [
    'records agree, also where the keys of a summary stand in another order',
    { ...quillon, 'genes/0': [...genes('Quillon'), withSummary({ Name: 'Quillon_Draft' })] },
    [],
  ],
  [
    'a summary has no order',
    {
      ...quillon,
      'genes/0': [exampleGene, gene('Quillon', { PhageID: { Subcluster, ...others } })],
    },
    [],
  ],
  [
    'the later gene is held against the first, each other summary once',
    {
      ...quillon,
      'genes/1': ['X', 'X', 'Q', 'X'].map((Cluster) => withSummary({ Cluster })),
      'genes/0': [withSummary({}), withSummary({ Subcluster: null })],
    },
    [
      'genes/0.ndjson:2/PhageID/Subcluster phage-summary-consistent: "Q7", as for "Quillon" at genes/0.ndjson:1, not null',
      'genes/1.ndjson:1/PhageID/Cluster phage-summary-consistent: "Q", as for "Quillon" at genes/0.ndjson:1, not "X"',
    ],
  ],
  [
    'a null is not its text',
    { ...quillon, 'genes/0': [null, 'null'].map((text) => withSummary({ Subcluster: text })) },
    [
      'genes/0.ndjson:2/PhageID/Subcluster phage-summary-consistent: null, as for "Quillon" at genes/0.ndjson:1, not "null"',
    ],
  ],
  [
    'genes of different phages differ',
    { 'phages/0': phages('A', 'B'), 'genes/0': genes('A', 'B') },
    [],
  ],
  [
    'the later gene has another colour than the first of its family',
    {
      ...quillon,
      'genes/0': [withPham(7, '#112233'), withPham(8, '#445566'), withPham(7, '#00ff00')],
    },
    [
      'genes/0.ndjson:3/PhamID/Color pham-color-consistent: #112233, as for pham 7 at genes/0.ndjson:1, not #00ff00',
    ],
  ],
  [
    'capital and small letters are one colour, and none is no other',
    {
      ...quillon,
      'genes/0': [
        ...['#ABCDEF', '#abcdef', '#aBcDeF', null].map((color) => withPham(7, color)),
        withPham(null, '#ffffff'),
        gene('Quillon', { PhamID: null }),
      ],
    },
    [],
  ],
  [
    'a phage without a record is told once, at its first gene',
    { ...quillon, 'genes/1': genes('Vexmoor'), 'genes/0': genes('Quillon', 'Vexmoor', 'Vexmoor') },
    [`genes/0.ndjson:2/PhageID/PhageID ${unknown} "Vexmoor", which has none`],
  ],
  [
    'a phage is known by its PhageID, not by its display name, and by case',
    { ...quillon, 'genes/0': [withSummary({ PhageID: 'quillon', Name: 'Quillon' })] },
    [
      `genes/0.ndjson:1/PhageID/PhageID ${unknown} "quillon", which has none`,
      `genes/0.ndjson:1/PhageID/PhageID ${caseRule} "quillon", beside "Quillon" at phages/9.ndjson:1`,
    ],
  ],
  [
    'a gene may have no phage',
    { 'genes/0': [gene('x', { PhageID: null }), withSummary({ PhageID: null })] },
    [],
  ],
  [
    'each further spelling of a phage stands beside the first, and the same one again does not',
    {
      'phages/1': phages('quillon'),
      'phages/0': phages('Quillon', 'QUILLON', 'Quillon2', 'Quillo'),
    },
    [
      `phages/0.ndjson:2/phage_name ${caseRule} "QUILLON", beside "Quillon" at phages/0.ndjson:1`,
      `phages/1.ndjson:1/phage_name ${caseRule} "quillon", beside "Quillon" at phages/0.ndjson:1`,
    ],
  ],
  [
    'two ways to write an accent are one name',
    { 'phages/0': phages('\u00c9clair', 'E\u0301clair') },
    [
      `phages/0.ndjson:2/phage_name ${caseRule.replace('case,', 'how letters with marks are encoded (Unicode normalization),')} "E\u0301clair", beside "\u00c9clair" at phages/0.ndjson:1`,
    ],
  ],
  [
    'a PhageID in another case stands beside its phage, once',
    {
      ...quillon,
      'genes/0': ['Quillon', 'QUILLON', 'quillon', 'QUILLON'].map((PhageID) =>
        withSummary({ PhageID }),
      ),
    },
    [
      `genes/0.ndjson:2/PhageID/PhageID ${unknown} "QUILLON", which has none`,
      `genes/0.ndjson:2/PhageID/PhageID ${caseRule} "QUILLON", beside "Quillon" at phages/9.ndjson:1`,
      `genes/0.ndjson:3/PhageID/PhageID ${unknown} "quillon", which has none`,
      `genes/0.ndjson:3/PhageID/PhageID ${caseRule} "quillon", beside "Quillon" at phages/9.ndjson:1`,
    ],
  ],
  [
    'PhageIDs without records stand beside the first',
    {
      'genes/0': ['vexmoor', 'Vexmoor', 'vexmoor', 'Other'].map((PhageID) =>
        withSummary({ PhageID }),
      ),
    },
    [
      `genes/0.ndjson:1/PhageID/PhageID ${unknown} "vexmoor", which has none`,
      `genes/0.ndjson:2/PhageID/PhageID ${unknown} "Vexmoor", which has none`,
      `genes/0.ndjson:2/PhageID/PhageID ${caseRule} "Vexmoor", beside "vexmoor" at genes/0.ndjson:1`,
      `genes/0.ndjson:4/PhageID/PhageID ${unknown} "Other", which has none`,
    ],
  ],
  [
    'what the record of a phage breaks is not told of its genes',
    {
      'phages/0': phages('Quillon', 'QUILLON', 'a/b'),
      'genes/0': ['Quillon', 'QUILLON', 'a/b'].map((PhageID) => withSummary({ PhageID })),
    },
    [
      `phages/0.ndjson:2/phage_name ${caseRule} "QUILLON", beside "Quillon" at phages/0.ndjson:1`,
      'phages/0.ndjson:3/phage_name path-name: a name that can be a file name on every machine, not "a/b", which contains a slash or backslash',
    ],
  ],
  [
    'a PhageID that can be no path is told once, at the first gene',
    { 'genes/0': [1, 2].map(() => withSummary({ PhageID: 'a/b' })) },
    [
      `genes/0.ndjson:1/PhageID/PhageID ${unknown} "a/b", which has none`,
      'genes/0.ndjson:1/PhageID/PhageID path-name: a name that can be a file name on every machine, not "a/b", which contains a slash or backslash',
    ],
  ],
  [
    'an unclustered phage is in no cluster whose name could differ from another',
    {
      'phages/0': [
        { ...examplePhage, phage_name: 'A', pcluster: null },
        inCluster('B', 'SINGLETON'),
        inCluster('C', ''),
      ],
    },
    [],
  ],
  [
    'clusters and subclusters stand beside the first of their name',
    {
      'phages/0': [
        inCluster('A', 'Be', 'Be1'),
        inCluster('B', 'BE', 'Be2'),
        inCluster('C', 'C', 'BE1'),
      ],
    },
    [
      `phages/0.ndjson:2/pcluster/cluster ${caseRule} "BE", beside "Be" at phages/0.ndjson:1`,
      `phages/0.ndjson:3/psubcluster/subcluster ${caseRule} "BE1", beside "Be1" at phages/0.ndjson:1`,
    ],
  ],
  [
    'one id names two genera and their species, and the last genus has two',
    {
      'phages/0': [
        hostIn('A', 5, 'Gordonia', [0, '']),
        hostIn('B', 5, 'Rhodococcus', [9, 'ruber']),
        hostIn('C', 6, 'Rhodococcus', [9, '']),
      ],
    },
    [
      'phages/0.ndjson:2/host_genus/id id-names: genus 5 to be "Gordonia", as at phages/0.ndjson:1, not "Rhodococcus"',
      'phages/0.ndjson:3/host_genus/id id-names: 5, as for genus "Rhodococcus" at phages/0.ndjson:2, not 6',
      'phages/0.ndjson:3/host_species/id id-names: species 9 to be "Rhodococcus ruber", as at phages/0.ndjson:2, not "Rhodococcus"',
    ],
  ],
  [
    'a genus in the species of a strain is held against others, too',
    {
      'phages/0': [
        hostIn('A', 5, 'Gordonia', [1, 'rubripertincta']),
        {
          ...hostIn('B', 5, 'Gordonia', [1, 'rubripertincta']),
          isolation_host: hostIn('C', 5, 'Nocardia', [2, 'nova']).isolation_host,
        },
      ],
    },
    [
      'phages/0.ndjson:2/isolation_host/strain_species/species_genus/id id-names: genus 5 to be "Gordonia", as at phages/0.ndjson:1, not "Nocardia"',
    ],
  ],
  [
    'a host without id and name is none, and one species of a genus may have no name',
    {
      'phages/0': [
        hostIn('A', 0, '', [0, '']),
        hostIn('B', 1, 'Gordonia', [0, '']),
        hostIn('C', 1, 'Gordonia', [3, '']),
        hostIn('D', 2, 'Nocardia', [4, '']),
        hostIn('E', 7, '', [8, '']),
        hostIn('F', 10, '', [11, '']),
        // As --allow null-value permits.
        hostIn('G', 1, null as unknown as string, [3, null as unknown as string]),
        foundAt('H', 'EXU', null as unknown as string),
      ],
    },
    [],
  ],
  [
    'two institutions have one code, and one has two; without a code there is none',
    {
      'phages/0': [
        foundAt('A', 'EXU', 'Example University'),
        foundAt('B', 'EXU', 'Another University'),
        foundAt('C', 'AXU', 'Another University'),
        foundAt('D', '', 'Another University'),
      ],
    },
    [
      'phages/0.ndjson:2/p_institution/institution_code id-names: institution EXU to be "Example University", as at phages/0.ndjson:1, not "Another University"',
      'phages/0.ndjson:3/p_institution/institution_code id-names: EXU, as for institution "Another University" at phages/0.ndjson:2, not AXU',
    ],
  ],
  [
    'a gene through the origin fits the genome_length of its phage',
    { ...wrapping, ...long(153_401) },
    [
      `genes/0.ndjson:1/Length gene-length through-the-origin: ${straight}, not 576 from Start 152829 through it to Stop 4, which is right in a genome of 153401`,
    ],
  ],
])('%s', async (_what, files, due) => {
  const findings = await findingsOf(files);
  const said = findings.map(({ file, line, pointer, rule, kind, expected, found }) => {
    const what = kind === undefined ? rule : `${rule} ${kind}`;
    return `${file}:${line}${pointer} ${what}: ${expected}, not ${found}`;
  });
  expect(said).toEqual(due);
});

test('what differs is shown cut and printable', async () => {
  const odd = [`\u009b31m${'x'.repeat(500)}`, `\u202e${'y'.repeat(500)}`];
  const files = { ...quillon, 'genes/0': odd.map((HostGenus) => withSummary({ HostGenus })) };
  const findings = await findingsOf(files);
  const { expected = '', found = '' } =
    findings.find(({ rule }) => rule === 'phage-summary-consistent') ?? {};
  for (const text of [expected, found]) {
    expect(printable(text)).toBe(text);
    expect(text.length).toBeLessThan(200);
  }
  expect(found).toContain('yyy');
});

test('the order in which pieces are noted does not matter', () => {
  const pieces = fc.array(
    fc.array(
      fc.record({
        phageId: fc.constantFrom('Quillon', 'quillon', 'Vexmoor', 'Nobody'),
        summary: fc.constantFrom('{"Cluster":"A"}', '{"Cluster":"B"}', '{"Cluster":"C"}'),
        pham: fc.constantFrom(1, 2),
        color: fc.constantFrom(0x00ff00, 0xff0000, 0x0000ff),
        phage: fc.option(fc.constantFrom('Quillon', 'QUILLON', 'quillon', 'Vexmoor')),
      }),
      { maxLength: 5 },
    ),
    { minLength: 4, maxLength: 4 },
  );
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  fc.assert(
    fc.property(pieces, orders, (all, ranks) => {
      const noteIn = (order: readonly number[]) => {
        const rules = createCrossRecordRules();
        for (const rank of order) {
          const facts = createFactCollectors([phageSummaries, phageParts, phamColors, phageNames]);
          for (const [index, fact] of (all[rank] ?? []).entries()) {
            facts.of(phageSummaries).noteSummary(fact.phageId, fact.summary, index + 1);
            facts.of(phageParts).noteText(fact.phageId, index + 1);
            facts.of(phamColors).noteColor(fact.pham, fact.color, index + 1);
            if (fact.phage !== null) facts.of(phageNames).noteText(fact.phage, index + 1);
          }
          rules.note(facts.finish(), rank);
        }
        const findings = [...rules.findings(({ rank, line }) => ({ file: `${rank}`, line }))];
        return {
          findings: findings.toSorted(compareFindings),
          parts: geneIdCase.contested(rules.all),
        };
      };
      expect(noteIn(ranks)).toEqual(noteIn([0, 1, 2, 3]));
    }),
  );
});

test('odd lengths of genes are told of ten thousand of a file, and counted of all', () => {
  const facts = createFactCollectors(factsOf(collections.genes));
  const record = gene('Quillon', { Start: 9, Stop: 1, Length: 5 });
  for (let line = 1; line <= 10_003; line++) facts.note(record, line);
  const rules = createCrossRecordRules();
  rules.note(facts.finish(), 0);
  const lengths = ({ rule }: { rule: string }) => rule === 'gene-length';
  const findings = [...rules.findings(({ line }) => ({ file: 'a', line }))].filter(lengths);
  expect(findings).toHaveLength(10_000);
  const expected = 'genes whose Start lies before Stop, or that run through the origin';
  expect(rules.unreported()).toEqual([
    { collection: 'genes', as: 'unexplained', count: 3, expected },
  ]);
});
