/** JSON in bytes: its signs, strings, pointers, and where values lie. */

// The bytes of its syntax, which are also its UTF-16 code units.
export const newline = 0x0a;
export const quote = 0x22;
export const comma = 0x2c;
export const zero = 0x30;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** Whether a byte is white space between values. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09;
}

/** The offset after the string or word that starts at `start`; after one unit for anything else. */
export function tokenEnd(text: string, start: number): number {
  // A loop: a regular expression would overflow the stack for strings of millions of characters.
  let at = start + 1;
  if (text.charCodeAt(start) === quote) {
    for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at)) {
      at += unit === backslash ? 2 : 1;
    }
    return at + 1;
  }
  if (!isOfWord(text.charCodeAt(start))) return at;
  while (isOfWord(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a unit can be part of a number, true, false or null. */
function isOfWord(unit: number): boolean {
  const isLetter = unit >= 0x61 && unit <= 0x7a;
  const isDigit = unit >= 0x30 && unit <= 0x39;
  return isLetter || isDigit || unit === 0x2d || unit === 0x2e || unit === 0x2b || unit === 0x45;
}

/** The first offset from `at` on that is not white space. */
export function spaceEnd(text: string, at: number): number {
  let end = at;
  while (isSpace(text.charCodeAt(end))) end++;
  return end;
}

/**
 * The end of the JSON value that starts at an offset. It counts brackets and skips strings, nothing else, so it
 * needs no stack; an unterminated value ends with the bytes.
 */
export function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at++;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
      if (depth === 0) return Math.min(at + 1, bytes.length);
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || isSpace(byte))) {
      return at;
    }
  }
  return bytes.length;
}

/** The value of the JSON string with bytes [from, to) between its quotes. Throws if they are not valid. */
export function readString(bytes: Buffer, from: number, to: number): string {
  return String(JSON.parse(bytes.toString('utf8', from - 1, to + 1)));
}

/** The pointer of a member: `childPointer('/a', 'b/c')` is `/a/b~1c`. */
export function childPointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The reference tokens of a pointer, unescaped, from the outside in. */
export function namesIn(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const maxShownName = 80;
const maxShownPointer = 400;

/** The pointer of these names as shown in a message: long names and long pointers are shortened. */
export function shownPointer(names: Iterable<string | number>): string {
  let shown = '';
  for (const name of names) {
    if (shown.length > maxShownPointer) break;
    shown = childPointer(shown, typeof name === 'string' ? cut(name, maxShownName) : name);
  }
  return cut(shown, maxShownPointer);
}

/** The same for a pointer that is written already. */
export function shortPointer(pointer: string): string {
  return pointer.length <= maxShownName ? pointer : shownPointer(namesIn(pointer));
}

function cut(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  return `${text.slice(0, maxUnits).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Offsets in the text: start and end of a value, and start of its key if it has one. */
interface JsonSpan {
  readonly key: number;
  readonly start: number;
  readonly end: number;
}

/** A trie of the pointers: the wanted members of a value, by name. */
interface Wanted {
  readonly pointer: string;
  readonly members: Map<string, Wanted>;
}

/**
 * The spans of the values at `pointers` and of those around them, by pointer. For a repeated key the last value
 * counts, as in JSON.parse. `text` must be valid JSON.
 */
export function locateValues(
  text: string,
  pointers: Iterable<string>,
): ReadonlyMap<string, JsonSpan> {
  const spans = new Map<string, JsonSpan>();
  let at = 0;

  /** Not recursive: values that are not wanted may be nested arbitrarily deep. */
  const skipValue = () => skipOut(0);

  /** Skips past the end of `open` enclosing values; if 0, past the value at the cursor. */
  const skipOut = (open: number) => {
    let depth = open;
    do {
      const unit = text[at];
      if (unit === '{' || unit === '[') depth++;
      else if (unit === '}' || unit === ']') depth--;
      at = tokenEnd(text, at);
    } while (depth > 0);
  };

  const readValue = (wanted: Wanted | undefined, key: number) => {
    at = spaceEnd(text, at);
    const start = at;
    if (wanted === undefined || wanted.members.size === 0) skipValue();
    else if (text[at] === '{') readMembers(wanted);
    else if (text[at] === '[') readItems(wanted);
    else skipValue();
    if (wanted === undefined) return;
    spans.set(wanted.pointer, { key: key < 0 ? start : key, start, end: at });
  };

  const readMembers = ({ members }: Wanted) => {
    skipMark();
    while (text[at] !== '}') {
      const key = at;
      at = tokenEnd(text, at);
      const written = text.slice(key + 1, at - 1);
      const name = written.includes('\\') ? String(JSON.parse(text.slice(key, at))) : written;
      at = spaceEnd(text, at) + ':'.length;
      readValue(members.get(name), key);
      at = spaceEnd(text, at);
      if (text[at] === ',') skipMark();
    }
    at++;
  };

  const readItems = ({ members }: Wanted): void => {
    skipMark();
    let left = members.size;
    for (let index = 0; text[at] !== ']'; index++) {
      if (left === 0) return skipOut(1);
      const member = members.get(String(index));
      if (member !== undefined) left--;
      readValue(member, -1);
      at = spaceEnd(text, at);
      if (text[at] === ',') skipMark();
    }
    at++;
  };

  /** Skips the bracket or comma at the cursor and the white space after it. */
  const skipMark = () => {
    at = spaceEnd(text, at + 1);
  };

  readValue(wantedAt(pointers), -1);
  return spans;
}

/** Builds the trie of the pointers. */
function wantedAt(pointers: Iterable<string>): Wanted {
  const root: Wanted = { pointer: '', members: new Map() };
  for (const pointer of pointers) {
    let wanted = root;
    let end = 0;
    for (const name of namesIn(pointer)) {
      end = pointer.indexOf('/', end + 1);
      if (end < 0) end = pointer.length;
      let member = wanted.members.get(name);
      if (member === undefined) {
        member = { pointer: pointer.slice(0, end), members: new Map() };
        wanted.members.set(name, member);
      }
      wanted = member;
    }
  }
  return root;
}

const maxShownCharacters = 60;
// A character may take several units when escaped.
const maxShownUnits = 300;
// A fast path: most tokens need no escapes.
const plainText = /^[ -~]*$/;

/** The source text of a value, shortened if it is long, with unprintable characters escaped. */
export function showToken(text: string): string {
  if (text.length <= maxShownCharacters && plainText.test(text)) return text;
  let shown = '';
  let characters = 0;
  // Character by character with an early exit: the text may have millions.
  for (const character of text) {
    if (++characters > maxShownCharacters || shown.length > maxShownUnits) return `${shown}…`;
    shown += printable(character);
  }
  return shown;
}

/** A string as JSON would write it, shortened if it is long. */
export function showString(text: string): string {
  // A character has at most two units, so this slice holds more characters than are shown.
  return showToken(JSON.stringify(text.slice(0, 2 * maxShownCharacters + 2)));
}

/** Escapes, as JSON does, whatever would break a line, move the cursor or be invisible in a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
}

/** The same for each line; JSON text stays valid and keeps its values. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
