/** The colour of a family as a number, so that notes of a million genes hold no texts: its six letters, a byte each. */

const letters = 6;

/** The colour whose six letters begin at byte `at`; their case is kept. */
export function packColor(bytes: Uint8Array, at: number): number {
  let color = 0;
  for (let letter = at; letter < at + letters; letter++) color = color * 256 + (bytes[letter] ?? 0);
  return color;
}

/** The colour as records have it; null for 0, which is none. */
export function colorText(color: number): string | null {
  if (color === 0) return null;
  const bytes = Buffer.alloc(letters);
  bytes.writeUIntBE(color, 0, letters);
  return `#${bytes.toString('latin1')}`;
}
