/** Pieces of texts by small numbers, in one buffer: made when they are first wanted, without an object for each. */
import type { ByteText } from '../text/byteText.ts';

/** Adds the piece of a number below `count` to a text. */
export function createPieces(
  count: number,
  make: (of: number) => string,
): (of: number, to: ByteText) => void {
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let bytes = Buffer.allocUnsafeSlow(1 << 14);
  let used = 0;
  return (of, to) => {
    if (ends[of] === 0) {
      const piece = Buffer.from(make(of));
      if (used + piece.length > bytes.length) {
        const larger = Buffer.allocUnsafeSlow((used + piece.length) * 2);
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      piece.copy(bytes, used);
      starts[of] = used;
      used += piece.length;
      ends[of] = used;
    }
    to.piece(bytes, starts[of], ends[of]);
  };
}
