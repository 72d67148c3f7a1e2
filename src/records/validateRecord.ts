/** Validates one raw record: encoding, JSON, schema and the rules within a record (S2, S3, S4). */
import { isUtf8 } from 'node:buffer';
import { attempt } from '../base/failure.ts';
import { type CollectionName, isObject, sortFields } from '../contract/collectionName.ts';
import { type GenomeOf, noGenomes } from '../sequences/genomeStore.ts';
import { type BadBytes, badBytesHint, examineBytes, iconvHint } from '../text/encoding.ts';
import { escapeLineSeparators } from '../text/escapes.ts';
import {
  endOfRecord,
  examineJson,
  isNestedTooDeep,
  type JsonProblem,
} from '../text/examineJson.ts';
import {
  type Breach,
  createLineCounter,
  type Finding,
  lineBreaksBefore,
  maxReportedOfRecord,
  offsetsOf,
  tokensAt,
} from '../text/findings.ts';
import { childPointer, shortPointer, showString } from '../text/json.ts';
import { compactJson } from '../text/plainJson.ts';
import type { RuleName } from '../text/rules.ts';
import { sortKeyOf } from './collection.ts';
import { collections } from './collections.ts';
import { describe, schemaBreaches, schemaErrors } from './schemaBreaches.ts';
import type { RecordSchema, RecordShape } from './schemas.ts';

/** Records that are not valid UTF-8: the first bad byte, and one finding for the whole file. */
interface BadTextWatch {
  readonly note: (record: Buffer, line: number) => void;
  /** Located at the first bad byte, with a hint that fits all of them; null if there is none. */
  readonly finding: (file: string) => Finding | null;
}

// A sample large enough to guess the encoding.
const maxExamined = 1000;

export function createBadTextWatch(): BadTextWatch {
  let first: Omit<Finding, 'file' | 'hint'> | null = null;
  let examined = 0;
  const seen: Omit<BadBytes, 'first'> = { hasUtf8: false, hasWindows: false, hasOther: false };
  return {
    note(record, line) {
      if (++examined > maxExamined) return;
      const bad = examineBytes(record);
      seen.hasUtf8 ||= bad.hasUtf8;
      seen.hasWindows ||= bad.hasWindows;
      seen.hasOther ||= bad.hasOther;
      if (first !== null) return;
      const [offset, { rule, pointer, expected, found }] = notUtf8(record);
      const breaks = lineBreaksBefore(record.toString('utf8'), offset);
      first = { rule, pointer, expected, found, line: line + breaks };
    },
    finding: (file) => (first === null ? null : { ...first, file, hint: badBytesHint(seen) }),
  };
}

/** What is wrong with a record that is not valid UTF-8, and its offset in the text. */
function notUtf8(bytes: Buffer): [offset: number, breach: Breach] {
  const bad = examineBytes(bytes);
  const before = bytes.toString('utf8', 0, bad.first);
  // A byte order mark, or the zero bytes of UTF-16.
  const isWide = [0xff, 0xfe].includes(bytes[bad.first] ?? 0) || bytes.includes(0);
  return [
    before.length,
    {
      rule: 'unicode',
      pointer: '',
      expected: 'UTF-8 text',
      found: `the byte 0x${(bytes[bad.first] ?? 0).toString(16)} behind ${showString(before.slice(-20))}`,
      hint: isWide ? iconvHint('UTF-16') : badBytesHint(bad),
    },
  ];
}

const noTexts: ReadonlyMap<string, string> = new Map();

/**
 * Writes a record, whose keys `inOrder` has sorted, as JSON text. Numbers get their shortest form: `1.0` becomes
 * `1`. Members named in `texts` are written as the text given there.
 */
function canonicalJson(ordered: Readonly<Record<string, unknown>>, texts = noTexts): string {
  const json =
    texts.size === 0
      ? JSON.stringify(ordered)
      : `{${Object.entries(ordered)
          .map(
            ([key, value]) => `${JSON.stringify(key)}:${texts.get(key) ?? JSON.stringify(value)}`,
          )
          .join(',')}}`;
  return escapeLineSeparators(json);
}

