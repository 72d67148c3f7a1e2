/** Checks the bytes of a page: its envelope and its records (L1, L2, A1). */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { type CollectionName, type ListName, sortFields } from '../contract/collectionName.ts';
import { type LinkStyle, pageLinks } from '../contract/links.ts';
import { type FieldNames, publicPointer } from '../contract/siteOptions.ts';
import { collections } from '../records/collections.ts';
import { schemaBreaches } from '../records/schemaBreaches.ts';
import { compileEnvelopeSchema, createRecordSchemas } from '../records/schemas.ts';
import {
  createRecordValidator,
  keyOfRefused,
  type RecordValidator,
} from '../records/validateRecord.ts';
import { isNestedTooDeep } from '../text/examineJson.ts';
import type { Finding, RecordPlace } from '../text/findings.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfValue,
  isSpace,
  openBrace,
  openBracket,
  quote,
  showString,
  showToken,
} from '../text/json.ts';
import { type RuleName, rules } from '../text/rules.ts';
import { formatCounted } from '../text/words.ts';
import type { Clause, ClauseLog, Report } from './clauses.ts';

export interface CheckedList {
  readonly collection: CollectionName;
  readonly baseUrl: string;
  readonly links: LinkStyle;
  /** The expected number of records; null if unknown. */
  readonly count: number | null;
  readonly fieldNames: FieldNames;
  readonly pageSize: number | null;
  readonly lastPage: number | null;
  readonly allowed: ReadonlySet<RuleName>;
  /** Whether the exact bytes are promised (L1, L2), and not only the values. */
  readonly isExact: boolean;
}

/** Equal for all addresses of the same page. */
export function pageIdentity(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('format');
  if (!url.searchParams.has('page')) url.searchParams.set('page', '1');
  url.searchParams.sort();
  return url.href;
}

/** The JSON schema validators of a verification, compiled on first use and cached. */
export type SchemaChecks = ReturnType<typeof createSchemaChecks>;

// The nesting limit of a build (--max-nesting).
const maxNesting = 1000;

export function createSchemaChecks() {
  const schemaOf = createRecordSchemas();
  const records = new Map<CollectionName, RecordValidator>();
  let envelope: ValidateFunction | null = null;
  return {
    record(collection: CollectionName): RecordValidator {
      const validator =
        records.get(collection) ?? createRecordValidator(schemaOf(collection), { maxNesting });
      records.set(collection, validator);
      return validator;
    },
    envelope(): ValidateFunction {
      envelope ??= compileEnvelopeSchema();
      return envelope;
    },
  };
}

interface CheckedRecord {
  readonly end: number;
  /** Null if the record has no usable key. */
  readonly key: string | null;
  /** Null if the record breaks its schema. */
  readonly value: Readonly<Record<string, unknown>> | null;
}

/**
 * Checks one record of a page on the slow path: its JSON, schema and rules (L1, S2, S3). It is at an offset of bytes, under
 * neutral names; `address` is its own.
 */
type RecordCheck = (bytes: Buffer, start: number, address: string) => CheckedRecord;

// The limit of a build (--max-record-bytes); more does not fit into a string either.
const maxRecordBytes = 256 * 1024 * 1024;

