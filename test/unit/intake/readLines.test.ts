import { describe, expect, test } from 'vitest';
import { readLines } from '../../../src/intake/readLines.ts';
import { appendText, createRecordTable, createScratch } from '../../../src/sorting/recordTable.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { sourceOf } from './takeIn.ts';

/** The region of a range of a file, its offsets counted from where its reading began. */
function read(bytes: string | Uint8Array, start: number, end: number, maxRecordBytes = 1000) {
  const file = addFile(tempFolder(), 'a.ndjson', bytes);
  const table = createRecordTable(4, createScratch());
  const base = appendText(table, 'there already') + table.used;
  const piece = { source: sourceOf(file), start, end };
  const region = readLines(table, piece, maxRecordBytes);
  expect(table.bytes[region.end]).toBe(0x0a);
  expect(table.used).toBe(region.end + 1);
  expect(table.bytes.toString('utf8', 0, base)).toBe('there already');
  const text = (from: number, to: number) => table.bytes.toString('utf8', from, to);
  return {
    lines: text(region.start, region.end),
    own: text(region.ownStart, region.ownEnd),
    // How much of the lines starts in the range.
    ownLines: text(region.start, Math.max(region.start, Math.min(region.ownEnd, region.end))),
    passedBreaks: region.passedBreaks,
    isUtf8: region.isUtf8,
  };
}

const text = 'one\ntwo\n\nfour';

describe('the lines of a range', () => {
  test.each<[what: string, start: number, end: number, lines: string, own: string, passed: number]>(
    [
      ['that is the whole file', 0, 13, text, text, 0],
      ['that starts with the file and ends inside a line', 0, 2, 'one', 'on', 0],
      ['that ends before a line break', 0, 3, 'one', 'one', 0],
      ['that ends behind a line break', 0, 4, 'one', 'one\n', 0],
      ['that ends behind the first letter of a line', 0, 5, 'one\ntwo', 'one\nt', 0],
      ['that begins inside a line', 2, 6, 'two', 'e\ntw', 1],
      ['that begins with a line break', 3, 6, 'two', '\ntw', 1],
      ['that begins with a line', 4, 6, 'two', 'tw', 1],
      ['that lies inside a line', 1, 2, '', 'n', 0],
      ['that is the end of a line', 1, 4, '', 'ne\n', 0],
      ['that is an empty line', 8, 9, '', '\n', 1],
      ['that begins inside the last line', 10, 13, '', 'our', 0],
      ['that begins with the last line', 9, 13, 'four', 'four', 1],
    ],
  )('%s', (_what, start, end, lines, own, passedBreaks) => {
    expect(read(text, start, end)).toMatchObject({ lines, own, passedBreaks });
  });

  test('begin behind a byte order mark, at the start of a file only', () => {
    expect(read('\ufeffone\n\ufefftwo', 0, 13)).toMatchObject({ lines: 'one\n\ufefftwo' });
    expect(read('one\n\ufefftwo', 4, 10)).toMatchObject({ lines: '\ufefftwo' });
  });

  test('end with the line in which the range ends, however far that reaches', () => {
    const line = 'x'.repeat(200_000);
    const { lines, ownLines } = read(`a\n${line}\nb`, 0, 3, 1_000_000);
    expect(lines).toBe(`a\n${line}`);
    expect(ownLines).toBe('a\nx');
  });

  test('may be cut short where the last one is far too long', () => {
    const { lines } = read(`a\n${'x'.repeat(1_000_000)}\nb`, 0, 3, 1000);
    expect(lines.length).toBeGreaterThan(1002);
    expect(lines.length).toBeLessThan(200_000);
  });

  test('may end in bytes that the file did not have any more', () => {
    expect(read('one\ntwo', 0, 7)).toMatchObject({ lines: 'one\ntwo', own: 'one\ntwo' });
    const file = addFile(tempFolder(), 'a.ndjson', 'on');
    const table = createRecordTable(4, createScratch());
    const source = { ...sourceOf(file), bytes: 100 };
    for (const piece of [
      { source, start: 0, end: 50 },
      { source, start: 50, end: 100 },
    ]) {
      const { start, ownEnd, end } = readLines(table, piece, 1000);
      expect(start).toBeLessThanOrEqual(end);
      expect(ownEnd).toBeLessThanOrEqual(end);
    }
  });

  test('are UTF-8 when all of them are, whatever the line before them is', () => {
    const bytes = Buffer.from('\xff\xff\né🧬\nz', 'utf8');
    const broken = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.from('é🧬\nz')]);
    expect(read(bytes, 0, bytes.length).isUtf8).toBe(true);
    expect(read(broken, 0, broken.length).isUtf8).toBe(false);
    expect(read(broken, 1, broken.length).isUtf8).toBe(true);
    // Cut inside a character: the line is read to its end.
    for (let end = 3; end < 8; end++) expect(read(broken, 1, end).isUtf8).toBe(true);
  });
});
