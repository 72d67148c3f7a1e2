/** Reads the records of a view while its file comes in, so that of a long one the first are there, or a count, before the end. */

export interface RecordStream {
  /** Takes the next piece of the file's text; returns the records that end in it, as JSON. */
  readonly push: (text: string) => readonly string[];
  /** What the file says that it has; null until that has come, or where it does not say. */
  readonly total: () => number | null;
}

/** For a file with the envelope of a list: its records are the objects right inside the array of `results`. */
export function createRecordStream(): RecordStream {
  let rest = '';
  let head = '';
  // Where in `rest` to read on, and where the record that is being read begins there.
  let at = 0;
  let start = -1;
  let depth = 0;
  let isInText = false;

  return {
    push(text) {
      rest += text;
      const records: string[] = [];
      for (; at < rest.length; at++) {
        const character = rest[at];
        if (isInText) {
          if (character === '\\') at++;
          else if (character === '"') isInText = false;
        } else if (character === '"') {
          isInText = true;
        } else if (character === '{' || character === '[') {
          depth++;
          if (character === '[' && depth === recordDepth - 1) head = rest.slice(0, at);
          if (character === '{' && depth === recordDepth) start = at;
        } else if (character === '}' || character === ']') {
          if (character === '}' && depth === recordDepth) {
            records.push(rest.slice(start, at + 1));
            start = -1;
          }
          depth--;
        }
      }
      const kept = start === -1 ? at : start;
      // A piece may end behind a backslash: what that escapes is passed over in the next.
      if (head !== '') rest = rest.slice(Math.min(kept, rest.length));
      if (head !== '') at -= kept;
      if (start !== -1) start = 0;
      return records;
    },
    total() {
      const count = /"count":(\d{1,15})/.exec(head)?.[1];
      return count === undefined ? null : Number(count);
    },
  };
}

// Inside the envelope and its array.
const recordDepth = 3;
