/**
 * A strict JSON reader that reports what JSON.parse would silently accept or not locate: syntax errors, repeated
 * keys, unpaired surrogates, numbers that JavaScript cannot represent (S4).
 */
import {
  backslash,
  closeBrace,
  closeBracket,
  openBrace,
  openBracket,
  quote,
  shownPointer,
  showString,
  showToken,
  spaceEnd,
} from './json.ts';

export interface JsonProblem {
  readonly kind: 'syntax' | 'repeated-key' | 'surrogate' | 'number' | 'nesting';
  /** Offset in the text, in UTF-16 units from 0. */
  readonly offset: number;
  /** As shown: shortened if it is long. */
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string;
}

/** What is expected after a complete value. */
export const endOfRecord = 'the end of the record';

// Sticky, to match at an offset without copying the rest.
const escapeToken = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

const words = ['true', 'false', 'null'];

/** Thrown and caught within this file, to leave the recursion once nothing more can be reported. */
const enough = new Error('enough');

/**
 * Returns the problems of `text` in order, at most `maxProblems`. A syntax or nesting problem ends the examination
 * and comes last; `maxNesting` counts open arrays and objects.
 */
export function examineJson(
  text: string,
  options: { readonly maxNesting: number; readonly maxProblems: number },
): readonly JsonProblem[] {
  const problems: JsonProblem[] = [];
  // Names of the enclosing values: building a pointer for each value would take longer than reading it.
  const path: (string | number)[] = [];
  let at = 0;

  const note = (problem: Omit<JsonProblem, 'pointer'>) => {
    if (problems.length >= options.maxProblems) throw enough;
    problems.push({ ...problem, pointer: shownPointer(path) });
  };

  const stop = (kind: 'syntax' | 'nesting', expected: string, found = foundAt(text, at)) => {
    note({ kind, offset: at, expected, found });
    return enough;
  };

  /** After a comma, where another element must follow. */
  const stopBehindComma = (expected: string) => {
    const hint = 'JSON allows no comma behind the last one.';
    note({ kind: 'syntax', offset: at, expected, found: foundAt(text, at), hint });
    return enough;
  };

  const skipSpace = () => {
    at = spaceEnd(text, at);
  };

  const readString = (): string => {
    const start = at;
    at++;
    let escaped = false;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 0x22) break;
      if (Number.isNaN(unit)) throw stop('syntax', 'a closing quote (")');
      if (unit < 0x20) throw stop('syntax', 'control characters in text to be escaped');
      if (unit === 0x5c) {
        escaped = true;
        escapeToken.lastIndex = at;
        const sequence = escapeToken.exec(text);
        if (sequence === null) {
          throw stop(
            'syntax',
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
      note({
        kind: 'surrogate',
        offset: start,
        expected: 'text of whole Unicode characters',
        found: `an unpaired surrogate in ${showString(value)}`,
      });
    }
    return value;
  };

  const readNumber = (): void => {
    numberToken.lastIndex = at;
    const token = numberToken.exec(text);
    if (token === null) throw stop('syntax', 'a JSON value');
    if (!keepsItsValue(token[0])) {
      note({
        kind: 'number',
        offset: at,
        expected: 'a number that double precision holds exactly as written',
        found: showToken(token[0]),
      });
    }
    at += token[0].length;
  };

  const readValue = (depth: number): void => {
    skipSpace();
    const first = text[at];
    if (first === '{' || first === '[') {
      if (depth >= options.maxNesting) {
        throw stop('nesting', `at most ${options.maxNesting} nested arrays and objects`, 'more');
      }
      at++;
      if (first === '{') readMembers(depth + 1);
      else readItems(depth + 1);
    } else if (first === '"') {
      readString();
    } else {
      const word = words.find((literal) => text.startsWith(literal, at));
      if (word === undefined) readNumber();
      else at += word.length;
    }
  };

  /** `readOne` pushes what it reads to the path. */
  const readElements = (
    close: '}' | ']',
    expected: string,
    readOne: (index: number) => void,
  ): void => {
    skipSpace();
    for (let index = 0; text[at] !== close; index++) {
      if (index > 0) {
        if (text[at] !== ',') throw stop('syntax', `',' or '${close}'`);
        at++;
        skipSpace();
        if (text[at] === close) throw stopBehindComma(expected);
      }
      readOne(index);
      path.pop();
      skipSpace();
    }
    at++;
  };

  const readMembers = (depth: number): void => {
    const seen = new Set<string>();
    readElements('}', 'another key', () => {
      if (text[at] !== '"') throw stop('syntax', 'a key in double quotes');
      const keyStart = at;
      const key = readString();
      path.push(key);
      if (seen.has(key)) {
        note({
          kind: 'repeated-key',
          offset: keyStart,
          expected: 'each key once in an object',
          found: `${showString(key)} again`,
        });
      }
      seen.add(key);
      skipSpace();
      if (text[at] !== ':') throw stop('syntax', "':' after the key");
      at++;
      readValue(depth);
    });
  };

  const readItems = (depth: number): void => {
    readElements(']', 'another value', (index) => {
      path.push(index);
      readValue(depth);
    });
  };

  try {
    readValue(0);
    skipSpace();
    if (at < text.length) throw stop('syntax', endOfRecord);
  } catch (error) {
    if (error !== enough) throw error;
  }
  return problems;
}

function foundAt(text: string, at: number): string {
  if (at >= text.length) return 'the end of the text';
  const word = /^[\w.+-]+/.exec(text.slice(at, at + 80))?.[0];
  return `'${showToken(word ?? String.fromCodePoint(text.codePointAt(at) ?? 0))}'`;
}

/** Whether JavaScript writes the number that JSON.parse returns for a token with the same digits. */
function keepsItsValue(token: string): boolean {
  const value = Number(token);
  const written = String(value);
  if (written === token) return true;
  return Number.isFinite(value) && significant(token) === significant(written);
}

/** Sign, digits without leading and trailing zeros, and the exponent of the last digit. */
function significant(token: string): string {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = whole + fraction;
  // Loops rather than /0+$/, which is quadratic for a number of many zeros.
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  const kept = digits.slice(start, end);
  if (kept === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${token.startsWith('-') ? '-' : ''}${kept}e${power}`;
}

// Far deeper than anything published, and harmless to a parser.
const deepest = 10_000;

/**
 * Whether arrays and objects in the bytes, which need not be valid JSON, are nested too deep to parse: a parser takes
 * fifty bytes of memory per bracket.
 */
export function isNestedTooDeep(bytes: Uint8Array): boolean {
  // Too few bytes to be nested deeper.
  if (bytes.length <= deepest) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > deepest) return true;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
    }
  }
  return false;
}
