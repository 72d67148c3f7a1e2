import { type existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { assertFreeSpace, assertTellsCase } from '../../../src/publishing/outFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('a file system that tells case apart is none to refuse, and nothing is left there', () => {
  const folder = tempFolder();
  expect(() => assertTellsCase(folder, '--phage-aliases')).not.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

test('one that does not is of the machine, and nothing is left there either', () => {
  const folder = tempFolder();
  const ignoringCase = (file: string) =>
    readdirSync(folder).some((name) => name.toLowerCase() === path.basename(file).toLowerCase());
  expect(() =>
    assertTellsCase(folder, '--case-insensitive-names', ignoringCase as typeof existsSync),
  ).toThrow(
    expect.objectContaining({
      kind: 'machine',
      message: expect.stringMatching(
        /^With --case-insensitive-names, .+ does not tell the two apart\.$/,
      ),
      hint: 'Build on another file system with --out, or without --case-insensitive-names.',
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is a failure, too', () => {
  expect(() => assertTellsCase(path.join(tempFolder(), 'none'), '--phage-aliases')).toThrow(
    Failure,
  );
});

test('a disk with room is no failure', async () => {
  await expect(assertFreeSpace(tempFolder(), 1)).resolves.toBeUndefined();
});

test('a disk without room is one of the machine, before anything is changed', async () => {
  const folder = tempFolder();
  await expect(assertFreeSpace(folder, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringMatching(
      /^There is too little room in .+: about 9007 TB are needed, .+ are free\.$/,
    ),
    hint: 'Nothing was changed. Free some space, or choose another disk with --out.',
  });
});
