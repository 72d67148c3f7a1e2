/** Turns what ajv says of a record into breaches that a person can act on (S2, S5). */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Breach } from '../findings/finding.ts';
import { childPointer } from '../json/pointer.ts';
import { showString, showToken } from '../json/showToken.ts';
import { nearestName } from '../text/nearestName.ts';

import { isRecord } from './canonicalJson.ts';

/**
 * At most one breach for each pointer, in ajv's order. `keyField` is the field that orders the
 * collection: null there is never allowed, since there is nothing to sort by. `tokenAt` gives the
 * source text of the value at a pointer.
 */
export function schemaBreaches(
  errors: readonly ErrorObject[],
  keyField: string,
  tokenAt: (pointer: string) => string,
): Breach[] {
  const breaches = new Map<string, Breach>();
  for (const error of withoutNullBranches(errors)) {
    const breach = toBreach(error, keyField, tokenAt);
    if (!breaches.has(breach.pointer)) breaches.set(breach.pointer, breach);
  }
  return [...breaches.values()];
}

/** Of "an object or null", the branch that was not meant says nothing useful. */
function withoutNullBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf');
  return errors.filter((error) => {
    if (choices.includes(error)) {
      return !errors.some(
        (other) => other !== error && !isNullBranch(other) && isAtOrBelow(other, error),
      );
    }
    return !(
      isNullBranch(error) && choices.some((choice) => choice.instancePath === error.instancePath)
    );
  });
}

function isNullBranch(error: ErrorObject): boolean {
  return error.keyword === 'type' && error.params['type'] === 'null';
}

function isAtOrBelow(error: ErrorObject, choice: ErrorObject): boolean {
  return `${error.instancePath}/`.startsWith(`${choice.instancePath}/`);
}

function toBreach(
  error: ErrorObject,
  keyField: string,
  tokenAt: (pointer: string) => string,
): Breach {
  const pointer = error.instancePath;
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = isRecord(error.parentSchema?.['properties'])
      ? Object.keys(error.parentSchema['properties'])
      : [];
    const absent = known.filter(
      (field) => !isRecord(error.data) || !Object.hasOwn(error.data, field),
    );
    const nearest = nearestName(name, absent) ?? nearestName(name, known);
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
  if (error.data === null && pointer !== '' && pointer !== childPointer('', keyField)) {
    return {
      rule: 'null-value',
      pointer,
      expected,
      found: 'null',
      hint: 'If nothing is known here, --allow null-value publishes null.',
    };
  }
  // A number as it was written: parsing may have changed the digits that are wrong.
  const found = typeof error.data === 'number' ? showToken(tokenAt(pointer)) : describe(error.data);
  return { rule: 'schema', pointer, expected, found };
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

/** What stands where something else was expected. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isRecord(value)) return 'an object';
  if (value === '') return 'an empty string';
  return typeof value === 'string' ? `the string ${showString(value)}` : JSON.stringify(value);
}
