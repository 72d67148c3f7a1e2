/** What a build leaves in a folder, the next build must take for its own. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import type { BuildOptions } from '../../../src/build/building.ts';
import { besideSite } from '../../../src/publishing/besideSite.ts';
import { readManifest } from '../../../src/publishing/manifest.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { limitHost } from '../hosts/limitHost.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../validation/inProcessWorkers.ts';
import { build } from './build.ts';
import { filesIn } from './siteFolder.ts';

function dataFolder(genes = 30): Record<string, string> {
  const lines = Array.from({ length: genes }, (_, index) =>
    JSON.stringify({ ...exampleGene, GeneID: `Quillon_CDS_${index}` }),
  );
  return {
    'data/genes/a.ndjson': lines.join('\n'),
    'data/phages/a.ndjson': JSON.stringify(examplePhage),
  };
}

describe.each<BuildOptions['precompress']>([[], ['gzip'], ['gzip', 'br']])(
  'a site with %j beside its files',
  (...precompress) => {
    test('names every file in its manifest, once, but the manifest and the release', async () => {
      const folder = tempFolder(dataFolder());
      await build(folder, { precompress });
      const site = path.join(folder, 'site');
      const inFolder = Object.keys(filesIn(site)).filter(
        (file) => !/^(manifest|release)\.json(\.gz|\.br)?$/.test(file),
      );
      expect(
        readManifest(site)
          ?.map((file) => file.path)
          .toSorted(),
      ).toEqual(inFolder.toSorted());
    });

    test('has the size and hash of each file in its manifest', async () => {
      const folder = tempFolder(dataFolder());
      await build(folder, { precompress });
      for (const file of readManifest(path.join(folder, 'site')) ?? []) {
        const bytes = readFileSync(path.join(folder, 'site', file.path));
        expect([file.path, file.bytes, file.sha256]).toEqual([
          file.path,
          bytes.length,
          hash('sha256', bytes),
        ]);
      }
    });

    test('can be built again, from the cache, without it, and from other data', async () => {
      const folder = tempFolder(dataFolder());
      const first = await build(folder, { precompress });
      expect(await build(folder, { precompress })).toMatchObject({ unchanged: first?.files });
      expect(await build(folder, { precompress, cache: false })).toMatchObject({
        release: first?.release,
      });
      expect(await build(folder, { precompress, maxAge: 5 })).not.toBeNull();
    });
  },
);

test('pages of further sizes have the records of those by default, cut anew, and lead to each other', async () => {
  const folder = tempFolder(dataFolder());
  const furtherSizes = { genes: [7, 'all', 4], phages: ['all'], phams: [3] } as const;
  await build(folder, { furtherSizes, precompress: ['gzip'] });
  const read = (file: string) => readFileSync(path.join(folder, 'site', file), 'utf8');
  const resultsOf = (text: string) => text.slice(text.indexOf('"results":[') + 11, -2);
  const sizes = { genes: 10, phages: 10, phams: 2 };
  for (const list of ['genes', 'phages', 'phams'] as const) {
    const { count } = JSON.parse(read(`api/${list}/index.json`)) as { count: number };
    const all = Array.from({ length: Math.ceil(count / sizes[list]) }, (_, at) =>
      resultsOf(read(`api/${list}/page/${at + 1}.json`)),
    );
    const records = (JSON.parse(`[${all.join(',')}]`) as object[]).map((one) =>
      JSON.stringify(one),
    );
    expect(records).toHaveLength(count);
    for (const name of furtherSizes[list]) {
      const size = name === 'all' ? count : name;
      const last = Math.ceil(count / size);
      const link = (page: number) =>
        page < 1 || page > last
          ? 'null'
          : `"https://example.org/api/${list}/?format=api&page=${page}&page_size=${name}"`;
      for (let page = 1; page <= last; page++) {
        const results = records.slice((page - 1) * size, page * size).join(',');
        expect(read(`api/${list}/page-size/${name}/page/${page}.json`)).toBe(
          `{"count":${count},"next":${link(page + 1)},"previous":${link(page - 1)},"results":[${results}]}`,
        );
      }
      const folderOf = path.join(folder, 'site/api', list, 'page-size', String(name), 'page');
      const pages = readdirSync(folderOf).filter((file) => file.endsWith('.json'));
      expect(pages).toHaveLength(last);
    }
  }
});

test('the release is the hash of the manifest, and does not depend on an earlier build', async () => {
  const [fresh, again] = [tempFolder(dataFolder()), tempFolder(dataFolder())];
  await build(again, { pageSizes: { ...perList(() => 2), genes: 3, phages: 3 } });
  const [a, b] = [await build(fresh), await build(again)];
  expect(a?.release).toEqual(b?.release);
  const manifest = readFileSync(path.join(fresh, 'site/manifest.json'));
  expect(a?.release.release).toBe(hash('sha256', manifest));
  expect(filesIn(path.join(again, 'site'))).toEqual(filesIn(path.join(fresh, 'site')));
});

test.each<Partial<BuildOptions>>([
  { baseUrl: 'https://other.example.org' },
  { pageSizes: { ...perList(() => 2), genes: 7, phages: 10 } },
  { pageSizes: { ...perList(() => 2), genes: 10, phages: 7 } },
  { furtherSizes: { genes: [3, 'all'], phams: [1] } },
  { furtherSizes: { genes: ['all'] }, views: [], bulk: [] },
  { hosts: ['apache'] },
  { links: 'path' },
  { maxAge: 5 },
  { geneFiles: false },
  { views: [] },
  { precompress: ['gzip'] },
  { releaseDate: '2026-01-31' },
])('a build with %j after one without gives what a first one gives', async (changes) => {
  const [again, fresh] = [tempFolder(dataFolder()), tempFolder(dataFolder())];
  await build(again);
  const without = filesIn(path.join(again, 'site'));
  await build(again, changes);
  await build(fresh, changes);
  const expected = filesIn(path.join(fresh, 'site'));
  expect(expected).not.toEqual(without);
  expect(filesIn(path.join(again, 'site'))).toEqual(expected);
  await build(again);
  expect(filesIn(path.join(again, 'site'))).toEqual(without);
});

test('a site of more files than a host takes, once they are written, is not published', async () => {
  limitHost('static', { files: 120 });
  const folder = tempFolder(dataFolder());
  const options = { hosts: ['static'], links: 'path', bulk: [] } as const;
  await build(folder, options);
  const live = filesIn(path.join(folder, 'site'));
  await expect(build(folder, { ...options, precompress: ['gzip'] })).rejects.toThrow(
    /^--host static: Any file server takes at most 120 files; this site has [12][0-9]{2}, .* compressed files/,
  );
  expect(filesIn(path.join(folder, 'site'))).toEqual(live);
});

test.each(['apache', 'caddy'] as const)(
  'a site that %s cannot serve whatever is in it is refused before anything is read',
  async (host) => {
    const folder = tempFolder({ 'data/genes/a.ndjson': 'no record' });
    const workers: typeof inProcessWorkers = {
      ...inProcessWorkers,
      run(name) {
        throw new Error(`there is work: ${name}`);
      },
    };
    const baseUrl = 'https://example.org/a%2Fb';
    await expect(build(folder, { hosts: [host], baseUrl }, workers)).rejects.toThrow(
      `--host ${host}: `,
    );
    expect(readdirSync(folder)).toEqual(['data']);
  },
);

test('a build that has lost its lock leaves the cache to whoever has it', async () => {
  const folder = tempFolder(dataFolder());
  const out = path.join(folder, 'site');
  const [lock, cache] = [besideSite(out, 'lock'), besideSite(out, 'cache')];
  const kept = path.join(cache, 'other.run');
  const workers: typeof inProcessWorkers = {
    ...inProcessWorkers,
    run(name, input) {
      if (name === 'renderPart' && !existsSync(kept)) {
        rmSync(lock, { recursive: true });
        mkdirSync(lock);
        writeFileSync(kept, "the other's");
      }
      return inProcessWorkers.run(name, input);
    },
  };
  await expect(build(folder, {}, workers)).rejects.toThrow('was lost to another command');
  expect(existsSync(kept)).toBe(true);
  expect(existsSync(out)).toBe(false);
});
