/** Knows when a walk from page to page must end, whatever the service says: it may name a next page for ever. */
import { hash } from 'node:crypto';
import { showString } from '../../json/showToken.ts';
import type { Clause } from '../report/clauses.ts';
import { pageIdentity } from '../pages/pageIdentity.ts';

export interface ReadPage {
  readonly address: string;
  readonly bytes: Buffer;
  readonly records: number;
  /** As its envelope names it. */
  readonly next: string | null;
}

export interface WalkEnd {
  /**
   * Where `next` of the page that was just read leads, as an address below the base URL; null at the end, or
   * where following it would never end. `firstCount` is how many records there should be.
   */
  readonly nextOf: (page: ReadPage, firstCount: number | null) => string | null;
}

// So many pages may hold what others held: a service that is read while it grows repeats some.
const maxRepeats = 20;

/** `tell` reports why there is no end. */
export function createWalkEnd(
  baseUrl: string,
  tell: (clause: Clause, address: string, expected: string, found: string) => void,
): WalkEnd {
  const seen = new Set<string>();
  const contents = new Set<string>();
  let [records, repeats] = [0, 0];

  return {
    nextOf({ address, bytes, next, records: onPage }, firstCount) {
      seen.add(pageIdentity(address));
      records += onPage;
      // A page without records that names another is no end that could be reached; that has been told.
      if (next === null || onPage === 0) return null;
      const where = `${address}#/next`;
      if (firstCount !== null && records > 2 * firstCount + 1000) {
        tell('count', where, `an end after ${firstCount} records`, `a next page after ${records}`);
        return null;
      }
      const content = hash('sha256', bytes.subarray(bytes.indexOf('"results"') + 1));
      if (contents.has(content)) repeats++;
      contents.add(content);
      if (repeats > maxRepeats) {
        tell(
          'L2',
          where,
          'records that were not there yet',
          'those of earlier pages, over and over',
        );
        return null;
      }
      // A link to elsewhere has been reported; the page it means is asked for here.
      const known = next.startsWith(`${baseUrl}/`) ? next : here(next, baseUrl);
      if (known === null || !seen.has(pageIdentity(known))) return known;
      tell('L2', where, 'a page that was not there yet', `${showString(next)}: a loop`);
      return null;
    },
  };
}

/** A link to the API of another base URL, as an address below this one; null when it is no such link. */
function here(link: string, baseUrl: string): string | null {
  const below = /^https?:\/\/[^?#]*?(\/api\/[^#]*)/i.exec(link)?.[1];
  return below === undefined ? null : baseUrl + below;
}
