/** Walks a list of a service page by page, following `next`, and checks that the pages are consistent. */
import { isObject, type JsonObject } from '../../contract/jsonObject.ts';
import { largestBodyBytes } from '../../http/httpClient.ts';
import { type Asking, ServiceFault } from './askService.ts';
import { readJson } from './readJson.ts';
import { nextTarget } from './serviceAddress.ts';

export interface ListedRecord {
  readonly record: JsonObject;
  /** The address of the page that it is on. */
  readonly at: string;
}

interface ListPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly JsonObject[];
}

/**
 * Yields the records of the list at `path`, such as `genes/`; returns whether the list exists. Throws a ServiceFault.
 * `onOtherHost` is called for pages whose `next` names another host; `neutral` renames fields to their neutral names.
 * Inconsistent pages are dropped, to be fetched anew.
 */
export async function* walkList(
  asking: Asking,
  path: string,
  onOtherHost: (at: string) => void,
  neutral: (record: JsonObject) => JsonObject = (record) => record,
): AsyncGenerator<ListedRecord, boolean> {
  const { address } = asking;
  const list = `${address.apiPath}${path}`;
  const asked = new Set<string>();
  // The first record of each page: a repeated page starts the same.
  const begun = new Set<string>();
  let target: string | null = list;
  let count: number | null = null;
  let found = 0;
  while (target !== null) {
    const at: string = `${address.origin}${target}`;
    const unfit = (expected: string, what: string) => {
      asking.forget(list);
      return new ServiceFault(at, expected, what);
    };
    asked.add(target);
    let page: ListPage | null = null;
    const answer = await asking.ask(target, {
      maxBytes: largestBodyBytes,
      check: ({ status, body }) => {
        page = status === 200 ? readPage(body, at) : null;
      },
    });
    if (answer.status === 404 && asked.size === 1) return false;
    // Assigned in a callback, which the compiler cannot track.
    const read = page as ListPage | null;
    if (read === null) throw unfit('a page', `status ${answer.status}`);
    count ??= read.count;
    if (read.count !== count) {
      throw unfit(`the count ${count}, as on the first page`, String(read.count));
    }
    const first = JSON.stringify(read.results[0]);
    if (read.results.length > 0 && begun.has(first))
      throw unfit('records that no other page has', 'those of an earlier page');
    begun.add(first);
    found += read.results.length;
    if (found > count) throw unfit(`${count} records in all, as count says`, `at least ${found}`);
    for (const record of read.results) yield { record: neutral(record), at };
    if (read.next === null) break;
    target = nextTarget(address, list, read.next);
    if (target === null)
      throw unfit(`next to be a page of ${address.origin}${list}`, shown(read.next));
    if (asked.has(target)) throw unfit('next to be a page not seen yet', shown(read.next));
    if (read.results.length === 0) throw unfit('records, as there is a next page', 'none');
    if (new URL(read.next, at).host !== new URL(at).host) onOtherHost(at);
  }
  if (found !== count) {
    asking.forget(list);
    throw new ServiceFault(
      `${address.origin}${list}`,
      `${count} records in all, as count says`,
      String(found),
    );
  }
  return true;
}

function readPage(body: Buffer, at: string): ListPage {
  const { count, next, results } = readJson(body, at);
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw new ServiceFault(at, 'a page with its count', 'none');
  if (typeof next !== 'string' && next !== null)
    throw new ServiceFault(at, 'a page with next', 'none');
  if (!Array.isArray(results) || !results.every(isObject))
    throw new ServiceFault(at, 'a page with its results, which are objects', 'none');
  return { count, next, results };
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
