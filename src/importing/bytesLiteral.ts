/** Reads what Python shows of bytes, where a program stored that instead of the text. */
import { decoded } from './dump.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The text that `b'…'` or `b"…"` stands for; null for other text. */
export function bytesShown(text: string): string | null {
  if (!text.startsWith("b'") && !text.startsWith('b"')) return null;
  const [, , inner] = /^b(['"])((?:\\.|(?!\1)[^\\\u0080-\uFFFF])*)\1$/s.exec(text) ?? [];
  if (inner === undefined) return null;
  const bytes = Buffer.from(
    inner.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gs, (_, hex: string | undefined, sign: string) =>
      hex === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
  return decoded(bytes, 0, bytes.length);
}
