/** Keeps from a walk what later requests need: some pages, and some records with their keys and bytes. */
import { collections } from '../../collections/collections.ts';
import {
  type CollectionName,
  leastPages,
  type ListName,
  perCollection,
  type PerList,
  perList,
  recordFilesOf,
} from '../../contract/collectionName.ts';
import { unsafeNameReason } from '../../contract/recordName.ts';
import { listFile, pageFile, recordFile } from '../../contract/sitePaths.ts';
import type { KnownSite } from '../table/tableRow.ts';
import type { FoundRecord } from '../pages/listCheck.ts';

export type SiteFinds = ReturnType<typeof createSiteFinds>;

type Chosen = Pick<
  KnownSite,
  'aliases' | 'bulk' | 'caseInsensitiveNames' | 'pages' | 'pageSets' | 'views'
>;

interface SiteChoices extends Partial<Pick<KnownSite, 'otherLetters'>>, Chosen {
  readonly geneFiles: boolean;
  readonly isTaken: (file: string) => boolean;
}

const maxSingles = 20;
// Names without percent-encoding: the table has odd names of its own.
const plainName = /^[A-Za-z0-9_-]+$/;

export function createSiteFinds(lastPages: PerList<number> | null) {
  const bodies = new Map<string, Buffer>();
  const singles = perCollection((): { readonly key: string; readonly bytes: Buffer }[] => []);
  const plain = perCollection((): string[] => []);
  const last: Record<ListName, number> = {
    ...perList((list) => leastPages(list)),
  };

  return {
    onPage(list: ListName, number: number, bytes: Buffer): void {
      last[list] = Math.max(last[list], number);
      const isWanted = number <= 2 || number === (lastPages?.[list] ?? last[list]);
      if (!isWanted) return;
      // While the end of a list is unknown, only the last page so far is kept.
      if (lastPages === null && number > 3) bodies.delete(pageFile(list, number - 1));
      bodies.set(pageFile(list, number), bytes);
      if (number === 1) bodies.set(listFile(list), bytes);
    },
    onRecord(collection: CollectionName, number: number, record: FoundRecord): void {
      const { key, index, bytes, isRepeated } = record;
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
    /** The bytes of a file of the site, if the walk has read it. */
    bytesOf: (file: string) => bodies.get(file) ?? null,
    /** Records to compare with the response at their own address (D1). */
    singles: (collection: CollectionName) => singles[collection],
    /** A phage whose name needs no escapes. */
    plainPhage: () => plain.phages[0],
    site({ geneFiles, isTaken, ...known }: SiteChoices): KnownSite {
      const [phage] = plain.phages;
      const hasFiles = recordFilesOf(geneFiles);
      return {
        lastPages: lastPages ?? last,
        records: perCollection((name) => (hasFiles[name] ? plain[name] : [])),
        unknown: perCollection((name) => unknownName(name, isTaken)),
        otherLetters: phage === undefined ? null : inOtherLetters(phage, isTaken),
        ...known,
      };
    },
  };
}

/** Whether a page is in a small sample that is spread over all pages. */
function isOneOfFew(number: number, pages: number): boolean {
  const step = Math.ceil(pages / maxSingles);
  return number === pages || number % step === 1 % step;
}

function unknownName(collection: CollectionName, isTaken: (file: string) => boolean): string {
  let free = collections[collection].missingKey;
  const isThere = (one: string) => isTaken(recordFile(collection, one));
  while (isThere(free) || isThere(free.toLowerCase())) free += '9';
  return free;
}

function inOtherLetters(name: string, isTaken: (file: string) => boolean): string | null {
  const lower = name.toLowerCase();
  const other = lower === name ? name.toUpperCase() : lower;
  return other === name || isTaken(recordFile('phages', other)) ? null : other;
}
