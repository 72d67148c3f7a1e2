/** Permissions that are missing, and other things in the place of a folder: nothing else is lost, and the message says why. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inWorkFolder, writeFiles } from '../integration/workFolder.ts';
import { withLiveSite } from './liveSite.ts';
import { buildArgs, hashTree, sharedVersions } from './siteVersions.ts';
import { runStepped } from './steppedRun.ts';
import { expectClear, expectFailure } from './steps.ts';

const sites = sharedVersions(150);

describe.concurrent('without permission', () => {
  const unprivileged = true;

  test('for the folder around the site, nothing is changed', async () => {
    await withLiveSite(
      sites,
      async (site) => {
        const around = path.join(site.cwd, 'public');
        chmodSync(around, 0o555);
        expectFailure(
          await site.build({ unprivileged }),
          3,
          /public\/dist.*EACCES/,
          /^ {2}hint: /m,
        );
        expect(site.version()).toBe('a');
        chmodSync(around, 0o755);
        await site.expectMended();
      },
      { out: 'public/dist' },
    );
  });

  test('for a folder around the site that is still to be made, nothing is changed', async () => {
    await inWorkFolder(async (cwd) => {
      sites.putData(cwd, 'a');
      mkdirSync(path.join(cwd, 'public'), { mode: 0o555 });
      const args = [...buildArgs, '--out', 'public/new/dist'];
      expectFailure(
        await runStepped(args, { cwd, unprivileged }),
        3,
        /public.*EACCES/,
        /^ {2}hint: /m,
      );
      expect(readdirSync(path.join(cwd, 'public'))).toEqual([]);
    });
  });

  test.each([
    ['to read the site', 'dist', 0o000],
    ['to change the site', 'dist', 0o555],
    ['to change a folder in the site', 'dist/api/genes', 0o555],
  ])('%s, a build either replaces it as a whole or leaves it', async (_, folder, mode) => {
    await withLiveSite(sites, async (site) => {
      chmodSync(path.join(site.cwd, folder), mode);
      const result = await site.build({ unprivileged });
      const again = await site.build({ unprivileged });
      const names = readdirSync(site.cwd);
      for (const name of ['.dist.phagepress-old', 'dist'].filter((one) => names.includes(one))) {
        for (const inside of [name, name + folder.slice('dist'.length)]) {
          if (existsSync(path.join(site.cwd, inside)))
            chmodSync(path.join(site.cwd, inside), 0o755);
        }
      }
      const version = site.version();
      await site.expectMended();
      expectClear(result.stderr);
      expect({ status: result.status, version }).toEqual(
        result.status === 0 ? { status: 0, version: 'b' } : { status: 3, version: 'a' },
      );
      // Whatever was said the first time must not bar the way for ever.
      expect(again.status).toBe(result.status);
      if (result.status !== 0) expect(result.stderr).toMatch(/dist.*EACCES/);
    });
  });

  test.each([
    ['to list', 0o300],
    ['to enter', 0o600],
    ['to change', 0o500],
    ['at all for', 0o000],
  ])('%s the cache folder, a build goes without or says so', async (_, mode) => {
    await withLiveSite(sites, async (site) => {
      const cache = path.join(site.cwd, '.dist.phagepress-cache');
      chmodSync(cache, mode);
      const result = await site.build({ unprivileged });
      const version = site.version();
      if (existsSync(cache)) chmodSync(cache, 0o755);
      await site.expectMended();
      expectClear(result.stderr);
      expect([0, 3]).toContain(result.status);
      expect(version).toBe(result.status === 0 ? 'b' : 'a');
      if (result.status === 3) expect(result.stderr).toMatch(/phagepress-cache.*EACCES/);
    });
  });
});

describe.concurrent('something else in the place of the program’s own folders', () => {
  test.each(['cache', 'staging', 'old', 'lock'])(
    'a file for the %s: the build goes on or says which',
    async (what) => {
      await withLiveSite(sites, async (site) => {
        const place = path.join(site.cwd, `.dist.phagepress-${what}`);
        rmSync(place, { recursive: true, force: true });
        writeFileSync(place, 'somebody else’s');
        const result = await site.build();
        const version = site.version();
        rmSync(place, { recursive: true, force: true });
        await site.expectMended();
        expectClear(result.stderr);
        expect([0, 2, 3]).toContain(result.status);
        expect(version).toBe(result.status === 0 ? 'b' : 'a');
        if (result.status !== 0) {
          expect(result.stderr).toContain(`.dist.phagepress-${what}`);
          // The name of a system call is nothing to act on.
          expect(result.stderr).not.toMatch(/, (?:mkdir|open|rmdir|unlink|stat) '/);
          expect(result.stderr).toMatch(/^ {2}hint: /m);
        }
      });
    },
  );

  test.each(['cache', 'staging', 'old'])(
    'a link for the %s: nothing is deleted where it leads',
    async (what) => {
      await withLiveSite(sites, async (site) => {
        await writeFiles(site.cwd, { 'mine/notes.txt': 'mine', 'mine/more/notes.txt': 'mine' });
        const mine = hashTree(path.join(site.cwd, 'mine'));
        const place = path.join(site.cwd, `.dist.phagepress-${what}`);
        rmSync(place, { recursive: true, force: true });
        symlinkSync('mine', place);
        const result = await site.build();
        expect(hashTree(path.join(site.cwd, 'mine'))).toMatchObject(mine);
        expectClear(result.stderr);
        expect(site.version()).toBe(result.status === 0 ? 'b' : 'a');
      });
    },
  );
});

describe.concurrent('where dist is a link', () => {
  const linkTo = (target: string) => (cwd: string) => {
    mkdirSync(path.join(cwd, 'elsewhere/other'), { recursive: true });
    writeFileSync(path.join(cwd, 'elsewhere/other/notes.txt'), 'mine');
    symlinkSync(target, path.join(cwd, 'dist'));
  };
  const expectLink = (cwd: string) => {
    expect(lstatSync(path.join(cwd, 'dist')).isSymbolicLink()).toBe(true);
    expect(readFileSync(path.join(cwd, 'elsewhere/other/notes.txt'), 'utf8')).toBe('mine');
  };

  test('to a folder elsewhere, the site there is replaced and nothing else', async () => {
    const prepare = (cwd: string) => {
      linkTo('elsewhere/site')(cwd);
      mkdirSync(path.join(cwd, 'elsewhere/site'));
    };
    await withLiveSite(
      sites,
      async (site) => {
        expect(site.version()).toBe('a');
        await site.expectMended();
        expectLink(site.cwd);
        expect(readdirSync(path.join(site.cwd, 'elsewhere')).sort()).toEqual([
          '.site.phagepress-cache',
          'other',
          'site',
        ]);
      },
      { prepare },
    );
  });

  test('to nothing, the site is made there or the link is named', async () => {
    await inWorkFolder(async (cwd) => {
      linkTo('elsewhere/missing')(cwd);
      sites.putData(cwd, 'a');
      const result = await runStepped(buildArgs, { cwd });
      expectLink(cwd);
      expectClear(result.stderr);
      if (result.status === 0) {
        expect(hashTree(path.join(cwd, 'elsewhere/missing'))).toEqual(sites.site('a'));
      } else {
        expect([2, 3]).toContain(result.status);
        expect(result.stderr).toMatch(/link/);
      }
    });
  });
});
