/** Keeps from a walk what later requests need: some pages, and some records with their keys and bytes. */
import { collections } from '../../collections/collections.ts';
import {
  type CollectionName,
  type ListName,
  perCollection,
  type PerList,
} from '../../contract/collectionName.ts';
import { unsafeNameReason } from '../../contract/recordName.ts';
import { listFile, pageFile, recordFile } from '../../contract/sitePaths.ts';
import type { KnownSite } from '../table/tableRow.ts';
import type { FoundRecord } from '../pages/listCheck.ts';

export interface SiteFinds {
  readonly onPage: (list: ListName, number: number, bytes: Buffer) => void;
  readonly onRecord: (collection: CollectionName, number: number, record: FoundRecord) => void;
  /** The bytes of a file of the site, if the walk has read it. */
  readonly bytesOf: (file: string) => Buffer | null;
  /** Records to compare with the response at their own address (D1). */
  readonly singles: (collection: CollectionName) => readonly { key: string; bytes: Buffer }[];
  readonly site: (options: {
    geneFiles: boolean;
    caseInsensitiveNames: boolean;
    isTaken: (file: string) => boolean;
    views: KnownSite['views'];
    bulk: KnownSite['bulk'];
  }) => KnownSite;
}

const maxSingles = 20;
// Names without percent-encoding: the table has odd names of its own.
const plainName = /^[A-Za-z0-9_-]+$/;

export function createSiteFinds(lastPages: PerList<number> | null): SiteFinds {
  const bodies = new Map<string, Buffer>();
  const singles = perCollection((): Single[] => []);
  const plain = perCollection((): string[] => []);
  const last: Record<ListName, number> = { ...perCollection(() => 1), phams: 0 };

  return {
    onPage(list, number, bytes) {
      last[list] = Math.max(last[list], number);
      const isWanted = number <= 2 || number === (lastPages?.[list] ?? last[list]);
      if (!isWanted) return;
      // While the end of a list is unknown, only the last page so far is kept.
      if (lastPages === null && number > 3) bodies.delete(pageFile(list, number - 1));
      bodies.set(pageFile(list, number), bytes);
      if (number === 1) bodies.set(listFile(list), bytes);
    },
    onRecord(collection, number, { key, index, bytes, isRepeated }) {
      if (isRepeated || unsafeNameReason(key) !== null) return;
      const names = plain[collection];
      const isFirstPlain = names.length < 2 && plainName.test(key);
      const isSpread =
        index === 0 && lastPages !== null && isOneOfFew(number, lastPages[collection]);
      if (isFirstPlain) names.push(key);
      if (!isFirstPlain && !isSpread) return;
      const copy = Buffer.from(bytes);
      bodies.set(recordFile(collection, key), copy);
      singles[collection].push({ key, bytes: copy });
    },
    bytesOf: (file) => bodies.get(file) ?? null,
    singles: (collection) => singles[collection],
    site({ geneFiles, caseInsensitiveNames, isTaken, views, bulk }) {
      const phage = plain.phages[0] ?? null;
      const [first, second = first] = plain.genes;
      return {
        lastPages: lastPages ?? last,
        phage,
        genes: geneFiles && first !== undefined && second !== undefined ? [first, second] : null,
        unknown: perCollection((name) => unknownName(name, isTaken)),
        caseInsensitiveNames,
        otherLetters: phage === null ? null : inOtherLetters(phage, isTaken),
        views,
        bulk,
      };
    },
  };
}

interface Single {
  readonly key: string;
  readonly bytes: Buffer;
}

/** Whether a page is in a small sample that is spread over all pages. */
function isOneOfFew(number: number, pages: number): boolean {
  const step = Math.ceil(pages / maxSingles);
  return number === pages || number % step === 1 % step;
}

function unknownName(collection: CollectionName, isTaken: (file: string) => boolean): string {
  let free = collections[collection].strangersKey;
  const isThere = (one: string) => isTaken(recordFile(collection, one));
  while (isThere(free) || isThere(free.toLowerCase())) free += '9';
  return free;
}

function inOtherLetters(name: string, isTaken: (file: string) => boolean): string | null {
  const lower = name.toLowerCase();
  const other = lower === name ? name.toUpperCase() : lower;
  return other === name || isTaken(recordFile('phages', other)) ? null : other;
}
