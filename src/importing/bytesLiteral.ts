/** Reads what Python shows of bytes, where a program stored that instead of the text. */
import { decoded } from './dump.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text that `b'…'` or `b"…"` stands for; null for other text. */
export function bytesShown(text: string): string | null {
  if (!text.startsWith("b'") && !text.startsWith('b"')) return null;
  const quote = text.slice(1, 2);
  const inner = text.slice(2, -1);
  // One pattern for all of it would run out of stack at a long text.
  const plain = inner.replaceAll(/\\./gs, '');
  const isWhole = text.length > 2 && text.endsWith(quote) && !plain.includes(quote);
  if (!isWhole || /[\\\u0080-\uFFFF]/.test(plain)) return null;
  const bytes = Buffer.from(
    inner.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gs, (_, hex: string | undefined, sign: string) =>
      hex === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
  return decoded(bytes, 0, bytes.length);
}
