/**
 * Packs the spooled files: a merge of what was rendered and what the live site's packs still hold, cut into packs. A pack
 * that would be the same as a live one is linked.
 */
import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { attempt, DamagedCache } from '../base/failure.ts';
import { closing, openOwn, readFully, readOwn } from '../base/files.ts';
import type { Progress } from '../base/progress.ts';
import { mapTasks } from '../base/threads.ts';
import {
  groupOfIndex,
  indexFile,
  type IndexLine,
  packedFile,
  packedKey,
  packHead,
  placeOfKey,
  readIndex,
  stepOf,
} from '../contract/packs.ts';
import { apiFolder } from '../contract/sitePaths.ts';
import {
  joinWritten,
  listWritten,
  mergeSpooled,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import {
  createCutter,
  type GroupIndex,
  indexFiles,
  packSizes,
  type PlannedPack,
  shortestAfter,
  type WrittenPacks,
} from '../publishing/packing.ts';
import {
  besideStaging,
  createSiteWriter,
  type SiteWriterOptions,
} from '../publishing/siteWriter.ts';
import { compareText } from '../text/order.ts';
import { groupedBy } from '../text/values.ts';
import type { Workers } from './tasks.ts';

/** The packs of the live site, of which a rebuild keeps what is still valid. */
export interface LivePacks {
  readonly dir: string;
  /** Those of its files that are packs or indexes of them. */
  readonly files: readonly PublishedFile[];
  readonly publishedAtMs: number;
  readonly isChecked: boolean;
  /** Whether a packed file is still valid, by the path that it would have as a file of its own. */
  readonly isKept: (file: string) => boolean;
}

interface LivePack {
  readonly file: PublishedFile;
  readonly entries: number;
}

/** A file to pack; `pack` is that of the live site which it comes from. */
interface Entry {
  readonly key: string;
  readonly bytes: number;
  /** Absolute path of the file that holds it. */
  readonly place: string;
  readonly offset: number;
  readonly pack?: LivePack;
}

/** What is before the first entry of a live pack: most heads are far shorter. */
const headBytes = 16 << 10;

/** The entries of the live packs, in order of key. Throws DamagedCache. */
function* liveEntries(
  { dir, files, isKept }: LivePacks,
  isWanted: (group: string) => boolean = () => true,
): Generator<Entry> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const groups = files.flatMap(({ path: file }) => groupOfIndex(file) ?? []).filter(isWanted);
  for (const group of groups.toSorted((a, b) => compareText(`${a}/`, `${b}/`))) {
    for (const { name, from, size } of packsOf(dir, group, byPath)) {
      const file = byPath.get(name);
      if (file === undefined) throw new DamagedCache(`${name} is not in the manifest`);
      const place = path.join(dir, name);
      const { entries, start } =
        size === undefined
          ? headAt(place, group, file)
          : { entries: [[from, size]] as const, start: 0 };
      let offset = start;
      for (const [own, bytes] of entries) {
        const key = packedKey({ group, name: own });
        if (isKept(packedFile(key)))
          yield { key, bytes, place, offset, pack: { file, entries: entries.length } };
        offset += bytes;
      }
    }
  }
}

/** The bulk files in packs of the live site that are still valid, without their hashes. Throws DamagedCache. */
export function* packedBulk(live: LivePacks): Generator<PublishedFile> {
  for (const { key, bytes } of liveEntries(live, (group) => !group.startsWith(apiFolder)))
    yield { path: packedFile(key), bytes, sha256: '' };
}

