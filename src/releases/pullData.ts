/**
 * The records and genomes of a release as a data folder: from a copy of an earlier release and the changes since, or from bulk
 * files. A build makes the site of them again, so that a copy is kept current by what changed alone.
 */
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { hash } from 'node:crypto';
import { attempt } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { isStatic } from '../contract/aliases.ts';
import { bulkFilesOf, bulkFolder, genomeFile, genomesBulk } from '../contract/bulkFiles.ts';
import { type CollectionName, isNamed } from '../contract/collectionName.ts';
import { changesIndex, type ChangeStep, parseChangesIndex } from '../contract/history.ts';
import { collectionsOf } from '../contract/release.ts';
import { neutralNames } from '../contract/siteOptions.ts';
import { neutralNaming, renamed } from '../records/renameFields.ts';
import { linkInto, writing } from '../publishing/siteWriter.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { type FastaSequence, readFasta, renderFasta } from '../sequences/fasta.ts';
import type { OpenRelease } from './openRelease.ts';
import { createPageHashes, openRecords, pageTops, visitRecords } from './recordCursor.ts';

/** Files that were fetched, by their hashes, so that an interrupted command need not fetch them again. */
export interface FetchStore {
  /** Throws a Failure where the site does not have a file with this hash. */
  readonly get: (file: Pick<PublishedFile, 'path' | 'sha256'>) => Promise<Buffer>;
}

export function openStore(remote: OpenRelease, folder: string): FetchStore {
  return {
    async get({ path: file, sha256 }) {
      const place = path.join(folder, sha256);
      const kept = attempt(() => readFileSync(place));
      if (kept !== undefined && hash('sha256', kept) === sha256) return kept;
      const bytes = await remote.read(file, sha256);
      writing(place, () => {
        makeFolder(folder);
        writeFileSync(`${place}.new`, bytes);
        renameSync(`${place}.new`, place);
      });
      return bytes;
    },
  };
}

/** Links the publisher's own files of a copy into a folder; false if it has none. */
export async function linkStatic(local: OpenRelease, folder: string): Promise<boolean> {
  const tops = local.release.static ?? [];
  let isAny = false;
  for await (const { path: file } of tops.length === 0 ? [] : local.files(tops)) {
    if (!isStatic(file, tops)) continue;
    linkInto(path.join(local.where, file), path.join(folder, file));
    isAny = true;
  }
  return isAny;
}

/** What changed between two releases, by what the later site tells; null if it does not tell. */
export async function stepsBetween(
  remote: OpenRelease,
  local: OpenRelease,
): Promise<readonly ChangeStep[] | null> {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const [from, to] = [local.release, remote.release];
  if (!isSame(from.field_names, to.field_names) || !isSame(collectionsOf(from), collectionsOf(to)))
    return null;
  const text = (await remote.fetch(changesIndex))?.toString();
  const index = text === undefined ? null : parseChangesIndex(text);
  if (index === null || index.release !== to.release) return null;
  // Of two that lead on from a release, the later one.
  const steps = new Map(index.steps.toReversed().map((step) => [step.from, step]));
  const found: ChangeStep[] = [];
  for (let at = from.release; at !== to.release;) {
    const step = steps.get(at);
    if (step === undefined || found.length > steps.size) return null;
    found.push(step);
    at = step.to;
  }
  return found;
}

