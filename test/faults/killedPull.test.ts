/** Pulls, publications by link and returns that are killed at any step: one whole site is there, and the next command goes on. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { runWell } from '../integration/runCli.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';
import { runStepped, type Step } from './steppedRun.ts';

const build = ['build', '--quiet', '--no-html', '--bulk', 'ndjson'];
const noted = (Notes: string) => ({
  'data/genes/Quillon.ndjson': asLines([1, 2, 3, 4].map((n) => tinyGene('Quillon', n, { Notes }))),
});

/** Two releases of a site, and a copy of the first. */
async function putSite(cwd: string): Promise<void> {
  await writeFiles(cwd, tinyData);
  await runWell([...build, '--out', 'site'], { cwd });
  await runWell(['pull', 'site', 'copy', '--quiet'], { cwd });
  await writeFiles(cwd, noted('other'));
  await runWell([...build, '--out', 'site'], { cwd });
}

const released = (cwd: string, folder: string): string =>
  JSON.parse(readFileSync(path.join(cwd, folder, 'release.json'), 'utf8')).release;

const pulling = {
  'while it keeps what it fetched': { call: 'writeFileSync', path: 'fetched/[^/]*\\.new$' },
  'while it writes records': { call: 'openSync', path: 'pulled/data/genes' },
  'while it writes what is told of former releases': {
    call: 'writeFileSync',
    path: 'staging[^/]*/release\\.json$',
  },
  'in the middle of the swap': { call: 'renameSync', path: 'phagepress-staging[^/]*$' },
  'when all is done': { call: 'rmSync', path: 'phagepress-pulled$' },
} as const satisfies Record<string, Step>;

describe.concurrent('a pull that is killed', () => {
  test.each(Object.entries(pulling))(
    '%s leaves a whole copy, and the next one ends it',
    (when, killAt) =>
      inWorkFolder(async (cwd) => {
        await putSite(cwd);
        const old = released(cwd, 'copy');
        const killed = await runStepped(['pull', 'site', 'copy', '--quiet'], { cwd, killAt });
        expect(killed).toMatchObject({ signal: 'SIGKILL' });
        const isMoved = !existsSync(path.join(cwd, 'copy'));
        expect(isMoved).toBe(when === 'in the middle of the swap');
        if (!isMoved) {
          const due = when === 'when all is done' ? released(cwd, 'site') : old;
          expect(released(cwd, 'copy')).toBe(due);
          await runWell(['verify', 'copy', '--quiet'], { cwd });
        }
        await runWell(['pull', 'site', 'copy', '--quiet'], { cwd });
        expect(await readTree(path.join(cwd, 'copy'))).toEqual(
          await readTree(path.join(cwd, 'site')),
        );
      }),
  );
});

const linking = {
  'before the folder of the release has its name': {
    call: 'renameSync',
    path: 'phagepress-staging[^/]*$',
  },
  'before the link is made': { call: 'symlinkSync', path: 'phagepress-' },
} as const satisfies Record<string, Step>;

describe.concurrent('a publication by link that is killed', () => {
  test.each(Object.entries(linking))(
    '%s leaves the old site, and the next one publishes',
    (_, killAt) =>
      inWorkFolder(async (cwd) => {
        await writeFiles(cwd, tinyData);
        await runWell([...build, '--switch', 'link'], { cwd });
        const old = released(cwd, 'dist');
        await writeFiles(cwd, noted('other'));
        expect(await runStepped(build, { cwd, killAt })).toMatchObject({ signal: 'SIGKILL' });
        expect(released(cwd, 'dist')).toBe(old);
        await runWell(['verify', 'dist', '--quiet'], { cwd });
        await runWell(build, { cwd });
        expect(released(cwd, 'dist')).not.toBe(old);
        await runWell(['verify', 'dist', '--quiet'], { cwd });
        const left = readdirSync(cwd).filter((name) => /staging|discarded|lock/.test(name));
        expect(left).toEqual([]);
      }),
  );

  test('and so does a return to a former release', () =>
    inWorkFolder(async (cwd) => {
      await writeFiles(cwd, tinyData);
      await runWell([...build, '--switch', 'link'], { cwd });
      const first = released(cwd, 'dist');
      await writeFiles(cwd, noted('other'));
      await runWell(build, { cwd });
      const second = released(cwd, 'dist');
      const killAt = { call: 'symlinkSync', path: 'phagepress-' } as const;
      expect(await runStepped(['rollback'], { cwd, killAt })).toMatchObject({ signal: 'SIGKILL' });
      expect(released(cwd, 'dist')).toBe(second);
      await runWell(['rollback'], { cwd });
      expect(released(cwd, 'dist')).toBe(first);
    }));
});
