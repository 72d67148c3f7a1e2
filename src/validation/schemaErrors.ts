/**
 * Runs ajv in bounded memory: by itself, it creates an error for each unknown field and each wrong item, of which a
 * record may hold millions.
 */
import { isObject } from '../contract/jsonObject.ts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { maxReportedOfRecord } from '../findings/finding.ts';
import type { RecordSchema } from './recordSchemas.ts';
import type { RecordShape } from './recordShape.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The errors of a record with the source `text`; none when it is valid. At most `maxReportedOfRecord` errors are for
 * the unknown fields of an object; for the items of an array, as many for nulls and as many for others.
 */
export function schemaErrors(
  { validate, shape }: RecordSchema,
  record: Members,
  text: string,
): readonly ErrorObject[] {
  const errorsOf = (value: Members) => (validate(value) ? [] : (validate.errors ?? []));
  // Too short to exceed the bound: each field or item takes at least two characters.
  if (text.length <= 2 * maxReportedOfRecord) return errorsOf(record);
  const excerpt = withFewUnknown(record, shape);
  const long = shape.flatMap(([key]) => {
    const items = excerpt[key];
    return Array.isArray(items) && items.length > maxReportedOfRecord ? [{ key, items }] : [];
  });
  if (long.length === 0) return errorsOf(excerpt);

  const rest = { ...excerpt };
  for (const { key, items } of long) rest[key] = items.slice(0, 1);
  const isOfItems = ({ instancePath }: ErrorObject) =>
    long.some(({ key }) => instancePath.startsWith(`/${key}/`));
  const errors = errorsOf(rest).filter((error) => !isOfItems(error));
  for (const { key, items } of long) {
    errors.push(...itemErrors(key, items, (some) => errorsOf({ ...rest, [key]: some })));
  }
  return errors;
}

/** The record, or a copy with at most `maxReportedOfRecord` unknown fields in each object. */
function withFewUnknown(record: Members, shape: RecordShape): Members {
  let copy: Record<string, unknown> | null = null;
  for (const [key, inner] of shape) {
    const member = record[key];
    if (inner === null || !isObject(member)) continue;
    const few = withFewUnknown(member, inner);
    if (few === member) continue;
    copy ??= { ...record };
    copy[key] = few;
  }
  const names = Object.keys(record);
  if (names.length <= shape.length + maxReportedOfRecord) return copy ?? record;
  const known = new Set(shape.map(([key]) => key));
  const unknown = names.filter((name) => !known.has(name)).slice(0, maxReportedOfRecord);
  const kept = [...known].filter((name) => Object.hasOwn(record, name)).concat(unknown);
  return Object.fromEntries(kept.map((name) => [name, (copy ?? record)[name]]));
}

/** The errors in one array, found in slices; `errorsOf` validates a record that has only those items. */
function itemErrors(
  key: string,
  items: readonly unknown[],
  errorsOf: (some: readonly unknown[]) => readonly ErrorObject[],
): ErrorObject[] {
  const nulls: ErrorObject[] = [];
  const others: ErrorObject[] = [];
  const before = `/${key}/`;
  for (let start = 0; start < items.length; start += maxReportedOfRecord) {
    for (const error of errorsOf(items.slice(start, start + maxReportedOfRecord))) {
      if (!error.instancePath.startsWith(before)) continue;
      const [index, ...below] = error.instancePath.slice(before.length).split('/');
      const instancePath = before + [start + Number(index), ...below].join('/');
      // Bounded separately: nulls may be allowed, and must not displace other errors.
      const alike = error.data === null ? nulls : others;
      if (alike.length < maxReportedOfRecord) alike.push({ ...error, instancePath });
    }
    if (others.length >= maxReportedOfRecord) break;
  }
  return [...nulls, ...others];
}
