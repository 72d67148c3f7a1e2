/** The key of a record that breaks its schema; null if it is not a record, or has none. */
import { isObject } from '../contract/jsonObject.ts';
import { sortKeyOf } from '../collections/sortKey.ts';
import { type CollectionName, sortFields } from '../contract/collectionName.ts';
import { attempt } from '../failure.ts';
import { isNestedTooDeep } from '../json/nesting.ts';

export function keyOfRefused(raw: Buffer, collection: CollectionName): string | null {
  if (isNestedTooDeep(raw)) return null;
  const value = attempt((): unknown => JSON.parse(raw.toString()));
  return isObject(value) ? sortKeyOf(value, sortFields[collection]) : null;
}
