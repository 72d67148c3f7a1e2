/** Checks one raw record by itself: text, JSON, schema and the rules within it (S2, S3, S4). */
import { isUtf8 } from 'node:buffer';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { type Gene, geneBreaches } from '../collections/gene.ts';
import { type Phage, phageBreaches } from '../collections/phage.ts';
import { type CollectionName, keyFields } from '../contract/collectionName.ts';
import type { Breach, Finding } from '../findings/finding.ts';
import { lineBreaksBefore, offsetOf, tokenAt } from '../findings/locate.ts';
import type { RuleName } from '../findings/rules.ts';
import {
  endOfRecord,
  type ExaminedJson,
  examineJson,
  type JsonProblem,
} from '../json/examineJson.ts';
import { compactJson } from '../json/compactJson.ts';
import { childPointer } from '../json/pointer.ts';
import { showString } from '../json/showToken.ts';
import { canonicalJson, inOrder, isRecord } from './canonicalJson.ts';
import { compileRecordSchema } from './recordSchemas.ts';
import { describe, schemaBreaches } from './schemaBreaches.ts';

/** A record that may be published, unless a finding that was reported says otherwise. */
export interface ValidRecord {
  readonly key: string;
  /** Canonical form (L1). */
  readonly json: string;
  /** With its keys in order. */
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

/** Compiles the checks of a collection; `maxNesting` bounds the depth of objects and arrays in a record. */
export function createRecordValidator(
  ajv: Ajv2020,
  collection: CollectionName,
  options: { readonly maxNesting: number },
): RecordValidator {
  const schema = compileRecordSchema(ajv, collection);
  const keyField = keyFields[collection];

  return {
    validate(raw, report) {
      const text = raw.bytes.toString('utf8');
      const reportAt = (offset: number, breach: Breach) => {
        report({ ...breach, file: raw.file, line: raw.line + lineBreaksBefore(text, offset) });
      };

      if (!isUtf8(raw.bytes)) {
        reportAt(...notUtf8(raw.bytes));
        return null;
      }
      const value = parse(text);
      if (value !== undefined && !isRecord(value)) {
        reportAt(0, notARecord(value, raw.file));
        return null;
      }

      const isValid = value !== undefined && schema.validate(value);
      let ordered = isValid && !schema.isOpen ? inOrder(value, schema.shape) : null;
      const json = ordered === null ? null : canonicalJson(ordered);
      // Text that is canonical already cannot hide what the parser swallows, except lone surrogates,
      // which stay the same escapes.
      const isPlain = json === text && !json.includes('\\ud');
      const { problems, spans } = isPlain ? nothingHidden : examineJson(text, options);
      const errors = isValid || value === undefined ? [] : (schema.validate.errors ?? []);
      const broken = schemaBreaches(errors, collection, (at) => tokenAt(text, spans, at));
      // Of one place one thing is said: of a number what the schema wants, else what the reader saw.
      const isBroken = (at: string) => broken.some(({ pointer }) => pointer === at);
      const told = problems.filter(
        ({ kind, pointer, found }) =>
          kind !== 'number' || !isBroken(pointer) || !Number.isFinite(Number(found)),
      );
      for (const problem of told) reportAt(problem.offset, toBreach(problem, text, raw.file));
      if (value === undefined || problems.some(({ kind }) => kind === 'nesting')) return null;

      const breaches = broken.filter(
        ({ pointer }) => !told.some((problem) => problem.pointer === pointer),
      );
      const key = value[keyField];
      const isUsable =
        typeof key === 'string' &&
        problems.length === 0 &&
        breaches.every(({ rule }) => rule === 'null-value');
      if (isUsable) breaches.push(...ruleBreaches(collection, value));
      if (breaches.length > 0) {
        // Records that break no schema were not examined yet.
        const { spans: places } = spans.size > 0 ? { spans } : examineJson(text, options);
        for (const breach of breaches) reportAt(offsetOf(places, breach.pointer), breach);
      }
      if (!isUsable) return null;
      ordered ??= inOrder(value, schema.shape);
      const free = schema.isOpen ? freeTexts(value, text, spans) : noTexts;
      return { key, json: json ?? canonicalJson(ordered, free), value: ordered };
    },
  };
}

const nothingHidden: ExaminedJson = { problems: [], spans: new Map() };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ruleBreaches(collection: CollectionName, value: Record<string, unknown>): Breach[] {
  // The schema has just said so; only nulls may stand against it.
  return collection === 'genes'
    ? geneBreaches(value as unknown as Gene)
    : phageBreaches(value as unknown as Phage);
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
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  // Where on its line a record of a document begins is not known here.
  const hasColumn = kind === 'syntax' && (lineStart > 0 || !isDocument(file));
  const found = hasColumn ? `${problem.found} at column ${1 + offset - lineStart}` : problem.found;
  const hint = problem.hint ?? hintFor(problem, text, file);
  return {
    rule: problemRules[kind],
    pointer,
    expected,
    found,
    ...(hint === undefined ? {} : { hint }),
  };
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

const noTexts: ReadonlyMap<string, string> = new Map();

// JavaScript moves such keys to the front of an object.
const integerKey = /"(?:0|[1-9][0-9]*)"[ \t\r\n]*:/;

/** The arrays of a record whose objects would come out in another order, as they are written but for white space. */
function freeTexts(
  record: Readonly<Record<string, unknown>>,
  text: string,
  spans: ExaminedJson['spans'],
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const key of Object.keys(record)) {
    if (!Array.isArray(record[key])) continue;
    const written = tokenAt(text, spans, childPointer('', key));
    if (integerKey.test(written)) texts.set(key, compactJson(written));
  }
  return texts;
}

/** The first byte that is not part of a UTF-8 character. */
function notUtf8(bytes: Buffer): [offset: number, breach: Breach] {
  const at = firstBadByte(bytes);
  const before = bytes.toString('utf8', 0, at);
  // Its byte order mark, or the zero in half of its bytes.
  const isUtf16 = bytes[at] === 0xff || bytes[at] === 0xfe || bytes.includes(0);
  const encoding = isUtf16 ? 'UTF-16' : 'LATIN1';
  return [
    before.length,
    {
      rule: 'unicode',
      pointer: '',
      expected: 'UTF-8 text',
      found: `the byte 0x${(bytes[at] ?? 0).toString(16)} behind ${showString(before.slice(-20))}`,
      hint: `Save the file as UTF-8, for example with \`iconv -f ${encoding} -t UTF-8\`.`,
    },
  ];
}

function firstBadByte(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}
