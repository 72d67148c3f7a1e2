/** The key of a record that breaks its schema; null if it is not a record, or has none. */
import { sortKeyOf } from '../collections/sortKey.ts';
import { type CollectionName, sortFields } from '../contract/collectionName.ts';
import { attempt } from '../failure.ts';
import { isNestedTooDeep } from '../json/nesting.ts';
import { isRecord } from './canonicalJson.ts';

export function keyOfRefused(raw: Buffer, collection: CollectionName): string | null {
  if (isNestedTooDeep(raw)) return null;
  const value = attempt((): unknown => JSON.parse(raw.toString()));
  return isRecord(value) ? sortKeyOf(value, sortFields[collection]) : null;
}
