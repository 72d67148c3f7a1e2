/**
 * Reads one JSON text strictly and says what JSON.parse would swallow or not place: where the syntax
 * breaks, repeated keys, unpaired surrogates, numbers that JavaScript cannot hold (S4).
 */
import { childPointer } from './pointer.ts';
import { showString, showToken } from './showToken.ts';

export interface JsonProblem {
  readonly kind: 'syntax' | 'repeated-key' | 'surrogate' | 'number' | 'nesting';
  /** Where in the text, in UTF-16 units from 0. */
  readonly offset: number;
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

/** What is expected behind a whole value. */
export const endOfRecord = 'the end of the record';

/** Offsets into the text: where a value starts and ends, and where its key starts when it has one. */
export interface JsonSpan {
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

export interface ExaminedJson {
  readonly problems: readonly JsonProblem[];
  /** By pointer; of a repeated key the last one, which JSON.parse keeps. */
  readonly spans: ReadonlyMap<string, JsonSpan>;
}

// Sticky, so that they match at one offset without a copy of the rest.
const escapeToken = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** Thrown inside this file only, to leave the recursion at the first broken token. */
class Broken {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    this.problem = problem;
  }
}

/**
 * Examines `text`. A syntax or nesting problem ends the examination and comes last in `problems`;
 * `maxNesting` counts open arrays and objects.
 */
export function examineJson(text: string, options: { readonly maxNesting: number }): ExaminedJson {
  const problems: JsonProblem[] = [];
  const spans = new Map<string, JsonSpan>();
  let at = 0;

  const stop = (kind: 'syntax' | 'nesting', pointer: string, expected: string, found?: string) =>
    new Broken({ kind, offset: at, pointer, expected, found: found ?? foundAt(text, at) });

  /** Behind a comma, where something must follow. */
  const stopBehindComma = (pointer: string, expected: string) =>
    new Broken({
      kind: 'syntax',
      offset: at,
      pointer,
      expected,
      found: foundAt(text, at),
      hint: 'JSON allows no comma behind the last one.',
    });

  const skipSpace = () => {
    let unit = text.charCodeAt(at);
    while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      unit = text.charCodeAt(++at);
    }
  };

  const readString = (pointer: string): string => {
    const start = at;
    at++;
    let escaped = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 0x22) break;
      if (Number.isNaN(unit)) throw stop('syntax', pointer, 'a closing quote (")');
      if (unit < 0x20) throw stop('syntax', pointer, 'control characters in text to be escaped');
      if (unit === 0x5c) {
        escaped = true;
        escapeToken.lastIndex = at;
        const sequence = escapeToken.exec(text);
        if (sequence === null) {
          throw stop(
            'syntax',
            pointer,
            'a valid escape such as \\n or \\u00e9',
            showToken(text.slice(at, at + 6)),
          );
        }
        at += sequence[0].length;
      } else {
        at++;
      }
    }
    at++;
    const value = escaped
      ? String(JSON.parse(text.slice(start, at)))
      : text.slice(start + 1, at - 1);
    if (!value.isWellFormed()) {
      problems.push({
        kind: 'surrogate',
        offset: start,
        pointer,
        expected: 'text of whole Unicode characters',
        found: `an unpaired surrogate in ${showString(value)}`,
      });
    }
    return value;
  };

  const readNumber = (pointer: string): void => {
    numberToken.lastIndex = at;
    const token = numberToken.exec(text);
    if (token === null) throw stop('syntax', pointer, 'a JSON value');
    if (!keepsItsValue(token[0])) {
      problems.push({
        kind: 'number',
        offset: at,
        pointer,
        expected: 'a number that double precision holds exactly as written',
        found: showToken(token[0]),
      });
    }
    at += token[0].length;
  };

  const readValue = (pointer: string, depth: number, key: number): void => {
    skipSpace();
    const start = at;
    const first = text[at];
    if (first === '{' || first === '[') {
      if (depth >= options.maxNesting) {
        throw stop(
          'nesting',
          pointer,
          `at most ${options.maxNesting} nested arrays and objects`,
          'more',
        );
      }
      at++;
      if (first === '{') readMembers(pointer, depth + 1);
      else readItems(pointer, depth + 1);
    } else if (first === '"') {
      readString(pointer);
    } else {
      const word = ['true', 'false', 'null'].find((literal) => text.startsWith(literal, at));
      if (word === undefined) readNumber(pointer);
      else at += word.length;
    }
    spans.set(pointer, { key: key < 0 ? start : key, start, end: at });
  };

  const readMembers = (pointer: string, depth: number): void => {
    const seen = new Set<string>();
    skipSpace();
    if (text[at] === '}') {
      at++;
      return;
    }
    for (;;) {
      skipSpace();
      if (text[at] === '}') throw stopBehindComma(pointer, 'another key');
      if (text[at] !== '"') throw stop('syntax', pointer, 'a key in double quotes');
      const keyStart = at;
      const key = readString(pointer);
      const member = childPointer(pointer, key);
      if (seen.has(key)) {
        problems.push({
          kind: 'repeated-key',
          offset: keyStart,
          pointer: member,
          expected: 'each key once in an object',
          found: `${showString(key)} again`,
        });
      }
      seen.add(key);
      skipSpace();
      if (text[at] !== ':') throw stop('syntax', member, "':' after the key");
      at++;
      readValue(member, depth, keyStart);
      skipSpace();
      if (text[at] === '}') break;
      if (text[at] !== ',') throw stop('syntax', pointer, "',' or '}'");
      at++;
    }
    at++;
  };

  const readItems = (pointer: string, depth: number): void => {
    skipSpace();
    if (text[at] === ']') {
      at++;
      return;
    }
    for (let index = 0; ; index++) {
      skipSpace();
      if (text[at] === ']') throw stopBehindComma(pointer, 'another value');
      readValue(childPointer(pointer, index), depth, -1);
      skipSpace();
      if (text[at] === ']') break;
      if (text[at] !== ',') throw stop('syntax', pointer, "',' or ']'");
      at++;
    }
    at++;
  };

  try {
    readValue('', 0, -1);
    skipSpace();
    if (at < text.length) throw stop('syntax', '', endOfRecord);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    problems.push(error.problem);
  }
  return { problems, spans };
}

function foundAt(text: string, at: number): string {
  if (at >= text.length) return 'the end of the text';
  const word = /^[\w.+-]+/.exec(text.slice(at, at + 80))?.[0];
  return `'${showToken(word ?? String.fromCodePoint(text.codePointAt(at) ?? 0))}'`;
}

/** Whether the number that JSON.parse makes of a token is written back with the token's own digits. */
function keepsItsValue(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && significant(token) === significant(String(value));
}

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
function significant(token: string): string {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = whole + fraction;
  // Loops and not /0+$/, which takes quadratic time on a number of many zeros.
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  const kept = digits.slice(start, end);
  if (kept === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${token.startsWith('-') ? '-' : ''}${kept}e${power}`;
}
