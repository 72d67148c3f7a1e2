/**
 * Judges records without the program: JSON.parse, a schema compiled here, and the contract's rules written
 * down once more. What the program says must agree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnySchemaObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Collection = 'genes' | 'phages';

export interface Limits {
  readonly maxRecordBytes: number;
  readonly maxNesting: number;
}

export interface Verdict {
  /** Why it must be refused; null when it may be published. */
  readonly refusal: string | null;
  /** Rules that it breaks and that may be allowed; empty when it is refused. */
  readonly breaches: readonly string[];
  /** What JSON.parse makes of it, when it does. */
  readonly value: unknown;
}

const schemasDir = path.join(import.meta.dirname, '../../schemas');
const keyFields = { genes: 'GeneID', phages: 'phage_name' } as const;
const schemaNames = { genes: 'gene.schema.json', phages: 'phage.schema.json' } as const;

const strict = compileSchemas((schema) => schema);
// As `--allow null-value` reads the schemas.
const nullable = compileSchemas(withNulls);

/** The keys of a record in the order of the schema. */
export const keyOrder: Readonly<Record<Collection, readonly string[]>> = {
  genes: Object.keys(readSchema(schemaNames.genes)['properties']),
  phages: Object.keys(readSchema(schemaNames.phages)['properties']),
};

/** Judges the bytes of one record, without white space around them. */
export function judge(bytes: Buffer, collection: Collection, limits: Limits): Verdict {
  const refused = (refusal: string, value?: unknown): Verdict => ({ refusal, breaches: [], value });
  if (bytes.length > limits.maxRecordBytes) return refused('too long');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refused('not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('no object', value);
  }
  const hidden = findHidden(text, limits.maxNesting);
  if (hidden !== null) return refused(hidden, value);
  if (!nullable[collection](value)) return refused('against the schema', value);
  const breaches = strict[collection](value) ? [] : ['null-value'];
  breaches.push(...ruleBreaches(value as Record<string, unknown>, collection));
  return { refusal: null, breaches, value };
}

/** Whether a record's value is what its schema says, nulls apart. */
export function isOfSchema(value: unknown, collection: Collection): boolean {
  return nullable[collection](value);
}

/** Equal but for -0, which JSON has and integers have not; own members only, whatever their names. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    return Object.is(a, b) || (a === 0 && b === 0);
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.getOwnPropertyNames(a);
  if (names.length !== Object.getOwnPropertyNames(b).length) return false;
  return names.every((name) => {
    const [one, other] = [a, b].map((of) => Object.getOwnPropertyDescriptor(of, name));
    return other !== undefined && isSame(one?.value, other.value);
  });
}

/** What JSON.parse does not tell, of a text that it has parsed. */
function findHidden(text: string, maxNesting: number): string | null {
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '{' || unit === '[') {
      open.push(unit === '{' ? new Set() : null);
      if (open.length > maxNesting) return 'nested too deeply';
      isKey = unit === '{';
    } else if (unit === '}' || unit === ']') {
      open.pop();
    } else if (unit === ',') {
      isKey = open.at(-1) instanceof Set;
    } else if (unit === '"') {
      const start = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      const value: string = JSON.parse(text.slice(start, at + 1));
      if (!value.isWellFormed()) return 'half a character';
      if (isKey) {
        const keys = open.at(-1);
        if (keys?.has(value) === true) return 'a key twice';
        keys?.add(value);
        isKey = false;
      }
    } else if (unit !== undefined && /[-0-9]/.test(unit)) {
      const start = at;
      while (/[-+.0-9eE]/.test(text[at + 1] ?? '')) at++;
      if (!isKept(text.slice(start, at + 1))) return 'a number that changes';
    }
  }
  return null;
}

/** Whether a number token means the same as what JavaScript writes for it. */
function isKept(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && decimalOf(token) === decimalOf(String(value));
}

