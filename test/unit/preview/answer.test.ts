import { describe, expect, test } from 'vitest';
import { entityTag, refusalOf } from '../../../src/preview/answer.ts';

const none = new Set<string>();

describe('a request', () => {
  test.each([
    'localhost:8080',
    'LOCALHOST',
    'draft.localhost:8080',
    '127.0.0.1:8080',
    '127.3.2.1',
    '[::1]:8080',
    '192.168.1.20:8080',
    '[fe80::1]:8080',
    undefined,
  ])('to %s is answered', (host) => {
    expect(refusalOf({ host, origin: undefined }, none)).toBeNull();
  });

  test.each([
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8080',
    'localhostevil',
    'evil.example.:8080',
    'a b',
    '',
    'localhost/@evil.example',
  ])('to the name %j, which may have come to mean this machine, is refused', (host) => {
    expect(refusalOf({ host, origin: undefined }, none)).toContain('does not answer to the name');
  });

  test('to a name that is allowed is answered, and to no other', () => {
    const allowed = new Set(['preview.lab']);
    expect(refusalOf({ host: 'Preview.lab.:8080', origin: undefined }, allowed)).toBeNull();
    expect(refusalOf({ host: 'x.preview.lab', origin: undefined }, allowed)).toBe(
      'The preview does not answer to the name x.preview.lab. Start it with --allow-host x.preview.lab if it should.',
    );
    expect(refusalOf({ host: 'any.org', origin: 'null' }, new Set(['*']))).toBeNull();
  });
});

describe('a page that asks', () => {
  const host = '127.0.0.1:8080';

  test.each([
    'http://127.0.0.1:8080',
    'http://localhost:3000',
    'https://localhost',
    'http://[::1]:5173',
  ])('from %s is answered', (origin) => {
    expect(refusalOf({ host, origin }, none)).toBeNull();
  });

  test('from the host that it asks is answered', () => {
    expect(
      refusalOf({ host: '192.168.1.20:8080', origin: 'http://192.168.1.20:3000' }, none),
    ).toBeNull();
  });

  test.each([
    'https://evil.org',
    'http://203.0.113.9',
    'null',
    'file://',
    'https://example.com',
    // Names that a network may give a meaning of its own.
    'https://reader.example',
    'http://wiki.test',
    'http://x.invalid',
    'https://localhost.example',
  ])('from %s is refused, unless it is allowed', (origin) => {
    expect(refusalOf({ host, origin }, none)).toContain('does not answer web pages of');
    expect(refusalOf({ host, origin }, new Set(['*']))).toBeNull();
  });

  test('from a host that is allowed is answered', () => {
    expect(refusalOf({ host, origin: 'https://app.lab' }, new Set(['app.lab']))).toBeNull();
  });
});

test('a validator is strong, and changes with the bytes and with nothing else (M5)', () => {
  const tag = entityTag(Buffer.from('one'));
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(entityTag(Buffer.from('one'))).toBe(tag);
  expect(entityTag(Buffer.from('two'))).not.toBe(tag);
});
