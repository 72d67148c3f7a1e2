/** `build --static`: the publisher's own files beside the site. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withPreview } from './preview.ts';
import { runInProcess, runWellInProcess } from './runProgram.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const own = {
  'own/CNAME': 'phages.example.org\n',
  'own/.nojekyll': '',
  'own/.well-known/security.txt': 'Contact: mailto:a@example.org\n',
  'own/assets/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]),
  'own/assets/big.txt': 'x'.repeat(3_000_000),
  'own/assets/.DS_Store': 'litter',
  'own/Thumbs.db': 'litter',
};
const published = ['.nojekyll', '.well-known/security.txt', 'CNAME', 'assets/big.txt'];
const build = ['build', '--quiet', '--base-url', 'https://p.example.org', '--static', 'own'];

async function inSite(use: (cwd: string) => Promise<void>): Promise<void> {
  await inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { ...tinyData, ...own });
    await use(cwd);
  });
}

const manifestOf = (cwd: string) =>
  (
    JSON.parse(readFileSync(path.join(cwd, 'dist/manifest.json'), 'utf8')) as {
      files: { path: string }[];
    }
  ).files.map((file) => file.path);

describe.concurrent("the publisher's own files", () => {
  test('are published byte for byte, listed, and verified in the folder and at an address', async () => {
    await inSite(async (cwd) => {
      await runWellInProcess([...build, '--precompress', 'gzip'], { cwd });
      for (const file of [...published, 'assets/logo.png']) {
        const [is, was] = ['dist', 'own'].map((dir) => readFileSync(path.join(cwd, dir, file)));
        expect(is!.equals(was!), file).toBe(true);
      }
      const listed = manifestOf(cwd);
      expect(listed).toEqual(expect.arrayContaining([...published, 'assets/logo.png']));
      expect(listed.filter((file) => /DS_Store|Thumbs|big\.txt\.gz/.test(file))).toEqual([]);
      const release: unknown = JSON.parse(
        readFileSync(path.join(cwd, 'dist/release.json'), 'utf8'),
      );
      expect(release).toMatchObject({ static: ['.nojekyll', '.well-known/', 'CNAME', 'assets/'] });
      await runWellInProcess(['verify', 'dist'], { cwd });
      await withPreview(['--port', '0'], cwd, async ({ url }) => {
        await runWellInProcess(['verify', url], { cwd });
        const answer = await fetch(`${url}/.well-known/security.txt`);
        expect(await answer.text()).toBe(own['own/.well-known/security.txt']);
        writeFileSync(path.join(cwd, 'dist/CNAME'), 'other.example.org\n');
        const { status, stdout } = await runInProcess(['verify', url], { cwd });
        expect(status).toBe(1);
        expect(stdout).toMatch(/manifest +FAIL[^]*CNAME: expected .*, found 18 bytes/);
      });
    });
  });

  test('are taken anew by each build that finds them changed, with and without a cache', async () => {
    await inSite(async (cwd) => {
      await runWellInProcess(build, { cwd });
      const again = await runInProcess(
        build.filter((arg) => arg !== '--quiet'),
        { cwd },
      );
      expect(again.stdout).toMatch(/^dist is up to date\./);
      const steps: (() => void)[] = [
        () => writeFileSync(path.join(cwd, 'own/CNAME'), 'q.example.org\n'),
        () => writeFileSync(path.join(cwd, 'own/robots.txt'), 'User-agent: *\n'),
        () => rmSync(path.join(cwd, 'own/assets'), { recursive: true }),
        // Pages are carried over, and so are these.
        () =>
          writeFileSync(path.join(cwd, 'data/genes/Zix.ndjson'), asLines([tinyGene('Vexmoor', 9)])),
      ];
      for (const step of steps) {
        step();
        await runWellInProcess(build, { cwd });
        await runWellInProcess(['verify', 'dist'], { cwd });
        const built = await readTree(path.join(cwd, 'dist'));
        await runWellInProcess([...build, '--no-cache', '--out', 'fresh'], { cwd });
        expect(built).toEqual(await readTree(path.join(cwd, 'fresh')));
        rmSync(path.join(cwd, 'fresh'), { recursive: true });
      }
      expect(manifestOf(cwd)).toContain('robots.txt');
      expect(manifestOf(cwd)).not.toContain('assets/big.txt');
      // Left out of the command, they are gone.
      await runWellInProcess(build.slice(0, -2), { cwd });
      expect(manifestOf(cwd)).not.toContain('CNAME');
    });
  });

  const unfit: [what: string, make: (own: string) => void, says: RegExp][] = [
    [
      'api/mine.json',
      (dir) => touch(dir, 'api/mine.json'),
      /own\/api .*path of a file of the site/,
    ],
    ['Index.HTML', (dir) => touch(dir, 'Index.HTML'), /own\/Index\.HTML .*file of the site/],
    ['_headers', (dir) => touch(dir, '_headers'), /own\/_headers .*begins with _/],
    ['a hidden file', (dir) => touch(dir, '.env'), /own\/\.env .*is hidden/],
    [
      'a link',
      (dir) => symlinkSync('/etc/passwd', path.join(dir, 'passwd')),
      /own\/passwd .*is a symbolic link/,
    ],
    [
      'a pipe',
      (dir) => execFileSync('mkfifo', [path.join(dir, 'pipe')]),
      /own\/pipe .*no regular file/,
    ],
    [
      'names that differ by case',
      (dir) => {
        touch(dir, 'a.txt');
        touch(dir, 'A.txt');
      },
      /own\/a\.txt .*differs from own\/A\.txt only by case/,
    ],
    [
      'a compressed form',
      (dir) => writeFileSync(path.join(dir, 'CNAME.gz'), gzipSync('other')),
      /own\/CNAME\.gz .*compressed form of own\/CNAME/,
    ],
  ];

  test.each(unfit)('are refused, and nothing is touched, with %s', async (_, make, says) => {
    await inSite(async (cwd) => {
      make(path.join(cwd, 'own'));
      const { status, stderr } = await runInProcess(build, { cwd });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(says) as string,
      });
      expect((await readTree(cwd))['dist/release.json']).toBeUndefined();
    });
  });

  test('are refused before anything is read where a host needs a file of that name', async () => {
    await inSite(async (cwd) => {
      touch(path.join(cwd, 'own'), '404.html');
      await runWellInProcess(build, { cwd });
      writeFileSync(path.join(cwd, 'data/genes/bad.ndjson'), '{}\n');
      const { status, stderr } = await runInProcess([...build, '--host', 'cloudflare-pages'], {
        cwd,
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(/own\/404\.html .*path of a file of the site/);
    });
  });

  test.each([
    ['nowhere', /There is no folder nowhere/],
    ['own/CNAME', /There is no folder own\/CNAME/],
    ['.', /--static \.\) and the site overlap/],
    ['dist/x', /and the site overlap/],
    ['data/genes', /and the sources overlap/],
  ])('cannot come from %s', async (dir, says) => {
    await inSite(async (cwd) => {
      const { status, stderr } = await runInProcess([...build.slice(0, -1), dir], { cwd });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(says) as string,
      });
    });
  });
});

describe.concurrent('a folder of a site with other files', () => {
  test('is refused by their names, with the way to publish them', async () => {
    await inSite(async (cwd) => {
      const without = build.slice(0, -2);
      await runWellInProcess(without, { cwd });
      await writeFiles(cwd, {
        'dist/CNAME': '',
        'dist/a.txt': '',
        'dist/b.txt': '',
        'dist/api/c': '',
      });
      const { status, stderr } = await runInProcess(without, { cwd });
      expect(status).toBe(2);
      expect(stderr).toContain(
        'holds CNAME, a.txt, api/c and 1 more, which phagepress did not put',
      );
      expect(stderr).toContain('--static');
      const foreign = await runInProcess([...without, '--out', 'own'], { cwd });
      expect(foreign.status).toBe(2);
      expect(foreign.stderr).toMatch(
        /own holds \.nojekyll, \.well-known, CNAME and 1 more, not a site/,
      );
    });
  });

  test('is none where they are what file managers leave, and verifies', async () => {
    await inSite(async (cwd) => {
      const without = build.slice(0, -2);
      mkdirSync(path.join(cwd, 'dist'));
      writeFileSync(path.join(cwd, 'dist/.DS_Store'), '');
      await runWellInProcess(without, { cwd });
      for (const file of ['.DS_Store', 'api/Thumbs.db', 'api/genes/desktop.ini']) {
        writeFileSync(path.join(cwd, 'dist', file), '');
      }
      await runWellInProcess(['verify', 'dist'], { cwd });
      await runWellInProcess([...without, '--max-age', '7'], { cwd });
    });
  });
});

function touch(dir: string, file: string): void {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), 'mine\n');
}
