/** Checks the envelope of a page: `count`, `next`, `previous`, and their form (L1, L2, A1). */
import { pageLinks } from '../../contract/links.ts';
import { showString, showToken } from '../../json/showToken.ts';
import { formatCounted } from '../../text/quantities.ts';
import { schemaBreaches } from '../../validation/schemaBreaches.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { CheckedList } from './checkedList.ts';
import type { ListName } from '../../contract/collectionName.ts';
import { pageIdentity } from './pageIdentity.ts';
import { difference } from './recordCheck.ts';
import type { ScannedPage } from './scanPage.ts';
import type { SchemaChecks } from './schemaChecks.ts';

export interface Envelope {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** Includes the list of phams, which shares nothing but the envelope with a collection. */
type EnvelopeOf = Omit<CheckedList, 'collection' | 'allowed' | 'fieldNames'> & {
  readonly collection: ListName;
};

export interface SentPage {
  readonly address: string;
  readonly number: number;
  readonly bytes: Buffer;
}

interface PageAtHand extends SentPage {
  readonly scanned: ScannedPage;
  readonly records: number;
}

/** Checks a scanned page; null if it is not an envelope. */
export function checkEnvelope(
  page: PageAtHand,
  list: EnvelopeOf,
  schemas: SchemaChecks,
  log: ClauseLog,
): Envelope | null {
  const { address, bytes, scanned } = page;
  const values = Object.fromEntries(
    scanned.members.map(([key, text]): [string, unknown] => [key, JSON.parse(text)]),
  );
  const envelope = asEnvelope(values);
  const hasFourKeys = scanned.members.length === 4 && scanned.hasResults;
  const isPlain =
    envelope !== null && hasFourKeys && [envelope.next, envelope.previous].every(isPlainLink);
  // The fast path does not apply, so the schema decides.
  if (!isPlain && reportBreaches(values, schemas, address, log) && envelope === null) return null;
  if (envelope === null || !scanned.hasResults) return null;

  log.checked('A1', 'L2', 'L3', 'S2', 'S3', 'count');
  const head = JSON.stringify({ ...envelope, results: [] }).slice(0, -2);
  const found = bytes.toString('utf8', 0, scanned.resultsStart + 1);
  if (found !== head) log.fail('L1', { address, ...difference(head, found) });
  else if (!scanned.isCompact) {
    const expected = 'nothing but a comma between records, and nothing behind the last `]}`';
    const end = showToken(bytes.toString('utf8', Math.max(0, bytes.length - 4)));
    log.fail('L1', { address, expected, found: `white space or more; the end is '${end}'` });
  }
  checkCount(envelope, page, list, log);
  checkLinks(envelope, page, list, log);
  return envelope;
}

function asEnvelope({ count, next, previous }: Record<string, unknown>): Envelope | null {
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0;
  return isCount && isLink(next) && isLink(previous) ? { count, next, previous } : null;
}

function isLink(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isPlainLink(link: string | null): boolean {
  return link === null || /^https?:\/\/[!-~]+$/.test(link);
}

/** Reports schema violations of an envelope; returns whether there were any. */
function reportBreaches(
  values: Readonly<Record<string, unknown>>,
  schemas: SchemaChecks,
  address: string,
  log: ClauseLog,
): boolean {
  const validate = schemas.envelope();
  if (validate(values)) return false;
  const breaches = schemaBreaches(validate.errors ?? [], 'config', JSON.stringify(values));
  for (const { pointer, expected, found } of breaches) {
    log.fail('S2', { address: `${address}#${pointer}`, expected, found });
  }
  return breaches.length > 0;
}

function checkCount({ count }: Envelope, page: PageAtHand, list: EnvelopeOf, log: ClauseLog): void {
  const { address, number, records } = page;
  if (list.count !== null && count !== list.count) {
    const [expected, found] = [String(list.count), String(count)];
    log.fail('count', { address: `${address}#/count`, expected, found });
  }
  if (list.pageSize === null || list.lastPage === null) return;
  const total = list.count ?? count;
  const due = Math.max(0, Math.min(list.pageSize, total - (number - 1) * list.pageSize));
  if (records !== due) {
    const expected = formatCounted(due, 'record');
    log.fail('count', { address, expected, found: formatCounted(records, 'record') });
  }
}

function checkLinks(envelope: Envelope, page: PageAtHand, list: EnvelopeOf, log: ClauseLog): void {
  const { address, number, records } = page;
  const { baseUrl, collection } = list;
  // If the last page is unknown, a page with a next one is not the last.
  const lastPage = list.lastPage ?? (envelope.next === null ? number : number + 1);
  const wanted = pageLinks(baseUrl, collection, number, lastPage, list.links);
  if (envelope.next !== null && list.lastPage === null && records === 0) {
    const expected = 'null behind a page without records';
    log.fail('L2', { address: `${address}#/next`, expected, found: showString(envelope.next) });
  }
  for (const key of ['next', 'previous'] as const) {
    const [link, due] = [envelope[key], wanted[key]];
    if (link === due) continue;
    const where = `${address}#/${key}`;
    if (link !== null && !link.startsWith(`${baseUrl}/`)) {
      log.fail('A1', { address: where, ...wrongBase(link, baseUrl) });
    } else if (list.isExact || link === null || due === null || !leadsTo(link, due)) {
      const [expected = '', found = ''] = [due, link].map((text) =>
        text === null ? 'null' : showString(text),
      );
      // Plain Django REST framework adds no format, and links to page 1 without a number: the same page all the same.
      const isOtherStyle =
        !list.isExact && link !== null && due !== null && pageIdentity(link) === pageIdentity(due);
      (isOtherStyle ? log.note : log.fail)('L2', { address: where, expected, found });
    }
  }
}

/** The finding for a link outside the base URL. */
function wrongBase(link: string, baseUrl: string) {
  return {
    expected: `an address that starts with ${baseUrl}/`,
    found: showString(link),
    hint: `Links must start with the address under which the site is reached: build it with --base-url ${baseUrl}.`,
  };
}

/** Whether two addresses mean the same page of the same list, with the same parameters in any order. */
function leadsTo(link: string, due: string): boolean {
  if (!URL.canParse(link)) return false;
  const [a, b] = [new URL(link), new URL(due)];
  a.searchParams.sort();
  b.searchParams.sort();
  return a.href === b.href;
}
