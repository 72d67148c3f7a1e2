/** The workflow that `init` writes: YAML whose commands run. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../src/hosts/host.ts';
import { inWorkFolder } from '../integration/workFolder.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { pythonHas, runPython } from './python.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly env?: object }>
  >;
}

describe.skipIf(!pythonHas('yaml'))(
  'the workflow (to run this: apt-get install python3-yaml)',
  () => {
    test.each([null, ...hostNames])('for %s', async (host) => {
      await inWorkFolder(async (cwd) => {
        await runWellInProcess(['init', 'site', ...(host === null ? [] : ['--host', host])], {
          cwd,
        });
        const site = path.join(cwd, 'site');
        const { jobs } = (await runPython(
          'yaml.py',
          path.join(site, '.github/workflows/site.yml'),
        )) as Workflow;
        expect(Object.keys(jobs)).toEqual(host === null ? ['check'] : ['check', 'publish']);
        const steps = Object.values(jobs).flatMap((job) => job.steps);
        for (const { uses } of steps)
          if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
        // Every command of the program in it can be run, but for the one that asks the address.
        const address = 'https://phages.example.org';
        const runs = steps.flatMap(({ run }) => run?.split('\n') ?? []);
        const commands = runs.flatMap(
          (line) => /^npx --no-install phagepress (.*)$/.exec(line)?.[1] ?? [],
        );
        for (const command of commands.filter((one) => !one.startsWith('verify "'))) {
          const args = command
            .replace(/"\$SITE_URL"|"\$\{\{ steps\.pages\.outputs\.base_url \}\}"/, address)
            .split(' ');
          await runWellInProcess(args, { cwd: site });
        }
        const last = steps.at(-1)?.run ?? '';
        if (host !== null) expect(last).toContain(`--host ${host} --expect-release`);
        // The README names every setting.
        const readme = fs.readFileSync(path.join(site, 'README.md'), 'utf8');
        const text = JSON.stringify(jobs);
        const settings = [...text.matchAll(/\$\{\{ (?:vars|secrets)\.(\w+) \}\}/g)].map(
          ([, name]) => name,
        );
        for (const name of settings) expect(readme).toContain(`- \`${name}\`: `);
        expect(settings.length > 0).toBe(host !== null && host !== 'static');
        if (host === 'static') {
          const all = fs.readFileSync(path.join(site, '.github/workflows/site.yml'), 'utf8');
          expect(all).toMatch(
            /upload-pages-artifact@v5\n(?:.*\n){1,4} +include-hidden-files: true\n/,
          );
        }
      });
    });
  },
);
