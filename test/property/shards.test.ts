/** A build in shares gives the bytes and the findings of one build, whatever becomes of its steps; and bad input stops it. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perList } from '../../src/contract/collectionName.ts';
import { noHosting } from '../../src/hosts/host.ts';
import { type Config, type ShardStep, shardSteps } from '../../src/pipeline/settings.ts';
import { readPlan, runShare, shardedWorkers, writePlan } from '../../src/pipeline/shards.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { differences, readTree, writeFiles } from '../integration/workFolder.ts';
import { anyRecords } from './arbitraries.ts';
import {
  build,
  defaultOptions,
  inFastFolder,
  type SiteChanges,
  withSmallPacks,
  withWorkers,
} from './siteBuilds.ts';

withSmallPacks();

const steps = Object.keys(shardSteps) as ShardStep[];

function configOf(changes: SiteChanges): Config {
  const own = {
    hosting: noHosting,
    maxRefused: 1000,
    jobs: 1,
    format: 'text',
    quiet: true,
  } as const;
  return { ...defaultOptions, ...own, ...changes };
}

async function runStep(folder: string, step: ShardStep, share: number): Promise<void> {
  const effects = {
    progress: { stage() {}, advance() {}, end() {} },
    note: () => {},
    signal: new AbortController().signal,
  };
  await withWorkers(0, (workers) =>
    runShare(readPlan(folder), { step, share }, { ...effects, workers }),
  );
}

/** Publishes what the steps left. */
const join = (folder: string, changes: SiteChanges) =>
  withWorkers(0, (workers) => build(changes, shardedWorkers(readPlan(folder), workers, null)));

/** `order` are the shares of each step, as they run: some maybe twice. */
async function buildInShares(
  folder: string,
  changes: SiteChanges,
  order: readonly number[],
): ReturnType<typeof build> {
  const shards = new Set(order).size;
  writePlan(folder, configOf(changes), shards);
  // What ran is found done, and what is planned stays so.
  writePlan(folder, configOf(changes), shards);
  for (const step of steps) for (const share of order) await runStep(folder, step, share);
  return join(folder, changes);
}

/** The shares 1 to n in any order, some of them again. */
const anyOrder = fc.integer({ min: 1, max: 4 }).chain((shards) => {
  const all = Array.from({ length: shards }, (_, at) => at + 1);
  return fc
    .array(fc.constantFrom(...all), { maxLength: 2 })
    .chain((again) =>
      fc.shuffledSubarray([...all, ...again], { minLength: shards + again.length }),
    );
});

test('for any number of shares and any order, as files and packed', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRecords,
      anyOrder,
      fc.constantFrom('files', 'packed'),
      ({ genes, phages, features }, order, records) =>
        inFastFolder(async (folder) => {
          const data = path.join(folder, 'data');
          const half = genes.length >> 1;
          await writeFiles(data, {
            'genes/a.json': JSON.stringify(genes.slice(half)),
            'genes/b.json': JSON.stringify(genes.slice(0, half)),
            'phages/a.json': JSON.stringify(phages),
            'genomes/a.fasta': '>Elsewhere\nACGTACGT\n',
            ...(features && { 'features/a.json': JSON.stringify(features) }),
          });
          const common = { data, records, html: true, linkGenomes: true } as const;
          const once = await build({ ...common, out: path.join(folder, 'once') });
          const site = { ...common, out: path.join(folder, 'site') };
          const shared = await buildInShares(path.join(folder, 'plan'), site, order);
          expect(shared.findings.report()).toEqual(once.findings.report());
          const [one, other] = [path.join(folder, 'once'), path.join(folder, 'site')];
          expect(differences(await readTree(one), await readTree(other))).toEqual([]);
        }),
    ),
    { seed: 29, numRuns: 15, includeErrorInReport: true },
  );
});

/** Genes so many and so large that each step has several tasks; one is there twice, in two files. */
const manyGenes = Array.from({ length: 3000 }, (_, at) =>
  tinyGene(`P${at % 7}`, (at * 7919) % 3001, {
    PhamID: { PhamID: at % 31, Color: '#00ff00' },
    Translation: 'MKV'.repeat(900),
  }),
);
const manyFiles = {
  'genes/a.ndjson': asLines(manyGenes.slice(0, 2000)),
  'genes/c.ndjson': asLines([...manyGenes.slice(2000), ...manyGenes.slice(0, 1)]),
  'phages/a.ndjson': asLines([0, 1, 2, 3, 4, 5, 6].map((at) => tinyPhage(`P${at}`))),
};
const manyGenomes = {
  'genomes/a.fasta': [0, 1, 2, 3, 4].map((at) => `>P${at}\n${'ACGT'.repeat(9000)}\n`).join(''),
  'genomes/b.fasta': [5, 6].map((at) => `>P${at}\n${'ACGT'.repeat(20_000)}\n`).join(''),
};
const pageSizes = { ...perList(() => 100), phams: 20 };

