/** Requests some packs of a service, so that what they hold can be asked for at its addresses. */
import { hash } from 'node:crypto';
import { type HttpClient, targetOf } from '../../base/httpClient.ts';
import { mapTasks } from '../../base/threads.ts';
import { indexFile } from '../../contract/packs.ts';
import type { ClauseLog } from '../clauses.ts';
import {
  entriesIn,
  type IndexRange,
  looseEntry,
  packedGroups,
  type PackedEntry,
  rangesIn,
  withEntries,
} from '../packs.ts';
import { escapedPath, expectedFile, type SiteManifest } from '../siteManifest.ts';
import { sampleOf, type Sampling } from './sampling.ts';

interface Served extends Sampling {
  readonly baseUrl: string;
  readonly client: Pick<HttpClient, 'ask'>;
  readonly connections: number;
  readonly log: ClauseLog;
}

// A pack has the files of many names.
const mostPacks = 4;

/** The manifest with the files in some packs of each group: as many as `sample`, and at most four and the first and last. */
export async function unpackServed(
  manifest: SiteManifest,
  { baseUrl, client, connections, log, ...sampling }: Served,
): Promise<SiteManifest> {
  const sample = Math.min(mostPacks, sampling.sample ?? mostPacks);
  const groups = packedGroups(manifest);
  if (groups.length === 0) return manifest;
  const found = await mapTasks(groups, connections, async (group) => {
    const ranges = await rangesOf(group, indexFile(group));
    const drawn = sampleOf(ranges.length, { ...sampling, sample }, group);
    const entries: PackedEntry[] = [];
    for (const at of drawn) entries.push(...(await entriesOf(group, ranges[at])));
    return entries;
  });
  return withEntries(manifest, found.flat());

  /** Of one part of an index that has several; pages, from which genes are cut, are read anyway. */
  async function rangesOf(group: string, file: string): Promise<readonly IndexRange[]> {
    const bytes = await fetch(file);
    const index = bytes === null ? null : rangesIn(group, file, bytes);
    if (index === null) return [];
    if (typeof index === 'string') return fail(file, `an index of ${group}`, index);
    const { of, ranges } = index;
    if (of === 'pages') return [];
    const [part] = ranges;
    return of === 'indexes' && part !== undefined ? rangesOf(group, part.file) : ranges;
  }

  async function entriesOf(
    group: string,
    range: IndexRange | undefined,
  ): Promise<readonly PackedEntry[]> {
    if (range === undefined) return [];
    const { file, holds } = range;
    const published = manifest.get(file);
    if (published !== null && holds === 'itself') return [looseEntry(group, range, published)];
    const bytes = await fetch(file);
    const entries = bytes === null ? [] : entriesIn(group, range, bytes);
    return typeof entries === 'string' ? fail(file, `files of ${group}`, entries) : entries;
  }

  /** The bytes of a file of the manifest; null where they are others, which is reported. */
  async function fetch(file: string): Promise<Buffer | null> {
    const listed = manifest.get(file);
    if (listed === null) {
      fail(file, expectedFile, 'no such file in manifest.json');
      return null;
    }
    const target = targetOf(`${baseUrl}/${escapedPath(file) ?? ''}`);
    const result = await client.ask({ target, maxBytes: 2 * listed.bytes });
    const isRight =
      result.ok &&
      result.reply.status === 200 &&
      hash('sha256', result.reply.body) === listed.sha256;
    if (isRight) return result.reply.body;
    fail(
      file,
      expectedFile,
      result.ok ? `status ${result.reply.status}, or other bytes` : result.reason,
    );
    return null;
  }

  function fail(file: string, expected: string, reason: string): [] {
    log.fail('files', `${baseUrl}/${file}`, expected, reason);
    return [];
  }
}
