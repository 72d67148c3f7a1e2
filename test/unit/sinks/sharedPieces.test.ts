import { expect, test } from 'vitest';
import { packTexts, type SharedTexts } from '../../../src/sinks/recordLines.ts';

function textsIn({ bytes, ends }: SharedTexts): string[] {
  return [...ends].map((end, of) =>
    Buffer.from(bytes.subarray(of === 0 ? 0 : ends[of - 1], end)).toString(),
  );
}

test('texts are packed as they are, in memory that threads share', () => {
  const texts = ['', 'lysin', 'é\u{1f9ec}', '', 'x'.repeat(100_000), 'ﬂ'.repeat(30_000), 'end'];
  const packed = packTexts(texts.length, (of) => texts[of] ?? '');
  expect(textsIn(packed)).toEqual(texts);
  expect([packed.bytes.buffer, packed.ends.buffer]).toEqual([
    expect.any(SharedArrayBuffer),
    expect.any(SharedArrayBuffer),
  ]);
  expect(packTexts(0, () => 'none').bytes).toHaveLength(0);
});
