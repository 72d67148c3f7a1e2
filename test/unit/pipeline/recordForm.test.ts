/** Records are packed where a site would have more files than its hosts take, and all of them read packs. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HostName } from '../../../src/hosts/host.ts';
import { withoutCode } from '../../../src/hosts/hosts.ts';
import type { BuildOptions } from '../../../src/pipeline/planSite.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { build } from '../publishing/build.ts';
import { limitHost } from '../hosts/limitHost.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const genes = (count: number) =>
  asLines(Array.from({ length: count }, (_, at) => tinyGene('Quillon', at + 1)));

const dataOf = (count: number) =>
  tempFolder({
    'data/genes/a.ndjson': genes(count),
    'data/phages/a.ndjson': JSON.stringify(tinyPhage('Quillon')),
  });

const asked = { records: null, bulk: [], maxDrop: 100 } satisfies Partial<BuildOptions>;

test('the form follows the number of files, and a rebuild in another is what a build afresh gives', async () => {
  limitHost('vercel', { files: 100 });
  const folder = dataOf(5);
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const steps: readonly [count: number, hosts: readonly HostName[], isPacked: boolean][] = [
    [5, ['vercel'], false],
    [60, ['vercel'], true],
    [61, ['vercel'], true],
    [61, [], false],
    [61, ['netlify'], false],
    [61, ['vercel', 'netlify'], true],
    [5, ['vercel'], false],
  ];
  for (const [count, hosts, isPacked] of steps) {
    writeFileSync(path.join(folder, 'data/genes/a.ndjson'), genes(count));
    const options = { ...asked, hosts };
    notes.length = 0;
    await build(folder, options, inProcessWorkers, undefined, { note });
    expect(existsSync(path.join(folder, 'site/packs'))).toBe(isPacked);
    expect(notes.filter((text) => text.includes('packed'))).toEqual(
      isPacked
        ? [
            expect.stringMatching(
              /^Records are packed: as files, this site would have at least \d+, and Vercel takes 100\.$/,
            ),
          ]
        : [],
    );
    const rebuilt = filesIn(path.join(folder, 'site'));
    await build(folder, { ...options, out: path.join(folder, 'afresh'), cache: false });
    expect(rebuilt).toEqual(filesIn(path.join(folder, 'afresh')));
    // And again, where nothing changed.
    expect((await build(folder, options))?.unchanged).toBe(Object.keys(rebuilt).length);
  }
});

test('a host that reads no packs is named, with those that do, before anything is read', async () => {
  const folder = dataOf(5);
  const options = { records: 'packed', hosts: ['netlify', 'caddy'] } as const;
  await expect(build(folder, options)).rejects.toMatchObject({
    message: `--host caddy: Caddy runs no code that takes records out of packs: ${withoutCode}.`,
    hint: expect.stringMatching(/^Leave out --records packed; .*: nginx, .*vercel\.$/),
  });
  expect(existsSync(path.join(folder, 'site'))).toBe(false);
});

test('a packed site for no host says what holds on a host without code', async () => {
  const folder = dataOf(5);
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  for (const options of [{ hosts: ['netlify'] }, {}] as const)
    await build(folder, { records: 'packed', ...options }, inProcessWorkers, undefined, { note });
  expect(notes).toEqual([
    `Records are packed, for hosts that run code. On any other, ${withoutCode}.`,
  ]);
});

test('pages of phages are files of a packed site for no host, and none of those that a host takes', async () => {
  limitHost('vercel', { files: 200 });
  const phages = Array.from({ length: 200 }, (_, at) => tinyPhage(`Quillon${at}`));
  const folder = tempFolder({ 'data/phages/a.ndjson': asLines(phages) });
  for (const hosts of [['vercel'], []] as const) {
    const options = { records: 'packed', html: true, hosts } as const;
    await build(folder, { ...options, allowed: new Set(['source-missing']) });
    const page = path.join(folder, 'site/phages/Quillon7/index.html');
    expect(existsSync(page)).toBe(hosts.length === 0);
  }
});