test('keys and names are compared over all shares, and a step runs again where it was cut short', async () => {
  await inFastFolder(async (folder) => {
    const data = path.join(folder, 'data');
    await writeFiles(data, { ...manyFiles, ...manyGenomes });
    const common = {
      data,
      pageSizes,
      geneFiles: false,
      html: true,
      genomesFile: 'All.fasta',
    } as const;
    const once = await build({ ...common, out: path.join(folder, 'once') });
    const site = { ...common, out: path.join(folder, 'site') };
    const plan = path.join(folder, 'plan');
    writePlan(plan, configOf(site), 3);
    for (const step of steps) for (const share of [1, 2, 3]) await runStep(plan, step, share);
    const results = path.join(plan, 'results/render');
    expect(readdirSync(results).length).toBeGreaterThan(3);
    // As if killed before its last result was there.
    const [result = ''] = readdirSync(results);
    rmSync(path.join(results, result));
    await expect(join(plan, site)).rejects.toMatchObject({
      kind: 'data',
      message: expect.stringMatching(/^The result of share [123] of the step render is missing\.$/),
      hint: expect.stringMatching(/^Run phagepress shard render \S+ [123]\.$/),
    });
    expect(existsSync(site.out)).toBe(false);
    for (const share of [1, 2, 3]) await runStep(plan, 'render', share);
    const shared = await join(plan, site);
    expect(shared.findings.report()).toEqual(once.findings.report());
    expect(shared.findings.report().warningsByRule.get('gene-id-unique')).toBe(1);
    const [one, other] = [path.join(folder, 'once'), path.join(folder, 'site')];
    expect(differences(await readTree(one), await readTree(other))).toEqual([]);
    // Nothing of the plan was moved away: it can be joined again.
    await join(plan, site);
    expect(differences(await readTree(one), await readTree(other))).toEqual([]);
  });
});

test('what is damaged, of another plan or missing is named, and nothing is published', async () => {
  await inFastFolder(async (folder) => {
    const data = path.join(folder, 'data');
    await writeFiles(data, manyFiles);
    const common = { data, pageSizes, records: 'packed' } as const;
    const site = { ...common, out: path.join(folder, 'site') };
    const plan = path.join(folder, 'plan');
    const planFile = path.join(plan, 'plan.json');
    writePlan(plan, configOf(site), 2);
    const said = readFileSync(planFile, 'utf8');
    await expect(runStep(plan, 'render', 1)).rejects.toThrow(
      'The result of share 1 of the step sort is missing.',
    );
    for (const step of steps) for (const share of [1, 2]) await runStep(plan, step, share);

    const rejects = async (message: string | RegExp) => {
      await expect(join(plan, site)).rejects.toThrow(message);
      expect(existsSync(site.out)).toBe(false);
    };
    /** Changes files as `change` says, until `check` has looked. */
    const with_ = async (
      files: string,
      change: (file: string) => void,
      check: () => Promise<void>,
    ) => {
      cpSync(plan, `${plan}-whole`, { recursive: true });
      for (const file of filesBelow(path.join(plan, files))) change(file);
      await check();
      rmSync(plan, { recursive: true });
      cpSync(`${plan}-whole`, plan, { recursive: true });
      rmSync(`${plan}-whole`, { recursive: true });
    };
    const flip = (file: string) => {
      const bytes = readFileSync(file);
      const at = bytes.length >> 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    };
    const cutShort = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 99));
    for (const step of ['sort', 'render', 'derive']) {
      await with_(`results/${step}`, flip, () => rejects(/ is not as it was written\.$/));
      await with_(`results/${step}`, cutShort, () => rejects(/ is not as it was written\.$/));
    }
    const isPage = (file: string) => /page\/\d+\.json$/.test(file);
    await with_(
      'attempts',
      (file) => isPage(file) && flip(file),
      () => rejects(/ left is damaged: /),
    );
    for (const beside of [/-batches\//, /-spool\//]) {
      await with_(
        'attempts',
        (file) => beside.test(file) && flip(file),
        () => rejects(/ left is damaged: .* is another\.$/),
      );
    }
    const isRun = (file: string) => file.includes('/runs/');
    await with_(
      'attempts',
      (file) => isRun(file) && flip(file),
      async () => {
        rmSync(path.join(plan, 'results/render'), { recursive: true });
        // In the range of keys of one of them.
        const both = runStep(plan, 'render', 1).then(() => runStep(plan, 'render', 2));
        await expect(both).rejects.toThrow(/ left is damaged: /);
      },
    );

    const other = path.join(folder, 'other');
    writePlan(other, configOf({ ...site, baseUrl: 'https://other.example' }), 2);
    cpSync(path.join(plan, 'results'), path.join(other, 'results'), { recursive: true });
    await expect(join(other, site)).rejects.toThrow(/ is of another plan\.$/);
    expect(() => writePlan(plan, configOf(site), 3)).toThrow(/ holds another plan\.$/);
    expect(() => readPlan(data)).toThrow(/ holds no plan of a build in shares\.$/);
    cpSync(plan, `${plan}-moved`, { recursive: true });
    expect(() => readPlan(`${plan}-moved`)).toThrow(/^The plan in .* was made for /);
    writeFileSync(planFile, said.replace('"shards": 2', '"shards": 1'));
    await rejects(/plan\.json was changed\.$/);
    writeFileSync(planFile, said.replace(/"version": "[^"]*"/, '"version": "0.0.1"'));
    await rejects(/plan\.json was made by phagepress 0\.0\.1, and this is /);
    writeFileSync(planFile, said);
    writeFileSync(path.join(data, 'genes/d.ndjson'), '');
    await rejects(/ are not those of the plan\.$/);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
