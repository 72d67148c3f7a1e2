/** The package as its users get it: packed, installed in an empty folder, run by name. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nodeFile, plainEnvironment } from './runCli.ts';
import { inWorkFolder, writeFiles } from './workFolder.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test(
  'the packed package holds what it needs and no more, installs and works',
  { timeout: 180_000 },
  async () => {
    await inWorkFolder(async (cwd) => {
      // npm and npx run under whatever is called node.
      const PATH = [path.dirname(nodeFile), process.env['PATH']].join(path.delimiter);
      const inFolder = { cwd, env: { ...plainEnvironment(), PATH } };
      // Without scripts: `prepare` would compile into the lib/ that other tests are running.
      const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', cwd];
      const { stdout } = await run('npm', pack, { ...inFolder, cwd: repository });
      const [packed]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
      const tops = new Set(packed.files.map((file) => file.path.replace(/\/.*/, '/')));
      expect([...tops].sort()).toEqual([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'lib/',
        'package.json',
        'schemas/',
      ]);
      const edge = packed.files.map((file) => file.path).filter((file) => file.includes('/edge/'));
      expect(edge.sort()).toEqual(
        ['cloudFront', 'cloudflare', 'netlify', 'vercel'].map(
          (name) => `lib/hosts/edge/${name}.js`,
        ),
      );

      await writeFiles(cwd, { 'package.json': '{"private":true}' });
      const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', packed.filename];
      await run('npm', install, inFolder);
      const npx = async (...args: string[]) =>
        (await run('npx', ['--no-install', ...args], inFolder)).stdout;
      expect(await npx('phagepress', '--version')).toBe(`${packageJson.version}\n`);
      await npx('phagepress', 'sample', '--genes', '50', '--out', 'data');
      expect(await npx('phagepress', 'build', '--host', 'cloudflare-pages')).toMatch(
        /^Built dist\.\n {2}records +50 genes/,
      );
      expect(await readdir(path.join(cwd, 'dist'))).toEqual(
        expect.arrayContaining(['release.json', '_worker.js']),
      );
    });
  },
);
