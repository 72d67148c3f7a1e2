/** Bulk files hold the records of the lists: whatever the records are, and however they are built. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { isBulkPath } from '../../src/contract/bulkAddresses.ts';
import { bulkNames, type BulkName } from '../../src/contract/bulkFiles.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { readTree, writeFiles } from '../integration/workFolder.ts';
import { exampleGene } from '../unit/generated/exampleRecords.ts';
import { anyFeature } from './arbitraries.ts';
import { naiveBulk } from './naiveBulk.ts';
import { build, inFastFolder, type SiteChanges, usualJobs, withWorkers } from './siteBuilds.ts';

const odd = [
  '"',
  '\t',
  '\n',
  '\r',
  '\\',
  '\u2028',
  '\u0085',
  '\x7f',
  ';',
  '=',
  '%',
  ',',
  '&',
  '|',
  '>',
  'é',
  '𝒬',
  ' ',
  'a',
];
const oddText = fc.string({ unit: fc.constantFrom(...odd), maxLength: 6 });
const anyName = fc.constantFrom(
  'A',
  'a"b',
  'é',
  '𝒬',
  'Ｑ',
  '>q\u2028',
  'x/y',
  '..',
  '_x',
  '.x',
  '100%',
  "it's",
  '1 2',
  'x'.repeat(200),
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 6 });

const anyGene: fc.Arbitrary<GeneRecord> = fc
  .record({
    phage: anyName,
    number: fc.nat(30),
    carrier: fc.record({
      PhageID: orNull(anyName),
      Accession: orNull(oddText),
      Name: orNull(oddText.map((text) => `n${text}`)),
      HostGenus: orNull(oddText),
      Cluster: orNull(oddText),
      Subcluster: orNull(oddText),
    }),
    isOwn: fc.nat(3),
    pham: orNull(
      fc.record({
        PhamID: orNull(fc.constantFrom(0, 7, 9007199254740991)),
        Color: orNull(fc.constant('#00ff0A')),
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
  .map(({ phage, number, carrier, isOwn, pham, ...fields }) => {
    const own = { ...exampleGene.PhageID, PhageID: phage };
    return tinyGene(phage, number, {
      ...fields,
      PhageID: isOwn === 0 ? null : isOwn === 1 ? carrier : own,
      PhamID: pham,
      // The types know no null where only --allow null-value lets it through.
    } as unknown as Partial<GeneRecord>);
  });

const anyPhage: fc.Arbitrary<PhageRecord> = fc
  .record({
    name: anyName,
    naming_notes: oddText,
    genome_length: orNull(fc.constantFrom(0, 25, 41, 52_141)),
    program: orNull(fc.constant(tinyPhage('x').program)),
    coverage: fc.constantFrom(null, 12.5, 'a\tb', true),
    verified_hosts: fc.constantFrom([], ['a"b', { b: [1] }]),
    seq_finished: orNull(fc.boolean()),
  })
  .map(({ name, ...fields }) => tinyPhage(name, fields as unknown as Partial<PhageRecord>));

const anySite = fc.record({
  features: fc.option(
    fc.array(
      anyFeature(anyName).chain((feature) =>
        oddText.map((Notes) => ({ ...feature, Name: `n${Notes}`, Notes })),
      ),
      { maxLength: 12 },
    ),
  ),
  genes: fc.array(anyGene, { maxLength: 40 }),
  phages: fc.array(anyPhage, { maxLength: 8 }),
});

/** The bulk files as they are once unpacked, without those that describe them. */
async function bulkIn(out: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const file of Object.keys(await readTree(out))) {
    // What an index holds is shown by what tabix finds with it, in test/readers.
    if (!isBulkPath(file) || /\.(json|tbi)$/.test(file)) continue;
    const at = path.join(out, file);
    files[file] = file.endsWith('.parquet') ? await rowsOf(at) : textOf(at);
  }
  return files;
}

async function rowsOf(file: string): Promise<string> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** What is published as it is, compressed bytes and all. */
const hashesIn = async (out: string) =>
  Object.fromEntries(
    Object.keys(await readTree(out)).map((file) => [
      file,
      hash('sha256', readFileSync(path.join(out, file))),
    ]),
  );

/** The data of these sites has no genomes. */
const ofRecords = bulkNames.filter((name) => name !== 'genomes');

