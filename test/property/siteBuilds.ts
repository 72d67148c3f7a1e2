/** Builds, in this thread or in those of the compiled program. */
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { collections } from '../../src/records/collections.ts';
import { collectionNames, perCollection, perList } from '../../src/contract/collectionName.ts';
import { buildSite } from '../../src/pipeline/buildSite.ts';
import type { BuildOptions, BuildOutcome } from '../../src/pipeline/planSite.ts';
import { bulkNames } from '../../src/contract/bulkFiles.ts';
import { viewNames } from '../../src/contract/routes.ts';
import { allowableRules, type RuleName } from '../../src/text/rules.ts';
import { packSizes } from '../../src/publishing/packing.ts';
import { type Disk, renameFolders } from '../../src/publishing/publishSite.ts';
import { type Workers, withWorkers } from '../../src/pipeline/tasks.ts';

export { withWorkers };

export type SiteChanges = Partial<BuildOptions> & Pick<BuildOptions, 'data' | 'out'>;

export const defaultOptions = {
  allowed: new Set(allowableRules),
  denied: new Set<RuleName>(),
  maxErrors: 500,
  limits: { maxRecordBytes: 1 << 20, maxNesting: 100 },
  baseUrl: 'https://phages.example',
  links: 'query',
  hosts: [],
  pageSizes: { ...perList(() => 2), genes: 3 },
  furtherSizes: {},
  maxAge: 300,
  geneFiles: true,
  records: 'files',
  caseInsensitiveNames: false,
  phageAliases: false,
  pages: false,
  html: false,
  about: {},
  views: viewNames,
  bulk: bulkNames,
  spreadsheetSafe: false,
  linkGenomes: false,
  fieldNames: {},
  precompress: [],
  releaseDate: null,
  maxDrop: 100,
  changes: false,
  keep: null,
  switch: null,
  sign: null,
  maxRenumbered: 100,
  cache: false,
  checkLive: false,
} as const;

// Where this process has grown, starting a program of the system takes longer than a small build.
const disk: Disk = {
  flushFolder: () => Promise.resolve(),
  swapFolders: async (...folders) => renameFolders(...folders),
};

/** Builds a site, in this thread unless there are `workers`; gives the outcome and what the user was told. */
export async function build(
  changes: SiteChanges,
  workers?: Workers,
): Promise<BuildOutcome & { readonly notes: readonly string[] }> {
  if (workers === undefined) return withWorkers(0, (own) => build(changes, own));
  const notes: string[] = [];
  const progress = { stage() {}, advance() {}, end() {} };
  const note = (text: string) => void notes.push(text);
  const { signal } = new AbortController();
  const effects = { workers, progress, note, signal, disk };
  const outcome = await buildSite({ ...defaultOptions, ...changes }, effects);
  removeReplaced(changes.out);
  return { ...outcome, notes };
}

/** Removes the site that was replaced, which a build leaves to the command that it runs in. */
function removeReplaced(out: string): void {
  const folder = path.dirname(out);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`.${path.basename(out)}.phagepress-discarded-`)) {
      rmSync(path.join(folder, name), { recursive: true });
    }
  }
}

/** Lets few records make several parts of bulk files, in all tests of a file. */
export function withSmallBulkParts(): void {
  const usual = perCollection((name) => {
    const { blockRecords, rowsPerGroup } = collections[name];
    return { blockRecords, rowsPerGroup };
  });
  const small = { features: 3, genes: 4, phages: 2 };
  beforeAll(() => {
    for (const name of collectionNames) {
      const records = small[name];
      Object.assign(collections[name], { blockRecords: records, rowsPerGroup: 2 * records });
    }
  });
  afterAll(() => {
    for (const name of collectionNames) Object.assign(collections[name], usual[name]);
  });
}

/** Lets few records make several packs, in all tests of a file. */
export function withSmallPacks(): void {
  const usual = { ...packSizes };
  const mostOfIndex = { packs: 160, pages: 160, indexes: Infinity };
  beforeAll(() =>
    Object.assign(packSizes, { least: 500, usual: 2500, most: 3000, mostOfOne: 2000, mostOfIndex }),
  );
  afterAll(() => Object.assign(packSizes, usual));
}

/** Threads that leave the tests beside this one something to run on. */
export const usualJobs = Math.min(2, cpus().length);

const memoryDisk = '/dev/shm';

/** Runs `use` in a new folder, in memory where that can be had, which is gone afterwards. */
export async function inFastFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const parent = existsSync(memoryDisk) ? memoryDisk : tmpdir();
  const folder = mkdtempSync(path.join(realpathSync(parent), 'phagepress-test-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