/** Records that are no longer in a collection, or others now, under neutral names. */
interface Edits {
  /** The record of each key that changed; null for one that is gone. */
  readonly byKey: ReadonlyMap<string, string | null>;
  /** Of records without names: how many more or fewer of each there are. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Writes the data of the remote release into a folder: that of the copy with the changes of `steps`. Throws a Failure where
 * the two do not fit together.
 */
export async function writeChangedData(
  remote: OpenRelease,
  local: OpenRelease,
  steps: readonly ChangeStep[],
  { store, folder }: DataPlace,
): Promise<void> {
  const edits = new Map<
    string,
    { byKey: Map<string, string | null>; counts: Map<string, number> }
  >();
  const genomes = new Map<string, boolean>();
  const read = (packed: Buffer) => {
    const [, ...lines] = gunzipSync(packed).toString().split('\n').slice(0, -1);
    for (const line of lines) {
      const { record: _, ...head } = JSON.parse(line) as ChangeLine;
      const { collection, change, key } = head;
      if (collection === 'genomes') genomes.set(key ?? '', change !== 'removed');
      if (collection === 'genomes' || collection === 'families') continue;
      const own = edits.get(collection) ?? { byKey: new Map(), counts: new Map() };
      edits.set(collection, own);
      // The bytes of the record, behind what else is said. Values of the publisher's own may have such a member, too.
      const json = line.slice(JSON.stringify(head).length - 1 + recordMark.length, -1);
      if (key !== undefined) own.byKey.set(key, change === 'removed' ? null : json);
      else own.counts.set(json, (own.counts.get(json) ?? 0) + (change === 'removed' ? -1 : 1));
    }
    return lines.length;
  };
  for (const { file } of steps) {
    const packed = await store.get(file);
    // It has the hash that its index says, but that is not signed.
    if (attempt(() => read(packed)) === undefined)
      throw new UnfitCopy(`${file.path} cannot be read`);
  }
  const files = await listFiles(local);
  for (const collection of collectionsOf(remote.release))
    await writeEdited(local, collection, files, edits.get(collection) ?? noEdits, folder);
  await writeGenomes(remote, local, files, genomes, folder);
}

const noEdits: Edits = { byKey: new Map(), counts: new Map() };

const recordMark = ',"record":';

interface ChangeLine {
  readonly collection: string;
  readonly change?: string;
  readonly key?: string;
  readonly record?: unknown;
}

/** Of a manifest: the pages of lists, and hashes of files in `bulk/`. */
async function listFiles(site: OpenRelease) {
  const { pages, note } = createPageHashes();
  const bulk = new Map<string, PublishedFile>();
  for await (const file of site.files([bulkFolder, ...pageTops])) {
    if (file.path.startsWith(bulkFolder)) bulk.set(file.path, file);
    else note(file);
  }
  return { pages, bulk };
}

type ListedFiles = Awaited<ReturnType<typeof listFiles>>;

async function writeEdited(
  local: OpenRelease,
  collection: CollectionName,
  files: ListedFiles,
  { byKey, counts }: Edits,
  folder: string,
): Promise<void> {
  const out = openLines(folder, collection, local);
  const left = new Map(counts);
  try {
    await eachRecord(local, collection, files, (json, key) => {
      if (isNamed(collection)) {
        if (!byKey.has(key())) out.put(json);
        return;
      }
      const count = left.size === 0 ? 0 : (left.get(json.toString()) ?? 0);
      if (count < 0) left.set(json.toString(), count + 1);
      else out.put(json);
    });
    for (const json of byKey.values()) if (json !== null) out.put(Buffer.from(json));
    for (const [json, count] of left)
      for (let more = count; more > 0; more--) out.put(Buffer.from(json));
  } finally {
    out.close();
  }
}

async function eachRecord(
  site: OpenRelease,
  collection: CollectionName,
  { pages }: ListedFiles,
  visit: (json: Buffer, key: () => string) => void,
): Promise<void> {
  const names = site.release.field_names ?? neutralNames;
  const records = openRecords(site, collection, pages[collection], names);
  await visitRecords(records, ({ bytes, start, end, key }) =>
    visit(bytes.subarray(start, end), key),
  );
}

const flushedBytes = 1 << 20;
const newline = Buffer.from('\n');

/** A file of a collection, a record in neutral names a line. */
function openLines(folder: string, collection: CollectionName, { release }: OpenRelease) {
  const place = path.join(folder, collection, `${collection}.ndjson`);
  const toNeutral = neutralNaming(collection, release.field_names ?? neutralNames);
  const held: Buffer[] = [];
  let handle = -1;
  let bytes = 0;
  writing(place, () => makeFolder(path.dirname(place)));
  const flush = () =>
    writing(place, () => {
      if (bytes === 0) return;
      if (handle < 0) handle = openSync(place, 'w');
      const all = Buffer.concat(held.splice(0));
      for (let at = 0; at < all.length;) at += writeSync(handle, all, at);
      bytes = 0;
    });
  return {
    put(record: Uint8Array): void {
      const json = Buffer.from(record);
      held.push(toNeutral === null ? json : Buffer.from(renamed(toNeutral, json, 0)), newline);
      bytes += json.length;
      if (bytes > flushedBytes) flush();
    },
    close(): void {
      flush();
      if (handle >= 0) closeSync(handle);
    },
  };
}

/** Writes the data of a release into a folder: its bulk files, or the pages of its lists. Throws a Failure. */
export async function writeWholeData(
  remote: OpenRelease,
  { store, folder }: DataPlace,
): Promise<void> {
  const files = await listFiles(remote);
  const { release } = remote;
  for (const collection of collectionsOf(release)) {
    const bulk = bulkFilesOf(['ndjson'], [collection], [])[0]?.path ?? '';
    const file = files.bulk.get(bulk);
    const out = openLines(folder, collection, remote);
    try {
      if (file === undefined) await eachRecord(remote, collection, files, (json) => out.put(json));
      else for await (const line of linesOf(gunzipped(await store.get(file)))) out.put(line);
    } finally {
      out.close();
    }
  }
  const genomes = files.bulk.get(genomesBulk);
  if (genomes === undefined) return;
  const sequences = readFasta(gunzipped(await store.get(genomes)), () => {});
  await writeSequences(sequences, () => true, [], folder);
}

interface DataPlace {
  readonly store: FetchStore;
  /** The data folder, which is there and empty. */
  readonly folder: string;
}

async function* gunzipped(bytes: Buffer): AsyncGenerator<Buffer> {
  for await (const part of Readable.from([bytes]).pipe(createGunzip())) yield part as Buffer;
}

async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    const text = Buffer.concat([rest, part]);
    let start = 0;
    for (let end = text.indexOf(newline); end >= 0; end = text.indexOf(newline, start)) {
      yield text.subarray(start, end);
      start = end + 1;
    }
    rest = text.subarray(start);
  }
}

