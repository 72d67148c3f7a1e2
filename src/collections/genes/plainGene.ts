/**
 * A fast path for gene records that are already valid and canonical, as most records of most builds are: matches
 * them byte by byte. A record that does not match is not wrong; it gets the full validation (`validateRecord`),
 * which for a matching record would report nothing and return the same bytes.
 */

/** Offsets of the parts of the last matched gene, and what the rules between records need. */
interface PlainGene {
  /** GeneID: [keyStart, keyEnd); its part before `_CDS_` ends at phagePartEnd. */
  keyStart: number;
  keyEnd: number;
  phagePartEnd: number;
  /** The PhageID inside the summary, and the whole summary object. */
  phageIdStart: number;
  phageIdEnd: number;
  summaryStart: number;
  summaryEnd: number;
  phamId: number;
  /** The six hexadecimal digits as a number. */
  color: number;
}

export interface PlainGeneMatcher {
  readonly gene: PlainGene;
  /**
   * The end offset of the record that starts at `start` if it is plain, else -1. `bytes` must be UTF-8 with a line
   * break after the record.
   */
  readonly match: (bytes: Uint8Array, start: number) => number;
}

const quote = 0x22;
const backslash = 0x5c;
const underscore = 0x5f;
const zero = 0x30;

// Classes of bytes in a string: 0 ends the string or is not plain, 1 is text, 2 may start U+2028 or U+2029.
const textBytes = byteTable((byte) => {
  if (byte < 0x20 || byte === quote || byte === backslash) return 0;
  return byte === 0xe2 ? 2 : 1;
});
// A name of these bytes that contains `_CDS_` is safe as a path (A3).
const nameBytes = byteTable((byte) => Number(/[A-Za-z0-9_-]/.test(String.fromCharCode(byte))));
const proteinBytes = byteTable((byte) => Number(/[A-Z*]/.test(String.fromCharCode(byte))));
// Escapes that canonical JSON writes; \u is left to the full validation.
const escapedBytes = byteTable((byte) => Number('"\\bfnrt'.includes(String.fromCharCode(byte))));
const digitValues = byteTable((byte) => (byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : 0xff));
const hexValues = byteTable((byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? 0xff : value;
});

const maxKeyBytes = 200;
// Integers of up to so many digits are safe integers.
const maxDigits = 15;

const literals = {
  geneId: literal('{"GeneID":"'),
  summary: literal('","PhageID":'),
  phageId: literal('{"PhageID":"'),
  accession: literal('","Accession":"'),
  name: literal('","Name":"'),
  hostGenus: literal('","HostGenus":"'),
  cluster: literal('","Cluster":"'),
  subcluster: literal('","Subcluster":'),
  phamId: literal(',"PhamID":{"PhamID":'),
  color: literal(',"Color":"#'),
  start: literal('"},"Start":'),
  stop: literal(',"Stop":'),
  length: literal(',"Length":'),
  label: literal(',"Name":"'),
  translation: literal('","Translation":"'),
  orientation: literal('","Orientation":"'),
  notes: literal('","Notes":"'),
  locusTag: literal('","LocusTag":'),
  null: literal('null'),
  cds: literal('_CDS_'),
};

