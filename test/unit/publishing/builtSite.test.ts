/** What a build leaves in a folder, the next build must take for its own. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildOptions } from '../../../src/buildSite.ts';
import { readManifest } from '../../../src/publishing/manifest.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { tempFolder } from '../sources/tempFolder.ts';
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

test('the release is the hash of the manifest, and does not depend on an earlier build', async () => {
  const [fresh, again] = [tempFolder(dataFolder()), tempFolder(dataFolder())];
  await build(again, { pageSizes: { genes: 3, phages: 3 } });
  const [a, b] = [await build(fresh), await build(again)];
  expect(a?.release).toEqual(b?.release);
  const manifest = readFileSync(path.join(fresh, 'site/manifest.json'));
  expect(a?.release.release).toBe(hash('sha256', manifest));
  expect(filesIn(path.join(again, 'site'))).toEqual(filesIn(path.join(fresh, 'site')));
});
