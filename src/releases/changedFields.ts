/** Which fields of a record changed. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/collectionName.ts';

export interface ChangedField {
  /** With its parents, as columns of the tables are named: `PhageID.Cluster`. */
  readonly field: string;
  /** Undefined where there was no such field. */
  readonly was: unknown;
  readonly is: unknown;
}

/** The fields that differ between two records in JSON, in the order of the new one; in objects, the members that do. */
export function changedFields(before: string, after: string): ChangedField[] {
  return differing('', JSON.parse(before), JSON.parse(after));
}

function differing(field: string, was: unknown, is: unknown): ChangedField[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (!isObject(was) || !isObject(is)) return [{ field, was, is }];
  const names = new Set([...Object.keys(is), ...Object.keys(was)]);
  return [...names].flatMap((name) =>
    differing(field === '' ? name : `${field}.${name}`, was[name], is[name]),
  );
}
