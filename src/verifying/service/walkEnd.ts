/** Ends a walk along `next` links that would never end by itself: loops, repeated pages, too many records. */
import { hash } from 'node:crypto';
import { showString } from '../../json/showToken.ts';
import type { Clause } from '../report/clauses.ts';
import { pageIdentity } from '../pages/pageIdentity.ts';

export interface ReadPage {
  readonly address: string;
  readonly bytes: Buffer;
  readonly records: number;
  /** As in its envelope. */
  readonly next: string | null;
}

export type Report = (clause: Clause, address: string, expected: string, found: string) => void;

// The number of repeated pages that is tolerated: a service that grows while it is read repeats some.
const maxRepeats = 20;

/** `report` says why the walk was ended. */
export function createWalkEnd(baseUrl: string, report: Report) {
  const seen = new Set<string>();
  const contents = new Set<string>();
  let [records, repeats] = [0, 0];

  return {
    /**
     * The target of `next` on the last page read, as an address below the base URL; null at the end, or if the walk
     * would never end. `firstCount` is the expected number of records.
     */
    nextOf(page: ReadPage, firstCount: number | null): string | null {
      const { address, bytes, next, records: onPage } = page;
      seen.add(pageIdentity(address));
      records += onPage;
      // An empty page with a next one; that has been reported.
      if (next === null || onPage === 0) return null;
      const where = `${address}#/next`;
      if (firstCount !== null && records > 2 * firstCount + 1000) {
        const expected = `an end after ${firstCount} records`;
        report('count', where, expected, `a next page after ${records}`);
        return null;
      }
      const content = hash('sha256', bytes.subarray(bytes.indexOf('"results"') + 1));
      if (contents.has(content)) repeats++;
      contents.add(content);
      if (repeats > maxRepeats) {
        const expected = 'records that were not there yet';
        report('L2', where, expected, 'those of earlier pages, over and over');
        return null;
      }
      // A link outside the base URL has been reported; the same page is requested below it.
      const known = next.startsWith(`${baseUrl}/`) ? next : here(next, baseUrl);
      if (known === null || !seen.has(pageIdentity(known))) return known;
      report('L2', where, 'a page that was not there yet', `${showString(next)}: a loop`);
      return null;
    },
  };
}

/** Moves a link to the API of another base URL below this one; null for any other link. */
function here(link: string, baseUrl: string): string | null {
  const below = /^https?:\/\/[^?#]*?(\/api\/[^#]*)/i.exec(link)?.[1];
  return below === undefined ? null : baseUrl + below;
}
