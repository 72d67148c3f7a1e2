/** Finds the values of a gene in its canonical JSON, byte by byte, since parsing a million genes takes longer. */

/** The indices of the fields, in the order of the record and of the columns of genes. */
export const geneFields = {
  geneId: 0,
  phageId: 1,
  accession: 2,
  phageName: 3,
  hostGenus: 4,
  cluster: 5,
  subcluster: 6,
  phamId: 7,
  color: 8,
  start: 9,
  stop: 10,
  length: 11,
  label: 12,
  translation: 13,
  orientation: 14,
  notes: 15,
  locusTag: 16,
} as const;

export const geneFieldCount = 17;

/** Numbers per field: start and end of its value (a string's without its quotes), and flags on its content. */
export const spanLength = 3;

/** The start of a null value. */
export const nullValue = -1;

/** Flags of a string: non-ASCII or control characters, and escapes; 0 is printable ASCII only. */
export const beyondAscii = 1;
export const escaped = 2;

const quoted = 4;
const quote = 0x22;
const backslash = 0x5c;
const n = 0x6e;
const brace = 0x7b;

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === quote) return quoted;
  if (byte === backslash) return escaped;
  return byte >= 0x20 && byte < 0x7f ? 0 : beyondAscii;
});

/** The length of what precedes each field's value: the end of the previous value, and the name. */
const leads = [
  '{"GeneID":',
  '{"PhageID":',
  ',"Accession":',
  ',"Name":',
  ',"HostGenus":',
  ',"Cluster":',
  ',"Subcluster":',
  '{"PhamID":',
  ',"Color":',
  ',"Start":',
  ',"Stop":',
  ',"Length":',
  ',"Name":',
  ',"Translation":',
  ',"Orientation":',
  ',"Notes":',
  ',"LocusTag":',
].map(({ length }) => length);
const beforePhage = ',"PhageID":'.length;
const beforePham = ',"PhamID":'.length;

/** Numbers per gene. */
export const geneSpans = geneFieldCount * spanLength;

/**
 * Finds the values of the gene whose canonical JSON starts at byte `from`, and writes `geneSpans` numbers from index
 * `into`.
 */
export function findGeneFields(bytes: Buffer, from: number, spans: Int32Array, into: number): void {
  const { geneId, phageId, phamId, start, translation, orientation, locusTag } = geneFields;
  let at = findValue(geneId, from);
  at = findObject(phageId, phamId, at + beforePhage);
  at = findObject(phamId, start, at + beforePham);
  for (let field: number = start; field < translation; field++) at = findValue(field, at);
  at = findLetters(translation, at);
  for (let field: number = orientation; field <= locusTag; field++) at = findValue(field, at);

  function findObject(first: number, end: number, open: number): number {
    if (bytes[open] !== brace) {
      for (let field = first; field < end; field++) note(field, nullValue, nullValue, 0);
      return open + 'null'.length;
    }
    let inner = open;
    for (let field = first; field < end; field++) inner = findValue(field, inner);
    return inner + 1;
  }

  /** `lead` is the end of the previous value; returns the end of this one. */
  function findValue(field: number, lead: number): number {
    let end = lead + (leads[field] ?? 0);
    const first = end;
    const byte = bytes[first] ?? 0;
    if (byte === quote) {
      let holds = 0;
      for (end++; ; end++) {
        const kind = kinds[bytes[end] ?? quote] ?? quoted;
        if (kind === 0) continue;
        if (kind === quoted) break;
        holds |= kind;
        if (kind === escaped) end++;
      }
      note(field, first + 1, end, holds);
      return end + 1;
    }
    if (byte === n) {
      note(field, nullValue, nullValue, 0);
      return first + 'null'.length;
    }
    while (((bytes[end] ?? 0) - 0x30) >>> 0 < 10) end++;
    note(field, first, end, 0);
    return end;
  }

  /** Finds a protein, which has no escapes, with a fast search. */
  function findLetters(field: number, lead: number): number {
    const first = lead + (leads[field] ?? 0) + 1;
    if (bytes[first - 1] !== quote) return findValue(field, lead);
    const end = bytes.indexOf(quote, first);
    note(field, first, end, 0);
    return end + 1;
  }

  function note(field: number, first: number, end: number, holds: number): void {
    const place = into + field * spanLength;
    spans[place] = first;
    spans[place + 1] = end;
    spans[place + 2] = holds;
  }
}

/** Parses the integer with the digits in bytes [from, to). */
export function readInteger(bytes: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + ((bytes[at] ?? 0) - 0x30);
  return value;
}
