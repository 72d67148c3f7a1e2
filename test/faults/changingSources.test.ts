/** Sources that change while they are read: the old site stays, and the finding names the source. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { inWorkFolder, sharedFolder, writeFiles } from '../integration/workFolder.ts';
import { withLiveSite } from './liveSite.ts';
import { sharedVersions } from './siteVersions.ts';
import { runStepped, type Step, untilGone } from './steppedRun.ts';
import { expectClear, expectFailure, steps } from './steps.ts';

const sites = sharedVersions(150);

/** So large that it is read in several pieces, and of few records, so that it is read quickly. */
const bigSource = sharedFolder(async (folder) => {
  const note = 'a'.repeat(1 << 20);
  const genes = Array.from({ length: 80 }, (_, n) => tinyGene('Big', n, { Notes: note }));
  await writeFiles(folder, { 'big.ndjson': asLines(genes) });
});

describe.concurrent('a source that changes while it is read', () => {
  const changes: readonly (readonly [string, (file: string) => void])[] = [
    ['grows', (file) => appendFileSync(file, asLines([tinyGene('Later', 1)]))],
    ['is cut short', (file) => truncateSync(file, 60 << 20)],
    ['is emptied', (file) => truncateSync(file, 0)],
    [
      'is replaced',
      (file) => {
        writeFileSync(`${file}.new`, asLines([tinyGene('Later', 1)]));
        renameSync(`${file}.new`, file);
      },
    ],
    ['vanishes', (file) => rmSync(file)],
    ['becomes a folder', (file) => (rmSync(file), mkdirSync(file))],
  ];

  test.each(changes)(
    'after its first piece: one that %s is named and nothing is published',
    async (_, change) => {
      await withLiveSite(sites, async (site) => {
        const big = path.join(site.cwd, 'data/genes/big.ndjson');
        copyFileSync(path.join(bigSource(), 'big.ndjson'), big);
        // One thread: when it spills the first run it has read the first piece and not the second.
        const run = site.start({ stopAt: steps.spillRun }, ['--jobs', '1']);
        await run.untilStopped();
        change(big);
        run.resume();
        const result = await run.ended;
        await untilGone(run);
        expect(site.version()).toBe('a');
        rmSync(big, { recursive: true, force: true });
        await site.expectMended();
        expectFailure(result, 1, /^data\/genes\/big\.ndjson: .* \[source\]$/m);
      });
    },
  );

  const small = gzipSync(asLines([tinyGene('Quillon', 1)]));
  const opened: readonly (readonly [string, string, Step])[] = [
    ['lines', 'genes/small.ndjson', { call: 'openSync', path: 'small\\.ndjson$' }],
    [
      'compressed lines',
      'genes/small.ndjson.gz',
      { call: 'openSync', path: 'small\\.ndjson\\.gz$' },
    ],
    ['a document', 'phages/small.json', { call: 'openSync', path: 'small\\.json$' }],
    [
      'lines, as it is listed',
      'genes/small.ndjson',
      // The first look is for how much data there is.
      { call: 'statSync', path: 'small\\.ndjson$', nth: 2 },
    ],
  ];
  const contentOf = (file: string) => {
    if (file.endsWith('.gz')) return small;
    return file.endsWith('.json')
      ? JSON.stringify(tinyPhage('Quillon'))
      : asLines([tinyGene('Quillon', 1)]);
  };

  const ends: readonly (readonly [string, (file: string) => void])[] = [
    ['vanish', (file) => rmSync(file)],
    ['grow', (file) => appendFileSync(file, '\n')],
    ['become a pipe', (file) => (rmSync(file), execFileSync('mkfifo', [file]))],
  ];
  const isListed = ([what]: (typeof opened)[number]) => what.includes('listed');

  test.each(
    ends.flatMap(([how, change]) =>
      // What grows or becomes a pipe before it is listed is another source.
      opened
        .filter((one) => how === 'vanish' || !isListed(one))
        .map(([what, file, stopAt]) => [what, how, file, stopAt, change] as const),
    ),
  )(
    'before it is opened: %s that %s are named and nothing is published',
    async (_, __, file, stopAt, change) => {
      await withLiveSite(sites, async (site) => {
        const source = path.join(site.cwd, 'data', file);
        writeFileSync(source, contentOf(file));
        const run = site.start({ stopAt });
        await run.untilStopped();
        change(source);
        run.resume();
        const result = await run.ended;
        await untilGone(run);
        expect(site.version()).toBe('a');
        rmSync(source, { force: true });
        await site.expectMended();
        expectFailure(result, 1, new RegExp(`^data/${file}: .* \\[source\\]$`, 'm'));
      });
    },
  );

  test('a link to a pipe does not keep a check waiting', async () => {
    await inWorkFolder(async (cwd) => {
      sites.putData(cwd, 'a');
      execFileSync('mkfifo', [path.join(cwd, 'data/genes/pipe')]);
      symlinkSync('pipe', path.join(cwd, 'data/genes/linked.ndjson'));
      const { status, stderr } = await runStepped(['check'], { cwd });
      expectClear(stderr);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^data\/genes\/linked\.ndjson: .* \[source\]$/m);
    });
  });

  test('a data folder that vanishes is no empty one', async () => {
    await withLiveSite(sites, async (site) => {
      const run = site.start({ stopAt: steps.spillRun }, ['--jobs', '1']);
      await run.untilStopped();
      renameSync(path.join(site.cwd, 'data'), path.join(site.cwd, 'gone'));
      run.resume();
      const { status, stderr } = await run.ended;
      await untilGone(run);
      expectClear(stderr);
      expect(site.version()).toBe(status === 0 ? 'b' : 'a');
      renameSync(path.join(site.cwd, 'gone'), path.join(site.cwd, 'data'));
    });
  });
});
