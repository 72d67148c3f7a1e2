/** The project that `init` makes in an empty folder: the steps of its own workflow run in order, in what Git keeps. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cliFile, nodeFile } from './runCli.ts';
import { npmEnvironment } from './npmEnvironment.ts';
import { inWorkFolder } from './workFolder.ts';

const run = promisify(execFile);

test(
  'the workflow of a project checks, builds and verifies it with the program that made it',
  { timeout: 600_000 },
  async () => {
    await inWorkFolder(async (cwd) => {
      const env = npmEnvironment();
      await run(nodeFile, [cliFile, 'init', 'made'], { cwd, env });
      const made = path.join(cwd, 'made');
      // A checkout has what Git was told to keep.
      const ignored = fs.readFileSync(path.join(made, '.gitignore'), 'utf8').split('\n');
      expect(ignored).toEqual(expect.arrayContaining(['/dist/', 'node_modules/']));
      const checkout = path.join(cwd, 'checkout');
      const isKept = (file: string) => !/\/(?:dist|node_modules|\.data\.[^/]*)$/.test(file);
      fs.cpSync(made, checkout, { recursive: true, filter: isKept });
      const workflow = fs.readFileSync(path.join(checkout, '.github/workflows/site.yml'), 'utf8');
      const steps = [...workflow.matchAll(/^ +- run: (.+)$/gm)].map(([, step = '']) => step);
      expect(steps.slice(0, 3)).toEqual([
        'npm ci',
        'mkdir -p data/genes data/phages',
        'npx --no-install phagepress check --format github',
      ]);
      for (const step of steps) await run('bash', ['-e', '-c', step], { cwd: checkout, env });
      const release = JSON.parse(fs.readFileSync(path.join(checkout, 'dist/release.json'), 'utf8'));
      expect(release.about).toEqual({ title: 'made' });
    });
  },
);
