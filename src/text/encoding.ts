/** Guesses the encoding of text that is not UTF-8, from its first bytes and from its invalid bytes. */
import { isUtf8 } from 'node:buffer';

/** UTF-16 and UTF-32 by their first bytes: JSON begins with an ASCII character, whose other bytes are zero. */
const wideStarts: readonly { readonly bytes: readonly (number | null)[]; readonly name: string }[] =
  [
    { bytes: [0xff, 0xfe, 0, 0], name: 'UTF-32' },
    { bytes: [0, 0, 0xfe, 0xff], name: 'UTF-32' },
    { bytes: [0xff, 0xfe], name: 'UTF-16' },
    { bytes: [0xfe, 0xff], name: 'UTF-16' },
    { bytes: [null, 0, 0, 0], name: 'UTF-32LE' },
    { bytes: [0, 0, 0, null], name: 'UTF-32BE' },
    { bytes: [null, 0, null, 0], name: 'UTF-16LE' },
    { bytes: [0, null, 0, null], name: 'UTF-16BE' },
  ];

/** The iconv name of the UTF-16 or UTF-32 encoding; null for any other. */
export function wideEncodingOf(start: Uint8Array): string | null {
  const fits = ({ bytes }: (typeof wideStarts)[number]) =>
    start.length >= bytes.length &&
    bytes.every((byte, at) => (byte === null ? start[at] !== 0 : start[at] === byte));
  const name = wideStarts.find(fits)?.name ?? null;
  // At least half of the bytes are zero; with fewer, only the first lines are in that encoding.
  return name !== null && shareOfZeros(start) > leastZeros ? name : null;
}

const leastZeros = 1 / 3;

function shareOfZeros(bytes: Uint8Array): number {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  return zeros / bytes.length;
}

/** How to convert text from that encoding. */
export function iconvHint(encoding: string): string {
  return `Save the file as UTF-8, for example with \`iconv -f ${encoding} -t UTF-8\`.`;
}

export interface BadBytes {
  /** Offset of the first one; -1 if there is none. */
  readonly first: number;
  /** Whether there is also non-ASCII text in valid UTF-8. */
  hasUtf8: boolean;
  /** Whether there are bytes that are letters in Windows-1252 but not in Latin-1. */
  hasWindows: boolean;
  /** Whether there are bytes that are defined in neither. */
  hasOther: boolean;
}

// A sample is enough; a record may be millions of bytes long.
const examinedBytes = 1 << 16;

/** Examines bytes that are mostly text. */
export function examineBytes(bytes: Buffer): BadBytes {
  const first = firstBadByte(bytes);
  const found: BadBytes = { first, hasUtf8: false, hasWindows: false, hasOther: false };
  if (first < 0) return found;
  // A window around the first bad byte.
  const from = Math.max(0, first - examinedBytes);
  const to = Math.min(bytes.length, first + examinedBytes);
  for (let at = from; at < to;) {
    const byte = bytes[at] ?? 0;
    const length = sequenceLength(byte);
    if (length > 1 && isUtf8(bytes.subarray(at, at + length))) {
      if (at + length <= bytes.length) found.hasUtf8 = true;
      at += length;
      continue;
    }
    if (byte >= 0x80 && byte < 0xa0) {
      if (undefinedInWindows.has(byte)) found.hasOther = true;
      else found.hasWindows = true;
    }
    at++;
  }
  return found;
}

const undefinedInWindows: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** How to repair text with such bytes. */
export function badBytesHint({ hasUtf8, hasWindows, hasOther }: Omit<BadBytes, 'first'>): string {
  if (hasUtf8) {
    return 'Other text in the file is UTF-8: fix what is not, and do not convert the whole file.';
  }
  if (hasOther) return 'Save the file as UTF-8 with the program that wrote it.';
  return iconvHint(hasWindows ? 'WINDOWS-1252' : 'LATIN1');
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

const blockBytes = 1 << 16;

/** The first byte that is not part of valid UTF-8; -1 if there is none. */
function firstBadByte(bytes: Buffer): number {
  let at = 0;
  // Whole blocks first, each cut at a character boundary.
  for (let end = blockBytes; end < bytes.length; end = at + blockBytes) {
    while (end > at && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
    if (end === at || !isUtf8(bytes.subarray(at, end))) break;
    at = end;
  }
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return -1;
}
