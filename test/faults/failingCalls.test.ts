/** System calls that fail on purpose: what may not be on the disk replaces nothing, and what cannot be read is named. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CliResult,
  cliFile,
  nodeFile,
  patienceMs,
  plainEnvironment,
} from '../integration/runCli.ts';
import { differences } from '../integration/workFolder.ts';
import { type LiveSite, withLiveSite } from './liveSite.ts';
import { buildArgs, hashTree, sharedVersions } from './siteVersions.ts';
import { expectClear, expectFailure } from './steps.ts';

const sites = sharedVersions(150);
const hasTracer = spawnSync('strace', ['--version']).status === 0;
const inCi = process.env['CI'] !== undefined;

interface Fault {
  /** System calls, with commas between. */
  readonly calls: string;
  readonly code: string;
  /** Only calls on this path, relative to the work folder; any where it is left out. */
  readonly on?: string;
}

/** Builds the new data while all such calls fail. */
function buildWithFault(site: LiveSite, { calls, code, on }: Fault): CliResult {
  const only = on === undefined ? [] : ['-P', path.join(site.cwd, on)];
  return buildTraced(site, [...only, '-e', `inject=${calls}:error=${code}`]);
}

function buildTraced({ cwd }: LiveSite, faults: readonly string[]): CliResult {
  const args = ['-f', '-qq', '-o', '/dev/null', ...faults, nodeFile, cliFile];
  return spawnSync('strace', [...args, ...buildArgs], {
    cwd,
    env: plainEnvironment(),
    encoding: 'utf8',
    timeout: patienceMs,
  });
}

function failingRenames(when: string): string[] {
  const faults = ['inject=fsync:error=EIO', `inject=rename:error=EIO:${when}`];
  return faults.flatMap((fault) => ['-e', fault]);
}

describe.runIf(hasTracer || inCi)('a disk that fails', () => {
  const flushes: Record<string, string> = {
    'as a whole': 'syncfs',
    'in every way': 'syncfs,fsync,fdatasync',
    'once the new site has taken its place': 'fsync',
  };
  test.each(Object.entries(flushes))(
    'to be flushed %s keeps the old site, and nothing else is left',
    async (_, calls) => {
      await withLiveSite(sites, async (site) => {
        const beside = readdirSync(site.cwd);
        const result = buildWithFault(site, { calls, code: 'EIO' });
        expectFailure(
          result,
          3,
          /Cannot flush .*(?:EIO|Input\/output error)/,
          /^ {2}hint: Nothing was/m,
        );
        expect(site.version()).toBe('a');
        expect(readdirSync(site.cwd)).toEqual(beside);
        await site.expectMended();
      });
    },
  );

  // The main thread renames twice to swap, and twice more to take that back.
  test.each([
    ['not even the swap can be taken back', 'when=3+'],
    ['the swap can be taken back by half, which is mended', 'when=4'],
  ])('so that %s says that the new site is live, and where the old one is', async (_, when) => {
    await withLiveSite(sites, async (site) => {
      const result = buildTraced(site, failingRenames(when));
      expectFailure(
        result,
        3,
        /^phagepress: The new site is live in dist, but may not be on the disk: .*EIO/m,
        /^ {2}hint: .* The old one lies in \.dist\.phagepress-old\.$/m,
      );
      expect(site.version()).toBe('b');
      const old = hashTree(path.join(site.cwd, '.dist.phagepress-old'));
      expect(differences(sites.site('a'), old)).toEqual([]);
      await site.expectMended();
    });
  });

  test.each([
    ['the swap is taken back by half', 'when=4+'],
    ['neither rename of the swap works, nor the way back', 'when=2+'],
  ])('so that %s says where the old site is, and the next command restores it', async (_, when) => {
    await withLiveSite(sites, async (site) => {
      const result = buildTraced(site, failingRenames(when));
      expectFailure(
        result,
        3,
        /^phagepress: Nothing is in dist now: what was there could not be put back: .*EIO/m,
        /^ {2}hint: .* It lies in \.dist\.phagepress-old, and the next command puts it back/m,
      );
      await site.expectMended();
    });
  });

  const unreadable: [calls: string, code: string, on: string][] = [
    ['openat', 'EIO', 'dist/release.json'],
    ['openat', 'EMFILE', 'dist/release.json'],
    ['openat', 'EACCES', 'dist/release.json'],
    ['read,pread64', 'EIO', 'dist/release.json'],
    ['close', 'EIO', 'dist/release.json'],
    ['openat', 'EIO', 'dist/manifest.json'],
    ['read,pread64', 'EIO', 'dist/manifest.json'],
    ['close', 'EIO', 'dist/manifest.json'],
    ['getdents64', 'EIO', 'dist'],
    ['getdents64', 'EIO', 'dist/api'],
  ];
  test.each(unreadable)('in %s by %s on %s is told with that name', async (calls, code, on) => {
    await withLiveSite(sites, async (site) => {
      // Without it, folders that are older than their release are looked into, too.
      rmSync(path.join(site.cwd, '.dist.phagepress-cache/staged'));
      const result = buildWithFault(site, { calls, code, on });
      expectFailure(result, 3, new RegExp(`${on}: .*${code}`), /^ {2}hint: Nothing was changed/m);
      expect(result.stderr).not.toContain('holds other files');
      expect(site.version()).toBe('a');
      await site.expectMended();
    });
  });

  test('to close a file of the cache does not end the program without a word', async () => {
    await withLiveSite(sites, async (site) => {
      const on = '.dist.phagepress-cache/index.json';
      const result = buildWithFault(site, { calls: 'close', code: 'EIO', on });
      expectClear(result.stderr);
      expect(result.status).toBe(0);
      expect(site.version()).toBe('b');
      await site.expectMended();
    });
  });
});
