/** White space that goes, and that which stays. */
import { expect, test } from 'vitest';
import { compactInto } from '../../../src/text/plainJson.ts';

function compact(json: string): string {
  const bytes = Buffer.from(`kept${'.'.repeat(Buffer.byteLength(json))}`);
  return bytes.toString('utf8', 0, compactInto(bytes, 4, Buffer.from(json)));
}

test.each([
  ['{ "a" :\t1,\r\n"b": [ null ] }', '{"a":1,"b":[null]}'],
  ['{"a": "  \\"  \\\\", "b": "ø  "}', '{"a":"  \\"  \\\\","b":"ø  "}'],
  // Broken JSON is the caller's to find.
  ['1 2', '12'],
  ['"a \\', '"a \\'],
  ['', ''],
])('%j', (json, compacted) => {
  expect(compact(json)).toBe(`kept${compacted}`);
});
