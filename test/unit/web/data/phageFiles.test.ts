import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetAll } from '../../../../src/web/data/fetching.ts';
import { hasGenome, mayHaveFeatures } from '../../../../src/web/data/phageFiles.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

const index = { name: ['Alpha', 'Beta'], genes: [5, 5], features: [2, 0], genome: [1, 0] };
const site = {
  views: ['featuresbyphage'],
  bulk: ['genomes'],
  counts: [['features', 2]] as const,
};

/** The site has this index of its phages; null for a site without one. */
function withIndex(json: object | null) {
  vi.stubGlobal('fetch', async () =>
    json === null ? new Response('', { status: 404 }) : Response.json(json),
  );
}

describe('of the files of a phage', () => {
  test('none is asked for that the index says is not there', async () => {
    withIndex(index);
    expect(await mayHaveFeatures(site, 'Alpha')).toBe(true);
    expect(await mayHaveFeatures(site, 'Beta')).toBe(false);
    expect(await hasGenome(site, 'Alpha')).toBe(true);
    expect(await hasGenome(site, 'Beta')).toBe(false);
  });

  test('a phage without a record has no genome, and features where others do not have them all', async () => {
    withIndex(index);
    expect(await hasGenome(site, 'Gamma')).toBe(false);
    expect(await mayHaveFeatures(site, 'Gamma')).toBe(false);
    expect(await mayHaveFeatures({ ...site, counts: [['features', 3]] }, 'Gamma')).toBe(true);
  });

  test('each is asked for where there is no index', async () => {
    withIndex(null);
    expect(await hasGenome(site, 'Gamma')).toBe(true);
    expect(await mayHaveFeatures(site, 'Gamma')).toBe(true);
  });

  test('none is asked for that the site was built without', async () => {
    withIndex(index);
    expect(await hasGenome({ ...site, bulk: [] }, 'Alpha')).toBe(false);
    expect(await mayHaveFeatures({ ...site, views: [] }, 'Alpha')).toBe(false);
    expect(await mayHaveFeatures({ ...site, counts: [['features', 0]] }, 'Alpha')).toBe(false);
  });
});
