/** A site on a mount: a folder that others see through one is never replaced, and a disk that can only be read is called so. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withLiveSite } from './liveSite.ts';
import { runStepped } from './steppedRun.ts';
import { buildArgs, sharedVersions } from './siteVersions.ts';
import { expectFailure, steps } from './steps.ts';

const sites = sharedVersions(150);

function mount(cwd: string, ...args: string[]): void {
  execFileSync('mount', args, { cwd, stdio: 'ignore' });
}

function unmount(cwd: string, folder: string): void {
  execFileSync('umount', ['--lazy', folder], { cwd, stdio: 'ignore' });
}

function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'phagepress-mount-'));
  try {
    mount(folder, '--bind', folder, folder);
    unmount(folder, folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.runIf(canMount())('a folder that cannot be replaced where it is seen', () => {
  test('because it is a mount point is left as it is, with a way out that works', async () => {
    await withLiveSite(sites, async (site) => {
      mount(site.cwd, '--bind', 'dist', 'dist');
      try {
        expectFailure(
          await site.build(),
          2,
          /^phagepress: dist is a mount point/,
          /^ {2}hint: Nothing was touched\. Mount the folder around it, .* --out dist\/site\.$/m,
        );
        expect(site.version()).toBe('a');
      } finally {
        unmount(site.cwd, 'dist');
      }
      await site.expectMended();
    });
  });

  test('because it is mounted elsewhere, too, is left as it is', async () => {
    await withLiveSite(sites, async (site) => {
      mkdirSync(path.join(site.cwd, 'www'));
      mount(site.cwd, '--bind', 'dist', 'www');
      try {
        const result = await site.build();
        expectFailure(
          result,
          2,
          /^phagepress: dist, or a part of it, is also mounted at .*\/www,/,
          /^ {2}hint: /m,
        );
        expect(existsSync(path.join(site.cwd, 'www/release.json'))).toBe(true);
        expect(site.version()).toBe('a');
      } finally {
        unmount(site.cwd, 'www');
        rmSync(path.join(site.cwd, 'www'), { recursive: true });
      }
      await site.expectMended();
    });
  });

  test('can hold one that is, and both mounts show each new site', async () => {
    await withLiveSite(
      sites,
      async (site) => {
        mkdirSync(path.join(site.cwd, 'www'));
        mount(site.cwd, '--bind', 'shared', 'www');
        try {
          expect(await site.build()).toMatchObject({ status: 0 });
          expect(site.version()).toBe('b');
          expect(readdirSync(path.join(site.cwd, 'www/dist'))).toEqual(
            readdirSync(path.join(site.cwd, 'shared/dist')),
          );
        } finally {
          unmount(site.cwd, 'www');
        }
      },
      { out: 'shared/dist' },
    );
  });
});

describe.runIf(canMount())('a disk that can only be read', () => {
  const onDisk = {
    out: 'disk/dist',
    prepare(cwd: string) {
      mkdirSync(path.join(cwd, 'disk'));
      mount(cwd, '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', 'disk');
    },
    clear: (cwd: string) => unmount(cwd, 'disk'),
  };
  const says = [/disk\/.*the disk can only be read \(EROFS\)/, /^ {2}hint: /m];

  test('from the beginning is called that', async () => {
    await withLiveSite(
      sites,
      async (site) => {
        mount(site.cwd, '-o', 'remount,ro', 'disk');
        expectFailure(await site.build(), 3, ...says);
        const args = [...buildArgs, '--out', 'disk/another/dist'];
        expectFailure(await runStepped(args, { cwd: site.cwd }), 3, ...says);
        expect(site.version()).toBe('a');
        mount(site.cwd, '-o', 'remount,rw', 'disk');
        await site.expectMended();
      },
      onDisk,
    );
  });

  test('while pages are staged is called that', async () => {
    await withLiveSite(
      sites,
      async (site) => {
        const run = site.start({ stopAt: steps.stagePage });
        await run.untilStopped();
        // Forced: a file may be open for writing in another thread.
        execFileSync('mount', ['-o', 'remount,ro', 'disk'], { cwd: site.cwd });
        run.resume();
        expectFailure(await run.ended, 3, ...says);
        mount(site.cwd, '-o', 'remount,rw', 'disk');
        expect(site.version()).toBe('a');
        await site.expectMended();
      },
      onDisk,
    );
  });
});
