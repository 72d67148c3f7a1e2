/** Notes records that lie in the middle of a buffer; each ends a page, or the page before, at `end`. */
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { collections } from '../../../src/collections/collections.ts';
import type { PageNotes } from '../../../src/pages/pageNotes.ts';

export function noted(
  collection: CollectionName,
  records: readonly (readonly [record: object, page: number, end: number])[],
): PageNotes {
  const noter = collections[collection].createNoter();
  for (const [record, page, end] of records) {
    const json = JSON.stringify(record);
    const bytes = Buffer.from(`key${json}","PhageID":{"PhageID":"next`);
    const length = Buffer.byteLength(json);
    noter.note(bytes, 3, 3 + length, { page, start: end - length, end });
  }
  return noter.finish();
}
