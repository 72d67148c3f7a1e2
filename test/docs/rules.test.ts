/** docs/data.md says of rules what the program says, and shows findings of files and hosts as they are printed. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ruleNames, rules } from '../../src/text/rules.ts';
import { runInProcess } from '../program/runProgram.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { cellsOf, rowOf, sectionOf } from './pages.ts';

const section = sectionOf('docs/data.md', '## Findings and rules');
const [, shown = ''] = /^```text\n([^]*?)^```$/m.exec(section) ?? [];

describe('docs/data.md on rules', () => {
  test.each(ruleNames)('gives the meaning, severity and allowance of %s', (rule) => {
    const { meaning, severity, allowable } = rules[rule];
    const cells = cellsOf(rowOf(section, `\`${rule}\``));
    expect(cells).toEqual([
      `\`${rule}\``,
      meaning.replaceAll('<', '\\<'),
      severity,
      allowable ? 'yes' : 'no',
    ]);
  });

  test('names no rule that there is not', () => {
    const told = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1]);
    expect(told).toEqual(ruleNames);
  });
});

test('the findings in docs/data.md are printed as they stand there, and allowed and denied as it says', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'data/genes/table.xlsx': 'x',
      'data/phages/a.ndjson': asLines([tinyPhage('.htaccess')]),
    });
    const build = ['build', '--base-url', 'https://phages.example.org', '--host', 'apache'];
    const found = await runInProcess(build, { cwd });
    expect(found.status).toBe(1);
    const lines = shown.trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(found.stderr).toContain(`${line}\n`);

    const allowing = ['--allow', 'source-missing', '--allow', 'host-name'];
    const denied = await runInProcess([...build, ...allowing, '--deny', 'source-unread'], { cwd });
    expect(denied.status).toBe(1);
    expect(denied.stdout).toContain('errors    1 source-unread\n');
    expect((await runInProcess([...build, ...allowing], { cwd })).status).toBe(0);
    const list = readFileSync(`${cwd}/dist/api/phages/index.json`, 'utf8');
    expect(list).toContain('".htaccess"');
  });
});
