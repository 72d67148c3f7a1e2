/** The lists of `diff --upload`, and signatures, as the programs read them that they are written for. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { npmTool, toolsHint } from '../contract/npmTool.ts';
import { freePort, isInstalled, startServer } from '../contract/serverProcess.ts';
import { plainEnvironment, runWell } from '../integration/runCli.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const build = ['build', '--quiet', '--max-drop', '100', '--bulk', 'ndjson', '--keep', '2'];

/** What lists, command lines and XML could take for something else. */
const oddName = (word: string) => `files/#;a *${word}+[1] & <2> "3" 'ä' %20 .txt`;

/** Two releases of a site, what a host has of the first, and the lists that lead from it to the second. */
async function putLists(cwd: string): Promise<void> {
  await writeFiles(cwd, { ...tinyData, [`own/${oddName('old')}`]: 'old' });
  const buildSite = () => runWell([...build, '--static', 'own', '--out', 'site'], { cwd });
  await buildSite();
  for (const folder of ['before', 'host'])
    cpSync(path.join(cwd, 'site'), path.join(cwd, folder), { recursive: true });
  rmSync(path.join(cwd, 'own', oddName('old')));
  await writeFiles(cwd, {
    'data/genes/Quillon.ndjson': asLines(
      [1, 2, 5].map((n) => tinyGene('Quillon', n, { Notes: 'other' })),
    ),
    [`own/${oddName('new')}`]: 'new',
  });
  await buildSite();
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

const s3rver = npmTool('s3rver', '3.7.1', 'bin/s3rver.js');

// Nothing of whoever runs the tests: neither keys nor files of settings.
const keys = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  RCLONE_CONFIG: '/dev/null',
  RCLONE_S3_PROVIDER: 'Other',
  RCLONE_S3_ENV_AUTH: 'true',
};

// As the documentation says.
const deletions = {
  rclone: () => 'rclone delete --files-from-raw lists/4-delete.txt :s3:phages',
  aws: (url: string) =>
    `aws --endpoint-url ${url} s3api delete-objects --bucket phages --delete file://lists/s3-delete-1.json`,
} as const;

describe.skipIf(s3rver === null)(`a bucket of S3 (${toolsHint})`, () => {
  test.each(Object.entries(deletions))(
    'has the new site once rclone has uploaded by the lists, and %s deleted',
    (tool, deletion) =>
      inWorkFolder(async (cwd) => {
        for (const command of ['rclone', tool])
          if (!isInstalled(command, '--version')) return expect(process.env['CI']).toBeUndefined();
        await putLists(cwd);
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const bucket = ['--no-vhost-buckets', '--configure-bucket', 'phages', '--silent'];
        const server = await startServer(
          process.execPath,
          [s3rver ?? '', '-d', 'store', '-a', '127.0.0.1', '-p', `${port}`, ...bucket],
          { url, cwd },
        );
        const env = { ...plainEnvironment(), ...keys, RCLONE_S3_ENDPOINT: url };
        const run = (line: string) => {
          const [command = '', ...args] = line.split(' ');
          execFileSync(command, args, { cwd, env, stdio: 'pipe' });
        };
        // Listed in one go: of folders that hold folders only, this server tells rclone nothing.
        const readBucket = async () => {
          run('rclone sync --fast-list --ignore-times :s3:phages host');
          return readTree(path.join(cwd, 'host'));
        };
        try {
          run('rclone copy before :s3:phages');
          expect(await readBucket()).toEqual(await readTree(path.join(cwd, 'before')));
          for (const list of uploads)
            run(
              `rclone copy --files-from-raw lists/${list} --no-traverse --ignore-times site :s3:phages`,
            );
          const site = await readTree(path.join(cwd, 'site'));
          expect(Object.keys(await readBucket()).length).toBeGreaterThan(Object.keys(site).length);
          run(deletion(url));
          expect(await readBucket()).toEqual(site);
        } finally {
          await server.stop();
        }
      }),
  );
});

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
