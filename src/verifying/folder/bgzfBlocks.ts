/** Reads a file that must be BGZF block by block, in little memory. */
import { gunzipSync } from 'node:zlib';
import {
  blockBytes,
  blockTextBytes,
  endBlock,
  headerBytes,
  maxBlockBytes,
} from '../../publishing/bgzf.ts';
import { attempt } from '../../failure.ts';
import { readFully } from '../../publishing/readFully.ts';

export interface Block {
  /** The offset of the block in the file. */
  readonly at: number;
  /** Valid until the next block is requested. Only the block that ends the file has none. */
  readonly text: Buffer;
}

/** All blocks with text, then the one that ends the file. Throws an error that says what is wrong. */
export function* readBlocks(handle: number): Generator<Block> {
  const held = Buffer.allocUnsafe(maxBlockBytes);
  const read = (from: number, to: number, at: number) =>
    held.subarray(0, from + readFully(handle, held.subarray(from, to), at + from));
  for (let at = 0; ;) {
    const header = read(0, headerBytes, at);
    if (header.length === 0) throw new Error('no block at the end that says so');
    const bytes = blockBytes(header);
    if (bytes === null) throw new Error(`no block at byte ${at}`);
    const block = read(headerBytes, bytes, at);
    const text = block.length < bytes ? null : textOf(block);
    if (text === null) throw new Error(`no whole block at byte ${at}`);
    if (text.length > blockTextBytes) throw new Error(`too much text in the block at byte ${at}`);
    yield { at, text };
    at += bytes;
    if (text.length > 0) continue;
    if (!block.equals(endBlock)) throw new Error(`a block without text at byte ${at - bytes}`);
    if (read(0, 1, at).length > 0) throw new Error('more behind the block that ends it');
    return;
  }
}

function textOf(block: Buffer): Buffer | null {
  const text = attempt(() => gunzipSync(block, { maxOutputLength: maxBlockBytes }));
  // Several members in one block, or bytes after one, give another length.
  return text?.length === block.readUInt32LE(block.length - 4) ? text : null;
}
