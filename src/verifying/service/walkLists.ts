/** Walks all lists of a service concurrently, in full or as a sample. */
import {
  collectionsAmong,
  derivedNames,
  type ListName,
  listNames,
  type PerList,
  requiredNames,
} from '../../contract/collectionName.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { Progress } from '../../progress.ts';
import { formatCount } from '../../text/quantities.ts';
import { largestBodyBytes } from '../../http/httpClient.ts';
import type { FetchedRelease } from './fetchRelease.ts';
import { longestAnswer } from './published.ts';
import { samplePages } from './samplePages.ts';
import { createSchemaChecks } from '../pages/schemaChecks.ts';
import type { Service } from './service.ts';
import type { SiteFinds } from './siteFinds.ts';
import type { AddressOptions } from './addressOptions.ts';
import { walkDerived } from './walkDerived.ts';
import { counting, walkList } from './walkList.ts';
import type { WalkedList } from './walkState.ts';

/** Concurrent, since each walk waits for one response at a time. */
export async function walkLists(
  options: AddressOptions,
  met: FetchedRelease,
  finds: SiteFinds,
  progress: Progress,
): Promise<WalkedList[]> {
  const { allowed, sample, seed } = options;
  const { service, lastPages } = met;
  const schemas = createSchemaChecks();
  const pickIn = (list: ListName) =>
    sample === null ? null : (pages: number) => samplePages(pages, sample, `${seed} ${list}`);
  const picked = (list: ListName) =>
    lastPages === null || lastPages[list] === 0 ? null : (pickIn(list)?.(lastPages[list]) ?? null);
  const pagesOf = (list: ListName) => picked(list)?.length ?? lastPages?.[list] ?? 0;
  const walked = lastPages === null ? requiredNames : collectionsAmong(lastPages);
  const total = listNames.reduce((sum, list) => sum + pagesOf(list), 0);
  progress.stage('Reading', total, 'pages');
  if (sample !== null) service.log.remark('count', sampleRemark(lastPages, pagesOf));
  const walkOf = (list: ListName) => ({
    service,
    schemas,
    progress,
    ahead: ahead(service, list, options),
    onPage: (number: number, bytes: Buffer) => finds.onPage(list, number, bytes),
  });
  const walks = await Promise.allSettled([
    ...walked.map((collection) =>
      walkList({
        ...walkOf(collection),
        collection,
        allowed,
        lastPage: lastPages?.[collection] ?? null,
        pick: pickIn(collection),
        onRecord: (number, record) => finds.onRecord(collection, number, record),
      }),
    ),
    ...derivedNames.map((list) => {
      const lastPage = lastPages?.[list] ?? 0;
      const pages = picked(list) ?? counting(lastPage);
      return walkDerived({ ...walkOf(list), list, lastPage, pages });
    }),
  ]);
  const failed = walks.find((walk) => walk.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return walks.flatMap((walk) =>
    walk.status === 'fulfilled' && walk.value !== undefined ? [walk.value] : [],
  );
}

function sampleRemark(
  lastPages: PerList<number> | null,
  pagesOf: (list: ListName) => number,
): string {
  if (lastPages === null) return 'only a sample was read';
  const read = listNames
    .filter((list) => lastPages[list] > 0)
    .map((list) => `${formatCount(pagesOf(list))} of ${formatCount(lastPages[list])} of ${list}`);
  return `only a sample of pages was read: ${read.join(', ')}`;
}

/** The number of pages to prefetch: fewer if they are large, since all are held in memory. */
function ahead(service: Service, list: ListName, { connections }: AddressOptions): number {
  const largest = longestAnswer(service, pageFile(list, 1));
  return Math.max(1, Math.min(connections, Math.floor(largestBodyBytes / largest)));
}