/** A matcher with a result of its own, which each match overwrites. */
export function createPlainGeneMatcher(): PlainGeneMatcher {
  const gene: PlainGene = {
    keyStart: 0,
    keyEnd: 0,
    phagePartEnd: 0,
    phageIdStart: 0,
    phageIdEnd: 0,
    summaryStart: 0,
    summaryEnd: 0,
    phamId: 0,
    color: 0,
  };
  // The last integer read.
  let integer = 0;

  const readInteger = (bytes: Uint8Array, from: number): number => {
    let at = from;
    let value = 0;
    for (;;) {
      const digit = digitValues[bytes[at] ?? 0] ?? 0xff;
      if (digit === 0xff) break;
      value = value * 10 + digit;
      at++;
    }
    const digits = at - from;
    if (digits === 0 || digits > maxDigits || (bytes[from] === zero && digits > 1)) return -1;
    integer = value;
    return at;
  };

  /** Reads Start, Stop and Length, which must agree (gene-length). */
  const readCoordinates = (bytes: Uint8Array, from: number): number => {
    let at = readInteger(bytes, from);
    const start = integer;
    if (at < 0 || (at = passLiteral(bytes, at, literals.stop)) < 0) return -1;
    if ((at = readInteger(bytes, at)) < 0) return -1;
    const stop = integer;
    if ((at = passLiteral(bytes, at, literals.length)) < 0) return -1;
    if ((at = readInteger(bytes, at)) < 0) return -1;
    return integer === stop - start ? at : -1;
  };

  const readSummary = (bytes: Uint8Array, from: number): number => {
    gene.summaryStart = from;
    let at = passLiteral(bytes, from, literals.phageId);
    if (at < 0) return -1;
    gene.phageIdStart = at;
    if ((at = passText(bytes, at)) < 0 || at === gene.phageIdStart) return -1;
    gene.phageIdEnd = at;
    if ((at = passLiteral(bytes, at, literals.accession)) < 0) return -1;
    if ((at = passText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.name)) < 0) return -1;
    if ((at = passNonEmptyText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.hostGenus)) < 0) return -1;
    if ((at = passText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.cluster)) < 0) return -1;
    if ((at = passText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.subcluster)) < 0) return -1;
    if ((at = passTextOrNull(bytes, at)) < 0 || bytes[at] !== 0x7d) return -1;
    gene.summaryEnd = at + 1;
    return at + 1;
  };

  const readKey = (bytes: Uint8Array, from: number): number => {
    gene.keyStart = from;
    let at = from;
    while (nameBytes[bytes[at] ?? 0] === 1) at++;
    gene.keyEnd = at;
    if (bytes[at] !== quote || at - from > maxKeyBytes) return -1;
    let digits = at;
    while (digits > from && digitValues[bytes[digits - 1] ?? 0] !== 0xff) digits--;
    const part = digits - literals.cds.length;
    if (digits === at || part <= from || bytes[part] !== underscore) return -1;
    gene.phagePartEnd = part;
    return passLiteral(bytes, part, literals.cds) < 0 ? -1 : at;
  };

  const readColor = (bytes: Uint8Array, from: number): number => {
    let value = 0;
    for (let at = from; at < from + 6; at++) {
      const digit = hexValues[bytes[at] ?? 0] ?? 0xff;
      if (digit === 0xff) return -1;
      value = value * 16 + digit;
    }
    gene.color = value;
    return from + 6;
  };

  const match = (bytes: Uint8Array, start: number): number => {
    let at = passLiteral(bytes, start, literals.geneId);
    if (at < 0 || (at = readKey(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.summary)) < 0) return -1;
    if ((at = readSummary(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.phamId)) < 0) return -1;
    if ((at = readInteger(bytes, at)) < 0) return -1;
    gene.phamId = integer;
    if ((at = passLiteral(bytes, at, literals.color)) < 0) return -1;
    if ((at = readColor(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.start)) < 0) return -1;
    if ((at = readCoordinates(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.label)) < 0) return -1;
    if ((at = passNonEmptyText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.translation)) < 0) return -1;
    const protein = at;
    while (proteinBytes[bytes[at] ?? 0] === 1) at++;
    if (at === protein || (at = passLiteral(bytes, at, literals.orientation)) < 0) return -1;
    if (bytes[at] !== 0x46 && bytes[at] !== 0x52) return -1;
    if ((at = passLiteral(bytes, at + 1, literals.notes)) < 0) return -1;
    if ((at = passText(bytes, at)) < 0) return -1;
    if ((at = passLiteral(bytes, at, literals.locusTag)) < 0) return -1;
    if ((at = passTextOrNull(bytes, at)) < 0 || bytes[at] !== 0x7d) return -1;
    return at + 1;
  };

  return { gene, match };
}

/** The offset after the literal, or -1 if it is not there. */
function passLiteral(bytes: Uint8Array, from: number, expected: Uint8Array): number {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[from + i] !== expected[i]) return -1;
  }
  return from + expected.length;
}

/** The offset of a string's closing quote, from after its opening one; -1 if the text is not plain. */
function passText(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const kind = textBytes[bytes[at] ?? 0];
    if (kind === 1) {
      at++;
    } else if (kind === 2) {
      if (bytes[at + 1] === 0x80 && ((bytes[at + 2] ?? 0) & 0xfe) === 0xa8) return -1;
      at++;
    } else if (bytes[at] === quote) {
      return at;
    } else if (bytes[at] === backslash && escapedBytes[bytes[at + 1] ?? 0] === 1) {
      at += 2;
    } else {
      return -1;
    }
  }
}

function passNonEmptyText(bytes: Uint8Array, from: number): number {
  const at = passText(bytes, from);
  return at === from ? -1 : at;
}

/** The offset after a quoted string or null. */
function passTextOrNull(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== quote) return passLiteral(bytes, from, literals.null);
  const at = passText(bytes, from + 1);
  return at < 0 ? -1 : at + 1;
}

function literal(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

function byteTable(valueOf: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => valueOf(byte));
}