async function expectNaive(out: string, names: readonly BulkName[] = ofRecords): Promise<void> {
  const [found, expected] = [await bulkIn(out), naiveBulk(await readTree(out), names)];
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  // One by one: the difference between texts says more than that between all of them.
  for (const [file, text] of Object.entries(expected)) expect(found[file], file).toBe(text);
}

describe('the bulk files of a site', () => {
  test('are its records, whatever texts, names and nulls they hold, with keys that repeat', async () => {
    await withWorkers(usualJobs, (workers) =>
      fc.assert(
        fc.asyncProperty(anySite, async ({ features, genes, phages }) => {
          await inFastFolder(async (folder) => {
            const data = path.join(folder, 'data');
            const out = path.join(folder, 'site');
            await writeFiles(data, {
              'genes/a.json': JSON.stringify(genes),
              'genes/b.json': JSON.stringify(genes.slice(0, 3)),
              'phages/a.json': JSON.stringify(phages),
              ...(features && { 'features/a.json': JSON.stringify(features) }),
            });
            const { findings } = await build({ data, out, views: [] }, workers);
            expect(findings.report().errors).toBe(0);
            await expectNaive(out);
          });
        }),
        { seed: 90, numRuns: 60, includeErrorInReport: true },
      ),
    );
  });

  test('that are off are not there, and the others are what they are', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      await writeFiles(data, {
        'genes/a.ndjson': asLines([tinyGene('A', 1), tinyGene('B', 1)]),
        'phages/a.ndjson': asLines([tinyPhage('A')]),
      });
      await withWorkers(usualJobs, async (workers) => {
        for (const bulk of [[], ['tsv'], ['phages'], ['fasta', 'gff3'], ['phagesdb']] as const) {
          const out = path.join(folder, `site-${bulk.join('-')}`);
          await build({ data, out, bulk, views: [] }, workers);
          await expectNaive(out, bulk);
          const tree = await readTree(out);
          expect('bulk/index.json' in tree).toBe(bulk.length > 0);
          expect(JSON.parse(tree['release.json'] ?? '')).toMatchObject({ bulk });
        }
      });
    });
  });

  test('of empty collections are there, with a head where there is one', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      const out = path.join(folder, 'site');
      await writeFiles(data, {
        'features/a.json': '[]',
        'genes/a.json': '[]',
        'phages/a.json': '[]',
      });
      await withWorkers(usualJobs, (workers) => build({ data, out }, workers));
      await expectNaive(out);
      expect((await bulkIn(out))['bulk/genes.tsv.gz']).toMatch(/^GeneID\t.*\tLocusTag\n$/);
      expect((await bulkIn(out))['bulk/genes.ndjson.gz']).toBe('');
    });
  });
});

