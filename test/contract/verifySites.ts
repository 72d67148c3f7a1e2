/** Sites to verify, good ones and ways to break them. */
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { BuildOptions } from '../../src/pipeline/planSite.ts';
import { perList, type CollectionName } from '../../src/contract/collectionName.ts';
import { listFile, pageFile } from '../../src/contract/sitePaths.ts';
import type { ViewName } from '../../src/contract/routes.ts';
import type { RuleName } from '../../src/text/rules.ts';
import { renderManifest } from '../../src/publishing/manifest.ts';
import { type Verdict, verdictsOf, type Verification } from '../../src/verifying/clauses.ts';
import { verifyFolder } from '../../src/verifying/folder/verifyFolder.ts';
import { asLines, tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { build } from '../unit/publishing/build.ts';
import { type Answering, previewIn } from './answeringServer.ts';
import { inProcessWorkers } from '../unit/records/inProcessWorkers.ts';

export const noProgress = { stage() {}, advance() {}, end() {} };

/** Eight genes and four phages: names with a space, an accent and a percent sign, and a text to escape. */
export const smallData: Readonly<Record<string, string>> = {
  'genes/a.ndjson': asLines([
    ...[1, 2, 3, 4, 5, 6].map((n) => tinyGene('Quillon', n)),
    tinyGene('Vexmoor', 1, { Notes: 'two\u2028lines, "quoted"' }),
    tinyGene('Vexmoor', 2, { LocusTag: null }),
  ]),
  'phages/a.ndjson': asLines(
    ['Quillon', 'Vexmoor', 'Éclair 5%', 'Ö'].map((name) => tinyPhage(name)),
  ),
};

/** The same with features: of a phage with a record, of one without, and two alike. */
export const dataWithFeatures = {
  ...smallData,
  'features/a.ndjson': asLines([
    ...[0, 1, 2].map((Start) => tinyFeature('Quillon', { Start })),
    tinyFeature('Éclair 5%', { Orientation: null }),
    tinyFeature('Nobody of note'),
    tinyFeature('Quillon', { Start: 1, Notes: 'again' }),
  ]),
};

/** A view of each kind, for sites that are verified many times: the others are lists and records as these are. */
export const viewsOfEachKind = [
  'genesbyphage',
  'similarbyphage',
  'sequenced_phages',
  'lytic_phages',
  'clusters',
  'subclusters',
  'phams',
] as const satisfies readonly ViewName[];

const pageSizes = { ...perList(() => 2), genes: 3 };

/** A folder of the tests' own, in memory where that can be had. */
export function makeFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(path.join(realpathSync(parent), 'phagepress-verify-'));
}

/** Builds `site/` in the folder; gives its path. */
export async function buildSmall(
  folder: string,
  changes: Partial<BuildOptions> = {},
  data: Readonly<Record<string, string>> = smallData,
): Promise<string> {
  for (const [file, text] of Object.entries(data)) {
    mkdirSync(path.dirname(path.join(folder, 'data', file)), { recursive: true });
    writeFileSync(path.join(folder, 'data', file), text);
  }
  await build(folder, { pageSizes, cache: false, ...changes });
  return path.join(folder, 'site');
}

