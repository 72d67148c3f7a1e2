/** A hash table over the bytes of `manifest.json`, in shared memory: threads look up files without a copy. */
import { posix } from 'node:path';
import { attempt } from '../base/failure.ts';
import { bulkIndexFile, isBulkPath } from '../contract/bulkFiles.ts';
import { collectionNames } from '../contract/collectionName.ts';
import {
  assetFolder,
  codeFolder,
  codeTypes,
  isDerivedPage,
  viewOfPage,
} from '../contract/sitePaths.ts';
import {
  isListView,
  matchRoute,
  type ViewName,
  viewNames,
  type ViewTemplate,
} from '../contract/routes.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { compareText } from '../text/order.ts';

export interface SharedManifest {
  readonly bytes: SharedArrayBuffer;
  readonly entries: number;
  /** For each entry: start and end of its escaped path, and the end of its line, in `bytes`. */
  readonly spans: SharedArrayBuffer;
  readonly sizes: SharedArrayBuffer;
  /** For each entry: flags, see `marks`. */
  readonly marks: SharedArrayBuffer;
  /** The hash table: entry index + 1, or 0 for an empty slot. */
  readonly table: SharedArrayBuffer;
  readonly salt: number;
  /** Of a site with packs, for each entry: the index of its pack + 1, or 0, and its offset in there. */
  readonly places?: SharedArrayBuffer;
}

/** What is expected at an address of such a file. */
export const expectedFile = 'the file that manifest.json has';

export const marks = {
  /** A regular file with that path exists in the site. */
  onDisk: 1,
  /** A page, a record or another required file refers to it. */
  claimed: 2,
} as const;

export interface SiteManifest {
  readonly shared: SharedManifest;
  readonly entries: number;
  readonly find: (path: string) => number;
  readonly pathOf: (entry: number) => string;
  /** All paths with their entries, in order. */
  readonly paths: () => Generator<readonly [entry: number, path: string]>;
  /** The entries with such a path, in order. */
  readonly where: (isWanted: (path: string) => boolean) => number[];
  readonly fileOf: (entry: number) => PublishedFile;
  readonly get: (path: string) => PublishedFile | null;
  readonly mark: (entry: number, mark: number) => void;
  readonly isMarked: (entry: number, mark: number) => boolean;
  /** Where a file lies that is in a pack: the entry of the pack, and the offset; null for a file of its own. */
  readonly placeOf: (entry: number) => { readonly pack: number; readonly offset: number } | null;
}

const numbersPerPlace = 2;

/** The manifest with the places of files in packs. */
export function withPlaces(
  manifest: SiteManifest,
  packed: readonly { readonly path: string; readonly pack: string; readonly offset: number }[],
): SiteManifest {
  const bytes = manifest.entries * numbersPerPlace * Float64Array.BYTES_PER_ELEMENT;
  const places = new SharedArrayBuffer(bytes);
  const numbers = new Float64Array(places);
  for (const { path, pack, offset } of packed) {
    const entry = manifest.find(path);
    manifest.mark(entry, marks.onDisk);
    numbers.set([manifest.find(pack) + 1, offset], entry * numbersPerPlace);
  }
  return openManifest({ ...manifest.shared, places });
}

export const spansPerEntry = 3;
const hashTail = 66; // 64 digits, a quote and a brace

export function openManifest(shared: SharedManifest): SiteManifest {
  const text = Buffer.from(shared.bytes);
  const spans = new Uint32Array(shared.spans);
  const sizes = new Float64Array(shared.sizes);
  const seen = new Uint8Array(shared.marks);
  const table = new Int32Array(shared.table);
  const places = shared.places === undefined ? null : new Float64Array(shared.places);
  const pathOf = (entry: number): string => {
    const start = spans[entry * spansPerEntry] ?? 0;
    const escaped = text.toString('utf8', start, spans[entry * spansPerEntry + 1]);
    return escaped.includes('\\') ? String(JSON.parse(`"${escaped}"`)) : escaped;
  };
  const find = (path: string): number => {
    const key = Buffer.from(escapePath(path));
    let slot = hashBytes(key, 0, key.length, shared.salt) % table.length;
    for (let entry = table[slot] ?? 0; entry !== 0; entry = table[slot] ?? 0) {
      const start = spans[(entry - 1) * spansPerEntry] ?? 0;
      const end = spans[(entry - 1) * spansPerEntry + 1] ?? 0;
      if (text.compare(key, 0, key.length, start, end) === 0) return entry - 1;
      slot = (slot + 1) % table.length;
    }
    return -1;
  };
  const fileOf = (entry: number): PublishedFile => {
    const end = spans[entry * spansPerEntry + 2] ?? 0;
    const sha256 = text.toString('latin1', end - hashTail, end - hashTail + 64);
    return { path: pathOf(entry), bytes: sizes[entry] ?? 0, sha256 };
  };
  function* paths(): Generator<readonly [entry: number, path: string]> {
    for (let entry = 0; entry < shared.entries; entry++) yield [entry, pathOf(entry)];
  }
  return {
    shared,
    entries: shared.entries,
    pathOf,
    paths,
    find,
    fileOf,
    get(path) {
      const entry = find(path);
      return entry < 0 ? null : fileOf(entry);
    },
    where(isWanted) {
      const wanted: number[] = [];
      for (const [entry, path] of paths()) if (isWanted(path)) wanted.push(entry);
      return wanted;
    },
    mark: (entry, mark) => void Atomics.or(seen, entry, mark),
    placeOf(entry) {
      const pack = places?.[entry * numbersPerPlace] ?? 0;
      return pack === 0
        ? null
        : { pack: pack - 1, offset: places?.[entry * numbersPerPlace + 1] ?? 0 };
    },
    isMarked: (entry, mark) => (Atomics.load(seen, entry) & mark) !== 0,
  };
}

