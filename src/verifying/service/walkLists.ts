/** Walks all lists of a service concurrently, in full or as a sample. */
import { attempt } from '../../base/failure.ts';
import { largestBodyBytes } from '../../base/httpClient.ts';
import type { Progress } from '../../base/progress.ts';
import {
  collectionsAmong,
  type DerivedName,
  derivedNames,
  isObject,
  type ListName,
  listNames,
  type PerList,
  requiredNames,
  sortFields,
} from '../../contract/collectionName.ts';
import { neutralNames, publicName } from '../../contract/siteOptions.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import { derivedLists } from '../../records/collections.ts';
import { endOfValue } from '../../text/json.ts';
import { formatCount } from '../../text/words.ts';
import { checkEnvelope, createSchemaChecks, scanPage } from '../envelope.ts';
import { samplePages } from './filesToAsk.ts';
import { isPublished, longestAnswer } from './published.ts';
import type { AddressOptions, FetchedRelease, Service, SiteFinds } from './service.ts';
import {
  type AnsweredPage,
  askPage,
  checkAnswers,
  counting,
  createWalkEnd,
  type ListWalk,
  pagesAhead,
  type ReadPage,
  type Report,
  type WalkedList,
  walkList,
} from './walkList.ts';

/** Walks a derived list at an address like the other lists: envelope, links, order, bytes (V1). */
type Walk = Pick<ListWalk, 'service' | 'schemas' | 'progress' | 'ahead' | 'onPage'>;

interface DerivedWalk extends Walk {
  readonly list: DerivedName;
  readonly lastPage: number;
  /** The pages to read. */
  readonly pages: Iterable<number>;
}

/** Does nothing if the list is not published. */
export async function walkDerived(walk: DerivedWalk): Promise<void> {
  const { service, lastPage, progress, list: name } = walk;
  const { expected: record, maxRecordBytes, fields, idOf } = derivedLists[name];
  const names = service.release?.field_names ?? neutralNames;
  const { log } = service;
  const said = service.release?.collections[name];
  if (lastPage === 0) return;
  const list = {
    collection: name,
    baseUrl: service.baseUrl,
    links: service.release?.links ?? 'query',
    count: said?.count ?? null,
    pageSize: said?.page_size ?? null,
    lastPage,
    isExact: true,
  } as const;
  let before = -1;
  const report: Report = (clause, address, expected, found) =>
    log.fail(clause, { address, expected, found });
  const end = createWalkEnd(service.baseUrl, report);
  const fetch = (number: number) => askPage(service, name, number);
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null;
  for await (const got of pagesAhead(walk.pages, isKnown ? walk.ahead : 1, fetch)) {
    const page = checkAnswered(got);
    if (!isKnown && (page === null || end.nextOf(page, said?.count ?? null) === null)) break;
  }

  function checkAnswered(answered: AnsweredPage): ReadPage | null {
    const { number, address } = answered;
    progress.advance(1);
    log.checked('V1');
    const reply = checkAnswers(service, answered, log, report);
    if (reply === null) return null;
    const file = pageFile(name, number);
    if (isPublished(service, file, reply.body) === false) {
      const expected = `the bytes of ${file} in release ${service.release?.release.slice(0, 12)}`;
      report('V1', address, expected, 'other bytes');
    } else {
      walk.onPage(number, reply.body);
    }
    return checkPage(address, number, reply.body);
  }

  function checkPage(address: string, number: number, bytes: Buffer): ReadPage | null {
    let records = 0;
    const scanned = scanPage(bytes, (start) => {
      const endOfRecord = endOfValue(bytes, start);
      const id = idIn(bytes.subarray(start, endOfRecord));
      const where = `${address}#/results/${records}`;
      if (id === null) {
        report('V1', where, record, 'something else');
      } else if (id <= before) {
        report('L3', where, `a ${sortFields[name][0]} behind ${before}`, String(id));
      }
      if (id !== null) before = id;
      records++;
      return endOfRecord;
    });
    if ('offset' in scanned) {
      report('L1', address, `${scanned.expected} at byte ${scanned.offset}`, 'something else');
      return null;
    }
    const page = { address, number, bytes, scanned, records };
    const envelope = checkEnvelope(page, list, walk.schemas, log);
    return envelope === null ? null : { address, bytes, records, next: envelope.next };
  }

  function idIn(bytes: Buffer): number | null {
    if (bytes.length > maxRecordBytes) return null;
    const value = attempt((): unknown => JSON.parse(bytes.toString()));
    if (!isObject(value)) return null;
    const published = fields.map((field) => [field, value[publicName(names, field)]] as const);
    return idOf(Object.fromEntries(published));
  }
}

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