/** A valid record with the keys of its objects in schema order; free-form objects keep their order. */
function inOrder(
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

/** A record that may be published unless a reported finding forbids it. */
export interface ValidRecord {
  readonly key: string;
  /** Canonical form (L1). */
  readonly json: string;
  /** The parsed record, keys in published order. */
  readonly value: Readonly<Record<string, unknown>>;
}

interface RawPlacedRecord {
  readonly bytes: Buffer;
  readonly file: string;
  readonly line: number;
}

export interface RecordValidator {
  /** Reports every finding in the record; null when it can be neither sorted nor published. */
  validate(raw: RawPlacedRecord, report: (finding: Finding) => void): ValidRecord | null;
}

/**
 * The validator of a record; `maxNesting` bounds its nesting depth. Genes are compared with genomes, if there are any.
 */
export function createRecordValidator(
  schema: RecordSchema,
  options: { readonly maxNesting: number },
  genomeOf: GenomeOf = noGenomes,
): RecordValidator {
  const { collection } = schema;
  const { rules } = collections[collection];

  return {
    validate(raw, report) {
      const text = raw.bytes.toString('utf8');
      const placed: { readonly offset: number; readonly breach: Breach }[] = [];
      const record = check(raw, text, (offset, breach) => placed.push({ offset, breach }));
      if (placed.length === 0) return record;
      // In text order, so that lines are counted in one pass.
      placed.sort((a, b) => a.offset - b.offset);
      const breaksBefore = createLineCounter(text);
      for (const { offset, breach } of placed) {
        const pointer = shortPointer(breach.pointer);
        report({ ...breach, pointer, file: raw.file, line: raw.line + breaksBefore(offset) });
      }
      return record;
    },
  };

  function check(
    { bytes, file }: RawPlacedRecord,
    text: string,
    reportAt: (offset: number, breach: Breach) => void,
  ): ValidRecord | null {
    if (!isUtf8(bytes)) {
      reportAt(...notUtf8(bytes));
      return null;
    }
    // Parsing would use too much memory; the finding comes from the examination below.
    const value = isNestedTooDeep(bytes) ? undefined : attempt((): unknown => JSON.parse(text));
    if (value !== undefined && !isObject(value)) {
      reportAt(0, notARecord(value, file));
      return null;
    }

    const errors = value === undefined ? [] : schemaErrors(schema, value, text);
    const isValid = value !== undefined && errors.length === 0;
    let ordered = isValid && !schema.isOpen ? inOrder(value, schema.shape) : null;
    const json = ordered === null ? null : canonicalJson(ordered);
    // Text that JSON.parse loses nothing of has nothing to hide, except lone surrogates, which keep their escapes.
    const isPlain =
      value !== undefined &&
      !text.includes('\\ud') &&
      (json ?? flatJson(value, text, options.maxNesting)) === text;
    const problems = isPlain
      ? []
      : examineJson(text, { ...options, maxProblems: maxReportedOfRecord });
    const broken = schemaBreaches(errors, collection, text);
    // One finding per place: the schema's for a number, else the reader's.
    const brokenPlaces = new Set(broken.map(shownPlace));
    const reported = problems.filter(
      ({ kind, pointer, found }) =>
        kind !== 'number' || !brokenPlaces.has(pointer) || !Number.isFinite(Number(found)),
    );
    for (const problem of reported) reportAt(problem.offset, toBreach(problem, text, file));
    if (value === undefined || problems.some(({ kind }) => kind === 'nesting')) return null;

    const reportedPlaces = new Set(reported.map(({ pointer }) => pointer));
    const breaches = broken.filter((breach) => !reportedPlaces.has(shownPlace(breach)));
    const key = sortKeyOf(value, sortFields[collection]);
    const isUsable =
      key !== null && problems.length === 0 && breaches.every(({ rule }) => rule === 'null-value');
    if (isUsable) {
      for (const rule of rules) breaches.push(...(rule.breaches?.(value as never, genomeOf) ?? []));
    }
    // On one line, the place of a breach is known without its offset.
    const offsets = text.includes('\n')
      ? offsetsOf(
          text,
          breaches.map(({ pointer }) => pointer),
        )
      : [];
    breaches.forEach((breach, at) => reportAt(offsets[at] ?? 0, breach));
    if (!isUsable) return null;
    ordered ??= inOrder(value, schema.shape);
    const free = schema.isOpen ? freeTexts(value, text) : noTexts;
    return { key, json: json ?? canonicalJson(ordered, free), value: ordered };
  }
}

/** As it is written, if that has too few brackets to be nested deeper than `maxNesting`; else null. */
function flatJson(value: unknown, text: string, maxNesting: number): string | null {
  const brackets = text.match(/[[{]/g)?.length ?? 0;
  return brackets > maxNesting ? null : JSON.stringify(value);
}

function shownPlace({ pointer }: Breach): string {
  return shortPointer(pointer);
}

function notARecord(value: unknown, file: string): Breach {
  return {
    rule: 'schema',
    pointer: '',
    expected: 'a record (an object)',
    found: describe(value),
    ...(Array.isArray(value) && !isDocument(file)
      ? { hint: 'An array of records belongs in a file named .json.' }
      : {}),
  };
}

function toBreach(problem: JsonProblem, text: string, file: string): Breach {
  const { kind, offset, pointer, expected } = problem;
  const found =
    kind === 'syntax' ? `${problem.found}${columnOf(text, offset, file)}` : problem.found;
  const hint = problem.hint ?? hintFor(problem, text, file);
  return {
    rule: problemRules[kind],
    pointer,
    expected,
    found,
    ...(hint === undefined ? {} : { hint }),
  };
}

function columnOf(text: string, offset: number, file: string): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  // The column of a record inside a document is not known here.
  return lineStart > 0 || !isDocument(file) ? ` at column ${1 + offset - lineStart}` : '';
}

function hintFor({ kind, expected }: JsonProblem, text: string, file: string): string | undefined {
  if (kind === 'number') return 'Write it as a string to keep its digits.';
  if (kind !== 'syntax') return undefined;
  if (isDocument(file)) {
    return expected === endOfRecord
      ? 'Records that stand one a line belong in a file named .ndjson.'
      : undefined;
  }
  return text.startsWith('[') ? 'An array of records belongs in a file named .json.' : undefined;
}

function isDocument(file: string): boolean {
  return /\.json(\.gz)?$/i.test(file);
}

const problemRules: Readonly<Record<JsonProblem['kind'], RuleName>> = {
  syntax: 'json-syntax',
  'repeated-key': 'json-repeated-key',
  surrogate: 'unicode',
  number: 'json-number',
  nesting: 'record-size',
};

// JavaScript moves integer-like keys to the front of an object. Their digits may be written as escapes.
const integerKey = /"(?:0|\\u0030|(?:[1-9]|\\u003[1-9])(?:[0-9]|\\u003[0-9])*)"[ \t\r\n]*:/;

/** The arrays whose objects JavaScript would reorder, as compact source text. */
function freeTexts(
  record: Readonly<Record<string, unknown>>,
  text: string,
): ReadonlyMap<string, string> {
  if (!integerKey.test(text)) return noTexts;
  const texts = new Map<string, string>();
  const arrays = Object.keys(record).filter((key) => Array.isArray(record[key]));
  const written = tokensAt(
    text,
    arrays.map((key) => childPointer('', key)),
  );
  for (const key of arrays) {
    const token = written.get(childPointer('', key)) ?? '';
    if (integerKey.test(token)) texts.set(key, compactJson(token));
  }
  return texts;
}

/** The key of a record that breaks its schema; null if it is not a record, or has none. */
export function keyOfRefused(raw: Buffer, collection: CollectionName): string | null {
  if (isNestedTooDeep(raw)) return null;
  const value = attempt((): unknown => JSON.parse(raw.toString()));
  return isObject(value) ? sortKeyOf(value, sortFields[collection]) : null;
}
