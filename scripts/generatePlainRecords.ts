/**
 * Makes the text of src/generated/plainRecords.ts from schemas/: for each kind of record a matcher of plain records,
 * and a finder of the fields of any canonical one. It knows the keywords that the schemas use, and refuses others: a
 * rule that it passed over would be one that plain records may break.
 */
import { readFileSync } from 'node:fs';
import { schemasFolder } from './generateRecordTypes.ts';

export const plainRecordsFile = 'src/generated/plainRecords.ts';

interface Schema {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** What an object's type is called, its fields, and how many fields without fields of their own are in it. */
interface Shape {
  readonly name: string;
  readonly members: readonly (readonly [key: string, schema: Schema, shape: Shape | null])[];
  readonly leaves: number;
}

const spanLength = 3;
const records = ['gene', 'phage'];
// The fields of phages are read by parsing: there are few of them.
const withFinder = new Set(['gene']);
// Objects that most records repeat from the one before them: a matcher asks first whether that is so.
const repeated = new Set(['PhageSummary']);

/** `read` gives the schema in a file of schemas/. Throws where there is no matcher of one. */
export function generatePlainRecords(read = readSchema): string {
  const constants = new Map<string, string>();
  const functions = new Map<string, string>();
  const roots = records.map((name) => {
    const schema = resolved({ $ref: `${name}.schema.json` }, read);
    return writeRoot(name, shapeOf(schema), constants, functions);
  });
  const code = [...functions.values(), ...roots].join('\n');
  const used = Object.keys(stepsOf).filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code + [...constants.keys()].join('')),
  );
  return `// Generated from schemas/ by \`npm run generate\`; do not edit.
/**
 * The layout of records in bytes. A matcher gives the end of the record at an offset of UTF-8 text if the record is
 * plain (valid by its schema, and canonical), else -1. A finder takes it that the JSON at an offset is canonical; it
 * stops after the field \`last\`. Both write the spans of fields: those of one value first, in the order of the record,
 * then its objects. What may be of several types or is an array has its span with quotes and brackets in matchers. Fields
 * in what a \`passRepeated\` finds repeated have none.
 */
import { ${used.join(', ')} } from '../text/plainJson.ts';

${[...constants].map(([value, name]) => `const ${name} = ${value};`).join('\n')}

${code}`;
}

// What generated code may import.
const stepsOf = {
  byteTable: 0,
  findLetters: 0,
  findNull: 0,
  findValue: 0,
  formatOf: 0,
  noteSpan: 0,
  passForm: 0,
  passLetters: 0,
  passNatural: 0,
  passText: 0,
  passTextOrNumber: 0,
  passTexts: 0,
  passWord: 0,
};

function writeRoot(
  name: string,
  shape: Shape,
  constants: Map<string, string>,
  functions: Map<string, string>,
): string {
  const objects = shape.members.flatMap(([key, , inner]) => (inner === null ? [] : [key]));
  const fields = [...leavesOf(shape), ...objects];
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `
/** The fields of a ${name} by their number; an inner field is named with the object before it. */
export const ${name}Fields = {
  ${fields.map((field, at) => `${field}: ${at}`).join(', ')}
} as const;

/** Numbers that a ${name} has in \`spans\`. */
export const ${name}Spans = ${fields.length * spanLength};

export function match${title}(bytes: Buffer, view: DataView, from: number, spans: Int32Array${shape.members
    .flatMap(([, , inner]) => (inner !== null && repeated.has(inner.name) ? [inner.name] : []))
    .map((inner) => `, passRepeated${inner}: (view: DataView, from: number) => number`)
    .join('')}): number {
  const into = 0;
  ${writeMatcher(shape, shape.leaves, constants, functions)}
}
${withFinder.has(name) ? writeRootFinder(name, title, shape, fields.length, functions) : ''}`;
}

function writeRootFinder(
  name: string,
  title: string,
  shape: Shape,
  fields: number,
  functions: Map<string, string>,
): string {
  return `
/** Fields without fields of their own. */
export const ${name}FieldCount = ${shape.leaves};

/** Writes \`${name}Spans\` numbers from index \`into\`. */
export function find${title}(bytes: Buffer, from: number, spans: Int32Array, into: number, last = ${fields}): void {
  ${writeFinder(shape, shape.leaves, functions)}
}
`;
}

