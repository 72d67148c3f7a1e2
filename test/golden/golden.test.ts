/**
 * Each folder here is one build: the program runs in its `input/` with the arguments in `command.json`;
 * the site must be `expected/`, file by file and byte by byte, and what it says `stdout.txt` and
 * `stderr.txt`. `UPDATE_GOLDEN=1` rewrites all three.
 */
import { readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectGolden, isUpdating, withoutTime } from '../integration/goldenText.ts';
import { prepareInput } from '../integration/prepareInput.ts';
import { runCli } from '../integration/runCli.ts';
import { inWorkFolder, readTree } from '../integration/workFolder.ts';

const casesDir = import.meta.dirname;
const cases = readdirSync(casesDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe.concurrent('a build gives exactly the site that was written down', () => {
  test.each(cases)('%s', async (name) => {
    const caseDir = path.join(casesDir, name);
    const expected = path.join(caseDir, 'expected');
    await inWorkFolder(async (folder) => {
      const args = await prepareInput(caseDir, folder);
      const { status, stdout, stderr } = await runCli(args, { cwd: folder });
      expect(status, stderr).toBe(0);
      await expectGolden(path.join(caseDir, 'stdout.txt'), withoutTime(stdout));
      await expectGolden(path.join(caseDir, 'stderr.txt'), stderr);

      const site = path.join(folder, 'dist');
      if (isUpdating) {
        await rm(expected, { recursive: true, force: true });
        await cp(site, expected, { recursive: true });
      }
      expect(await readTree(site)).toEqual(await readTree(expected));
    });
  });
});
