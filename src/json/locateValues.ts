/** Finds the offsets of the values at given pointers in a JSON text, without recording all others. */
import { namesIn } from './pointer.ts';
import { spaceEnd, tokenEnd } from './tokenEnd.ts';

/** Offsets in the text: start and end of a value, and start of its key if it has one. */
export interface JsonSpan {
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
