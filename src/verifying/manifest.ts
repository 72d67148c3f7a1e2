/** Compares what `release.json` states as published with the manifest, which decides what is requested. */
import { isUtf8 } from 'node:buffer';
import { hash, randomInt } from 'node:crypto';
import { aliasFolder, isStatic } from '../contract/aliases.ts';
import {
  bulkFilesOf,
  bulkIndexesOf,
  type BulkName,
  bulkNameOf,
  bulkNames,
  isBulkPath,
  phageTableNames,
  phageTables,
} from '../contract/bulkFiles.ts';
import {
  derivedNames,
  leastPages,
  type ListName,
  listNames,
  type PerList,
  perList,
} from '../contract/collectionName.ts';
import { indexFile } from '../contract/packs.ts';
import { fileAlias, unsafeNameReason } from '../contract/recordName.ts';
import { collectionsOf, pageSetsIn, type Release } from '../contract/release.ts';
import { isDerivedPage, manifestFile, pageFile, viewOfPage } from '../contract/sitePaths.ts';
import { type ViewName, viewNames } from '../contract/routes.ts';
import { isSha256, type PublishedFile } from '../publishing/fileList.ts';
import { fileOf, pathStart, renderManifest } from '../publishing/manifest.ts';
import { views as viewTable } from '../sinks/planViews.ts';
import { isNestedTooDeep } from '../text/examineJson.ts';
import { comma, newline, showToken } from '../text/json.ts';
import { compareText } from '../text/order.ts';
import type { ClauseLog } from './clauses.ts';
import {
  escapePath,
  hashBytes,
  openManifest,
  type SiteManifest,
  spansPerEntry,
  viewOf,
} from './siteManifest.ts';

interface CheckedRelease {
  readonly release: Release;
  readonly lastPages: PerList<number>;
}

/** Reports each contradiction under the clause `release`; `address` is that of release.json. */
export function compareWithManifest(
  release: Release,
  manifest: SiteManifest,
  address: string,
  log: ClauseLog,
): CheckedRelease {
  const parts = publishedParts(manifest);
  const { genes, phages } = release.collections;
  const report = (member: string, expected: string, found: string) =>
    log.fail('release', `${address}#/${member}`, expected, found);

  // Records without a name, or with one that cannot be a path, have no files.
  const isNamed = !release.allowed.some((rule) => rule === 'null-value' || rule === 'path-name');
  const mayLackFiles = (records: number) => records === 0 || !isNamed;

  const isPublished = (
    member: string,
    name: string,
    isPromised: boolean,
    isListed: boolean,
    mayBeEmpty: boolean,
  ): boolean => {
    if (isPromised === isListed || (isPromised && mayBeEmpty)) return isPromised;
    const files = isListed ? 'lists files' : 'lists no file';
    const wanted = isListed ? name : `no ${name}`;
    report(member, `${wanted}: manifest.json ${files} of it`, isPromised ? name : `no ${name}`);
    return isListed;
  };
  const bulk = bulkNames.filter((name) => {
    // Its files are those of the phages that genes name, so there may be none.
    const mayBeEmpty = name === 'phages' && mayLackFiles(genes.count);
    return isPublished('bulk', name, release.bulk.includes(name), parts.bulk.has(name), mayBeEmpty);
  });
  const views = viewNames.filter((name) => {
    const { entries, from } = viewTable[name];
    const hasPages = derivedNames.some((list) => list === name);
    const mayBeEmpty =
      entries !== undefined && !hasPages && mayLackFiles(release.collections[from]?.count ?? 0);
    return isPublished(
      'views',
      name,
      release.views.includes(name),
      parts.views.has(name),
      mayBeEmpty,
    );
  });
  const mayLackGenes = mayLackFiles(genes.count);
  const single = 'files of single genes';
  const geneFiles = isPublished(
    'gene_files',
    single,
    release.gene_files,
    parts.geneFiles,
    mayLackGenes,
  );
  const files = [
    ...bulkFilesOf(release.bulk, collectionsOf(release), release.views),
    ...bulkIndexesOf(release.bulk),
    ...(release.bulk.includes('phagesdb') ? tablesOfPhages : []),
  ];
  for (const { name, path } of files) {
    const isHalf = parts.bulk.has(name) && manifest.find(path) < 0;
    if (isHalf) report('bulk', `no ${name}: manifest.json does not list ${path}`, name);
  }
  for (const [list, sets] of Object.entries(pageSetsIn(release).pageSets ?? {})) {
    for (const { name, size, lastPage } of sets.slice(1)) {
      const last = pageFile(list, lastPage, name);
      if (manifest.find(last) >= 0) continue;
      const sizes = `collections/${list}/page_sizes`;
      report(sizes, `no ${name}: manifest.json does not list ${last}`, String(name ?? size));
    }
  }
  const viewPages = release.view_pages ?? {};
  for (const view of new Set([...Object.keys(viewPages), ...Object.keys(parts.viewPages)])) {
    const [pages, listed] = [viewPages[view] ?? 1, parts.viewPages[view] ?? 1];
    if (pages === listed) continue;
    const expected = `${listed} of ${view}, as many as manifest.json lists`;
    report('view_pages', expected, String(pages));
  }
  for (const list of listNames) {
    const pages = release.collections[list]?.pages;
    if ((pages ?? 0) === parts.pages[list]) continue;
    // The release states a derived list only through its view.
    if (pages === undefined && derivedNames.some((name) => name === list)) continue;
    const expected = `${parts.pages[list]}, as many as manifest.json lists`;
    report(`collections/${list}/pages`, expected, pages === undefined ? 'none' : String(pages));
  }
  const caseInsensitiveNames = release.case_insensitive_names === true;
  const phageAliases = isPublished(
    'phage_aliases',
    'other names of phages',
    release.phage_aliases === true,
    parts.phageAliases && !isStatic(aliasFolder, release.static ?? []),
    mayLackFiles(phages.count + genes.count),
  );
  // Of a packed site, only some files are known here.
  const isWhole = release.records !== 'packed';
  if (isWhole && caseInsensitiveNames && parts.withoutAlias !== null) {
    const expected = `false: manifest.json does not list ${parts.withoutAlias} in lower case`;
    report('case_insensitive_names', expected, 'true');
  } else if (isWhole && !caseInsensitiveNames && !phageAliases && parts.hasAliases) {
    const expected = 'true: manifest.json lists phages in lower case, too';
    report('case_insensitive_names', expected, 'no such member, or false');
  }
  for (const top of topsWithoutFiles(release.static ?? [], manifest)) {
    report('static', `no ${top}: manifest.json lists no such file`, top);
  }

  const lastPages = perList((list) => Math.max(leastPages(list), parts.pages[list]));
  const collections = Object.fromEntries(
    Object.entries(release.collections).flatMap(([name, list]) => {
      const pages = lastPages[name as ListName];
      return pages > 0 ? [[name, { ...list, pages }]] : [];
    }),
  ) as Release['collections'];
  const paged = Object.keys(parts.viewPages).length === 0 ? {} : { view_pages: parts.viewPages };
  const { view_pages: _, ...rest } = release;
  return {
    release: { ...rest, ...paged, bulk, views, gene_files: geneFiles, collections },
    lastPages,
  };
}

