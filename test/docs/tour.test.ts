/** The tour in README.md: each command is run as it stands, one after the other in one folder, and must print what is told. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withPreview } from '../program/preview.ts';
import { runInProcess } from '../program/runProgram.ts';
import { sharedFolder } from '../integration/workFolder.ts';
import { argsOf, expectTold, readSteps } from './consoleSteps.ts';
import { sectionOf } from './pages.ts';

const steps = readSteps(sectionOf('README.md', '## Five minutes'));

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
    const { status, stdout, stderr } = await runInProcess(args, { cwd });
    // What is said before the findings is progress, of runs that take long.
    expectTold(step, (/^sample-data\/[^]*/m.exec(stderr)?.[0] ?? '') + stdout);
    expect(status).toBe(isLast ? 1 : 0);
  }
});

/** As the tour says: one `Stop` was mistyped and one field misspelt. */
async function breakData(cwd: string): Promise<void> {
  const file = path.join(cwd, 'sample-data/genes/Banobagleep.ndjson');
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[1] = lines[1]!.replace('"Translation"', '"Translaton"');
  lines[2] = lines[2]!.replace(/"Stop":\d+/, '"Stop":1');
  await writeFile(file, lines.join('\n'));
}
