/** A source's bytes with a cursor: what lies ahead is in memory, what is dealt with is forgotten. */

export interface ByteInput {
  /** Bytes from the mark on. Changes whenever `fill` brings more. */
  bytes: Buffer;
  /** The cursor: index into `bytes`. */
  at: number;
  /** Line of the cursor, from 1; whoever moves the cursor over line breaks counts them. */
  line: number;
  /** Index into `bytes` of what must be kept; -1 when only what lies ahead matters. */
  mark: number;
  /** Brings the next chunk behind `bytes`; false when the source has ended. Indices stay true. */
  fill(): Promise<boolean>;
  /** The byte at the cursor, or undefined at the end of the source. */
  peek(): Promise<number | undefined>;
  /** Lets the source go. */
  close(): Promise<void>;
}

const maxCharacterBytes = 4;

export function createByteInput(chunks: AsyncIterable<Buffer>): ByteInput {
  const iterator = chunks[Symbol.asyncIterator]();
  const input: ByteInput = {
    bytes: Buffer.alloc(0),
    at: 0,
    line: 1,
    mark: -1,
    async fill() {
      const next = await iterator.next();
      if (next.done === true) return false;
      const keepFrom = input.mark < 0 ? input.at : input.mark;
      const kept = input.bytes.subarray(keepFrom);
      input.bytes = kept.length === 0 ? next.value : Buffer.concat([kept, next.value]);
      input.at -= keepFrom;
      if (input.mark > 0) input.mark = 0;
      return true;
    },
    async peek() {
      // With the rest of its character, in case it is to be shown.
      while (input.at + maxCharacterBytes > input.bytes.length) {
        if (!(await input.fill())) break;
      }
      return input.bytes[input.at];
    },
    async close() {
      await iterator.return?.();
    },
  };
  return input;
}
