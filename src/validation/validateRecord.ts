/** Checks one raw record by itself: text, JSON, schema and the rules within it (S2, S3, S4). */
import { isUtf8 } from 'node:buffer';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { type Gene, geneBreaches } from '../collections/gene.ts';
import { type Phage, phageBreaches } from '../collections/phage.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import type { Breach, Finding } from '../findings/finding.ts';
import { lineBreaksBefore, offsetOf, tokenAt } from '../findings/locate.ts';
import type { RuleName } from '../findings/rules.ts';
import { type ExaminedJson, examineJson, type JsonProblem } from '../json/examineJson.ts';
import { showString } from '../json/showToken.ts';
import { canonicalJson, isRecord } from './canonicalJson.ts';
import { compileRecordSchema } from './recordSchemas.ts';
import { describe, schemaBreaches } from './schemaBreaches.ts';

/** A record that may be published, unless a finding that was reported says otherwise. */
export interface ValidRecord {
  readonly key: string;
  /** Canonical form (L1). */
  readonly json: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface RawPlacedRecord {
  readonly bytes: Buffer;
  readonly file: string;
  readonly line: number;
}

export interface RecordValidator {
  /** Reports every finding in the record; null when it can be neither sorted nor published. */
  validate(raw: RawPlacedRecord, report: (finding: Finding) => void): ValidRecord | null;
}

export const keyFields: Readonly<Record<CollectionName, string>> = {
  genes: 'GeneID',
  phages: 'phage_name',
};

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
        reportAt(...notUtf8(raw.bytes, text));
        return null;
      }
      const value = parse(text);
      if (value !== undefined && !isRecord(value)) {
        const expected = 'a record (an object)';
        reportAt(0, { rule: 'schema', pointer: '', expected, found: describe(value) });
        return null;
      }

      const isValid = value !== undefined && schema.validate(value);
      let json = isValid && !schema.isOpen ? canonicalJson(value, schema.shape) : null;
      // Text that is canonical already cannot hide what the parser swallows, except lone surrogates,
      // which stay the same escapes.
      const isPlain = json === text && !json.includes('\\ud');
      const { problems, spans } = isPlain ? nothingHidden : examineJson(text, options);
      for (const problem of problems) reportAt(problem.offset, toBreach(problem));
      if (value === undefined || problems.some(({ kind }) => kind === 'nesting')) return null;

      const errors = isValid ? [] : (schema.validate.errors ?? []);
      const breaches = schemaBreaches(errors, keyField, (at) => tokenAt(text, spans, at)).filter(
        ({ pointer }) => !problems.some((problem) => problem.pointer === pointer),
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
      json ??= canonicalJson(value, schema.shape);
      return { key, json, value };
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

function toBreach(problem: JsonProblem): Breach {
  const { pointer, expected, found } = problem;
  const hint =
    problem.kind === 'number' ? { hint: 'Write it as a string to keep its digits.' } : {};
  return { rule: problemRules[problem.kind], pointer, expected, found, ...hint };
}

const problemRules: Readonly<Record<JsonProblem['kind'], RuleName>> = {
  syntax: 'json-syntax',
  'repeated-key': 'json-repeated-key',
  surrogate: 'unicode',
  number: 'json-number',
  nesting: 'record-size',
};

/** The first byte that is not UTF-8: where decoding and encoding again gives another byte. */
function notUtf8(bytes: Buffer, text: string): [offset: number, breach: Breach] {
  const encoded = Buffer.from(text);
  const at = bytes.findIndex((byte, index) => byte !== encoded[index]);
  const before = bytes.toString('utf8', 0, at);
  return [
    before.length,
    {
      rule: 'unicode',
      pointer: '',
      expected: 'UTF-8 text',
      found: `the byte 0x${(bytes[at] ?? 0).toString(16)} behind ${showString(before.slice(-20))}`,
      hint: 'Save the file as UTF-8, for example with `iconv -f LATIN1 -t UTF-8`.',
    },
  ];
}
