import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapedPath } from '../../../src/verifying/siteManifest.ts';

test('an escaped path leads back to the path, and holds nothing that ends it or leads elsewhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      const escaped = escapedPath(path) ?? '';
      expect(decodeURIComponent(escaped)).toBe(path);
      expect(escaped).toMatch(/^[A-Za-z0-9\-_.!~*'()%/]*$/);
    }),
  );
});

test('slashes stay, and half of a character has no address', () => {
  expect(escapedPath('api/genes/100%?#/index.json')).toBe('api/genes/100%25%3F%23/index.json');
  expect(escapedPath('api/\ud800/index.json')).toBeNull();
});
