/** Views and bulk files hold the records of the lists: whatever the records are, and however they are built. */
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewNames } from '../../src/contract/routes.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';
import { anyFeature } from './arbitraries.ts';
import { expectNaiveBulk } from './naiveBulk.ts';
import { naiveViews, viewsIn } from './naiveViews.ts';
import { build, inFastFolder, withSmallBulkParts } from './siteBuilds.ts';

withSmallBulkParts();

const oddLetters = ['\t', '\n', '\r', '\u2028', '\u0085', '\x7f', ' ', ...'"\\;=%,&|>é𝒬a'];
const oddText = fc.string({ unit: fc.constantFrom(...oddLetters), maxLength: 6 });
// Names that escapes, paths and the order of UTF-16 units could trip over, and what has no name at all.
const oddNames = [
  'A',
  'A1',
  'é',
  '𝒬',
  'Ｑ',
  'a"b',
  '>q\u2028',
  'x/y',
  '..',
  '_x',
  '.x',
  '100%',
  "it's",
];
const anyName = fc.constantFrom(...oddNames, '1 2', 'page', 'x'.repeat(200));
const anyGroup = fc.oneof(anyName, fc.constantFrom('', 'Singleton', null));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 6 });

const anyGene: fc.Arbitrary<GeneRecord> = fc
  .record({
    phage: anyName,
    number: fc.nat(30),
    carrier: fc.record({
      PhageID: orNull(fc.oneof(anyName, fc.constant('Singleton'))),
      Accession: orNull(oddText),
      Name: orNull(oddText.map((text) => `n${text}`)),
      HostGenus: orNull(oddText),
      Cluster: orNull(oddText),
      Subcluster: orNull(oddText),
    }),
    // Most genes carry the name that their GeneID has.
    carries: fc.constantFrom('nothing', 'another', 'another', 'its own', 'its own', 'its own'),
    PhamID: orNull(
      fc.record({
        PhamID: orNull(fc.constantFrom(0, 1, 2, 10, 9007199254740991)),
        Color: orNull(fc.constantFrom('#00ff0A', '#000001', '#000002')),
      }),
    ),
    Start: orNull(fc.nat(40)),
    Stop: orNull(fc.oneof(fc.nat(40), fc.constant(99_999))),
    Length: orNull(fc.nat(60)),
    Name: orNull(oddText.map((text) => `l${text}`)),
    Translation: orNull(fc.nat(300).map((letters) => 'MKV*'.repeat(100).slice(0, letters + 1))),
    Orientation: orNull(fc.constantFrom('F', 'R')),
    Notes: orNull(oddText),
    LocusTag: orNull(oddText),
  })
  .map(({ phage, number, carrier, carries, ...fields }) => {
    const own = { ...exampleGene.PhageID, PhageID: phage };
    const PhageID = carries === 'nothing' ? null : carries === 'another' ? carrier : own;
    // The types know no null where only --allow null-value lets it through.
    return tinyGene(phage, number, { ...fields, PhageID } as unknown as Partial<GeneRecord>);
  });

const anyGenus = fc.record({
  id: fc.constantFrom(0, 2, 10, null),
  genus_name: fc.constantFrom('Gordonia', 'Ｑ', '𝒬', 'a\u2029', ''),
});