export function createRecordCheck(
  list: Pick<CheckedList, 'collection' | 'allowed' | 'isExact' | 'fieldNames'>,
  schemas: SchemaChecks,
  log: ClauseLog,
): RecordCheck {
  const { collection, allowed, fieldNames } = list;

  // Invalid JSON is a failure even where the layout of JSON is free.
  const fail: Report = (clause, ...parts) =>
    log.fail(clause === 'L1' && !list.isExact ? 'S2' : clause, ...parts);
  const formless = { ...log, fail };

  return (bytes, start, address) => {
    const end = endOfValue(bytes, start);
    const raw = bytes.subarray(start, end);
    if (raw.length > maxRecordBytes) {
      log.fail('S2', address, `at most ${maxRecordBytes} bytes`, `${raw.length}`);
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
    if (valid.json !== text) log.fail('L1', address, ...difference(valid.json, text));
    return { end, key: valid.key, value: valid.value };
  };
}

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
  const isNoted = severity === 'warning' || allowed.has(rule);
  const hint = `If it was published on purpose, say --allow ${rule}.`;
  const parts = [address, expected, `${found} [${rule}]`] as const;
  if (isNoted) log.note(clauseOf(rule), ...parts);
  else log.fail(clauseOf(rule), ...parts, allowable ? hint : undefined);
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
export function difference(wanted: string, text: string): [expected: string, found: string] {
  let at = 0;
  while (at < text.length && text[at] === wanted[at]) at++;
  const from = Math.max(0, at - shownAround);
  const show = (whole: string) => {
    const part = whole.slice(from, at + 2 * shownAround);
    return at >= whole.length && part === '' ? 'the end' : `'${showToken(part)}'`;
  };
  return [`${show(wanted)} (canonical form)`, show(text)];
}

/** Scans a page's bytes for the members of its envelope and the extent of its records, in any JSON layout. */
interface ScannedPage {
  /** Keys in the order of the page, with the JSON text of their values; of `results` only the key. */
  readonly members: readonly (readonly [key: string, text: string])[];
  readonly hasResults: boolean;
  /** The offset of the array's bracket; -1 without one. */
  readonly resultsStart: number;
  /** Whether records are separated by a single comma, and followed by `]}` only. */
  readonly isCompact: boolean;
}

interface BrokenPage {
  readonly offset: number;
  readonly expected: string;
}

class Broken {
  readonly page: BrokenPage;
  constructor(offset: number, expected: string) {
    this.page = { offset, expected };
  }
}

/** Scans a page; `takeRecord` gets the start of each record and returns its end. Invalid UTF-8 is decoded as U+FFFD. */
export function scanPage(
  bytes: Buffer,
  takeRecord: (start: number) => number,
): ScannedPage | BrokenPage {
  try {
    return scanMembers(bytes, takeRecord);
  } catch (error) {
    if (error instanceof Broken) return error.page;
    throw error;
  }
}

function scanMembers(bytes: Buffer, takeRecord: (start: number) => number): ScannedPage {
  const members: [string, string][] = [];
  let [hasResults, resultsStart, isCompact] = [false, -1, true];
  let at = expectByte(bytes, skipSpace(bytes, 0), openBrace, "'{'");
  at = skipSpace(bytes, at);
  while (bytes[at] !== closeBrace) {
    if (members.length > 0) at = skipSpace(bytes, expectByte(bytes, at, comma, "',' or '}'"));
    if (bytes[at] !== quote) throw new Broken(at, 'a key in double quotes');
    const keyEnd = endOfValue(bytes, at);
    const key = String(parseSpan(bytes, at, keyEnd));
    if (members.some(([known]) => known === key)) {
      throw new Broken(at, `each key once, and ${showString(key)} is there already`);
    }
    at = skipSpace(bytes, expectByte(bytes, skipSpace(bytes, keyEnd), colon, "':'"));
    if (key === 'results' && bytes[at] === openBracket) {
      members.push([key, '[]']);
      [hasResults, resultsStart] = [true, at];
      at = scanRecords(at);
      isCompact &&= bytes[at] === closeBrace && at + 1 === bytes.length;
    } else {
      const end = endOfValue(bytes, at);
      parseSpan(bytes, at, end);
      members.push([key, bytes.toString('utf8', at, end)]);
      at = end;
    }
    at = skipSpace(bytes, at);
  }
  at = skipSpace(bytes, at + 1);
  if (at < bytes.length) throw new Broken(at, 'the end of the page');
  return { members, hasResults, resultsStart, isCompact };

  function scanRecords(start: number): number {
    let next = start + 1;
    if (bytes[skipSpace(bytes, next)] === closeBracket) {
      const end = skipSpace(bytes, next);
      isCompact &&= end === next;
      return end + 1;
    }
    for (;;) {
      const from = skipSpace(bytes, next);
      const end = takeRecord(from);
      if (end <= from) throw new Broken(from, 'a record');
      const behind = skipSpace(bytes, end);
      isCompact &&= from === next && behind === end;
      next = behind + 1;
      if (bytes[behind] === closeBracket) return next;
      if (bytes[behind] !== comma) throw new Broken(behind, "',' or ']'");
    }
  }
}

function parseSpan(bytes: Buffer, start: number, end: number): unknown {
  if (isNestedTooDeep(bytes.subarray(start, end))) throw new Broken(start, 'a value of less depth');
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    throw new Broken(start, 'a JSON value');
  }
}

