/**
 * What ajv says of a record, in bounded memory: left to itself, it makes an error for each unknown field and
 * each wrong item, of which a record may hold millions.
 */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { maxToldOfRecord } from '../findings/finding.ts';
import { isRecord } from './canonicalJson.ts';
import type { RecordSchema, RecordShape } from './recordSchemas.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The errors of a record, whose source is `text`; none when it is valid. Of the unknown fields of an object the first
 * `maxToldOfRecord` are among them, of the items of an array as many that are null and as many others.
 */
export function schemaErrors(
  { validate, shape }: RecordSchema,
  record: Members,
  text: string,
): readonly ErrorObject[] {
  const errorsOf = (value: Members) => (validate(value) ? [] : (validate.errors ?? []));
  // Too short for more: each of them takes two characters.
  if (text.length <= 2 * maxToldOfRecord) return errorsOf(record);
  const excerpt = withFewUnknown(record, shape);
  const long = shape.flatMap(([key]) => {
    const items = excerpt[key];
    return Array.isArray(items) && items.length > maxToldOfRecord ? [{ key, items }] : [];
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

/** The record itself, or a copy that leaves out what is unknown beyond the first `maxToldOfRecord` in an object. */
function withFewUnknown(record: Members, shape: RecordShape): Members {
  let copy: Record<string, unknown> | null = null;
  for (const [key, inner] of shape) {
    const member = record[key];
    if (inner === null || !isRecord(member)) continue;
    const few = withFewUnknown(member, inner);
    if (few === member) continue;
    copy ??= { ...record };
    copy[key] = few;
  }
  const names = Object.keys(record);
  if (names.length <= shape.length + maxToldOfRecord) return copy ?? record;
  const known = new Set(shape.map(([key]) => key));
  const unknown = names.filter((name) => !known.has(name)).slice(0, maxToldOfRecord);
  const kept = [...known].filter((name) => Object.hasOwn(record, name)).concat(unknown);
  return Object.fromEntries(kept.map((name) => [name, (copy ?? record)[name]]));
}

/** The errors below the array of that name; `errorsOf` gives those of a record with only some of its items. */
function itemErrors(
  key: string,
  items: readonly unknown[],
  errorsOf: (some: readonly unknown[]) => readonly ErrorObject[],
): ErrorObject[] {
  const nulls: ErrorObject[] = [];
  const others: ErrorObject[] = [];
  const before = `/${key}/`;
  for (let start = 0; start < items.length; start += maxToldOfRecord) {
    for (const error of errorsOf(items.slice(start, start + maxToldOfRecord))) {
      if (!error.instancePath.startsWith(before)) continue;
      const [index, ...below] = error.instancePath.slice(before.length).split('/');
      const instancePath = before + [start + Number(index), ...below].join('/');
      // Nulls may be allowed, so that they must not hide what may not.
      const alike = error.data === null ? nulls : others;
      if (alike.length < maxToldOfRecord) alike.push({ ...error, instancePath });
    }
    if (others.length >= maxToldOfRecord) break;
  }
  return [...nulls, ...others];
}