const anyPhage: fc.Arbitrary<PhageRecord> = fc
  .record({
    name: anyName,
    naming_notes: fc.oneof(oddText, fc.string({ unit: 'binary', maxLength: 6 })),
    genome_length: orNull(fc.constantFrom(0, 25, 41, 52_141)),
    program: orNull(fc.constant(examplePhage.program)),
    coverage: fc.constantFrom(null, 12.5, 'a\tb', true),
    verified_hosts: fc.constantFrom([], ['a"b', { b: [1] }]),
    seq_finished: fc.constantFrom(true, true, false, null),
    pcluster: orNull(
      fc.record({ cluster: anyGroup, temperate: fc.constantFrom(true, false, null) }),
    ),
    psubcluster: orNull(fc.record({ subcluster: anyGroup })),
    host_genus: orNull(anyGenus.map((genus) => ({ ...examplePhage.host_genus, ...genus }))),
    host_species: orNull(
      fc.tuple(anyGenus, fc.constantFrom('rubra', '')).map(([genus, species_name]) => ({
        ...examplePhage.host_species,
        id: genus.id,
        genus: genus.genus_name,
        species_name,
        species_genus: { ...examplePhage.host_genus, ...genus },
      })),
    ),
    isolation_host: orNull(
      fc.tuple(anyGenus, anyGroup).map(([{ genus_name: genus }, strain]) => {
        const host = { ...examplePhage.isolation_host, genus };
        return { ...host, species: strain, strain_name: strain };
      }),
    ),
    p_institution: orNull(
      fc
        .record({ institution_code: anyGroup, institution_name: fc.constantFrom('rubra', '') })
        .map((institution) => ({ ...examplePhage.p_institution, ...institution })),
    ),
  })
  .map(({ name, ...fields }) => tinyPhage(name, fields as unknown as Partial<PhageRecord>));

const anySite = fc.record({
  features: fc.option(
    fc.array(
      fc
        .tuple(anyFeature(anyName), oddText)
        .map(([feature, Notes]) => ({ ...feature, Name: `n${Notes}`, Notes })),
      { maxLength: 12 },
    ),
  ),
  genes: fc.array(anyGene, { maxLength: 40 }),
  phages: fc.array(anyPhage, { maxLength: 12 }),
  pageSizes: fc.record({
    features: fc.integer({ min: 1, max: 4 }),
    genes: fc.integer({ min: 1, max: 9 }),
    phages: fc.integer({ min: 1, max: 5 }),
    phams: fc.integer({ min: 1, max: 3 }),
  }),
});

test('views and bulk files are the records of the lists, byte for byte, whatever texts, names and nulls they hold, with keys that repeat', async () => {
  await fc.assert(
    fc.asyncProperty(anySite, ({ features, genes, phages, pageSizes }) =>
      inFastFolder(async (folder) => {
        const [data, out] = [path.join(folder, 'data'), path.join(folder, 'site')];
        await writeFiles(data, {
          'genes/a.json': JSON.stringify(genes),
          'genes/b.json': JSON.stringify(genes.slice(0, 3)),
          'phages/a.json': JSON.stringify(phages),
          ...(features && { 'features/a.json': JSON.stringify(features) }),
        });
        const { findings } = await build({ data, out, pageSizes, geneFiles: false });
        expect(findings.report().errors).toBe(0);
        const tree = await readTree(out);
        expect(viewsIn(tree)).toEqual(naiveViews(tree));
        await expectNaiveBulk(tree);
      }),
    ),
    { seed: 81, numRuns: 70, includeErrorInReport: true },
  );
});

test('those that are off have no files, and the others are what they are', async () => {
  await inFastFolder(async (folder) => {
    const data = path.join(folder, 'data');
    await writeFiles(data, {
      'genes/a.ndjson': asLines([tinyGene('Quillon', 1), tinyGene('Vexmoor', 1)]),
      'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
    });
    const out = path.join(folder, 'site');
    const common = { data, out, geneFiles: false } as const;
    await build({ ...common, bulk: [] });
    const allViews = Object.entries(naiveViews(await readTree(out)));
    for (const views of [[], ...viewNames.map((name) => [name])]) {
      await build({ ...common, bulk: [], views });
      const wanted = allViews.filter(([file]) =>
        views.some((view) => file.startsWith(`api/${view}/`)),
      );
      expect(viewsIn(await readTree(out))).toEqual(Object.fromEntries(wanted));
    }
    for (const bulk of [[], ['tsv'], ['phages'], ['fasta', 'gff3'], ['phagesdb']] as const) {
      await build({ ...common, bulk, views: [] });
      const tree = await readTree(out);
      await expectNaiveBulk(tree, bulk);
      expect('bulk/index.json' in tree).toBe(bulk.length > 0);
      expect(JSON.parse(tree['release.json'] ?? '')).toMatchObject({ bulk });
    }
  });
});
