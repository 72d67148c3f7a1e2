import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSpill } from '../../../src/importing/spill.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const [long, room] = ['a'.repeat(1000), 1 << 15];

test('items of groups that come by turns are found in the order of their arrival', () => {
  const file = path.join(tempFolder(), 'spill');
  const spill = createSpill(() => file, room);
  for (let at = 0; at < 110; at++) {
    spill.add(`g${at % 3}`, [String(at), long]);
    spill.add(`alone${at}`, [String(at), '']);
  }
  expect(statSync(file).size).toBeGreaterThan(90_000);
  const numbers = (group: string) => spill.itemsOf(group).map(([number]) => Number(number));
  for (const group of [0, 1, 2]) {
    const expected = Array.from({ length: 110 }, (_, at) => at).filter((at) => at % 3 === group);
    expect(numbers(`g${group}`)).toEqual(expected);
  }
  expect(spill.itemsOf('g0')[0]).toEqual(['0', long]);
  expect(spill.itemsOf('alone1')).toEqual([['1', '']]);
  expect(spill.itemsOf('alone109')).toEqual([['109', '']]);
  expect(spill.itemsOf('none')).toEqual([]);
  spill.close();
  expect(existsSync(file)).toBe(false);
});

test('names of groups are counted, too', () => {
  const file = path.join(tempFolder(), 'spill');
  const spill = createSpill(() => file, room);
  for (let at = 0; at < 40; at++) spill.add(`${at}${long}`, ['x']);
  expect(existsSync(file)).toBe(true);
  spill.close();
});

test('its file is named only when it is needed, and in the failure to write it', () => {
  let asked = 0;
  const file = path.join(tempFolder(), 'missing/spill');
  const spill = createSpill(() => {
    asked++;
    return file;
  }, room);
  spill.add('a', ['x']);
  expect(asked).toBe(0);
  const addMany = () => {
    for (let at = 0; at < 40; at++) spill.add('a', [long]);
  };
  expect(addMany).toThrow(
    expect.objectContaining({
      kind: 'machine',
      message: `Cannot write ${file}: it is not there (ENOENT).`,
      hint: expect.stringContaining('TMPDIR') as string,
    }),
  );
  spill.close();
});
