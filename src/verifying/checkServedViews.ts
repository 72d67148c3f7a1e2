/** V1 and D1 at an address: views and single records, some of every kind, held against what was published. */
import { hash } from 'node:crypto';
import { collectionNames } from '../contract/collectionName.ts';
import { recordLink } from '../contract/links.ts';
import { recordFile } from '../contract/sitePaths.ts';
import { matchViewTemplate } from '../contract/viewAddresses.ts';
import { formatCount } from '../text/quantities.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { escapedPath } from './escapedPath.ts';
import { checkPublished, type PublishedAddress } from './published.ts';
import { samplePages } from './samplePages.ts';
import type { Service } from './service.ts';
import type { SiteFinds } from './siteFinds.ts';
import type { SiteManifest } from './siteManifest.ts';

export interface Sampling {
  /** How many of each kind; null for as many as show what there is to see. */
  readonly sample: number | null;
  readonly seed: number;
}

// Enough to meet names of all sorts, few enough for a site of a million families.
const usualSample = 40;

/** Which of `total` things of a kind to ask for, counted from 0. */
export function sampleOf(total: number, { sample, seed }: Sampling, kind: string): number[] {
  if (total === 0) return [];
  return samplePages(total, sample ?? usualSample, `${seed} ${kind}`).map((number) => number - 1);
}

export function viewsToAsk(service: Service, sampling: Sampling): PublishedAddress[] {
  const { manifest, log } = service;
  if (manifest === null) return [];
  const kinds = viewsByKind(manifest);
  const total = [...kinds.values()].reduce((sum, entries) => sum + entries.length, 0);
  const asked = [...kinds].flatMap(([kind, entries]) =>
    sampleOf(entries.length, sampling, kind).flatMap((at) =>
      viewAt(service, manifest, entries[at] ?? 0),
    ),
  );
  if (total > 0) log.remark('V1', `${formatCount(asked.length)} of ${formatCount(total)} asked`);
  return asked;
}

/** The entries of the views of each kind; the pages of families are a list, and walked as one. */
function viewsByKind(manifest: SiteManifest): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const below = /^api\/(.+)\/index\.json$/.exec(manifest.pathOf(entry))?.[1];
    const kind = below === undefined ? null : matchViewTemplate(below.split('/'));
    if (kind === null) continue;
    const entries = kinds.get(kind);
    if (entries === undefined) kinds.set(kind, [entry]);
    else entries.push(entry);
  }
  return kinds;
}

function viewAt(
  { baseUrl, index }: Service,
  manifest: SiteManifest,
  entry: number,
): PublishedAddress[] {
  const { path: file, sha256 } = manifest.fileOf(entry);
  const escaped = escapedPath(file.replace(/index\.json$/, ''));
  if (escaped === null) return [];
  return [
    {
      clause: 'V1',
      address: `${baseUrl}/${escaped}${index}`,
      file,
      expected: 'the view that manifest.json has',
      isRight: (bytes) => hash('sha256', bytes) === sha256,
    },
  ];
}

/** D1: a few records of each list, spread over its pages, at their own addresses. */
export function singlesToAsk(service: Service, finds: SiteFinds): PublishedAddress[] {
  const { release, baseUrl, index, log } = service;
  if (release === null) return [];
  const names = collectionNames.filter((name) => name === 'phages' || release.gene_files);
  const asked = names.flatMap((collection) =>
    finds.singles(collection).map(({ key, bytes }): PublishedAddress => {
      return {
        // A name that needs escapes also shows how they are read.
        clause: encodeURIComponent(key) === key ? 'D1' : 'A3',
        address: recordLink(baseUrl, collection, key) + index,
        file: recordFile(collection, key),
        expected: 'the bytes of the record in its list',
        isRight: (found) => found.equals(bytes),
      };
    }),
  );
  const total = names.reduce((sum, name) => sum + release.collections[name].count, 0);
  if (total > 0) log.remark('D1', `${formatCount(asked.length)} of ${formatCount(total)} asked`);
  return asked;
}

/** Asks for them all; each has a log of its own, so that the report does not depend on which answer came first. */
export async function checkAddresses(
  service: Service,
  asked: readonly PublishedAddress[],
  connections: number,
  advance: () => void,
): Promise<void> {
  const logs = asked.map(() => service.freshLog());
  try {
    await mapTasks(asked, connections, async (one, at) => {
      await checkPublished(service, one, logs[at] ?? service.freshLog());
      advance();
    });
  } finally {
    for (const { tallies } of logs) service.log.merge(tallies);
  }
}
