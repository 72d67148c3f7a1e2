/** The published form of a record: compact, keys in the order of the schema, safe to embed in scripts (L1). */
import { isObject } from '../contract/jsonObject.ts';
import { escapeLineSeparators } from '../text/lineSeparators.ts';
import type { RecordShape } from './recordShape.ts';

/**
 * Writes a record, whose keys `inOrder` has sorted, as JSON text. Numbers get their shortest form: `1.0` becomes
 * `1`. Members named in `texts` are written as the text given there.
 */
export function canonicalJson(
  ordered: Readonly<Record<string, unknown>>,
  texts?: ReadonlyMap<string, string>,
): string {
  const json =
    texts === undefined || texts.size === 0
      ? JSON.stringify(ordered)
      : `{${Object.entries(ordered)
          .map(
            ([key, value]) => `${JSON.stringify(key)}:${texts.get(key) ?? JSON.stringify(value)}`,
          )
          .join(',')}}`;
  return escapeLineSeparators(json);
}

/** A valid record with the keys of its objects in schema order; free-form objects keep their order. */
export function inOrder(
  record: Readonly<Record<string, unknown>>,
  shape: RecordShape,
): Readonly<Record<string, unknown>> {
  const ordered: Record<string, unknown> = {};
  for (const [key, inner] of shape) {
    const member = record[key];
    ordered[key] = inner !== null && isObject(member) ? inOrder(member, inner) : member;
  }
  return ordered;
}