/** The statements of a function that matches an object. `objects` is the number of its first inner object's field. */
function writeMatcher(
  shape: Shape,
  objects: number | null,
  constants: Map<string, string>,
  functions: Map<string, string>,
): string {
  const lines: string[] = ['let at = from;', 'let first = 0;'];
  let literal = '{';
  let leaf = 0;
  let object = objects ?? 0;
  const flush = () => {
    if (literal !== '') lines.push(writeLiteral(literal));
    literal = '';
  };
  const constant = (value: string, kind: string) => {
    const known = constants.get(value) ?? `${kind}${constants.size}`;
    constants.set(value, known);
    return known;
  };
  const span = (field: number, start: string, end: string) => {
    const place = field * spanLength;
    lines.push(`spans[into + ${place}] = ${start};`, `spans[into + ${place + 1}] = ${end};`);
  };

  shape.members.forEach(([key, given, inner], index) => {
    literal += `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
    const schema = withoutNull(given);
    const isNullable = schema !== given;
    if (isNullable) {
      flush();
      const empty = `findNull(at, spans, into + ${leaf * spanLength}, ${inner?.leaves ?? 1})`;
      lines.push(
        `if (bytes[at] === 0x6e) {`,
        `if (at + 4 > bytes.length || view.getInt32(at, true) !== ${wordAt('null', 0)}) return -1;`,
        `at = ${empty};`,
        ...(inner !== null && objects !== null
          ? [`noteSpan(spans, into + ${object * spanLength}, -1, -1, 0);`]
          : []),
        '} else {',
      );
    }
    if (inner === null) matchValue(schema, leaf);
    else matchObject(inner);
    if (isNullable) {
      flush();
      lines.push('}');
    }
    leaf += inner?.leaves ?? 1;
  });
  literal += '}';
  flush();
  return [...lines, 'return at;'].join('\n').replace(/let first = 0;\n(?![^]*\bfirst\b)/, '');

  function matchObject(inner: Shape): void {
    flush();
    const name = `match${inner.name}`;
    if (!functions.has(name)) {
      functions.set(name, '');
      const body = writeMatcher(inner, null, constants, functions);
      functions.delete(name);
      functions.set(
        name,
        `function ${name}(bytes: Buffer, view: DataView, from: number, spans: Int32Array, into: number): number {\n${body}\n}\n`,
      );
    }
    const match = `at = ${name}(bytes, view, first, spans, into + ${leaf * spanLength});`;
    lines.push('first = at;');
    if (repeated.has(inner.name)) {
      lines.push(`at = passRepeated${inner.name}(view, first);`, `if (at < 0) ${match}`);
    } else {
      lines.push(match);
    }
    lines.push('if (at < 0) return -1;');
    if (objects !== null) span(object++, 'first', 'at');
  }

  function matchValue(of: Schema, field: number): void {
    const types = [of.type ?? []].flat();
    const step = (call: string, fails = 'at < 0') =>
      lines.push('first = at;', `at = ${call};`, `if (${fails}) return -1;`);
    if (of.enum === undefined && types.join() === 'string') {
      literal += '"';
      flush();
      const tokens = of.pattern === undefined ? null : lettersOf(of.pattern);
      if (of.pattern === undefined) {
        step('passText(bytes, at)', (of.minLength ?? 0) > 0 ? 'at <= first' : 'at < 0');
      } else if (tokens === null || of.format !== undefined) {
        const form = constant(`new RegExp(${JSON.stringify(of.pattern)}, 'u')`, 'form');
        const checks = [`${form}.test(text)`];
        if (of.format !== undefined) {
          checks.push(`${constant(`formatOf(${JSON.stringify(of.format)})`, 'format')}(text)`);
        }
        const test = constant(`(text: string) => ${checks.join(' && ')}`, 'has');
        step(`passForm(bytes, at, ${test})`);
      } else {
        lines.push('first = at;');
        for (const token of tokens) {
          if (typeof token === 'string') lines.push(writeLiteral(token));
          else {
            const { letters, least, most } = token;
            const table = constant(
              `byteTable((byte) => Number(/${letters}/.test(String.fromCharCode(byte))))`,
              'letters',
            );
            const [low, high] = longestRange(letters);
            const adds = [0x80 - low, 0x7f - high].map((add) => (add * 0x01010101) | 0);
            if (most !== Infinity || least > 0) lines.push(`const start${field} = at;`);
            lines.push(`at = passLetters(bytes, view, at, ${table}, ${adds.join(', ')});`);
            if (least > 0 && most === Infinity)
              lines.push(`if (at < start${field} + ${least}) return -1;`);
            if (most !== Infinity) lines.push(`if (at !== start${field} + ${most}) return -1;`);
          }
        }
      }
      span(field, 'first', 'at');
      literal = '"';
      return;
    }
    flush();
    if (of.enum !== undefined || types.join() === 'boolean') {
      const words = of.enum?.map((value) => JSON.stringify(value)) ?? ['true', 'false'];
      const list = constant(
        `[${words.map((word) => `Buffer.from(${JSON.stringify(word)})`).join(', ')}]`,
        'words',
      );
      step(`passWord(bytes, at, ${list})`);
      if (of.enum === undefined) span(field, 'first', 'at');
      else span(field, 'first + 1', 'at - 1');
    } else if (types.join() === 'integer') {
      step('passNatural(bytes, at)');
      span(field, 'first', 'at');
    } else if (types.join() === 'array') {
      step('passTexts(bytes, at)');
      span(field, 'first', 'at');
    } else if (types.join() === 'string,number,boolean') {
      const list = constant(`[Buffer.from("true"), Buffer.from("false")]`, 'words');
      lines.push('first = at;', `at = passWord(bytes, first, ${list});`);
      lines.push('if (at < 0) at = passTextOrNumber(bytes, first);', 'if (at < 0) return -1;');
      span(field, 'first', 'at');
    } else {
      throw noMatcher(of);
    }
  }
}

/** The statements of a function that finds the fields of an object. */
function writeFinder(shape: Shape, objects: number | null, functions: Map<string, string>): string {
  const lines: string[] = ['let at = from;'];
  let leaf = 0;
  let object = objects ?? 0;
  shape.members.forEach(([key, schema, inner], index) => {
    if (objects !== null && index > 0) lines.push(`if (last < ${leaf}) return;`);
    lines.push(`at += ${JSON.stringify(key).length + 2};`);
    const place = `into + ${leaf * spanLength}`;
    if (inner === null) {
      const tokens = schema.pattern === undefined ? null : lettersOf(schema.pattern);
      const isLong = tokens?.some((token) => typeof token === 'object' && token.most === Infinity);
      lines.push(
        `at = ${isLong === true ? 'findLetters' : 'findValue'}(bytes, at, spans, ${place});`,
      );
    } else {
      const name = `find${inner.name}`;
      if (!functions.has(name)) {
        functions.set(name, '');
        const body = writeFinder(inner, null, functions);
        functions.delete(name);
        functions.set(
          name,
          `function ${name}(bytes: Buffer, from: number, spans: Int32Array, into: number): number {\n` +
            `if (bytes[from] !== 0x7b) return findNull(from, spans, into, ${inner.leaves});\n${body}\nreturn at + 1;\n}\n`,
        );
      }
      if (objects === null) {
        lines.push(`at = ${name}(bytes, at, spans, ${place});`);
      } else {
        const own = `into + ${object++ * spanLength}`;
        lines.push(
          `if (bytes[at] === 0x7b) noteSpan(spans, ${own}, at, (at = ${name}(bytes, at, spans, ${place})), 0);`,
          `else at = ${name}(bytes, findNull(at, spans, ${own}, 1) - 4, spans, ${place});`,
        );
      }
    }
    leaf += inner?.leaves ?? 1;
  });
  return lines.join('\n');
}

/** A check that the bytes of a text come next, four at a time. */
function writeLiteral(text: string): string {
  const { length } = Buffer.from(text);
  const checks = [];
  if (length < 4) {
    for (let at = 0; at < length; at++) {
      checks.push(`bytes[at${at > 0 ? ` + ${at}` : ''}] !== ${Buffer.from(text)[at]}`);
    }
  } else {
    checks.push(`at + ${length} > bytes.length`);
    const offsets = Array.from({ length: length >> 2 }, (_, word) => word * 4);
    if (length % 4 > 0) offsets.push(length - 4);
    for (const at of offsets) {
      checks.push(`view.getInt32(at${at > 0 ? ` + ${at}` : ''}, true) !== ${wordAt(text, at)}`);
    }
  }
  return `// ${text}\nif (${checks.join(' || ')}) return -1;\nat += ${length};`;
}

function wordAt(text: string, at: number): number {
  return Buffer.from(text).readInt32LE(at);
}

interface Letters {
  readonly letters: string;
  readonly least: number;
  readonly most: number;
}

/** A pattern of characters and classes in sequence, each class with a quantifier; null for any other. */
function lettersOf(pattern: string): (string | Letters)[] | null {
  const inner = /^\^(.*)\$$/.exec(pattern)?.[1];
  if (inner === undefined || !/^(?:#|\[[A-Za-z0-9*-]+\](?:[*+]|\{[0-9]+\}))+$/.test(inner))
    return null;
  return [...inner.matchAll(/#|(\[[^\]]+\])([*+]|\{([0-9]+)\})/g)].map(
    ([whole, letters, times, exactly]) => {
      if (letters === undefined) return whole;
      const count = exactly === undefined ? null : Number(exactly);
      return { letters, least: count ?? (times === '+' ? 1 : 0), most: count ?? Infinity };
    },
  );
}

/** The longest range of a class of ASCII characters. */
function longestRange(letters: string): readonly [low: number, high: number] {
  const pattern = new RegExp(letters);
  let best: readonly [number, number] = [0x80, 0];
  let low = 0;
  for (let byte = 0; byte < 0x80; byte++) {
    if (!pattern.test(String.fromCharCode(byte))) low = byte + 1;
    else if (byte - low > best[1] - best[0]) best = [low, byte];
  }
  return best;
}

const knownKeywords = new Set(
  '$schema $id title description type properties required additionalProperties x-expected items anyOf enum pattern format minLength minimum maximum'.split(
    ' ',
  ),
);

export function readSchema(file: string): unknown {
  return JSON.parse(readFileSync(schemasFolder + file, 'utf8'));
}

const annotations = new Set(['description', 'x-expected']);

/** The schema without references, in which all keywords are known and mean what matchers do. */
function resolved(
  schema: Schema & { readonly $ref?: string },
  read: (file: string) => unknown,
): Schema {
  const { $ref, ...own } = schema;
  if ($ref === undefined) return checked(own, read);
  const [file = '', pointer = ''] = $ref.split('#');
  const found = pointer
    .split('/')
    .slice(1)
    .reduce((at, key) => (at as Record<string, unknown>)[key], read(file));
  if (Object.keys(own).some((keyword) => !annotations.has(keyword))) throw noMatcher(schema);
  return resolved(found as Schema, read);
}

function checked(schema: Schema, read: (file: string) => unknown): Schema {
  const { type, pattern, items, properties, anyOf } = schema;
  const { minimum, maximum, required, additionalProperties, minLength = 0 } = schema;
  const types = withoutNull(schema).type ?? [];
  const isText = String(types) === 'string' && schema.enum === undefined;
  const isRoundNumber = minimum === 0 && maximum === Number.MAX_SAFE_INTEGER;
  const isLimited = minimum !== undefined || maximum !== undefined;
  const of = items === undefined ? null : resolved(items, read);
  const isMatched = [
    Object.keys(schema).every((keyword) => knownKeywords.has(keyword)),
    String(types) === 'integer' ? isRoundNumber : !isLimited,
    pattern === undefined || isText,
    schema.format === undefined || pattern !== undefined,
    minLength === 0 || (minLength === 1 && isText && pattern === undefined),
    schema.enum === undefined || type === undefined,
    // Of arrays, only texts are matched: these must need no more than to be texts.
    String(types) === 'array' ? of !== null && isAnyText(of) : of === null,
    properties === undefined ||
      (additionalProperties === false && String(required) === String(Object.keys(properties))),
  ].every(Boolean);
  if (!isMatched) throw noMatcher(schema);
  return {
    ...schema,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => resolved(one, read)) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, one]) => [key, resolved(one, read)]),
          ),
        }),
  };
}

