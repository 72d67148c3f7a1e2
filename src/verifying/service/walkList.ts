/** Reads and checks a list of a service page by page: along `next` links, or by number if the pages are known. */
import type { ListName } from '../../contract/collectionName.ts';
import { listLink, pageLink } from '../../contract/links.ts';
import { pageFile } from '../../contract/sitePaths.ts';
import type { Envelope } from '../pages/envelope.ts';
import { pagesAhead } from './pagesAhead.ts';
import { type Answers, askAnswers } from './published.ts';
import type { Service } from './service.ts';
import { createWalkState, type ListWalk, type WalkedList, type WalkState } from './walkState.ts';

/** The address of a page at a service. */
export function addressOfPage(service: Service, list: ListName, page: number): string {
  const style = service.release?.links ?? 'query';
  if (page === 1) return listLink(service.baseUrl, list) + service.index;
  return pageLink(service.baseUrl, list, page, style);
}

export interface AnsweredPage {
  readonly number: number;
  readonly address: string;
  readonly answers: Answers;
}

export async function askPage(
  service: Service,
  list: ListName,
  number: number,
): Promise<AnsweredPage> {
  const address = addressOfPage(service, list, number);
  return { number, address, answers: await askAnswers(service, address, pageFile(list, number)) };
}

export async function walkList(walk: ListWalk): Promise<WalkedList> {
  const state = createWalkState(walk);
  const { lastPage, pick, service } = walk;
  // Without a manifest, the number of pages is not reliable, and the links decide.
  const isKnown = service.manifest !== null || pick !== null;
  if (lastPage === null || !isKnown) await followLinks(walk, state, lastPage ?? Infinity);
  else await readByNumber(walk, state, pick === null ? counting(lastPage) : pick(lastPage));
  return state.finish();
}

/**
 * Requests pages by number, several at once. The links of each page are checked exactly, so that a walk along them
 * would give the same.
 */
async function readByNumber(
  { service, collection, ahead }: ListWalk,
  state: WalkState,
  numbers: Iterable<number>,
  lastRead = 0,
): Promise<void> {
  const fetch = (number: number) => askPage(service, collection, number);
  let before = lastRead;
  for await (const { number, address, answers } of pagesAhead(numbers, ahead, fetch)) {
    if (number !== before + 1) state.skip();
    before = number;
    state.take(number, address, answers);
  }
}

/** Follows `next` from page to page to null, as the interface says; also for services with an unknown number of pages. */
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
  const pages = Math.ceil(first.count / Math.max(1, state.recordsOnFirstPage()));
  const picked = walk.pick?.(Math.max(1, pages)) ?? [];
  const others = picked.filter((number) => number !== 1);
  await readByNumber({ ...walk, ahead: 1 }, state, others, 1);
}

export function* counting(end: number): Generator<number> {
  for (let number = 1; number <= end; number++) yield number;
}
