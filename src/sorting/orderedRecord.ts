/** A record on its way from the sources to the pages, and the order that all such records stand in. */

export interface OrderedRecord {
  /** The sort key in UTF-8. */
  readonly key: Buffer;
  /** Canonical JSON in UTF-8 (L1). */
  readonly json: Buffer;
  /** `Source.ordinal` and line: which of two records with one key comes first. */
  readonly ordinal: number;
  readonly line: number;
}

/** By code point of the key (L3: UTF-8 byte order is that order), then by place. */
export function compareRecords(a: OrderedRecord, b: OrderedRecord): number {
  return Buffer.compare(a.key, b.key) || a.ordinal - b.ordinal || a.line - b.line;
}
