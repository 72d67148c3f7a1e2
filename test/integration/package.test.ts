/** The package as its users get it: packed, installed in an empty folder, run by name, under `nodeFile`. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { npmEnvironment } from './npmEnvironment.ts';
import { nodeFile } from './runCli.ts';
import { inWorkFolder } from './workFolder.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test(
  'the packed package holds what it needs and no more, installs and works',
  { timeout: 600_000 },
  async () => {
    await inWorkFolder(async (cwd) => {
      const inFolder = { cwd, env: npmEnvironment() };
      // Without scripts: `prepare` would compile into the lib/ that other tests are running.
      const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', cwd];
      const { stdout } = await run('npm', pack, { ...inFolder, cwd: repository });
      const [packed]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
      const { bugs, repository: lies } = packageJson;
      expect([bugs, lies.url]).toEqual([
        expect.stringMatching(/^https:.*\/issues$/),
        expect.stringMatching(/^git\+https:.*\.git$/),
      ]);
      const tops = new Set(packed.files.map((file) => file.path.replace(/\/.*/, '/')));
      expect([...tops].sort()).toEqual([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'docs/',
        'lib/',
        'package.json',
        'schemas/',
        'workflows/',
      ]);
      const paths = packed.files.map((file) => file.path);
      const edge = paths.filter((file) =>
        /^lib\/hosts\/(?:edge|.*(?:Runtime|Function))/.test(file),
      );
      expect(edge.sort()).toEqual([
        'lib/hosts/cloudflareRuntime.js',
        'lib/hosts/cloudfrontFunction.js',
        'lib/hosts/netlifyRuntime.js',
        'lib/hosts/vercelRuntime.js',
      ]);

      // Whoever installs it runs no scripts, which npm would warn of, and nothing else that it would.
      const install = ['install', '--prefix', '.', '--prefer-offline', '--no-audit', '--no-fund'];
      const { stderr } = await run('npm', [...install, packed.filename], inFolder);
      expect(stderr).not.toMatch(/install-scripts|phagepress/);
      for (const name of [
        'phagepress',
        'phagepress/lib/buildWorker.js',
        'phagepress/package.json',
      ]) {
        const asked = `import('${name}').then(() => 'it is there', ({ code }) => code).then(console.log)`;
        const { stdout: answer } = await run(nodeFile, ['-e', asked], inFolder);
        expect(answer, name).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
      }
      // As configuration files name it.
      expect(await readdir(path.join(cwd, 'node_modules/phagepress/schemas'))).toContain(
        'config.schema.json',
      );
      const npx = async (...args: string[]) =>
        (await run('npx', ['--no-install', 'phagepress', ...args], inFolder)).stdout;
      expect(await npx('--version')).toBe(`${packageJson.version}\n`);
      await npx('sample', '--genes', '50', '--out', 'data');
      expect(await npx('check')).toMatch(/^The data is fit to be published\.\n/);
      const build = ['build', '--base-url', 'https://p.example.org', '--host', 'cloudflare-pages'];
      const built = await npx(...build);
      expect(built).toMatch(/^Built dist\.\n {2}records +50 genes/);
      expect(built).toContain('\nNext: npx phagepress preview --dir dist, ');
      expect(await readdir(path.join(cwd, 'dist'))).toEqual(
        expect.arrayContaining(['release.json', '_worker.js']),
      );
      expect(await npx('verify', 'dist')).toMatch(/^dist keeps the contract\.\n/);
      await npx('host', 'vercel', '--out', 'deploy');
      expect(await readdir(path.join(cwd, 'deploy'))).toContain('middleware.js');
      await npx('shard', 'plan', 'plan', '--shards', '2');
      expect(await readdir(path.join(cwd, 'plan'))).toContain('Snakefile');
    });
  },
);
