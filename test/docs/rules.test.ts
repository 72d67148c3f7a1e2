/** The findings that README.md shows of files and hosts are those that the program prints. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../integration/runCli.ts';
import { asLines, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, shown = ''] = /^## Findings and rules$[^]*?^```text\n([^]*?)^```$/m.exec(readme) ?? [];

test('the findings in README.md are printed as they stand there, and allowed and denied as it says', async () => {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, {
      'data/genes/table.xlsx': 'x',
      'data/phages/a.ndjson': asLines([tinyPhage('.htaccess')]),
    });
    const build = ['build', '--base-url', 'https://phages.example.org', '--host', 'apache'];
    const found = await runCli(build, { cwd });
    expect(found.status).toBe(1);
    const lines = shown.trim().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(found.stderr).toContain(`${line}\n`);

    const allowing = ['--allow', 'source-missing', '--allow', 'host-name'];
    const denied = await runCli([...build, ...allowing, '--deny', 'source-unread'], { cwd });
    expect(denied.status).toBe(1);
    expect(denied.stdout).toContain('errors    1 source-unread\n');
    expect((await runCli([...build, ...allowing], { cwd })).status).toBe(0);
    const list = readFileSync(`${cwd}/dist/api/phages/index.json`, 'utf8');
    expect(list).toContain('".htaccess"');
  });
});
