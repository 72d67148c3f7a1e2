import { expect, test } from 'vitest';
import { bytesShown } from '../../../src/importing/bytesLiteral.ts';

test('a very long text is read, and told from one that ends too late', () => {
  const long = 'ACGT'.repeat(4_000_000);
  expect(bytesShown(`b'${long}'`) === long).toBe(true);
  expect(bytesShown(`b'${long}'x'`)).toBe(null);
});
