/**
 * Packs a pham's colour into a number, so that notes of a million genes need no strings: the six hex digits, a byte
 * each.
 */

const letters = 6;

/** Packs the six hex digits from byte `at`; their case is kept. */
export function packColor(bytes: Uint8Array, at: number): number {
  let color = 0;
  for (let letter = at; letter < at + letters; letter++) color = color * 256 + (bytes[letter] ?? 0);
  return color;
}

/** The colour in the form of records; null for 0, which means none. */
export function colorText(color: number): string | null {
  if (color === 0) return null;
  const bytes = Buffer.alloc(letters);
  bytes.writeUIntBE(color, 0, letters);
  return `#${bytes.toString('latin1')}`;
}