function isAnyText({ type, ...rest }: Schema): boolean {
  const isAnnotated = Object.keys(rest).every((keyword) => annotations.has(keyword));
  return isAnnotated && [type ?? []].flat().includes('string');
}

function noMatcher(schema: Schema): Error {
  return new Error(`there is no matcher of ${JSON.stringify(schema)}`);
}

/** Of a schema that allows null, what else it allows; any other as it is. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...own } = schema;
  if (anyOf !== undefined) {
    const [other, none] = anyOf;
    const isOnly = anyOf.length === 2 && Object.keys(own).every((key) => annotations.has(key));
    if (!isOnly || other === undefined || none?.type !== 'null') throw noMatcher(schema);
    return other;
  }
  const types = [schema.type ?? []].flat();
  if (!types.includes('null')) return schema;
  return { ...schema, type: types.filter((type) => type !== 'null') };
}

function shapeOf(schema: Schema): Shape {
  const members = Object.entries(schema.properties ?? {}).map(([key, member]) => {
    const other = withoutNull(member);
    return [key, member, other.properties === undefined ? null : shapeOf(other)] as const;
  });
  const leaves = members.reduce((sum, [, , inner]) => sum + (inner?.leaves ?? 1), 0);
  const name = (schema.title ?? '').replace(
    / ?record$| (\w)/g,
    (_, letter: string | undefined) => letter?.toUpperCase() ?? '',
  );
  return { name, members, leaves };
}

function leavesOf({ members }: Shape): string[] {
  return members.flatMap(([key, , inner]) =>
    inner === null ? [key] : leavesOf(inner).map((leaf) => `${key}_${leaf}`),
  );
}
