/** Imports that are killed at any step: the data folder is the old one or the new one, and the next command knows. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { runWell } from '../integration/runCli.ts';
import { inWorkFolder, readTree, sharedFolder, writeFiles } from '../integration/workFolder.ts';
import { gff3Text } from '../readers/annotatedFiles.ts';
import { runStepped, startStepped, type Step } from './steppedRun.ts';

const inputs = ['lab.gff', 'more.gff'];
const importing = ['import', 'annotations', '--accept-renames', ...inputs];

/** A data folder with records of its own and those of an import, and an input that changes it. */
async function putOld(cwd: string): Promise<void> {
  await writeFiles(cwd, {
    'data/genes/Quillon.ndjson': asLines([tinyGene('Quillon', 1)]),
    'data/phages/Quillon.json': JSON.stringify(tinyPhage('Quillon')),
    'data/mine.txt': 'mine',
    'lab.gff': gff3Text,
    'more.gff': gff3Text.replaceAll('MADE01', 'MADE03'),
  });
  await runWell(importing, { cwd });
  await writeFiles(cwd, {
    'lab.gff': gff3Text.replaceAll('MADE01', 'MADE02'),
    'more.gff': gff3Text.replaceAll('MADE01', 'MADE03').replace('product=plain', 'product=better'),
  });
}

const wanted = sharedFolder(async (cwd) => {
  await putOld(cwd);
  await runWell(importing, { cwd });
});

const dataIn = (cwd: string) => readTree(path.join(cwd, 'data'));

const moments = {
  'while it links what is there': { call: 'linkSync', path: 'data/mine\\.txt$' },
  'while it writes genes': { call: 'writeFileSync', path: 'staging[^/]*/\\.imported/genes/MADE03' },
  'while it removes what its input lost': { call: 'rmSync', path: 'staging[^/]*/genes/MADE01' },
  'before it writes whence files came': { call: 'writeFileSync', path: 'provenance\\.json$' },
  'before the swap': { call: 'renameSync', path: 'data$' },
  'in the middle of the swap': { call: 'renameSync', path: 'phagepress-staging[^/]*$' },
  'after the swap': { call: 'promises.rename', path: 'phagepress-old$' },
} as const satisfies Record<string, Step>;

describe.concurrent('an import that is killed', () => {
  test.each(Object.entries(moments))(
    '%s leaves all of the old data or all of the new, and the next import finishes it',
    async (when, killAt) => {
      await inWorkFolder(async (cwd) => {
        await putOld(cwd);
        const old = await dataIn(cwd);
        expect(await runStepped(importing, { cwd, killAt })).toMatchObject({ signal: 'SIGKILL' });
        const isMoved = when === 'in the middle of the swap';
        if (isMoved) {
          expect(existsSync(path.join(cwd, 'data'))).toBe(false);
        } else {
          const isNew = when.startsWith('after');
          expect(await dataIn(cwd)).toEqual(isNew ? await dataIn(wanted()) : old);
        }
        await runWell(importing, { cwd });
        expect(await dataIn(cwd)).toEqual(await dataIn(wanted()));
        expect(entriesOf(cwd)).toEqual(['data', ...inputs]);
      });
    },
  );

  test.each(
    ['while it writes genes', 'in the middle of the swap', 'after the swap'].flatMap((when) =>
      ['check', 'build'].map((command) => [when, command] as const),
    ),
  )('%s leaves what a %s puts back or removes', async (when, command) => {
    await inWorkFolder(async (cwd) => {
      await putOld(cwd);
      const old = await dataIn(cwd);
      const killAt = moments[when as keyof typeof moments];
      expect(await runStepped(importing, { cwd, killAt })).toMatchObject({ signal: 'SIGKILL' });
      await runWell([command, '--quiet', '--allow', 'null-value'], { cwd });
      expect(await dataIn(cwd)).toEqual(when === 'after the swap' ? await dataIn(wanted()) : old);
      expect(entriesOf(cwd).filter((name) => name.startsWith('.data.'))).toEqual([]);
    });
  });
});

const manyLines = (last: string) =>
  `${gff3Text.slice(0, gff3Text.indexOf('##FASTA'))}${'# a remark that fills the file\n'.repeat(200_000)}${last}\n`;

describe.concurrent('an import that a signal asks to end', () => {
  // Each input is wrong at its end: who reads on after the signal reports that instead.
  test.each([
    [
      'within a file of annotations',
      ['annotations', 'big.gff'],
      { 'big.gff': manyLines('no feature') },
      { call: 'openSync', path: 'big\\.gff$', nth: 3 },
    ],
    [
      'within a table',
      ['table', 'phages.csv'],
      {
        'phages.csv': `phage,year\n${Array.from({ length: 5000 }, (_, n) => `P${n},2010\n`).join('')}last,soon\n`,
      },
      { call: 'writeFileSync', path: 'staging[^/]*/\\.imported/phages/P9\\.json$' },
    ],
  ] as const)('%s ends there, and the data is as it was', async (_, args, files, stopAt) => {
    await inWorkFolder(async (cwd) => {
      await writeFiles(cwd, { ...files, 'data/mine.txt': 'mine' });
      const before = await readTree(cwd);
      const run = startStepped(['import', ...args], { cwd, stopAt });
      await run.untilStopped();
      run.send('SIGTERM');
      run.resume();
      const { status, stdout, stderr } = await run.ended;
      expect({ status, stdout, stderr }).toEqual({
        status: 143,
        stdout: '',
        stderr: 'Interrupted; data is as it was.\n',
      });
      expect(await readTree(cwd)).toEqual(before);
    });
  });
});

/** Without the hashes that an import keeps of what it found. */
function entriesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== '.data.phagepress-hashes')
    .sort();
}
