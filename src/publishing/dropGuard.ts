/** Refuses to publish a collection that has shrunk by more than the limit. */
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { readOwn } from '../base/files.ts';
import {
  type CollectionName,
  collectionNames,
  isNamed,
  sortFields,
} from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import { neutralNames, publicName } from '../contract/siteOptions.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { printable } from '../text/json.ts';
import { compareText } from '../text/order.ts';
import { formatCount } from '../text/words.ts';
import { shortPath } from './fileList.ts';

const shownKeys = 5;

/** Throws a Failure that names what is missing. The staged site is in `stagedDir`. */
export function assertNoDrop(
  live: Release,
  staged: Release,
  options: { readonly maxDrop: number; readonly out: string },
  stagedDir: string,
): void {
  for (const collection of collectionNames) {
    const before = live.collections[collection]?.count ?? 0;
    const after = staged.collections[collection]?.count ?? 0;
    if (before - after <= (before * options.maxDrop) / 100) continue;
    const missing = missingKeys(
      keysOf(options.out, collection, live),
      keysOf(stagedDir, collection, staged),
    );
    const share = Math.ceil(((before - after) * 100) / before);
    throw new Failure(
      'data',
      `The ${collection} would shrink from ${formatCount(before)} to ${formatCount(after)}, by ${share} %, ` +
        `more than --max-drop ${options.maxDrop}% allows.${describeMissing(collection, missing)}`,
      {
        hint: `${shortPath(options.out)} was not touched. If this is meant, build once with --max-drop ${share}%.`,
      },
    );
  }
}

/** Empty if all removed records had names that others still have. */
function describeMissing(collection: CollectionName, keys: Iterable<string>): string {
  const shown: string[] = [];
  let more = 0;
  let last = '';
  for (const key of keys) {
    // Records without names of their own share that of their phage.
    if (key === last) continue;
    last = key;
    if (shown.length < shownKeys) shown.push(printable(key));
    else more++;
  }
  if (shown.length === 0) return '';
  const rest = more === 0 ? '' : ` and ${formatCount(more)} more`;
  return `${isNamed(collection) ? ' Missing:' : ' None are left of'} ${shown.join(', ')}${rest}.`;
}

/** Keys of the first that the second lacks; both are sorted. */
function* missingKeys(before: Iterator<string>, after: Iterator<string>): Generator<string> {
  let kept = after.next();
  for (let old = before.next(); old.done !== true; old = before.next()) {
    while (kept.done !== true && compareText(kept.value, old.value) < 0) kept = after.next();
    if (kept.done === true || kept.value !== old.value) yield old.value;
  }
}

/** Every key of a collection in order, page by page; an unreadable page is skipped. */
function* keysOf(siteDir: string, collection: CollectionName, release: Release): Generator<string> {
  for (let page = 1; page <= (release.collections[collection]?.pages ?? 0); page++) {
    for (const record of readPage(path.join(siteDir, pageFile(collection, page)))) {
      const key =
        record[publicName(release.field_names ?? neutralNames, sortFields[collection][0])];
      if (typeof key === 'string') yield key;
    }
  }
}

function readPage(file: string): Record<string, unknown>[] {
  const page = attempt((): { results: Record<string, unknown>[] } =>
    JSON.parse(readOwn(file).toString()),
  );
  return page?.results ?? [];
}
