/** The tour in README.md: each command is run as it stands, one after the other in one folder, and must print what is told. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';
import { withPreview } from '../integration/previewProcess.ts';
import { runCli } from '../integration/runCli.ts';
import { inWorkFolder, sharedFolder } from '../integration/workFolder.ts';
import { argsOf, expectTold, readSteps } from './consoleSteps.ts';
import { root, sectionOf } from './pages.ts';

const steps = readSteps(sectionOf('README.md', '## Five minutes'));
const picture = readSteps(sectionOf('README.md', '## What it looks like'));

const folder = sharedFolder(async () => {});

test('the tour shows each command, and breaks the data once', () => {
  const commands = steps.map((step) => argsOf(step)[0]);
  expect(commands).toEqual(['sample', 'check', 'build', 'preview', 'verify', 'build']);
});

test('every command of the tour prints what README.md tells', async () => {
  const cwd = folder();
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const args = argsOf(step);
    if (isLast) await breakData(cwd);
    if (args[0] === 'preview') {
      await withPreview([...args.slice(1), '--port', '0'], cwd, async ({ said }) =>
        expectTold(step, said),
      );
      continue;
    }
    const { status, stdout, stderr } = await runCli(args, { cwd });
    // What is said before the findings is progress, of runs that take long.
    expectTold(step, (/^sample-data\/[^]*/m.exec(stderr)?.[0] ?? '') + stdout);
    expect(status).toBe(isLast ? 1 : 0);
  }
});

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
      const { status, stdout } = await runCli(argsOf(build!), { cwd });
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

/** As the tour says: one `Stop` was mistyped and one field misspelt. */
async function breakData(cwd: string): Promise<void> {
  const file = path.join(cwd, 'sample-data/genes/Banobagleep.ndjson');
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[1] = lines[1]!.replace('"Translation"', '"Translaton"');
  lines[2] = lines[2]!.replace(/"Stop":\d+/, '"Stop":1');
  await writeFile(file, lines.join('\n'));
}
