/** Writes the index of bgzip (`.gzi`): the offset of each block in a BGZF file, and that of its text. */

export interface BlockPlace {
  /** The offset of the block in the file. */
  readonly at: number;
  /** The offset of its text in the whole text. */
  readonly from: number;
}

/** `blocks` are those with text, in order. The first begins at 0, so it has no entry. */
export function blockIndex(blocks: readonly BlockPlace[]): Buffer {
  const told = blocks.slice(1);
  const index = Buffer.alloc(8 + told.length * 16);
  index.writeBigUInt64LE(BigInt(told.length));
  told.forEach(({ at, from }, entry) => {
    index.writeBigUInt64LE(BigInt(at), 8 + entry * 16);
    index.writeBigUInt64LE(BigInt(from), 16 + entry * 16);
  });
  return index;
}
