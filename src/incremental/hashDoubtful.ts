/** Hashes the pieces whose stamps cannot tell whether they changed. */
import type { FileRange } from '../sources/hashRange.ts';
import type { Source } from '../sources/source.ts';
import { doubtfulPieces, type PlanOptions } from './planIntake.ts';
import type { SiteCache } from './siteCache.ts';

/** `hashAll` returns a hash for each range, in the same order. */
export async function hashDoubtful(
  sources: readonly Source[],
  { cached, trustedBeforeMs }: Pick<SiteCache, 'cached' | 'trustedBeforeMs'>,
  hashAll: (ranges: readonly FileRange[]) => Promise<readonly string[]>,
): Promise<PlanOptions['hashOf']> {
  const ranges = doubtfulPieces(sources, cached, trustedBeforeMs);
  const hashes = ranges.length === 0 ? [] : await hashAll(ranges);
  const known = new Map(ranges.map((range, index) => [nameOf(range), hashes[index] ?? '']));
  return (range) => known.get(nameOf(range)) ?? '';
}

function nameOf({ file, start, end }: FileRange): string {
  return `${start} ${end} ${file}`;
}
