/** Walks a derived list at an address like the other lists: envelope, links, order, bytes (V1). */
import { isObject } from '../../contract/jsonObject.ts';
import { derivedLists } from '../../collections/collections.ts';
import { type DerivedName, sortFields } from '../../contract/collectionName.ts';
import { neutralNames, publicName } from '../../contract/fieldNames.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import { attempt } from '../../failure.ts';
import { endOfValue } from '../../json/valueEnd.ts';
import { checkEnvelope } from '../pages/envelope.ts';
import { pagesAhead } from './pagesAhead.ts';
import { isPublished } from './published.ts';
import { scanPage } from '../pages/scanPage.ts';
import { createWalkEnd, type ReadPage, type Report } from './walkEnd.ts';
import { type AnsweredPage, askPage } from './walkList.ts';
import { checkAnswers, type ListWalk } from './walkState.ts';

type Walk = Pick<ListWalk, 'service' | 'schemas' | 'progress' | 'ahead' | 'onPage'>;

export interface DerivedWalk extends Walk {
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