const tablesOfPhages = phageTableNames.map((table) => {
  return { name: 'phagesdb', path: phageTables[table].path } as const;
});

function topsWithoutFiles(tops: readonly string[], manifest: SiteManifest): string[] {
  const left = new Set(tops);
  for (const [, file] of manifest.paths()) {
    if (left.size === 0) break;
    for (const top of left) if (isStatic(file, [top])) left.delete(top);
  }
  return [...left];
}

/** Derives from a manifest which bulk files, views and gene files are published, and how many pages. */
function publishedParts(manifest: SiteManifest) {
  const bulk = new Set<BulkName>();
  const views = new Set<ViewName>();
  const viewPages: Record<string, number> = {};
  // Those of packed sites may be cut out of pages.
  let geneFiles = manifest.find(indexFile('api/genes')) >= 0;
  let phageAliases = false;
  let withoutAlias: string | null = null;
  let hasAliases = false;
  for (const [entry, file] of manifest.paths()) {
    if (isBulkPath(file)) {
      const name = bulkNameOf(file);
      if (name !== undefined) bulk.add(name);
      continue;
    }
    phageAliases ||= file.startsWith(aliasFolder);
    geneFiles ||= /^api\/genes\/[^/]+\/index\.json$/.test(file);
    const view = viewOf(file);
    if (view !== null) views.add(view);
    const paged = view === null || isDerivedPage(file) ? null : viewOfPage(file);
    if (paged !== null) viewPages[paged] = (viewPages[paged] ?? 0) + 1;
    const isPhage = file.startsWith('api/phages/');
    // One example is enough; on most sites no file has an alias.
    if (!file.endsWith('/index.json') || (withoutAlias !== null && !isPhage)) continue;
    const alias = fileAlias(file);
    if (alias === null) continue;
    const other = manifest.find(alias);
    if (other < 0) withoutAlias ??= file;
    else if (isPhage)
      hasAliases ||= manifest.fileOf(other).sha256 === manifest.fileOf(entry).sha256;
  }
  // The number of consecutive pages from the first; 0 for a list that is not published.
  const pages = perList((list) => pagesOf(list, manifest));
  return { bulk, views, viewPages, geneFiles, phageAliases, pages, withoutAlias, hasAliases };
}

function pagesOf(list: ListName, manifest: SiteManifest): number {
  let pages = 0;
  while (manifest.find(pageFile(list, pages + 1)) >= 0) pages++;
  return pages;
}

// More than the longest path of any operating system needs.
const maxLineBytes = 64 * 1024;
// Text in another layout is parsed as a whole; the limit protects the memory.
const maxRewrittenBytes = 32 * 1024 * 1024;

/**
 * Indexes the bytes of a manifest, which must be in shared memory. Reports every departure from what a build writes;
 * unusable entries are left out. Null when no manifest can be read at all.
 */