/** A path as it is between the quotes of JSON. */
export function escapePath(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}

/** FNV-1a with a salt, since the paths are untrusted input (hash flooding). */
export function hashBytes(bytes: Uint8Array, start: number, end: number, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (let at = start; at < end; at++) {
    value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  }
  return value >>> 0;
}

/** Percent-encodes a published file's path for a URL, without a leading slash; null for a lone surrogate in it. */
export function escapedPath(path: string): string | null {
  return attempt(() => path.split('/').map(encodeURIComponent).join('/')) ?? null;
}

export interface ViewAddress {
  readonly template: ViewTemplate;
  readonly segments: readonly string[];
}

/** Null for a file of no view; a compressed sibling belongs to the same view. */
export function viewOf(file: string): ViewName | null {
  const path = file.replace(/\.(?:gz|br)$/, '');
  const top = isDerivedPage(path) ? path.split('/')[1] : viewAt(path)?.segments[0];
  return viewNames.find((name) => name === top) ?? null;
}

const ofCollection = new RegExp(`^api/(?:${collectionNames.join('|')})/`);

/** The address of a file that is a view or a page of one; null for any other file, and for the pages of lists. */
export function viewAt(file: string): ViewAddress | null {
  // Most files are records.
  if (ofCollection.test(file)) return null;
  const page = viewOfPage(file);
  const segments = (page ?? /^api\/(.+)\/index\.json$/.exec(file)?.[1])?.split('/') ?? [];
  const route = matchRoute(segments);
  if (route?.kind !== 'view' || (page !== null && !isListView(route.name))) return null;
  return { template: route.name, segments };
}

/** A view of each template in the manifest, in its order: one with several pages, or else the first. */
export function exampleViews(manifest: SiteManifest): ViewAddress[] {
  const found = new Map<ViewTemplate, ViewAddress>();
  for (const [, file] of manifest.paths()) {
    const view = viewAt(file);
    if (view === null || (found.has(view.template) && viewOfPage(file) === null)) continue;
    found.set(view.template, view);
  }
  return [...found.values()];
}

/** The first bulk file of each extension and folder: the index, then the others by size. */
export function exampleBulk(manifest: SiteManifest): string[] {
  const found = new Map<string, string>();
  for (const [, file] of manifest.paths()) {
    const kind = posix.dirname(file) + posix.extname(file);
    if (isBulkPath(file) && !found.has(kind)) found.set(kind, file);
  }
  if (manifest.find(bulkIndexFile) < 0) return [];
  const bytesOf = (file: string) => manifest.fileOf(manifest.find(file)).bytes;
  const bySize = [...found.values()].sort((a, b) => bytesOf(a) - bytesOf(b) || compareText(a, b));
  return [...new Set([bulkIndexFile, ...bySize])];
}

/** A code file of each kind of the pages for people, and all their indexes. */
export interface ExamplePages {
  readonly code: readonly string[];
  readonly indexes: readonly string[];
}

/** The smallest code file of each kind, and all indexes of the pages for people; nothing if there are none. */
export function examplePages(manifest: SiteManifest): { readonly pages?: ExamplePages } {
  const files = pageFiles(manifest).map((entry) => manifest.fileOf(entry));
  const code = Object.keys(codeTypes).flatMap((extension) => {
    const [least] = files
      .filter(({ path: file }) => file.startsWith(codeFolder) && file.endsWith(`.${extension}`))
      .sort((a, b) => a.bytes - b.bytes || compareText(a.path, b.path));
    return least === undefined ? [] : [least.path];
  });
  const indexes = files.map(({ path: file }) => file).filter((file) => file.endsWith('.json'));
  return code.length === 0 ? {} : { pages: { code, indexes } };
}

/** The manifest entries of code, style and indexes, without compressed siblings. */
export function pageFiles(manifest: SiteManifest): readonly number[] {
  return manifest.where((file) => file.startsWith(assetFolder) && !/\.(?:gz|br)$/.test(file));
}
