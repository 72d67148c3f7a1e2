/** README.md stays short, and shows at its top how to start. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { withPreview } from '../program/preview.ts';
import { runInProcess } from '../program/runProgram.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { genbankText, gff3Text } from '../readers/annotatedFiles.ts';
import { spreadsheet, textRows } from '../unit/importing/spreadsheets.ts';
import { argsOf, expectTold, readSteps } from './consoleSteps.ts';
import { readPage, sectionOf } from './pages.ts';

const readme = readPage('README.md');

test('README.md has at most 200 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

test('what to type in a clone stands at the top of README.md', () => {
  const [top = ''] = readme.split('\n## From annotation files to a site\n');
  expect(top).toContain('npm ci && npm start');
  expect(top).toContain('npm cit');
});

test('the first screen leads from annotation files to a preview with two commands', async () => {
  const section = sectionOf('README.md', '## From annotation files to a site');
  expect(readme.indexOf(section)).toBeLessThan(1300);
  const [making, ...others] = readSteps(section.replaceAll('npx phagepress', 'phagepress'));
  const [showing] = others;
  expect(others).toHaveLength(1);
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'clone/.keep': '',
      'runs/made.gbk': genbankText,
      'runs/other.gff': gff3Text.replaceAll('MADE01', 'OTHER'),
      'runs/phages.xlsx': spreadsheet([
        { name: 'Phages', rows: textRows(['phage', 'cluster'], ['one', 'A']) },
      ]),
    });
    // Beside the clone that it is typed in.
    const clone = path.join(cwd, 'clone');
    const made = await runInProcess(argsOf(making!), { cwd: clone });
    expect(made.status, made.stderr).toBe(0);
    expectTold(making!, made.stdout);
    const [entered, ...commands] = showing!.command.split(' && ');
    expect(entered).toBe('cd ../site');
    expect(commands).toEqual(['npm ci', 'phagepress build', 'phagepress preview']);
    const site = path.join(cwd, 'site');
    const built = await runInProcess(['build'], { cwd: site });
    expect(built.status, built.stderr).toBe(0);
    await withPreview(['--port', '0'], site, async ({ said, url }) => {
      expectTold(showing!, said);
      const phages = (await (await fetch(`${url}/api/phages/`)).json()) as { count: number };
      expect(phages.count).toBe(3);
    });
  });
});
