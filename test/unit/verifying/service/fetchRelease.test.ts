import { describe, expect, test } from 'vitest';
import { renderRelease, type Release } from '../../../../src/contract/release.ts';
import { programVersion } from '../../../../src/installed.ts';
import { releaseIdOf } from '../../../../src/verifying/manifest.ts';
import { fetchRelease } from '../../../../src/verifying/service/service.ts';
import { schemaId } from '../../../../src/describing/fixedFiles.ts';
import { perList, requiredNames } from '../../../../src/contract/collectionName.ts';
import { schemasOf } from '../../../../src/records/schemas.ts';
import { createKeptLog } from '../keptLog.ts';
import { manifestOfPaths, releaseWith } from '../manifestOf.ts';
import { clientFor, serve } from '../../base/loopback.ts';
import { optionsFor } from './askedSite.ts';

const manifest = manifestOfPaths([
  ...[1, 2, 3].map((page) => `api/genes/page/${page}.json`),
  'api/phages/page/1.json',
]);
const manifestText = Buffer.from(manifest.shared.bytes).toString();
const publishedBase = 'https://example.org';
const sound: Partial<Release> = {
  version: programVersion(),
  release: releaseIdOf(manifest.shared.bytes),
  base_url: publishedBase,
  max_age: 77,
  schemas: schemasOf(requiredNames).map(({ name }) => schemaId(publishedBase, name)),
  gene_files: false,
  collections: {
    genes: { count: 5, page_size: 2, pages: 3 },
    phages: { count: 1, page_size: 2, pages: 1 },
  },
};
const releaseText = (changes: Partial<Release> = {}) =>
  renderRelease(releaseWith({ ...sound, ...changes }));

/** Meets a service that has these files below `/phages`. */
async function meet(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof optionsFor>[1] = {},
) {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    asked.push(request.url ?? '');
    const text = files[(request.url ?? '').replace('/phages/', '')];
    response.writeHead(text === undefined ? 404 : 200).end(text ?? 'no');
  });
  const kept = createKeptLog();
  const met = await fetchRelease(
    optionsFor(`${origin}/phages`, options),
    clientFor(origin),
    () => kept.log,
  );
  return { ...met, ...kept, asked };
}

describe('a site that phagepress built', () => {
  const site = { 'release.json': releaseText(), 'manifest.json': manifestText };

  test('is known by its release and its manifest, which are asked for once each', async () => {
    const { service, lastPages, failures, asked } = await meet(site);
    expect(failures).toEqual([]);
    expect(service.release?.release).toBe(sound.release);
    expect(service.manifest?.entries).toBe(4);
    expect(service.maxAge).toBe(77);
    expect(lastPages).toEqual({ ...perList(() => 0), genes: 3, phages: 1 });
    expect(asked).toEqual(['/phages/release.json', '/phages/manifest.json']);
  });
});

describe('a service without a release.json', () => {
  test('that answers everything with too much is somebody else’s', async () => {
    const { failures, service } = await meet({ 'release.json': 'x'.repeat(1024 * 1024 + 1) });
    expect(failures).toEqual([]);
    expect(service.release).toBeNull();
  });
});