function expectByte(bytes: Buffer, at: number, byte: number, expected: string): number {
  if (bytes[at] !== byte) throw new Broken(at, expected);
  return at + 1;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

export interface Envelope {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** Includes the list of phams, which shares nothing but the envelope with a collection. */
type EnvelopeOf = Omit<CheckedList, 'collection' | 'allowed' | 'fieldNames'> & {
  readonly collection: ListName;
};

export interface SentPage {
  readonly address: string;
  readonly number: number;
  readonly bytes: Buffer;
}

interface PageAtHand extends SentPage {
  readonly scanned: ScannedPage;
  readonly records: number;
}

/** Checks a scanned page; null if it is not an envelope. */
export function checkEnvelope(
  page: PageAtHand,
  list: EnvelopeOf,
  schemas: SchemaChecks,
  log: ClauseLog,
): Envelope | null {
  const { address, bytes, scanned } = page;
  const values = Object.fromEntries(
    scanned.members.map(([key, text]): [string, unknown] => [key, JSON.parse(text)]),
  );
  const envelope = asEnvelope(values);
  const hasFourKeys = scanned.members.length === 4 && scanned.hasResults;
  const isPlain =
    envelope !== null && hasFourKeys && [envelope.next, envelope.previous].every(isPlainLink);
  // The fast path does not apply, so the schema decides.
  if (!isPlain && reportBreaches(values, schemas, address, log) && envelope === null) return null;
  if (envelope === null || !scanned.hasResults) return null;

  log.checked('A1', 'L2', 'L3', 'S2', 'S3', 'count');
  const head = JSON.stringify({ ...envelope, results: [] }).slice(0, -2);
  const found = bytes.toString('utf8', 0, scanned.resultsStart + 1);
  if (found !== head) log.fail('L1', address, ...difference(head, found));
  else if (!scanned.isCompact) {
    const expected = 'nothing but a comma between records, and nothing behind the last `]}`';
    const end = showToken(bytes.toString('utf8', Math.max(0, bytes.length - 4)));
    log.fail('L1', address, expected, `white space or more; the end is '${end}'`);
  }
  checkCount(envelope, page, list, log);
  checkLinks(envelope, page, list, log);
  return envelope;
}

function asEnvelope({ count, next, previous }: Record<string, unknown>): Envelope | null {
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0;
  return isCount && isLink(next) && isLink(previous) ? { count, next, previous } : null;
}

function isLink(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isPlainLink(link: string | null): boolean {
  return link === null || /^https?:\/\/[!-~]+$/.test(link);
}

function reportBreaches(
  values: Readonly<Record<string, unknown>>,
  schemas: SchemaChecks,
  address: string,
  log: ClauseLog,
): boolean {
  const validate = schemas.envelope();
  if (validate(values)) return false;
  const breaches = schemaBreaches(validate.errors ?? [], 'config', JSON.stringify(values));
  for (const { pointer, expected, found } of breaches) {
    log.fail('S2', `${address}#${pointer}`, expected, found);
  }
  return breaches.length > 0;
}

function checkCount({ count }: Envelope, page: PageAtHand, list: EnvelopeOf, log: ClauseLog): void {
  const { address, number, records } = page;
  if (list.count !== null && count !== list.count) {
    log.fail('count', `${address}#/count`, String(list.count), String(count));
  }
  if (list.pageSize === null || list.lastPage === null) return;
  const total = list.count ?? count;
  const due = Math.max(0, Math.min(list.pageSize, total - (number - 1) * list.pageSize));
  if (records !== due) {
    log.fail('count', address, formatCounted(due, 'record'), formatCounted(records, 'record'));
  }
}

function checkLinks(envelope: Envelope, page: PageAtHand, list: EnvelopeOf, log: ClauseLog): void {
  const { address, number, records } = page;
  const { baseUrl, collection } = list;
  // If the last page is unknown, a page with a next one is not the last.
  const lastPage = list.lastPage ?? (envelope.next === null ? number : number + 1);
  const wanted = pageLinks(baseUrl, collection, number, lastPage, list.links);
  if (envelope.next !== null && list.lastPage === null && records === 0) {
    const expected = 'null behind a page without records';
    log.fail('L2', `${address}#/next`, expected, showString(envelope.next));
  }
  for (const key of ['next', 'previous'] as const) {
    const [link, due] = [envelope[key], wanted[key]];
    if (link === due) continue;
    const where = `${address}#/${key}`;
    if (link !== null && !link.startsWith(`${baseUrl}/`)) {
      const hint = `Links must start with the address under which the site is reached: build it with --base-url ${baseUrl}.`;
      log.fail('A1', where, `an address that starts with ${baseUrl}/`, showString(link), hint);
    } else if (list.isExact || link === null || due === null || !leadsTo(link, due)) {
      const [expected = '', found = ''] = [due, link].map((text) =>
        text === null ? 'null' : showString(text),
      );
      // Plain Django REST framework adds no format, and links to page 1 without a number: the same page all the same.
      const isOtherStyle =
        !list.isExact && link !== null && due !== null && pageIdentity(link) === pageIdentity(due);
      (isOtherStyle ? log.note : log.fail)('L2', where, expected, found);
    }
  }
}

/** Whether two addresses mean the same page of the same list, with the same parameters in any order. */
function leadsTo(link: string, due: string): boolean {
  if (!URL.canParse(link)) return false;
  const [a, b] = [new URL(link), new URL(due)];
  a.searchParams.sort();
  b.searchParams.sort();
  return a.href === b.href;
}

// More records than a page can have; multiplied by a page number, still a safe integer.
const recordsPerPage = 2 ** 24;

/** The place of a record on a page, as the "line" of the facts noted of it. */
export function lineOf(page: number, index: number): number {
  return page * recordsPerPage + Math.min(index, recordsPerPage - 1);
}

export function placeOf({ line }: RecordPlace): { readonly page: number; readonly index: number } {
  return { page: Math.floor(line / recordsPerPage), index: line % recordsPerPage };
}
