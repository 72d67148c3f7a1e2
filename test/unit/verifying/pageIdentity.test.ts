import { expect, test } from 'vitest';
import { pageIdentity } from '../../../src/verifying/envelope.ts';

const of = (query: string) => pageIdentity(`https://example.org/api/genes/${query}`);

test('the format, the order of parameters and the number of page 1 make no other page', () => {
  expect(of('?page=2&format=api')).toBe(of('?format=api&page=2'));
  expect(of('?page=2')).toBe(of('?format=api&page=2'));
  expect(of('')).toBe(of('?page=1&format=json'));
  expect(of('?page=3')).not.toBe(of('?page=2'));
  expect(of('?page=2&x=1')).not.toBe(of('?page=2'));
  expect(pageIdentity('no address')).toBe('no address');
});