export function indexManifest(bytes: SharedArrayBuffer, log: ClauseLog): SiteManifest | null {
  log.checked('manifest');
  const text = Buffer.from(bytes);
  if (!isUtf8(text)) {
    log.fail('manifest', manifestFile, 'UTF-8 text', 'bytes that are no text');
    return null;
  }
  const lines = readLines(text);
  if (lines !== null) return buildIndex(bytes, lines, log);

  const isReadable = text.length <= maxRewrittenBytes && !isNestedTooDeep(text);
  const rewritten = isReadable ? rewrite(text.toString()) : null;
  log.fail(
    'manifest',
    manifestFile,
    'a list of files, one a line, as a build writes it',
    rewritten === null ? 'something else' : 'a list of files in another form',
  );
  if (rewritten === null) return null;
  const copy = inSharedMemory(Buffer.from(rewritten));
  const again = readLines(Buffer.from(copy));
  return again === null ? null : buildIndex(copy, again, log);
}

/** Start and end of each line of a manifest; null when the text is not laid out in such lines. */
function readLines(text: Buffer): [start: number, end: number][] | null {
  const [head, tail] = ['{"files":[\n', '\n]}\n'];
  const isFramed =
    text.toString('latin1', 0, head.length) === head &&
    text.toString('latin1', text.length - tail.length) === tail;
  if (!isFramed) return null;
  const lines: [number, number][] = [];
  const end = text.length - tail.length;
  for (let at = head.length; at < end;) {
    const found = text.indexOf(newline, at);
    const lineEnd = found < 0 || found > end ? end : found;
    const isLast = lineEnd === end;
    if (!isLast && text[lineEnd - 1] !== comma) return null;
    lines.push([at, isLast ? lineEnd : lineEnd - 1]);
    at = lineEnd + 1;
  }
  return lines;
}

function rewrite(text: string): string | null {
  try {
    const value: { files: PublishedFile[] } = JSON.parse(text);
    return value.files.every(isFile) ? renderManifest(value.files) : null;
  } catch {
    return null;
  }
}

function isFile(file: PublishedFile): boolean {
  return (
    typeof file.path === 'string' &&
    Number.isSafeInteger(file.bytes) &&
    file.bytes >= 0 &&
    isSha256(file.sha256)
  );
}

function buildIndex(
  bytes: SharedArrayBuffer,
  lines: readonly (readonly [number, number])[],
  log: ClauseLog,
): SiteManifest {
  const slots = 2 ** Math.ceil(Math.log2(2 * lines.length + 2));
  const shared = {
    bytes,
    entries: 0,
    spans: new SharedArrayBuffer(lines.length * spansPerEntry * 4),
    sizes: new SharedArrayBuffer(lines.length * 8),
    marks: new SharedArrayBuffer(lines.length),
    table: new SharedArrayBuffer(slots * 4),
    salt: randomInt(2 ** 31),
  };
  const text = Buffer.from(bytes);
  const spans = new Uint32Array(shared.spans);
  const sizes = new Float64Array(shared.sizes);
  const table = new Int32Array(shared.table);
  let entries = 0;
  let before = '';
  for (const [start, end] of lines) {
    const line = text.toString('utf8', start, Math.min(end, start + maxLineBytes));
    const file = end - start > maxLineBytes ? null : fileOf(line);
    const problem = file === null ? 'something else' : problemWith(file, before);
    if (file !== null) before = file.path;
    if (problem !== null) {
      log.fail(
        'manifest',
        manifestFile,
        'a safe path, its size and its SHA-256, in order of path, each once',
        `${problem}: ${showToken(line)}`,
      );
    }
    if (file === null) continue;
    const from = start + pathStart.length;
    const to = from + Buffer.byteLength(escapePath(file.path));
    spans.set([from, to, end], entries * spansPerEntry);
    sizes[entries] = file.bytes;
    let slot = hashBytes(text, from, to, shared.salt) % slots;
    while (table[slot] !== 0) slot = (slot + 1) % slots;
    table[slot] = ++entries;
  }
  return openManifest({ ...shared, entries });
}

function problemWith({ path }: PublishedFile, before: string): string | null {
  const isSafe = path.split('/').every((name) => name === 'index.json' || isSafeName(name));
  if (!isSafe) return 'a path that is not safe';
  return compareText(before, path) < 0 ? null : 'a path that is not behind the one before it';
}

/** The list's index and its compressed siblings are not records, but are valid file names. */
function isSafeName(name: string): boolean {
  return unsafeNameReason(name) === null || /^index\.json(\.gz|\.br)?$/i.test(name);
}

/** Copied only if it does not fill shared memory exactly. */
export function inSharedMemory(bytes: Buffer): SharedArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof SharedArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const shared = new SharedArrayBuffer(bytes.length);
  Buffer.from(shared).set(bytes);
  return shared;
}

export function releaseIdOf(bytes: SharedArrayBuffer): string {
  return hash('sha256', new Uint8Array(bytes));
}
