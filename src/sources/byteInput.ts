/** A source's bytes with a cursor: a buffer of the bytes ahead, from which processed ones are dropped. */

export interface ByteInput {
  /** Bytes from the mark on. Replaced whenever `fill` reads more. */
  bytes: Buffer;
  /** The cursor: index into `bytes`. */
  at: number;
  /** Line of the cursor, from 1; code that moves the cursor over line breaks must count them. */
  line: number;
  /** Index into `bytes` from which bytes must be kept; -1 to keep only those from the cursor on. */
  mark: number;
  /** Appends the next chunk to `bytes`; false at the end of the source. Adjusts `at` and `mark`. */
  fill(): Promise<boolean>;
  /** The byte at the cursor, or undefined at the end of the source. */
  peek(): Promise<number | undefined>;
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
      // Up to a whole character, in case a message shows it.
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
