import { expect, test } from 'vitest';
import { contactOf } from '../../../src/contract/siteOptions.ts';

test.each([
  ['ada@example.org', { email: 'ada@example.org' }],
  ['https://example.org/lab', { url: 'https://example.org/lab' }],
  ['Ada Example', { name: 'Ada Example' }],
  ['Ada Example <ada@example.org>', { name: 'Ada Example', email: 'ada@example.org' }],
  ['Ada Example (mailto:ada@example.org)', { name: 'Ada Example', email: 'ada@example.org' }],
  ['Ada Example [ada@example.org]', { name: 'Ada Example', email: 'ada@example.org' }],
  [
    'Ada, ada@lab.example.org, https://example.org/~ada.',
    { name: 'Ada', email: 'ada@lab.example.org', url: 'https://example.org/~ada' },
  ],
  ['ada@example.org, bo@example.org', { name: 'bo@example.org', email: 'ada@example.org' }],
  ['not@an@address', { name: 'not@an@address' }],
  ['https://[', { name: 'https://[' }],
])('of the contact %j no part is lost', (text, parts) => {
  expect(contactOf(text)).toEqual(parts);
});

test('no contact is none', () => {
  expect(contactOf(undefined)).toBeNull();
  expect(contactOf(' ')).toBeNull();
});
