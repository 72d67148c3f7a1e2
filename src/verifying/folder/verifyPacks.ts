/** A worker's task: reads packs of a site's folder. What they hold is compared later, file by file. */
import { entriesIn, type IndexRange, looseEntry, type PackedEntry } from '../packs.ts';
import { openSite, type SiteRef } from './fileCheck.ts';

export interface GroupRange {
  readonly group: string;
  readonly range: IndexRange;
}

export function verifyPacks({
  ranges,
  ...site
}: SiteRef & { readonly ranges: readonly GroupRange[] }) {
  const { log, files } = openSite(site);
  const entries = ranges.flatMap(({ group, range }): readonly PackedEntry[] => {
    const { file: address, holds } = range;
    const expected = `files of ${group}, as its index has them`;
    const fail = (found: string) => {
      log.fail('files', address, expected, found);
      return [];
    };
    if (holds === 'itself') {
      const published = files.claimHashed(address);
      if (published === null) return fail('no such file');
      const isRightSize = published.bytes === range.size;
      return isRightSize ? [looseEntry(group, range, published)] : fail(`${published.bytes} bytes`);
    }
    const pack = files.claim(address);
    if (pack === null) return fail('no such file');
    const found = entriesIn(group, range, pack);
    return typeof found === 'string' ? fail(found) : found;
  });
  return { tallies: log.tallies, entries };
}

/** The ranges of names on pages, by group, from which records are cut out of pages. */
export type PageRanges = Readonly<Record<string, readonly IndexRange[]>>;
