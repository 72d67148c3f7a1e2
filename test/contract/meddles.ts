/** Ways in which a service answers wrongly, for tests of what verify tells of it. */
import { gzipSync } from 'node:zlib';
import type { ListName } from '../../src/contract/collectionName.ts';
import { parseRelease, type Release, renderRelease } from '../../src/contract/release.ts';
import type { Answer, Asked, Meddle } from './answeringServer.ts';

export const isApi = ({ target }: Asked) => target.startsWith('/api');

export type Change = (answer: Answer) => ReturnType<Meddle>;

/** `GET /api/`, or the method or the address alone; an address that ends in `*` is that of all that begin so. */
export function asksFor(wanted: string, { method, target }: Asked): boolean {
  const [, of, at = ''] = /^([A-Z]*) ?(.*)$/.exec(wanted) ?? [];
  if (of !== '' && of !== method) return false;
  return at.endsWith('*') ? target.startsWith(at.slice(0, -1)) : at === '' || at === target;
}

/** Changes the answers to these requests, where they have the status, if one is named. */
export const to =
  (wanted: string, change: Change, status?: number): Meddle =>
  (answer, asked) =>
    asksFor(wanted, asked) && (status ?? answer.status) === answer.status ? change(answer) : answer;

/** Changes all answers of a status. */
export const of =
  (status: number, change: Change): Meddle =>
  (answer) =>
    answer.status === status ? change(answer) : answer;

/** Undefined takes a header away. */
export const header =
  (changes: Answer['headers']) =>
  (answer: Answer): Answer => {
    const headers = Object.entries({ ...answer.headers, ...changes });
    return {
      ...answer,
      headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)),
    };
  };
export const body =
  (text: string | Buffer) =>
  (answer: Answer): Answer => ({ ...answer, body: Buffer.from(text) });
export const status =
  (is: number) =>
  (answer: Answer): Answer => ({ ...answer, status: is });
/** A string with `$1` is a swap; all others are meant as they stand. Where nothing changes, the test fails by itself. */
export const change =
  (from: string | RegExp, into: string) =>
  (answer: Answer): Answer => {
    const text = answer.body.toString();
    return body(into.includes('$1') ? text.replace(from, into) : text.replace(from, () => into))(
      answer,
    );
  };

export const json =
  (is: number, text: string): (() => Answer) =>
  () => ({
    status: is,
    headers: {
      'content-type': 'application/json',
      'cache-control': is === 200 ? 'public, max-age=300' : 'no-store',
      allow: 'GET, HEAD, OPTIONS',
      vary: 'Accept',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      ...(is === 200 ? { etag: `"${text.length}"` } : {}),
    },
    body: Buffer.from(text),
  });
export const noSuchPage = json(404, '{"detail":"Invalid page."}');
export const notFound = json(404, '{"detail":"Not found."}');
export const notAllowed = json(405, '{"detail":"Method not allowed."}');
export const html =
  (text: string): Change =>
  (answer) =>
    body(text)(header({ 'content-type': 'text/html' })(answer));

/** A host that compresses what these requests get. */
export const packed =
  (text: (answer: Answer) => string | Buffer, more: Answer['headers'] = {}): Meddle =>
  (answer, { headers }) =>
    headers['accept-encoding'] === 'gzip' && answer.status === 200
      ? body(gzipSync(text(answer)))(header({ 'content-encoding': 'gzip', ...more })(answer))
      : answer;
export const varied = { vary: 'Accept, Accept-Encoding' };

/** What release.json says, perhaps without one of its lists, in the form in which a build says it. */
export const says = (members: Readonly<Record<string, unknown>>, without?: ListName): Meddle =>
  to('/release.json', (answer) => {
    const release: Release = { ...JSON.parse(answer.body.toString()), ...members };
    if (without !== undefined)
      delete (release.collections as Partial<Release['collections']>)[without];
    // Members stand in one order.
    const known = parseRelease(JSON.stringify(release));
    const isOdd = known === null || 'more' in release;
    return body(isOdd ? JSON.stringify(release, null, 2) : renderRelease(known))(answer);
  });

/** Several changes of one service. */
export const all =
  (...meddles: Meddle[]): Meddle =>
  (answer, asked) =>
    meddles.reduce<ReturnType<Meddle>>(
      (changed, meddle) => (typeof changed === 'string' ? changed : meddle(changed, asked)),
      answer,
    );

/** By the clauses that fail, in any order, what is wrong. */
export type Sabotages = Readonly<Record<string, Readonly<Record<string, Meddle>>>>;

/** Each of what breaks clauses, as a row of a table of tests. */
export const rowsOf = <Sabotage>(
  table: Readonly<Record<string, Readonly<Record<string, Sabotage>>>>,
) =>
  Object.entries(table).flatMap(([clauses, sabotages]) =>
    Object.entries(sabotages).map(([what, sabotage]) => [what, clauses, sabotage] as const),
  );

export const sorted = (clauses: readonly string[]) => clauses.toSorted().join(' ');
