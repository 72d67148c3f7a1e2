/** Each record at an address of its own (D1), byte for byte as in the list. */
import type { CollectionName } from '../contract/collectionName.ts';
import { unsafeNameReason } from '../contract/recordName.ts';
import { recordFile } from '../contract/sitePaths.ts';
import type { PublishedRecord } from './cutPages.ts';
import type { SiteFile } from './siteFile.ts';

/**
 * Yields a file for each record, in order. A record that only `--allow path-name` let through has no
 * address (A3), and of records with one key the first has it.
 */
export function createRecordFiles(collection: CollectionName) {
  let previous: Buffer | null = null;
  return function* recordFiles(records: Iterable<PublishedRecord>): Generator<SiteFile> {
    for (const { key, json } of records) {
      const isRepeated = previous !== null && key.equals(previous);
      previous = key;
      const name = key.toString();
      if (isRepeated || unsafeNameReason(name) !== null) continue;
      yield { path: recordFile(collection, name), bytes: json };
    }
  };
}
