/** Reads and checks a list of a service page by page: along `next` links, or by number if the pages are known. */
import type { ListName } from '../../contract/collectionName.ts';
import { listLink, pageLink } from '../../contract/links.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { Envelope } from '../pages/envelope.ts';
import { pagesAhead } from './pagesAhead.ts';
import { askAnswers } from './published.ts';
import type { Service } from './service.ts';
import { createWalkState, type ListWalk, type WalkedList, type WalkState } from './walkState.ts';

/** The address of a page at a service. */
export function addressOfPage(service: Service, list: ListName, page: number): string {
  const style = service.release?.links ?? 'query';
  if (page === 1) return listLink(service.baseUrl, list) + service.index;
  return pageLink(service.baseUrl, list, page, style);
}

export async function walkList(walk: ListWalk): Promise<WalkedList> {
  const state = createWalkState(walk);
  const { lastPage, pick, service } = walk;
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null || pick !== null;
  if (lastPage === null || !isKnown) await followLinks(walk, state, lastPage ?? Infinity);
  else await readByNumber(walk, state, lastPage);
  return state.finish();
}

/**
 * Requests pages by number, several at once. The links of each page are checked exactly, so that a walk along them
 * would give the same.
 */
async function readByNumber(walk: ListWalk, state: WalkState, pages: number): Promise<void> {
  const { service, collection, ahead, pick } = walk;
  const numbers = pick === null ? counting(pages) : pick(pages);
  const fetch = async (number: number) => {
    const address = addressOfPage(service, collection, number);
    return {
      number,
      address,
      answers: await askAnswers(service, address, pageFile(collection, number)),
    };
  };
  let before = 0;
  for await (const { number, address, answers } of pagesAhead(numbers, ahead, fetch)) {
    if (number !== before + 1) state.skip();
    before = number;
    state.take(number, address, answers);
  }
}

/** Follows `next` from page to page to null, as in SPEC.md; also for services with an unknown number of pages. */
async function followLinks(walk: ListWalk, state: WalkState, pages: number): Promise<void> {
  const { service, collection, pick } = walk;
  const first = addressOfPage(service, collection, 1);
  let address: string | null = first;
  for (let number = 1; address !== null && number <= pages; number++) {
    const answers = await askAnswers(service, address, pageFile(collection, number));
    const envelope: Envelope | null = state.take(number, address, answers);
    if (envelope === null) return;
    if (pick !== null) return readPicked(walk, state, envelope);
    address = state.nextOf(envelope, address);
  }
}

/** Reads a sample of a list whose first page has been read. */
async function readPicked(walk: ListWalk, state: WalkState, first: Envelope): Promise<void> {
  const { service, collection, pick } = walk;
  const pages = Math.ceil(first.count / Math.max(1, state.recordsOnFirstPage()));
  let before = 1;
  for (const number of pick?.(Math.max(1, pages)) ?? []) {
    if (number === 1) continue;
    if (number !== before + 1) state.skip();
    before = number;
    const address = addressOfPage(service, collection, number);
    state.take(number, address, await askAnswers(service, address, pageFile(collection, number)));
  }
}

export function* counting(end: number): Generator<number> {
  for (let number = 1; number <= end; number++) yield number;
}
