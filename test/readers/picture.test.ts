/** The picture at the top of README.md: a build of the data of a clone, and what curl and jq print of its preview. */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';
import { argsOf, expectTold, readSteps } from '../docs/consoleSteps.ts';
import { root, sectionOf } from '../docs/pages.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { withPreview } from '../program/preview.ts';
import { runInProcess } from '../program/runProgram.ts';

const picture = readSteps(sectionOf('README.md', '## What it looks like'));

describe('the picture at the top of README.md', () => {
  test('is a build of the data of a clone, and a page of its preview', () => {
    const [build, ...asked] = picture.map(({ command }) => command.split(' ')[0]);
    expect([build, ...new Set(asked)]).toEqual(['phagepress', 'curl']);
  });

  const needed = isInstalled('curl', '--version') && isInstalled('jq', '--version');
  test.skipIf(!needed)('is what is printed (to run this: apt-get install curl jq)', async () => {
    await inWorkFolder(async (cwd) => {
      await cp(`${root}data`, path.join(cwd, 'data'), { recursive: true });
      const [build, ...asked] = picture;
      const { status, stdout } = await runInProcess(argsOf(build!), { cwd });
      expectTold(build!, stdout);
      expect(status).toBe(0);
      await withPreview(['--port', '0'], cwd, async ({ url }) => {
        for (const step of asked) {
          const command = step.command.replaceAll('http://127.0.0.1:8080', url);
          expect(command).not.toBe(step.command);
          const env = { PATH: process.env['PATH'] ?? '', HOME: cwd };
          const printed = await promisify(execFile)('sh', ['-c', command], { cwd, env });
          expectTold(step, printed.stdout.replaceAll('\r', ''));
        }
      });
    });
  });
});
