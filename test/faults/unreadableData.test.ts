/** A system that fails to read the data is no fault of the data: exit code 3, with the file and the reason. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../integration/runCli.ts';
import { tinyData } from '../integration/tinyData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';

const hook = path.join(import.meta.dirname, 'failReading.cjs');

test.each([
  ['openSync', 'EIO', 'data/genes/Quillon.ndjson', 'the disk failed (EIO)'],
  ['readSync', 'EIO', 'data/genes/Quillon.ndjson', 'the disk failed (EIO)'],
  ['openSync', 'EMFILE', 'data/phages/Vexmoor.json', 'too many files are open (EMFILE)'],
  ['openSync', 'EACCES', 'data/phages/Vexmoor.json', 'no permission (EACCES)'],
  ['statSync', 'EIO', 'data/genes/Vexmoor.ndjson', 'the disk failed (EIO)'],
  ['readdirSync', 'EIO', 'data/genes', 'the disk failed (EIO)'],
  ['readdirSync', 'EMFILE', 'data', 'too many files are open (EMFILE)'],
])('%s that fails with %s for %s ends the build with 3', async (call, code, file, reason) => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, tinyData);
    const env = {
      NODE_OPTIONS: `--require ${hook}`,
      FAIL_READING: JSON.stringify({ call, code, like: `/${file}$` }),
    };
    const { status, stderr, stdout } = await runCli(['build', '--no-cache'], { cwd, env });
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain(`phagepress: Cannot read ${file}: ${reason}.\n  hint: `);
  });
});

test.each([
  ['runs', String.raw`\.dist\.phagepress-cache/[^/]+\.run`],
  ['pages', String.raw`\.dist\.phagepress-staging-[0-9a-f]+/api/genes/index\.json`],
  ['batches', String.raw`\.dist\.phagepress-staging-[0-9a-f]+-batches/\d+/\d+`],
])('reading that fails for %s of the build itself is told with their name', async (_, like) => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, tinyData);
    const env = {
      NODE_OPTIONS: `--require ${hook}`,
      FAIL_READING: JSON.stringify({ call: 'readSync', code: 'EIO', like: `/${like}$` }),
    };
    const { status, stderr } = await runCli(['build'], { cwd, env });
    expect(status).toBe(3);
    expect(stderr).toMatch(
      new RegExp(`^phagepress: Cannot \\w+ \\S*/${like}: the disk failed`, 'm'),
    );
  });
});