/** For example `-12e-1` for -1.20. */
function decimalOf(token: string): string {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(token);
  if (parts === null) throw new Error(`${token} is no number`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  let digits = (whole + fraction).replace(/^0+/, '');
  let power = BigInt(exponent) - BigInt(fraction.length);
  if (digits === '') return '0';
  while (digits.endsWith('0')) {
    digits = digits.slice(0, -1);
    power++;
  }
  return `${sign}${digits}e${power}`;
}

function ruleBreaches(record: Record<string, unknown>, collection: Collection): string[] {
  const breaches: string[] = [];
  const name = record[keyFields[collection]];
  if (collection === 'genes') {
    if (typeof name === 'string' && !/^[^]+_CDS_[0-9]+$/.test(name)) breaches.push('gene-id-form');
    const [start, stop, length] = [record['Start'], record['Stop'], record['Length']];
    const isKnown = [start, stop, length].every((value) => value !== null);
    const span = Number(stop) - Number(start);
    // One through the origin, or so it seems, is judged when the length of its genome is known.
    const isWrap = span < 0 && length !== -span;
    if (isKnown && length !== span && !isWrap) breaches.push('gene-length');
  }
  if (!pathNamesOf(record, collection).every(isFileName)) breaches.push('path-name');
  return breaches;
}

/** Every text of a record that becomes a path: its own name, and those of groups, where an empty one is none. */
function pathNamesOf(record: Record<string, unknown>, collection: Collection): string[] {
  const groups = [
    ['pcluster', 'cluster'],
    ['psubcluster', 'subcluster'],
  ].map(([field = '', name = '']) => {
    const group = record[field] as Record<string, unknown> | null | undefined;
    return collection === 'phages' ? (group?.[name] ?? '') : '';
  });
  return [record[keyFields[collection]], ...groups.filter((name) => name !== '')].filter(
    (name) => typeof name === 'string',
  );
}

/** Whether a name can be a file name on every machine (A3), and beside the list's own file. */
function isFileName(name: string): boolean {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > 200 || /[/\\\p{Cc}]/u.test(name) || /[. ]$/.test(name)) return false;
  const [stem = ''] = name.toLowerCase().split('.');
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/.test(stem)) return false;
  return !/^index\.json(?:\.gz|\.br)?$/i.test(name);
}

function compileSchemas(
  change: (schema: AnySchemaObject) => AnySchemaObject,
): Readonly<Record<Collection, ValidateFunction>> {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  for (const name of readdirSync(schemasDir)) {
    if (name.endsWith('.schema.json')) ajv.addSchema(change(readSchema(name)), name);
  }
  return { genes: compiled(ajv, 'genes'), phages: compiled(ajv, 'phages') };
}

function compiled(ajv: Ajv2020, collection: Collection): ValidateFunction {
  const validate = ajv.getSchema(schemaNames[collection]);
  if (validate === undefined) throw new Error(`no schema of ${collection}`);
  return validate;
}

function readSchema(name: string): AnySchemaObject {
  return JSON.parse(readFileSync(path.join(schemasDir, name), 'utf8')) as AnySchemaObject;
}

/** Every member and item of every object may be null, except the field that orders the records. */
function withNulls(schema: AnySchemaObject): AnySchemaObject {
  const orNull = (member: AnySchemaObject) => ({ anyOf: [member, { type: 'null' }] });
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Record<string, AnySchemaObject>,
  ).map(([name, member]) => {
    const isKey = name === keyFields[schema['$id'] === schemaNames.genes ? 'genes' : 'phages'];
    const isRecord = Object.values<string>(schemaNames).includes(schema['$id'] as string);
    const items = member['items'] as AnySchemaObject | undefined;
    const inside = items === undefined ? member : { ...member, items: orNull(items) };
    return [name, isKey && isRecord ? inside : orNull(inside)];
  });
  return properties.length === 0
    ? schema
    : { ...schema, properties: Object.fromEntries(properties) };
}
