/** What a project's own files do, beside being valid: when the workflow runs, what it asks, and what Git leaves out. */
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../../src/hosts/host.ts';
import { deployments } from '../../../src/project/deployments.ts';
import { type NeededRule, projectFiles, workflow } from '../../../src/project/projectFiles.ts';
import { besideSite } from '../../../src/publishing/outFolder.ts';
import { compileConfigSchema } from '../../../src/records/schemas.ts';

/** The jobs by name, each as its text. */
function jobsOf(text: string): Map<string, string> {
  const [, jobs = ''] = text.split('\njobs:\n');
  const named = jobs.split(/^ {2}(?=\w+:\n)/m).filter((job) => job !== '');
  return new Map(named.map((job) => [/^\w+/.exec(job)?.[0] ?? '', job]));
}

describe('the workflow', () => {
  test.each([null, ...hostNames])('for %s runs at each change and checks it first', (host) => {
    const text = workflow(host);
    expect(text).toMatch(/\non:\n {2}push:\n {2}pull_request:\n/);
    const check = jobsOf(text).get('check') ?? '';
    const said = [...check.matchAll(/- run: npx --no-install phagepress (\w+)/g)].map(
      ([, command]) => command,
    );
    expect(said).toEqual(['check', 'build', 'verify']);
    expect(check).toContain(
      `npx --no-install phagepress check --format github${host ? ` --host ${host}` : ''}\n`,
    );
  });

  test.each(hostNames)('for %s deploys what was checked, and only then', (host) => {
    const publish = jobsOf(workflow(host)).get('publish') ?? '';
    expect(publish).toContain('    needs: check\n');
    expect(publish).toContain('github.ref_name == github.event.repository.default_branch');
    const lines =
      host === 'static'
        ? ['- uses: actions/deploy-pages@v4']
        : deployments[host].steps.flatMap(({ run }) => run);
    expect(lines.length).toBeGreaterThan(0);
    let at = 0;
    for (const line of ['phagepress verify dist', ...lines, '--expect-release']) {
      at = publish.indexOf(line, at) + line.length;
      expect(at, line).toBeGreaterThanOrEqual(line.length);
    }
    // What each step needs is there, or it could not log in.
    const needs = host === 'static' ? [] : deployments[host].steps.flatMap((one) => one.needs);
    for (const name of needs) expect(publish).toMatch(new RegExp(`^ {10}${name}: \\$\\{\\{`, 'm'));
  });
});

/** The text of one of the files of a project, which allows these rules. */
function fileOf(path: string, allow: readonly NeededRule[] = []): string {
  const state = { name: 'x', host: null, allow, imports: [], isExample: false };
  return projectFiles(state).find((one) => one.path === path)?.text ?? '';
}

test('Git is told to leave out the site, and what is kept beside it and beside the data', () => {
  const ignored = fileOf('.gitignore');
  const beside = (folder: string) => `/${besideSite(folder, 'lock').replace(/lock$/, '*')}`;
  expect(ignored.split('\n')).toEqual(
    expect.arrayContaining(['/dist/', beside('dist'), beside('data')]),
  );
});

test('the README has an about to fill in, as the configuration takes it', () => {
  const readme = fileOf('README.md');
  const [, block = ''] = /```json\n([^`]*)```/.exec(readme) ?? [];
  const config = JSON.parse(`{${block}}`) as { about: object };
  expect(compileConfigSchema()(config)).toBe(true);
  expect(Object.keys(config.about)).toEqual(
    expect.arrayContaining(['title', 'description', 'creators', 'licence', 'citation']),
  );
});

test('the README says how often the data breaks each rule', () => {
  const allow = [
    { rule: 'null-value', count: 1, first: '`data/a.json`' },
    { rule: 'gene-length', count: 1200, first: '`data/b.json`, line 2' },
  ] as const;
  const readme = fileOf('README.md', allow);
  expect(readme).toMatch(/^- `null-value`: .* Once in this data .* in `data\/a\.json`\.$/m);
  expect(readme).toMatch(/^- `gene-length`: .* 1,200 times in this data .*, line 2\.$/m);
});
