/** The lists of `diff --upload`, and signatures, as the programs read them that they are written for. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../contract/serverProcess.ts';
import { runWell } from '../integration/runCli.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const build = ['build', '--quiet', '--max-drop', '100', '--bulk', 'ndjson', '--keep', '2'];

/** Two releases of a site, what a host has of the first, and the lists that lead from it to the second. */
async function putLists(cwd: string): Promise<void> {
  await writeFiles(cwd, tinyData);
  await runWell([...build, '--out', 'site'], { cwd });
  for (const folder of ['before', 'host'])
    cpSync(path.join(cwd, 'site'), path.join(cwd, folder), { recursive: true });
  await writeFiles(cwd, {
    'data/genes/Quillon.ndjson': asLines(
      [1, 2, 5].map((n) => tinyGene('Quillon', n, { Notes: 'other' })),
    ),
  });
  await runWell([...build, '--out', 'site'], { cwd });
  await runWell(['diff', 'before', 'site', '--upload', 'lists'], { cwd });
}

const uploads = ['1-first.txt', '2-next.txt', '3-last.txt'];

const tools = {
  rsync: (list: string) => ['-aI', `--files-from=${list}`, 'site/', 'host/'],
  rclone: (list: string) => [
    'copy',
    '--config',
    '/dev/null',
    '--files-from-raw',
    list,
    '--no-traverse',
    '--ignore-times',
    'site',
    'host',
  ],
} as const;

test.each(Object.entries(tools))(
  '%s uploads by the lists what makes the host have the new site',
  (tool, args) =>
    inWorkFolder(async (cwd) => {
      if (!isInstalled(tool, '--version')) return expect(process.env['CI']).toBeUndefined();
      await putLists(cwd);
      for (const list of uploads) {
        const { release } = JSON.parse(
          readFileSync(path.join(cwd, 'host/release.json'), 'utf8'),
        ) as { release: string };
        expect(readFileSync(path.join(cwd, 'before/release.json'), 'utf8')).toContain(release);
        execFileSync(tool, args(`lists/${list}`), { cwd, stdio: 'pipe' });
      }
      const gone = readFileSync(path.join(cwd, 'lists/4-delete.txt'), 'utf8').trimEnd().split('\n');
      expect(gone).toContain('api/genes/Quillon_CDS_3/index.json');
      const keys = JSON.parse(readFileSync(path.join(cwd, 'lists/s3-delete-1.json'), 'utf8')) as {
        Objects: { Key: string }[];
      };
      expect(keys.Objects.map(({ Key }) => Key)).toEqual(gone);
      for (const file of gone) rmSync(path.join(cwd, 'host', file));
      expect(await readTree(path.join(cwd, 'host'))).toEqual(
        await readTree(path.join(cwd, 'site')),
      );
    }),
);

test.skipIf(!isInstalled('minisign', '-v'))(
  'minisign makes the keys, and takes the signature',
  () =>
    inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      mkdirSync(path.join(cwd, 'keys'));
      const minisign = (...args: string[]) =>
        execFileSync('minisign', args, { cwd, stdio: 'pipe' }).toString();
      minisign('-G', '-W', '-p', 'keys/release.pub', '-s', 'keys/release.key');
      await runWell([...build, '--sign', 'keys/release.key'], { cwd });
      expect(existsSync(path.join(cwd, 'dist/release.json.minisig'))).toBe(true);
      const said = minisign('-V', '-p', 'keys/release.pub', '-m', 'dist/release.json');
      expect(said).toMatch(
        /Signature and comment signature verified\nTrusted comment: release [0-9a-f]{64}\n/,
      );
      // And its own signature is taken.
      rmSync(path.join(cwd, 'dist/release.json.minisig'));
      minisign('-S', '-s', 'keys/release.key', '-m', 'dist/release.json');
      await runWell(['verify', 'dist', '--key', 'keys/release.pub', '--quiet'], { cwd });
    }),
);