/** The packs of a group and the files of it that lie alone, in order; `size` is that of the latter. */
function packsOf(
  dir: string,
  group: string,
  files: ReadonlyMap<string, PublishedFile>,
  file = indexFile(group),
): { readonly name: string; readonly from: string; readonly size: number | undefined }[] {
  const bytes = attempt(() => readOwn(path.join(dir, file)));
  // One that was cut short at the end of a line would have fewer lines, and nobody would miss the others.
  const isPublished = bytes !== undefined && hash('sha256', bytes) === files.get(file)?.sha256;
  const index = isPublished ? attempt(() => readIndex(bytes, { group }, file)) : undefined;
  if (index === undefined) throw new DamagedCache(`${file} is not as it was published`);
  return index.lines.flatMap((line) => {
    const { file: name, holds } = stepOf(index, line);
    if (holds === 'index') return packsOf(dir, group, files, name);
    return holds === 'page' ? [] : [{ name, from: line[0], size: line[2] }];
  });
}

function headAt(place: string, group: string, { path: file, bytes: size }: PublishedFile) {
  const read = (most: number) =>
    attempt(() =>
      closing(openOwn(place), (handle) => {
        const held = Buffer.allocUnsafe(Math.min(size, most));
        return packHead(held.subarray(0, readFully(handle, held, 0)), { group }, file, size);
      }),
    );
  const head = read(headBytes) ?? read(size);
  if (head === undefined) throw new DamagedCache(`${file} cannot be read`);
  return head;
}

/** Merges two sequences in order of key; of two entries with the same key, that of the first is taken. */
function* mergeEntries(first: Iterator<Entry>, second: Iterator<Entry>): Generator<Entry> {
  let [a, b] = [first.next(), second.next()];
  while (a.done !== true || b.done !== true) {
    const order =
      a.done === true ? 1 : b.done === true ? -1 : compareText(a.value.key, b.value.key);
    if (order <= 0 && a.done !== true) yield a.value;
    if (order > 0 && b.done !== true) yield b.value;
    if (order <= 0) a = first.next();
    if (order >= 0) b = second.next();
  }
}

function* spooledEntries(spools: WrittenFiles['spools']): Generator<Entry> {
  for (const { path: key, ...rest } of mergeSpooled(spools)) yield { key, ...rest };
}

/** The files of a pack, or one that lies alone; `from` is the text of its line. */
interface Cut {
  readonly group: string;
  readonly from: string;
  readonly entries: readonly Entry[];
  /** The live pack that has just these entries; null if there is none. */
  readonly kept: PublishedFile | null;
}

/** Cuts entries, which are in order of key, into packs. */
function* cutEntries(entries: Iterable<Entry>): Generator<Cut> {
  let group = '';
  let last: string | null = null;
  let held: Entry[] = [];
  let from = '';
  let begins = createCutter();
  const cut = function* (): Generator<Cut> {
    if (held.length > 0) yield { group, from, entries: held, kept: sameAs(held) };
    held = [];
  };
  for (const entry of entries) {
    const { group: own, name } = placeOfKey(entry.key);
    const isNewGroup = own !== group;
    const isAlone = entry.bytes > packSizes.mostOfOne;
    if (isNewGroup || isAlone) {
      yield* cut();
      begins = createCutter();
    }
    if (isNewGroup) [group, last] = [own, null];
    if (isAlone) {
      yield { group, from: name, entries: [entry], kept: sameAs([entry]) };
    } else {
      if (begins([name, entry.bytes])) yield* cut();
      if (held.length === 0) from = shortestAfter(last, name);
      held.push(entry);
    }
    last = name;
  }
  yield* cut();
}

function sameAs(entries: readonly Entry[]): PublishedFile | null {
  const pack = entries[0]?.pack;
  const isSame =
    pack !== undefined &&
    pack.entries === entries.length &&
    entries.every((entry) => entry.pack?.file === pack.file);
  return isSame ? pack.file : null;
}

// Large enough for the overhead of a message, small enough that all threads get work.
const taskBytes = 4 << 20;
const linkedPerTask = 1024;

interface PackTask {
  readonly cuts: readonly { readonly cut: Cut; readonly line: number }[];
  readonly isKept: boolean;
}

