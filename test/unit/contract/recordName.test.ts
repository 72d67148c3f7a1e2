import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName, lowerCaseAlias, unsafeNameReason } from '../../../src/contract/recordName.ts';

// Letters whose lower case is longer, shorter, depends on its neighbours, or is that of another letter.
const oddLetters =
  'A a J j É é E e İ ı I i Ⱥ Σ σ ς ß ẞ K k Å ǅ ᾈ ΐ 𐐀 . _ \u0301 \u0307 \u030c \u0345';
const anyLetters = fc.oneof(
  fc.array(fc.constantFrom(...oddLetters.split(' ')), { maxLength: 6 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

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

test.each([
  ['Trixie', 'trixie'],
  ['Éclair 5%', 'éclair 5%'],
  ['\u0130x', 'i\u0307x'],
  ['\u212a', 'k'],
  ['trixie', null],
  ['100%', null],
  // Two bytes each, and three in lower case.
  ['\u023a'.repeat(100), null],
  ['\u023a'.repeat(66), '\u2c65'.repeat(66)],
])('%j has the alias %j', (name, alias) => {
  expect(lowerCaseAlias(name)).toBe(alias);
});

test('an alias has no alias of its own, and can be a path', () => {
  fc.assert(
    fc.property(anyLetters, (name) => {
      const alias = lowerCaseAlias(name);
      if (alias === null) return;
      expect(lowerCaseAlias(alias)).toBeNull();
      expect(unsafeNameReason(alias)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('names that come to one in lower case fold to one, however their accents are written', () => {
  expect(foldName('J\u030c')).toBe(foldName('\u01f0'));
  fc.assert(
    fc.property(anyLetters, anyLetters, (name, other) => {
      expect(foldName(name.toLowerCase())).toBe(foldName(name));
      if (name.toLowerCase() === other.toLowerCase()) expect(foldName(name)).toBe(foldName(other));
    }),
    { numRuns: 5000 },
  );
});
