import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { listStaticFiles, stageStatic } from '../../../src/publishing/stageStatic.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const listed = async () => {
  const dir = tempFolder({ 'a.txt': 'first', 'b.bin': 'x'.repeat(3 << 20) });
  const place = { stagingDir: tempFolder(), liveDir: null, precompress: [] };
  return {
    dir,
    place,
    files: await listStaticFiles(dir, { phageAliases: false, pages: false, html: false, bulk: [] }),
  };
};

describe("the publisher's own files", () => {
  test('are refused by name when one is no longer what it was when it was listed', async () => {
    const { dir, place, files } = await listed();
    const file = path.join(dir, 'a.txt');
    writeFileSync(file, 'other');
    const error = await stageStatic(files, new Set(), place).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      kind: 'machine',
      message: `${file} was changed while the site was built.`,
    });
  });

  test('are listed and staged in steps between which others have their turn', async () => {
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const { place, files } = await listed();
    const whileListed = turns;
    await stageStatic(files, new Set(), place);
    clearImmediate(timer);
    // A step is a block of a file.
    expect(whileListed).toBeGreaterThanOrEqual(3);
    expect(turns - whileListed).toBeGreaterThanOrEqual(3);
  });
});
