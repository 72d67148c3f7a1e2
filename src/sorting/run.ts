/** A run: a batch of records in order. Their bytes lie outside the JavaScript heap. */
import type { OrderedRecord } from './orderedRecord.ts';

/** Records in the order of `compareRecords`; can be gone through again and again. */
export type Run = Iterable<OrderedRecord> & { readonly count: number };

export interface RunBuilder {
  /** Bytes held so far. */
  readonly bytes: number;
  add(record: { readonly key: string; readonly json: string; ordinal: number; line: number }): void;
  /** Sorts what was added and starts afresh. */
  finish(): Run;
}

/** Collects records for a run; the caller finishes it when `bytes` has grown enough. */
export function createRunBuilder(): RunBuilder {
  let text = Buffer.allocUnsafe(1 << 16);
  let used = 0;
  // For each record: where its key and its JSON end in `text`, its source and its line.
  let fields: number[] = [];

  const append = (value: string) => {
    const worst = used + value.length * 3;
    if (worst > text.length) {
      const larger = Buffer.allocUnsafe(Math.max(worst, text.length * 2));
      text.copy(larger, 0, 0, used);
      text = larger;
    }
    used += text.write(value, used);
  };

  return {
    get bytes() {
      return used;
    },
    add({ key, json, ordinal, line }) {
      append(key);
      const keyEnd = used;
      append(json);
      fields.push(keyEnd, used, ordinal, line);
    },
    finish() {
      const run = sortRun(text.subarray(0, used), Uint32Array.from(fields));
      text = Buffer.allocUnsafe(1 << 16);
      used = 0;
      fields = [];
      return run;
    },
  };
}

const fieldsPerRecord = 4;

function sortRun(text: Buffer, fields: Uint32Array): Run {
  const keyStart = (index: number) =>
    index === 0 ? 0 : (fields[index * fieldsPerRecord - 3] ?? 0);
  const field = (index: number, which: number) => fields[index * fieldsPerRecord + which] ?? 0;
  const count = fields.length / fieldsPerRecord;

  // The order of `compareRecords`, without making the records.
  const order = Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) =>
      text.compare(text, keyStart(b), field(b, 0), keyStart(a), field(a, 0)) ||
      field(a, 2) - field(b, 2) ||
      field(a, 3) - field(b, 3) ||
      a - b,
  );
  return {
    count,
    *[Symbol.iterator]() {
      for (const index of order) {
        const keyEnd = field(index, 0);
        yield {
          key: text.subarray(keyStart(index), keyEnd),
          json: text.subarray(keyEnd, field(index, 1)),
          ordinal: field(index, 2),
          line: field(index, 3),
        };
      }
    },
  };
}
