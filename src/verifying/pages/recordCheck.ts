/** Checks one record of a page on the slow path: its JSON, schema and rules (L1, S2, S3). */
import { collections } from '../../collections/collections.ts';
import { type CollectionName, sortFields } from '../../contract/collectionName.ts';
import { publicPointer } from '../../contract/fieldNames.ts';
import type { Finding } from '../../findings/finding.ts';
import { type RuleName, rules } from '../../findings/rules.ts';
import { showString, showToken } from '../../json/showToken.ts';
import { endOfValue } from '../../json/valueEnd.ts';
import { keyOfRefused } from '../../validation/keyOfRefused.ts';
import type { ClauseLog, Departure } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { CheckedList } from './checkedList.ts';
import type { SchemaChecks } from './schemaChecks.ts';

interface CheckedRecord {
  readonly end: number;
  /** Null if the record has no usable key. */
  readonly key: string | null;
  /** Null if the record breaks its schema. */
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** Checks the record, under neutral names, at an offset of bytes; `address` is its own. */
export type RecordCheck = (bytes: Buffer, start: number, address: string) => CheckedRecord;

// The limit of a build (--max-record-bytes); more does not fit into a string either.
const maxRecordBytes = 256 * 1024 * 1024;

export function createRecordCheck(
  list: Pick<CheckedList, 'collection' | 'allowed' | 'isExact' | 'fieldNames'>,
  schemas: SchemaChecks,
  log: ClauseLog,
): RecordCheck {
  const { collection, allowed, fieldNames } = list;

  // Invalid JSON is a failure even where the layout of JSON is free.
  const fail: ClauseLog['fail'] = (clause, departure) =>
    log.fail(clause === 'L1' && !list.isExact ? 'S2' : clause, departure);
  const formless = { ...log, fail };

  return (bytes, start, address) => {
    const end = endOfValue(bytes, start);
    const raw = bytes.subarray(start, end);
    if (raw.length > maxRecordBytes) {
      const expected = `at most ${maxRecordBytes} bytes`;
      log.fail('S2', { address, expected, found: `${raw.length}` });
      return { end, key: null, value: null };
    }
    // A pseudo file name, with which findings are reported as for a document instead of a line.
    const valid = schemas
      .record(collection)
      .validate({ bytes: raw, file: 'page.json', line: 1 }, (finding) =>
        reportRule(
          `${address}${publicPointer(finding.pointer, fieldNames)}`,
          finding,
          allowed,
          formless,
        ),
      );
    if (valid === null) return { end, key: keyOfRefused(raw, collection), value: null };
    const text = raw.toString();
    if (valid.json !== text) log.fail('L1', { address, ...difference(valid.json, text) });
    return { end, key: valid.key, value: valid.value };
  };
}

/** Reports a record whose key equals that of the record before it. */
export function reportRepeatedKey(
  collection: CollectionName,
  address: string,
  key: string,
  allowed: ReadonlySet<RuleName>,
  log: ClauseLog,
): void {
  const rule = collections[collection].uniqueRule;
  if (rule === null) return;
  const expected = `a ${sortFields[collection][0]} that no other record has`;
  reportRule(address, { expected, found: `${showString(key)} again`, rule }, allowed, log);
}

/** Reports a breach of a rule under its clause; an allowed breach or a warning is only noted. */
export function reportRule(
  address: string,
  { rule, expected, found }: Pick<Finding, 'rule' | 'expected' | 'found'>,
  allowed: ReadonlySet<RuleName>,
  log: ClauseLog,
): void {
  const { severity, allowable } = rules[rule];
  const departure: Departure = { address, expected, found: `${found} [${rule}]` };
  const clause = clauseOf(rule);
  if (severity === 'warning' || allowed.has(rule)) log.note(clause, departure);
  else if (!allowable) log.fail(clause, departure);
  else {
    const hint = `If it was published on purpose, say --allow ${rule}.`;
    log.fail(clause, { ...departure, hint });
  }
}

function clauseOf(rule: RuleName): Clause {
  switch (rule) {
    case 'unicode':
    case 'json-syntax':
    case 'json-repeated-key':
    case 'json-number':
      return 'L1';
    case 'schema':
    case 'null-value':
    case 'record-size':
      return 'S2';
    case 'path-name':
    case 'name-case':
      return 'A3';
    default:
      return 'S3';
  }
}

const shownAround = 12;

/** The first difference between a text and its canonical form. */
export function difference(wanted: string, text: string): { expected: string; found: string } {
  let at = 0;
  while (at < text.length && text[at] === wanted[at]) at++;
  const from = Math.max(0, at - shownAround);
  const show = (whole: string) => {
    const part = whole.slice(from, at + 2 * shownAround);
    return at >= whole.length && part === '' ? 'the end' : `'${showToken(part)}'`;
  };
  return { expected: `${show(wanted)} (canonical form)`, found: show(text) };
}