/** `changed` says of each phage whose genome is another now whether it has one. */
async function writeGenomes(
  remote: OpenRelease,
  local: OpenRelease,
  files: ListedFiles,
  changed: ReadonlyMap<string, boolean>,
  folder: string,
): Promise<void> {
  const file = files.bulk.get(genomesBulk);
  if (!remote.release.bulk.includes('genomes')) return;
  const fresh: Uint8Array[] = [];
  for (const [name, isThere] of changed) {
    const address = genomeFile(name, 'fastas');
    const bytes = isThere && address !== null ? await remote.published(address) : Buffer.alloc(0);
    if (bytes === null) throw new UnfitCopy(`${address} cannot be fetched`);
    fresh.push(bytes);
  }
  const kept =
    file === undefined
      ? []
      : readFasta(gunzipped(await local.read(file.path, file.sha256)), () => {});
  await writeSequences(kept, (name) => !changed.has(name), fresh, folder);
}

/** A copy cannot be made current by changes alone: then all is fetched. */
export class UnfitCopy extends Error {}

async function writeSequences(
  kept: AsyncIterable<FastaSequence> | Iterable<FastaSequence>,
  isKept: (name: string) => boolean,
  fresh: readonly Uint8Array[],
  folder: string,
): Promise<void> {
  const place = path.join(folder, 'genomes', 'genomes.fasta');
  writing(place, () => {
    makeFolder(path.dirname(place));
    writeFileSync(place, '');
  });
  const add = (sequence: FastaSequence) => {
    // As in its address, with signs that are no part of a sequence's name escaped.
    const name = attempt(() => decodeURIComponent(sequence.name)) ?? sequence.name;
    writing(place, () => appendFileSync(place, renderFasta(name, sequence.bases)));
  };
  for await (const sequence of kept)
    if (isKept(attempt(() => decodeURIComponent(sequence.name)) ?? sequence.name)) add(sequence);
  for (const bytes of fresh)
    for await (const sequence of readFasta(Readable.from([bytes]), () => {})) add(sequence);
}
