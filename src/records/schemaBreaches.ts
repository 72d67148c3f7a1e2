/** Turns ajv's errors about a record into breaches that say what to do (S2, S5). */
import type { ErrorObject } from 'ajv/dist/2020.js';
import {
  type CollectionName,
  collectionNames,
  isObject,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import { phagesdbNames, publicName } from '../contract/siteOptions.ts';
import { type Breach, maxReportedOfRecord, tokensAt } from '../text/findings.ts';
import { childPointer, showString, showToken } from '../text/json.ts';
import { nearestName } from '../text/words.ts';
import type { RecordSchema, RecordShape } from './schemas.ts';

/** At most one breach per pointer, in ajv's order. `text` is the source text. */
export function schemaBreaches(
  errors: readonly ErrorObject[],
  of: CollectionName | 'config',
  text: string,
): Breach[] {
  const misplaced = of === 'config' ? null : notOfThisKind(errors, of);
  if (misplaced !== null) return [misplaced];
  // A null key is never allowed: there would be nothing to sort by.
  const mayAllowNull = (pointer: string) =>
    of !== 'config' && pointer !== '' && !sortFields[of].includes(pointer.slice(1));
  const numbers = errors.filter(({ data }) => typeof data === 'number');
  const tokens = tokensAt(
    text,
    numbers.map(({ instancePath }) => instancePath),
  );
  const breaches = new Map<string, Breach>();
  for (const error of withoutChoices(errors)) {
    const breach = toBreach(error, mayAllowNull, tokens);
    if (!breaches.has(breach.pointer)) breaches.set(breach.pointer, breach);
  }
  return [...breaches.values()];
}

const shownFields = 3;

/** One breach instead of dozens for an object that lacks most of the fields: it is another kind of object. */
function notOfThisKind(errors: readonly ErrorObject[], collection: CollectionName): Breach | null {
  const missing = errors.filter(
    ({ keyword, instancePath }) => keyword === 'required' && instancePath === '',
  );
  const [first] = missing;
  const required: unknown = first?.schema;
  if (!isObject(first?.data) || !Array.isArray(required)) return null;
  if (missing.length <= required.length / 2) return null;
  const names = missing
    .slice(0, shownFields)
    .map(({ params }) => String(params['missingProperty']));
  const more = missing.length - names.length;
  const { data } = first;
  const other = collectionNames.find(
    (name) => name !== collection && sortFields[name].every((field) => Object.hasOwn(data, field)),
  );
  const hint =
    other !== undefined
      ? `Records with ${sortFields[other].join(', ')} belong below ${other}/.`
      : Object.hasOwn(data, 'results')
        ? 'A page envelope holds count, next, previous and results, and nothing else.'
        : undefined;
  return {
    rule: 'schema',
    pointer: '',
    expected: `a ${recordNouns[collection]} record`,
    found: `an object without ${names.join(', ')}${more > 0 ? ` and ${more} more of its fields` : ''}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Reduces the errors of an "object or null" choice to one: the error inside the object, or that it is none. */
function withoutChoices(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf');
  return errors.filter((error) => {
    // An error inside the object says more than "an object or null", which says more than "not an object".
    if (choices.includes(error)) return !errors.some((other) => isBelow(other, error));
    return !(
      error.keyword === 'type' &&
      choices.some((choice) => choice.instancePath === error.instancePath)
    );
  });
}

/** Whether an error is about the inside of the choice's object. */
function isBelow(error: ErrorObject, choice: ErrorObject): boolean {
  const isInside = error.instancePath.startsWith(`${choice.instancePath}/`);
  const isMember = error.keyword === 'required' || error.keyword === 'additionalProperties';
  return isInside || (isMember && error.instancePath === choice.instancePath);
}

function toBreach(
  error: ErrorObject,
  mayAllowNull: (pointer: string) => boolean,
  tokens: ReadonlyMap<string, string>,
): Breach {
  const pointer = error.instancePath;
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = isObject(error.parentSchema?.['properties'])
      ? Object.keys(error.parentSchema['properties'])
      : [];
    const absent = known.filter(
      (field) => !isObject(error.data) || !Object.hasOwn(error.data, field),
    );
    const ofPhagesdb = absent.find(
      (field) => publicName(phagesdbNames, field) === name && field !== name,
    );
    const nearest = ofPhagesdb ?? nearestName(name, absent) ?? nearestName(name, known);
    return {
      rule: 'schema',
      pointer: childPointer(pointer, name),
      expected: 'only known fields',
      found: `the unknown field ${showString(name)}`,
      ...(nearest === undefined ? {} : { hint: `Did you mean ${showString(nearest)}?` }),
    };
  }
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty']);
    const expected = `the field ${showString(name)}`;
    return { rule: 'schema', pointer: childPointer(pointer, name), expected, found: 'none' };
  }
  const expected = expectationOf(error);
  if (error.data === null && mayAllowNull(pointer)) {
    return {
      rule: 'null-value',
      pointer,
      expected,
      found: 'null',
      hint: 'If nothing is known here, --allow null-value publishes null.',
    };
  }
  // The number as written: parsing may have changed the wrong digits.
  const found =
    typeof error.data === 'number' ? showToken(tokens.get(pointer) ?? '') : describe(error.data);
  const values: unknown = error.params['allowedValues'];
  const nearest =
    typeof error.data === 'string' && Array.isArray(values)
      ? nearestName(
          error.data,
          values.flatMap((value: unknown) => (typeof value === 'string' ? value : [])),
        )
      : undefined;
  const hint = nearest === undefined ? {} : { hint: `Did you mean ${showString(nearest)}?` };
  return { rule: 'schema', pointer, expected, found, ...hint };
}

function expectationOf(error: ErrorObject): string {
  const words: unknown = error.parentSchema?.['x-expected'];
  if (typeof words === 'string') return words;
  if (error.keyword === 'type') {
    const types: unknown = error.params['type'];
    const names = Array.isArray(types) ? types.map(String) : [String(types)];
    return names.map((name) => typeWords[name] ?? name).join(' or ');
  }
  return error.message ?? error.keyword;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

/** Describes a value of an unexpected type. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isObject(value)) return 'an object';
  if (value === '') return 'an empty string';
  return typeof value === 'string' ? `the string ${showString(value)}` : JSON.stringify(value);
}

type Members = Readonly<Record<string, unknown>>;

/**
 * The errors of a record with the source `text`, in bounded memory: by itself, ajv creates an error for each unknown
 * field and each wrong item, of which a record may hold millions. None when it is valid. At most `maxReportedOfRecord`
 * errors are for the unknown fields of an object; for the items of an array, as many for nulls and as many for others.
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

/** The errors in one array, found in some items at a time; `errorsOf` validates a record that has only those items. */
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