describe('many records', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Phage${at}`);
  const geneAt = (at: number) =>
    tinyGene(names[at % names.length]!, at, at % 97 === 0 ? { PhageID: null as never } : {});
  const genes = Array.from({ length: 10_000 }, (_, at) => geneAt(at));
  const phages = names.map((name) => tinyPhage(name));
  const shared = {
    geneFiles: false,
    views: [],
    pageSizes: { ...perList(() => 2), genes: 50, phages: 7, phams: 9 },
  } as const;

  const write = (data: string, all: readonly GeneRecord[], of: readonly PhageRecord[] = phages) =>
    writeFiles(data, { 'genes/a.ndjson': asLines(all), 'phages/a.ndjson': asLines(of) });

  const buildIn = (changes: SiteChanges, jobs = usualJobs) =>
    withWorkers(jobs, (workers) => build({ ...shared, ...changes }, workers));

  test('give the same bytes whatever the threads and the order of the input, and say what they are', async () => {
    await inFastFolder(async (folder) => {
      const [data, turned] = [path.join(folder, 'data'), path.join(folder, 'turned')];
      await write(data, genes);
      await write(turned, genes.toReversed(), phages.toReversed());
      const one = path.join(folder, 'one');
      const three = path.join(folder, 'three');
      await buildIn({ data, out: one }, 1);
      await buildIn({ data: turned, out: three }, 3);
      expect(await hashesIn(three)).toEqual(await hashesIn(one));
      await expectNaive(one);

      const index = JSON.parse(textOf(path.join(one, 'bulk/index.json'))) as {
        files: {
          path: string;
          bytes?: number;
          sha256?: string;
          records?: number;
          files?: number;
        }[];
      };
      const files = index.files.filter((file) => !file.path.includes('{'));
      for (const file of files) {
        const bytes = readFileSync(path.join(one, 'bulk', file.path));
        expect(file).toMatchObject({ bytes: bytes.length, sha256: hash('sha256', bytes) });
      }
      expect(files.map((file) => [file.path, file.records])).toEqual([
        ['genes.ndjson.gz', 10_000],
        ['phages.ndjson.gz', 60],
        ['genes.tsv.gz', 10_000],
        ['phages.tsv.gz', 60],
        ['genes.parquet', 10_000],
        ['phages.parquet', 60],
        ['proteins.faa.gz', 10_000],
        ['genes.gff3.gz', genes.filter(({ PhageID }) => PhageID !== null).length],
        ['genes.gff3.gz.tbi', undefined],
        ['../data/full.tsv', 60],
        ['../data/simple.tsv', 60],
      ]);
      const { resources } = JSON.parse(textOf(path.join(one, 'bulk/datapackage.json'))) as {
        resources: { path: string; bytes: number; hash: string; records: number }[];
      };
      expect(
        resources.map((resource) => ({
          path: resource.path,
          bytes: resource.bytes,
          sha256: resource.hash.slice('sha256:'.length),
          records: resource.records,
        })),
      ).toMatchObject(
        // An index is no data, and a package describes the files of its folder.
        files
          .filter(({ path: at }) => !at.endsWith('.tbi') && !at.startsWith('../'))
          .map(({ path: at, bytes, sha256, records }) => ({ path: at, bytes, sha256, records })),
      );
      const ofPhages = index.files.filter((file) => file.path.includes('{'));
      expect(ofPhages.map((file) => [file.path, file.files])).toEqual([
        ['phages/{phage}.faa', 60],
        ['phages/{phage}.gff3', 60],
        ['../phams/genelist/{PhamID}.tsv', 1],
      ]);
    });
  });

  test('are made again only where they changed, to the bytes of a build from scratch', async () => {
    await inFastFolder(async (folder) => {
      const data = path.join(folder, 'data');
      const out = path.join(folder, 'site');
      const carrier = (name: string) => ({ ...exampleGene.PhageID, PhageID: name });
      const longer = (of: PhageRecord) => ({ ...of, genome_length: of.genome_length + 1000 });
      const changes: readonly (readonly [string, GeneRecord[], PhageRecord[]])[] = [
        ['nothing', genes, phages],
        ['a note', genes.with(5000, { ...geneAt(5000), Notes: 'a new note' }), phages],
        [
          'a gene of another phage',
          genes.with(7000, { ...geneAt(7000), PhageID: carrier('Phage3') }),
          phages,
        ],
        [
          'a gene of no phage',
          genes.with(9000, { ...geneAt(9000), PhageID: null as never }),
          phages,
        ],
        [
          'a gene of a new phage',
          genes.with(40, { ...geneAt(40), PhageID: carrier('Aaa') }),
          phages,
        ],
        ['a longer genome', genes, phages.with(20, longer(phages[20]!))],
        ['a gene less', genes.slice(1), phages],
        ['a phage less', genes, phages.slice(1)],
      ];
      for (const [what, changed, of] of changes) {
        await write(data, changed, of);
        await buildIn({ data, out, cache: true });
        const scratch = path.join(folder, 'scratch');
        await buildIn({ data, out: scratch });
        expect(await hashesIn(out), what).toEqual(await hashesIn(scratch));
        await expectNaive(out);
      }
    });
  });

  test('that did not change are the files of the site before', async () => {
    await inFastFolder(async (folder) => {
      const [data, out] = [path.join(folder, 'data'), path.join(folder, 'site')];
      await write(data, genes);
      await buildIn({ data, out });
      const first = await buildIn({ data, out });
      expect(first.site?.unchanged).toBe(first.site?.files);
      await write(data, genes.with(5000, { ...geneAt(5000), Notes: 'a new note' }));
      for (const cache of [true, false]) {
        const again = await buildIn({ data, out, cache });
        expect(again.site?.unchanged).toBeGreaterThan((first.site?.files ?? 0) - 20);
      }
    });
  });
});
