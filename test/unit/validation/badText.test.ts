import { expect, test } from 'vitest';
import { createBadTextWatch } from '../../../src/validation/badText.ts';

test('records that are no UTF-8 are one fault, at the first, told by the bytes of all', () => {
  const watch = createBadTextWatch();
  expect(watch.finding('a.json')).toBe(null);
  watch.note(Buffer.from('{\n"Notes":"é"}', 'latin1'), 7);
  watch.note(Buffer.from('{"Notes":"it\u0092s"}', 'latin1'), 9);
  expect(watch.finding('a.json')).toEqual({
    rule: 'unicode',
    file: 'a.json',
    line: 8,
    pointer: '',
    expected: 'UTF-8 text',
    found: String.raw`the byte 0xe9 behind "{\n\"Notes\":\""`,
    hint: 'Save the file as UTF-8, for example with `iconv -f WINDOWS-1252 -t UTF-8`.',
  });
});
