/** Short texts, addressed by small numbers, in one block of memory that threads share, without an object for each. */
import { sharedFloat64 } from './sharedNumbers.ts';

export interface SharedPieces {
  readonly bytes: Uint8Array;
  /** The end of each in `bytes`, where the next begins. */
  readonly ends: Float64Array;
}

// A UTF-16 unit takes at most three bytes of UTF-8.
const mostBytesPerUnit = 3;

/** Packs the texts for 0 to `count` - 1. */
export function packPieces(count: number, textOf: (of: number) => string): SharedPieces {
  const ends = sharedFloat64(count);
  let packed = Buffer.allocUnsafeSlow(1 << 14);
  let used = 0;
  for (let of = 0; of < count; of++) {
    const text = textOf(of);
    const most = used + text.length * mostBytesPerUnit;
    if (most > packed.length) {
      const larger = Buffer.allocUnsafeSlow(most * 2);
      packed.copy(larger, 0, 0, used);
      packed = larger;
    }
    used += packed.write(text, used);
    ends[of] = used;
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(used));
  bytes.set(packed.subarray(0, used));
  return { bytes, ends };
}
