import { type existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { assertTellsCase } from '../../../src/publishing/caseProbe.ts';
import { tempFolder } from '../sources/tempFolder.ts';

test('a file system that tells case apart is none to refuse, and nothing is left there', () => {
  const folder = tempFolder();
  expect(() => assertTellsCase(folder)).not.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

test('one that does not is of the machine, and nothing is left there either', () => {
  const folder = tempFolder();
  const ignoringCase = (file: string) =>
    readdirSync(folder).some((name) => name.toLowerCase() === path.basename(file).toLowerCase());
  expect(() => assertTellsCase(folder, ignoringCase as typeof existsSync)).toThrow(
    expect.objectContaining({
      kind: 'machine',
      message: expect.stringMatching(/^With --case-insensitive-names, .+ takes them for one\.$/),
      hint: 'Build on another file system with --out, or without --case-insensitive-names.',
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is a failure, too', () => {
  expect(() => assertTellsCase(path.join(tempFolder(), 'none'))).toThrow(Failure);
});
