/** Reads all packs of a site's folder on all threads, so that all else is compared as in a folder without packs. */
import { inChunks, mapTasks } from '../../base/threads.ts';
import { indexFile, packedPlace } from '../../contract/packs.ts';
import { shortestAfter } from '../../publishing/packing.ts';
import {
  type IndexRange,
  packedGroups,
  type PackedEntry,
  rangesIn,
  withEntries,
} from '../packs.ts';
import type { SiteManifest } from '../siteManifest.ts';
import type { FileCheck } from './fileCheck.ts';
import type { FolderContext } from './tasks.ts';
import type { GroupRange, PageRanges } from './verifyPacks.ts';

export interface UnpackedSite {
  /** It names the files in packs, too. */
  readonly manifest: SiteManifest;
  readonly ofPages: PageRanges;
}

const packsPerTask = 64;

/** Call after the files on disk are marked. */
export async function unpackFolder(folder: FolderContext): Promise<UnpackedSite> {
  const { site, manifest, files, log, workers } = folder;
  const packs: GroupRange[] = [];
  const ofPages: Record<string, readonly IndexRange[]> = {};
  const groups = packedGroups(manifest);
  if (groups.length === 0) return { manifest, ofPages };
  for (const group of groups) {
    for (const range of readRanges(group, indexFile(group), files, log)) {
      if (range.holds === 'page') ofPages[group] = [...(ofPages[group] ?? []), range];
      else packs.push({ group, range });
    }
  }
  const verified = await mapTasks(inChunks(packs, packsPerTask), 2 * workers.jobs, (ranges) =>
    workers.run('verifyPacks', { ...site, ranges }),
  );
  for (const { tallies } of verified) log.merge(tallies);
  const entries = verified.flatMap(({ entries: some }) => some);
  checkBorders(packs, entries, log);
  return { manifest: withEntries(manifest, entries), ofPages };
}

/** Each pack's line must be as a build writes it: the shortest text behind the last name before, or a name. */
function checkBorders(
  packs: readonly GroupRange[],
  entries: readonly PackedEntry[],
  log: FolderContext['log'],
): void {
  const held = new Map<string, { first: string; last: string }>();
  for (const { path, pack } of entries) {
    const { name } = packedPlace(path) ?? { name: '' };
    held.set(pack, { first: held.get(pack)?.first ?? name, last: name });
  }
  let before: { readonly group: string; readonly last: string } | null = null;
  for (const { group, range } of packs) {
    const { from, file, holds } = range;
    const names = held.get(file);
    if (names === undefined) continue;
    const last: string | null = before?.group === group ? before.last : null;
    const due: string = holds === 'itself' ? names.first : shortestAfter(last, names.first);
    before = { group, last: names.last };
    if (from === due) continue;
    const [expected, found] = [JSON.stringify(due), JSON.stringify(from)];
    log.fail('files', indexFile(group), `${expected} for ${file}`, found);
  }
}

/** Those of all parts of an index. */
function readRanges(
  group: string,
  file: string,
  files: FileCheck,
  log: FolderContext['log'],
): IndexRange[] {
  const bytes = files.claim(file);
  const index = bytes === null ? 'no such file' : rangesIn(group, file, bytes);
  if (typeof index === 'string') {
    log.fail('files', file, `an index of ${group}`, index);
    return [];
  }
  const { of, ranges } = index;
  if (of !== 'indexes') return [...ranges];
  // Each part tells of its own end only.
  return ranges.flatMap((part) => {
    const inner = readRanges(group, part.file, files, log);
    return inner.map((range, at) =>
      at === inner.length - 1 ? { ...range, end: part.end } : range,
    );
  });
}
