/**
 * The formats of what a site tells of its former releases, in `changes/` and `releases/`. `manifest.json` does not name these
 * files, so that a release is known by its content alone: each folder has an index, which names the others in it.
 */
import { isObject, objectIn } from './collectionName.ts';
import type { Release } from './release.ts';
import { errorBody, notFoundBody } from './route.ts';
import { changesFolder, releasesFolder, signatureFile } from './sitePaths.ts';

export const changesIndex = 'changes/index.json';
export const familiesTable = 'changes/families.tsv';
export const phagesTable = 'changes/phages.tsv';
export const removedTable = 'changes/removed.tsv';
export const feedFiles = { atom: 'changes/feed.xml', json: 'changes/feed.json' } as const;
export const releasesIndex = 'releases/index.json';

const formats = { changes: 'phagepress-changes', releases: 'phagepress-releases' } as const;

/** A file beside the manifest. */
export interface HistoryFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** How many records of a collection, or genomes, were added, removed and changed. */
interface StepCounts {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** From one release to the next. */
export interface ChangeStep {
  readonly from: string;
  readonly to: string;
  /** When the later one was published: its release date, if it says one. */
  readonly date: string;
  /** By collection, and of genomes. */
  readonly counts: Readonly<Record<string, StepCounts>>;
  /** By kind: how many changes of gene families there are. */
  readonly families: Readonly<Record<string, number>>;
  /** What changed, as lines of JSON. */
  readonly file: HistoryFile;
}

export interface ChangesIndex {
  /** The release that the site has. */
  readonly release: string;
  /** The latest first. */
  readonly steps: readonly ChangeStep[];
  /** The other files of the folder. */
  readonly files: readonly HistoryFile[];
}

/** A release that stays available. */
export interface KeptRelease {
  readonly release: string;
  readonly date: string;
  readonly version: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Its folder, which is never rewritten. */
  readonly folder: string;
  readonly files: readonly HistoryFile[];
}

/** How many releases stay available, the current one included. */
export type Keep = number | 'all';

export interface ReleasesIndex {
  readonly latest: string;
  /** Those that a build keeps which is not told how many. */
  readonly keep: Keep;
  /** The latest first. */
  readonly releases: readonly KeptRelease[];
}

const shortDigits = 16;

/** An id as in names of files and folders. */
export function shortId(release: string): string {
  return release.slice(0, shortDigits);
}

export function isShortId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

export function changesFile(from: string, to: string): string {
  return `${changesFolder}${shortId(from)}..${shortId(to)}.ndjson.gz`;
}

export function keptFolder(release: string): string {
  return `${releasesFolder}${shortId(release)}/`;
}

/** The first line of a file of changes. */
export function changesHead({ from, to, date }: Pick<ChangeStep, 'from' | 'to' | 'date'>) {
  return { format: formats.changes, version: 1, from, to, date };
}

/** What an index says of a release by what it says itself, its date aside. */
export function keptAbout({ release, version, collections }: Release) {
  const counts = Object.entries(collections).map(([name, { count }]) => [name, count] as const);
  return { release, version, counts: Object.fromEntries(counts) };
}

export function renderChangesIndex(index: ChangesIndex): string {
  return `${JSON.stringify({ format: formats.changes, version: 1, ...index }, null, 2)}\n`;
}

export function renderReleasesIndex(index: ReleasesIndex): string {
  return `${JSON.stringify({ format: formats.releases, version: 1, ...index }, null, 2)}\n`;
}

/** Null for anything but such an index. */
export function parseChangesIndex(text: string): ChangesIndex | null {
  const value = parse(text, formats.changes) as ChangesIndex | null;
  const isGood =
    value !== null &&
    isId(value.release) &&
    Array.isArray(value.steps) &&
    value.steps.every(isStep) &&
    areFiles(value.files, changesFolder);
  return isGood ? value : null;
}

/** Null for anything but such an index. */
export function parseReleasesIndex(text: string): ReleasesIndex | null {
  const value = parse(text, formats.releases) as ReleasesIndex | null;
  const isGood =
    value !== null &&
    isId(value.latest) &&
    (value.keep === 'all' || (Number.isSafeInteger(value.keep) && value.keep > 0)) &&
    Array.isArray(value.releases) &&
    value.releases.every(isKept);
  return isGood ? value : null;
}

function parse(text: string, format: string): unknown {
  const value = objectIn(text);
  return value?.['format'] === format && value['version'] === 1 ? value : null;
}

function isStep(step: ChangeStep): boolean {
  const { from, to, date, counts, families, file } = step;
  return (
    isId(from) &&
    isId(to) &&
    isDate(date) &&
    isObject(counts) &&
    isObject(families) &&
    areFiles([file], changesFolder) &&
    file.path === changesFile(from, to)
  );
}

function isKept(kept: KeptRelease): boolean {
  const { release, date, version, counts, folder, files } = kept;
  return (
    isId(release) &&
    isDate(date) &&
    typeof version === 'string' &&
    isObject(counts) &&
    folder === keptFolder(release) &&
    areFiles(files, folder)
  );
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function areFiles(files: readonly HistoryFile[], folder: string): boolean {
  return Array.isArray(files) && files.every((file: unknown) => isFile(file, folder));
}

function isFile(file: unknown, folder: string): boolean {
  const { path, bytes, sha256 } = (isObject(file) ? file : {}) as Partial<HistoryFile>;
  return (
    isId(sha256) && Number.isSafeInteger(bytes) && typeof path === 'string' && isBelow(path, folder)
  );
}

/** Whether a path that anybody wrote leads to a place in the folder, whose own path is empty or ends in `/`. */
export function isBelow(path: string, folder: string): boolean {
  const own = path.slice(folder.length);
  return path.startsWith(folder) && !/(?:^|\/)\.{0,2}(?:\/|$)|[\0\\]/.test(own);
}

/** Whether a file of this path may be one of those that the indexes name. */
export function isHistoryPath(path: string): boolean {
  const fixed: readonly string[] = [
    changesIndex,
    familiesTable,
    phagesTable,
    removedTable,
    ...Object.values(feedFiles),
    releasesIndex,
  ];
  return (
    fixed.includes(path) ||
    /^changes\/[0-9a-f]{16}\.\.[0-9a-f]{16}\.ndjson\.gz$/.test(path) ||
    /^releases\/[0-9a-f]{16}\/(?:(?:bulk|media)\/.+|[a-z]+\.json(?:\.minisig)?)$/.test(path)
  );
}

/**
 * The files of a site that its manifest does not name, by what their indexes say: `read` gives the text of a file, null
 * where there is none. Indexes and the signature have no hash here: nothing says one.
 */
export function historyFiles(
  read: (file: string) => string | null,
): (Pick<HistoryFile, 'path'> & Partial<HistoryFile>)[] {
  const changes = read(changesIndex);
  const releases = read(releasesIndex);
  const index = changes === null ? null : parseChangesIndex(changes);
  const kept = releases === null ? null : parseReleasesIndex(releases);
  return [
    ...(index === null ? [] : [{ path: changesIndex }, ...index.files]),
    ...(index?.steps ?? []).map(({ file }) => file),
    ...(kept === null ? [] : [{ path: releasesIndex }]),
    ...(kept?.releases ?? []).flatMap(({ files }) => files),
    ...(read(signatureFile) === null ? [] : [{ path: signatureFile }]),
  ];
}

/** The number of the gene family at whose address a file would be; null for any other file. */
export function familyAt(file: string): string | null {
  return /^api\/phams\/(\d+)\/index\.json$/.exec(file)?.[1] ?? null;
}

/** The body of a 404 for a family: where its genes are now, if the site had it once; `table` is the text of `familiesTable` (H1). */
export function formerFamilyBody(family: string, table: string): string {
  const successors = successorsOf(family, table);
  return successors.length === 0 ? notFoundBody : errorBody('Not found.', successors);
}

/** Of a family that a site has no more, the families that have its genes now, by the text of `familiesTable` (H1). */
export function successorsOf(family: string, table: string): number[] {
  const steps: { readonly release: string; readonly rows: [old: string, now: string][] }[] = [];
  for (const line of table.split('\n').slice(1)) {
    const [release = '', , , old = '', now = ''] = line.split('\t');
    if (steps.at(-1)?.release !== release) steps.push({ release, rows: [] });
    steps.at(-1)?.rows.push([old, now]);
  }
  // The latest step is the first.
  const ended = steps.findIndex(({ rows }) => rows.some(([old]) => old === family));
  let found = new Set([family]);
  for (const { rows } of steps.slice(0, ended + 1).toReversed()) {
    const moved = rows.filter(([old]) => found.has(old));
    const gone = new Set(moved.map(([old]) => old));
    const stayed = [...found].filter((id) => !gone.has(id));
    found = new Set([...stayed, ...moved.map(([, now]) => now)]);
  }
  found.delete(family);
  found.delete('');
  return [...found].map(Number).sort((a, b) => a - b);
}
