import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName, unsafeNameReason } from '../../../src/contract/recordName.ts';

test.each([
  'Trixie',
  'Trixie_CDS_18',
  'Éclair',
  'Mr Spaced',
  '100%',
  'page',
  'api',
  '2.json',
  '.hidden',
  'console',
  'nullify',
  'x.con',
  '🧬',
  'a'.repeat(200),
  'é'.repeat(100),
])('%j can be a path (A3)', (name) => {
  expect(unsafeNameReason(name)).toBeNull();
});

test.each([
  ['', 'is empty'],
  ['.', 'means a folder'],
  ['..', 'means a folder'],
  ['a/b', 'contains a slash or backslash'],
  ['a\\b', 'contains a slash or backslash'],
  ['a\u0000', 'contains a control character'],
  ['a\nb', 'contains a control character'],
  ['a\u001fb', 'contains a control character'],
  ['a\u007f', 'contains a control character'],
  ['a\u0085', 'contains a control character'],
  ['a\u009fb', 'contains a control character'],
  ['\ud800', 'is not valid Unicode'],
  ['a\udc00b', 'is not valid Unicode'],
  ['a'.repeat(201), 'is longer than 200 bytes'],
  ['é'.repeat(101), 'is longer than 200 bytes'],
  ['🧬'.repeat(51), 'is longer than 200 bytes'],
  ['%'.repeat(201), 'is longer than 200 bytes'],
  ['a.', 'ends in a dot or a space'],
  ['...', 'ends in a dot or a space'],
  ['a ', 'ends in a dot or a space'],
  ['CON', 'is a device name on Windows'],
  ['nul.txt', 'is a device name on Windows'],
  ['com¹', 'is a device name on Windows'],
  ['index.json', 'is the file name of the list itself'],
  ['INDEX.json.gz', 'is the file name of the list itself'],
])('%j cannot be a path: it %s (A3)', (name, reason) => {
  expect(unsafeNameReason(name)).toBe(reason);
});

test('control characters and the length in bytes are found as the platform finds them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (name) => {
      const reason = unsafeNameReason(name);
      if (/\p{Cc}/u.test(name) && !/[/\\]/.test(name)) {
        expect(reason).toBe('contains a control character');
      }
      if (reason === null) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      if (reason?.startsWith('is longer') === true) {
        expect(Buffer.byteLength(name)).toBeGreaterThan(200);
      }
    }),
  );
});

test('names that differ only by case or by composition fold to one (A3)', () => {
  expect(foldName('TRIXIE')).toBe(foldName('trixie'));
  expect(foldName('E\u0301clair')).toBe(foldName('éclair'));
  expect(foldName('Trixie')).not.toBe(foldName('Trixy'));
});
