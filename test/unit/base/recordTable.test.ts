import { expect, test } from 'vitest';
import {
  addRecord,
  appendText,
  createRecordTable,
  createScratch,
  hasRoomFor,
  reserve,
} from '../../../src/base/sortKeys.ts';

test('a table grows with its text, which keeps its place', () => {
  const table = createRecordTable(1, createScratch());
  const texts = Array.from({ length: 500 }, (_, index) => `é🧬${index}`);
  const starts = texts.map((text) => appendText(table, text));
  texts.forEach((text, index) => {
    const end = starts[index + 1] ?? table.used;
    expect(table.bytes.toString('utf8', starts[index], end)).toBe(text);
  });
  expect(table.used).toBe(Buffer.byteLength(texts.join('')));
});

test('a table grows with its records, which keep all that is known of them', () => {
  const table = createRecordTable(0, createScratch());
  const count = 10_000;
  appendText(table, '0123456789'.repeat(count / 10 + 1));
  for (let at = 0; at < count; at++) addRecord(table, at, at + 2, at + 2, at + 3, at + 4, at + 5);
  expect(table.count).toBe(count);
  for (const at of [0, 4095, 4096, 8191, 8192, count - 1]) {
    expect([
      table.keys.toString('utf8', table.keyStarts[at], table.keyEnds[at]),
      table.jsonStarts[at],
      table.jsonEnds[at],
      table.pieces[at],
      table.lines[at],
    ]).toEqual([`${at % 10}${(at + 1) % 10}`, at + 2, at + 3, at + 4, at + 5]);
  }
});

test('room that is there already is not made again', () => {
  const table = createRecordTable(10, createScratch());
  const { bytes } = table;
  reserve(table, 10);
  expect(table.bytes).toBe(bytes);
  reserve(table, 11);
  expect(table.bytes.length).toBeGreaterThanOrEqual(11);
});

test('a table takes over the memory of the one before it, when that is enough', () => {
  const scratch = createScratch();
  const first = createRecordTable(100, scratch);
  appendText(first, 'what was there before');
  const second = createRecordTable(50, scratch);
  expect(second.bytes).toBe(first.bytes);
  expect([second.used, second.count]).toEqual([0, 0]);
  expect(createRecordTable(101, scratch).bytes.length).toBeGreaterThanOrEqual(101);
});

test('a table grows to its limit, to the byte, and not beyond', () => {
  const table = createRecordTable(1000, createScratch(), 10);
  expect(table.bytes).toHaveLength(10);
  expect(hasRoomFor(table, 'éé', 'abcdef')).toBe(true);
  expect(hasRoomFor(table, 'éé', 'abcdefg')).toBe(false);
  appendText(table, 'éé');
  appendText(table, 'abcdef');
  expect([table.used, table.bytes.length]).toEqual([10, 10]);
  expect(hasRoomFor(table, '')).toBe(true);
  expect(hasRoomFor(table, 'x')).toBe(false);
  expect(() => reserve(table, 1)).toThrow('full');
});
