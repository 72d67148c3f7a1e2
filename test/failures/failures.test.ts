/**
 * Each folder here is one broken input: the program runs in its `input/`, beside a live site, with the
 * arguments in `command.json`, and must say what `expected.txt` says. `UPDATE_GOLDEN=1` rewrites that.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleNames } from '../../src/text/rules.ts';
import { expectGolden } from '../integration/goldenText.ts';
import { prepareInput } from '../integration/prepareInput.ts';
import { runCli } from '../integration/runCli.ts';
import { runInProcess, runWellInProcess } from '../program/runProgram.ts';
import { tinyData } from '../integration/tinyData.ts';
import {
  differences,
  inWorkFolder,
  sharedFolder,
  snapshot,
  writeFiles,
} from '../integration/workFolder.ts';

const casesDir = import.meta.dirname;
const cases = readdirSync(casesDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

// It is copied and hashed for each case.
const small = ['--no-pages', '--no-bulk', '--no-views', '--no-gene-files'];

const liveSite = sharedFolder(async (folder) => {
  await writeFiles(folder, tinyData);
  await runWellInProcess(['build', '--out', 'live', ...small], { cwd: folder });
});

describe.concurrent(
  'a broken input is refused with its exact message, and nothing is touched',
  () => {
    test.each(cases)('%s', async (name) => {
      const caseDir = path.join(casesDir, name);
      await inWorkFolder(async (folder) => {
        const args = await prepareInput(caseDir, folder);
        await cp(path.join(liveSite(), 'live'), path.join(folder, 'dist'), {
          recursive: true,
          preserveTimestamps: true,
        });
        const before = await snapshot(folder);
        // A process can do without the rights of root; this one cannot.
        const isShut = (await readFile(path.join(caseDir, 'command.json'), 'utf8')).includes(
          'chmod',
        );
        const { status, stdout, stderr } = isShut
          ? await runCli(args, { cwd: folder, unprivileged: true })
          : await runInProcess(args, { cwd: folder });
        // The folder's own time tells only that a lock came and went.
        const touched = differences(before, await snapshot(folder)).filter((file) => file !== '');
        expect(touched).toEqual([]);

        expect(`${stdout}${stderr}`).not.toMatch(/^\s+at .*:\d+:\d+\)?$|node:internal/m);
        if (status === 1 && args[0] === 'build')
          expect(stdout).toContain(' dist was not touched.\n');
        const said = stderr.replaceAll(folder, '<work folder>');
        await expectGolden(path.join(caseDir, 'expected.txt'), `exit code ${status}\n\n${said}`);
      });
    });
  },
);

test('each rule is named by one of these messages', () => {
  const said = cases.map((name) =>
    readFileSync(path.join(casesDir, name, 'expected.txt'), 'utf8').match(/[\w-]+/g),
  );
  const words = new Set(said.flatMap((found) => found ?? []));
  expect(ruleNames.filter((rule) => !words.has(rule))).toEqual([]);
});
