import { expect, test } from 'vitest';
import { contactOf } from '../../../src/site/contactPoint.ts';

test.each([
  ['Ada Example <ada@example.org>', { name: 'Ada Example', email: 'ada@example.org' }],
  ['ada@example.org', { email: 'ada@example.org' }],
  ['mailto:ada@example.org', { email: 'ada@example.org' }],
  ['Phage Lab, https://example.org/lab', { name: 'Phage Lab', url: 'https://example.org/lab' }],
  [
    'Ada Example (ada@example.org), https://example.org/~ada',
    { name: 'Ada Example', email: 'ada@example.org', url: 'https://example.org/~ada' },
  ],
  ['Room 5, ask for Ada', { name: 'Room 5, ask for Ada' }],
])('%s says whom to ask, and how', (text, parts) => {
  const { name, contactPoint } = contactOf(text);
  expect(contactPoint).toEqual({ '@type': 'ContactPoint', ...parts });
  expect(name).toBe('name' in parts ? parts.name : text);
});
