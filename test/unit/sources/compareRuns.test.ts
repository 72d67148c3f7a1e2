import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DamagedCache } from '../../../src/base/failure.ts';
import { compareRuns } from '../../../src/sources/intakeBundle.ts';
import { numbered, runIn, spill } from '../base/runFiles.ts';
import { tempFolder } from './tempFolder.ts';

describe.runIf(process.platform === 'linux')('whichever run is gone, none stays open', () => {
  test.each(['a', 'b'])('%s', (gone) => {
    const folder = tempFolder();
    const [before, after] = ['a', 'b'].map((name) => spill(numbered(3), runIn(folder, name)));
    rmSync(runIn(folder, gone));
    expect(() => compareRuns(before!, after!)).toThrow(DamagedCache);
    expect(openFiles().filter((file) => file.startsWith(folder))).toEqual([]);
  });
});

function openFiles(): string[] {
  const handles = '/proc/self/fd';
  return readdirSync(handles).flatMap((handle) => {
    try {
      return [readlinkSync(`${handles}/${handle}`)];
    } catch {
      // The one that listed the folder.
      return [];
    }
  });
}