function* inTasks(cuts: Iterable<Cut>): Generator<PackTask> {
  let made: PackTask['cuts'][number][] = [];
  let kept: PackTask['cuts'][number][] = [];
  let bytes = 0;
  let line = 0;
  for (const cut of cuts) {
    const one = { cut, line: line++ };
    if (cut.kept !== null) {
      kept.push(one);
    } else {
      made.push(one);
      bytes += cut.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    }
    if (bytes >= taskBytes) {
      yield { cuts: made, isKept: false };
      [made, bytes] = [[], 0];
    }
    if (kept.length >= linkedPerTask) {
      yield { cuts: kept, isKept: true };
      kept = [];
    }
  }
  if (made.length > 0) yield { cuts: made, isKept: false };
  if (kept.length > 0) yield { cuts: kept, isKept: true };
}

/**
 * Stages packs of all that was spooled, and their indexes. `live` are the packs of which some is kept, `ofPages` the index
 * of records that are cut out of their pages. Throws a Failure or DamagedCache.
 */
export async function stagePacks(
  { spools }: WrittenFiles,
  live: LivePacks | null,
  ofPages: GroupIndex | null,
  site: SiteWriterOptions,
  { workers, progress }: { readonly workers: Workers; readonly progress: Progress },
): Promise<WrittenFiles> {
  progress.stage('Writing packs', null);
  const rendered = spooledEntries(spools);
  const entries = live === null ? rendered : mergeEntries(rendered, liveEntries(live));
  const lines: { readonly group: string; readonly line: IndexLine }[] = [];
  const written = await mapTasks(
    inTasks(cutEntries(entries)),
    2 * workers.jobs,
    async ({ cuts, isKept }) => {
      const { ids, ...files } = isKept ? await link(cuts) : await write(cuts);
      for (const [at, { cut, line }] of cuts.entries()) {
        const { group, from, entries: own } = cut;
        const size = own[0]?.bytes ?? 0;
        const id = ids[at] ?? '';
        lines[line] = { group, line: size > packSizes.mostOfOne ? [from, id, size] : [from, id] };
      }
      return files;
    },
  );
  await rm(besideStaging(site.stagingDir, 'spool'), { recursive: true, force: true });
  const writer = createSiteWriter({ ...site, precompress: [], records: 'files' });
  const groups = groupedBy(lines, ({ group }) => group);
  const indexes = Array.from(groups, ([group, some]): GroupIndex => {
    return { group, of: 'packs', lines: some.map(({ line }) => line) };
  });
  for (const index of ofPages === null ? indexes : [...indexes, ofPages])
    for (const { path: file, bytes } of indexFiles(index)) writer.put(file, bytes);
  return joinWritten([...written, writer.written()]);

  function write(cuts: PackTask['cuts']): Promise<WrittenPacks> {
    const packs = cuts.map(({ cut: { group, entries: own } }): PlannedPack => {
      const sources = own.map(({ key, bytes, offset, place }) => {
        return { name: key.slice(group.length + 1), bytes, offset, place };
      });
      return { group, entries: sources };
    });
    const sources = cuts.flatMap(({ cut }) =>
      cut.entries.flatMap(({ place, pack }) =>
        pack === undefined ? [] : [[place, pack.file] as const],
      ),
    );
    return workers.run('writePacks', { site, packs, live: new Map(sources) });
  }

  async function link(cuts: PackTask['cuts']): Promise<WrittenPacks> {
    const files = cuts.flatMap(({ cut }) => cut.kept ?? []);
    if (live === null) return { ids: [], ...joinWritten([]) };
    const { dir: liveDir, publishedAtMs, isChecked } = live;
    const { stagingDir } = site;
    const linked = listWritten(files, files.length);
    const { lists } = linked;
    const task = { liveDir, stagingDir, lists, publishedAtMs, stagedAtMs: null };
    await workers.run('linkFiles', task);
    if (isChecked) await workers.run('checkFiles', { siteDir: stagingDir, files });
    const ids = files.map(({ path: file }) => path.basename(file, path.extname(file)));
    return { ids, ...linked };
  }
}