/** The folder of a site that all tests of a block share, gone after the last. */
export function sharedSite(
  changes?: Parameters<typeof buildSmall>[1],
  data?: Parameters<typeof buildSmall>[2],
): () => string {
  let folder: string;
  let site: string;
  beforeAll(async () => {
    folder = makeFolder();
    site = await buildSmall(folder, changes, data);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => site;
}

/** The preview of a site that is there when it is asked. */
export function previewOf(site: () => string): Answering {
  let preview: Answering | undefined;
  return (asked, url) => (preview ??= previewIn(site()))(asked, url);
}

/** Lets `use` have a site of its own, gone when that has ended. */
export async function withBuilt(
  changes: Parameters<typeof buildSmall>[1],
  data: Parameters<typeof buildSmall>[2],
  use: (site: string) => Promise<void>,
): Promise<void> {
  const own = makeFolder();
  try {
    await use(await buildSmall(own, changes, data));
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

export function verifyDir(
  root: string,
  options: { allowed?: readonly RuleName[]; expectRelease?: string; jobs?: number } = {},
): Promise<Verification> {
  const { allowed = [], expectRelease = null, jobs = 2 } = options;
  return verifyFolder(
    { root, allowed: new Set(allowed), expectRelease },
    { ...inProcessWorkers, jobs },
    noProgress,
  );
}

/** The clauses that failed, in the order of the report. */
export function failedClauses(verification: Verification): string[] {
  return failures(verification).map(({ clause }) => clause);
}

export function failures(verification: Verification): Verdict[] {
  return verdictsOf(verification).filter(({ status }) => status === 'fail');
}

/** A copy of a site to break, gone when `use` has ended. */
export async function withCopy<T>(site: string, use: (copy: BrokenSite) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    const root = path.join(folder, 'site');
    cpSync(site, root, { recursive: true });
    return await use(new BrokenSite(root));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Changes a site's folder by hand. */
export class BrokenSite {
  readonly root: string;
  constructor(root: string) {
    this.root = root;
  }

  at(file: string): string {
    return path.join(this.root, file);
  }

  read(file: string): string {
    return readFileSync(this.at(file), 'utf8');
  }

  write(file: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(this.at(file)), { recursive: true });
    writeFileSync(this.at(file), content);
  }

  remove(file: string): void {
    rmSync(this.at(file), { recursive: true });
  }

  append(file: string, more: string): void {
    this.write(file, Buffer.concat([readFileSync(this.at(file)), Buffer.from(more)]));
  }

  truncate(file: string, bytes: number): void {
    this.write(file, readFileSync(this.at(file)).subarray(0, bytes));
  }

  /** Changes a file; a change that changes nothing is a mistake of the test. */
  edit(file: string, change: (text: string) => string): void {
    const before = this.read(file);
    const after = change(before);
    if (after === before) throw new Error(`${file} stays as it is`);
    this.write(file, after);
  }

  /** Changes a page under both of its names. */
  editPage(collection: CollectionName, page: number, change: (text: string) => string): void {
    this.edit(pageFile(collection, page), change);
    if (page === 1) this.edit(listFile(collection), change);
  }

  /** Changes the records of a page. */
  editRecords(page: number, change: (records: string[]) => string[]): void {
    this.editPage('genes', page, (text) => {
      const [head, records] = cut(text);
      return `${head}${change(records).join(',')}]}`;
    });
  }

  /** Replaces text in every page and single record that has it. */
  replaceAll(from: string, to: string): void {
    let found = 0;
    for (const file of this.files()) {
      const text = this.read(file);
      if (!file.startsWith('api/') || !text.includes(from)) continue;
      this.write(
        file,
        text.replaceAll(from, () => to),
      );
      found++;
    }
    if (found === 0) throw new Error(`nothing holds ${from}`);
  }

  /** Replaces text by bytes, in every page, single record and view that has it. */
  replaceBytes(from: string, to: Uint8Array): void {
    const files = this.files().filter((file) => file.startsWith('api/'));
    const holding = files.filter((file) => readFileSync(this.at(file)).includes(from));
    if (holding.length === 0) throw new Error(`nothing holds ${from}`);
    for (const file of holding) {
      const parts = readFileSync(this.at(file)).toString('latin1').split(from);
      this.write(file, Buffer.from(parts.join(Buffer.from(to).toString('latin1')), 'latin1'));
    }
  }

  /** Replaces the first match in one gene, in its list and at its own address. */
  editGene(key: string, change: (record: string) => string): void {
    const page = [1, 2, 3].find((number) => this.records(number).some((text) => isGene(text, key)));
    this.edit(`api/genes/${key}/index.json`, change);
    this.editRecords(page ?? 0, (records) =>
      records.map((text) => (isGene(text, key) ? change(text) : text)),
    );
  }

  records(page: number): string[] {
    return cut(this.read(pageFile('genes', page)))[1];
  }

  editRelease(change: (release: Record<string, unknown>) => void): void {
    const release = JSON.parse(this.read('release.json')) as Record<string, unknown>;
    change(release);
    this.write('release.json', `${JSON.stringify(release, null, 2)}\n`);
  }

  /** Makes the manifest anew, as one who builds a wrong site would. */
  sign(): void {
    const files = this.files()
      .filter((file) => file !== 'manifest.json' && file !== 'release.json')
      .map((file) => {
        const bytes = readFileSync(this.at(file));
        return { path: file, bytes: bytes.length, sha256: hash('sha256', bytes) };
      });
    this.write('manifest.json', renderManifest(files));
    this.signRelease();
  }

  signRelease(): void {
    const id = hash('sha256', readFileSync(this.at('manifest.json')));
    this.editRelease((release) => (release['release'] = id));
  }

  private files(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name)));
  }
}

/** The head of a page's text, and its records as text. */
function cut(page: string): [head: string, records: string[]] {
  const start = page.indexOf('"results":[') + '"results":['.length;
  const records = page.slice(start, -2).split(/(?<=\}),(?=\{"(?:GeneID":"|phage_name"))/);
  return [page.slice(0, start), records];
}

function isGene(record: string, key: string): boolean {
  return record.includes(`"GeneID":"${key}"`);
}
