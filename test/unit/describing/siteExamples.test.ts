/** What of a site becomes an example, and how little of it is read. */
import { describe, expect, test } from 'vitest';
import {
  collectionNames,
  type JsonObject,
  requiredNames,
} from '../../../src/contract/collectionName.ts';
import { bodySchemas } from '../../../src/describing/openApiSchemas.ts';
import { siteExamples } from '../../../src/describing/siteExamples.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { tinyGene, tinyPhage } from '../../integration/tinyData.ts';

const published = {
  collections: collectionNames,
  geneFiles: true,
  views: viewNames,
  fieldNames: {},
};
const schemas = bodySchemas(loadSchemas(), 'https://example.org', published);
const limit = 65_536;

/** As `readStart` gives them; what is not among the files is not there. */
function examplesOf(files: Readonly<Record<string, string>>) {
  return siteExamples(published, schemas, (file, maxBytes) => {
    expect(maxBytes).toBe(limit);
    const text = files[file];
    return text === undefined ? null : Buffer.from(text).subarray(0, maxBytes);
  });
}

const envelope = (records: readonly object[]) =>
  JSON.stringify({ count: 9, next: 'https://example.org/2', previous: null, results: records });
const genes = (...records: object[]) => examplesOf({ 'api/genes/index.json': envelope(records) });
const shown = (record: object) => {
  return { count: 9, next: 'https://example.org/2', previous: null, results: [record] };
};

describe('of a list of records', () => {
  test('the first is shown, alone and on its page', () => {
    const [first, second] = [tinyGene('Quillon', 1), tinyGene('Quillon', 2)];
    expect(genes(first, second)).toEqual({
      names: { gene: 'Quillon_CDS_1', 'genesbyphage/*': 'Quillon', 'similarbyphage/*': 'Quillon' },
      bodies: { genes: shown(first), gene: first },
    });
  });

  test('nothing but its page is shown where there is none', () => {
    expect(genes()).toEqual({
      names: {},
      bodies: { genes: { ...shown({}), results: [] } },
    });
  });

  test('one that is null where its schema does not allow it is passed over', () => {
    const nulls = { ...tinyGene('Quillon', 1), Notes: null };
    const deepNull = { ...tinyGene('Quillon', 2), PhamID: { PhamID: 1, Color: null } };
    const good = tinyGene('Vexmoor', 1);
    expect(genes(nulls, deepNull, good)).toEqual({
      names: { gene: 'Vexmoor_CDS_1', 'genesbyphage/*': 'Vexmoor', 'similarbyphage/*': 'Vexmoor' },
      bodies: { genes: shown(good), gene: good },
    });
  });

  test('only a name is shown where all are like that', () => {
    expect(genes({ ...tinyGene('Quillon', 1), Notes: null })).toEqual({
      names: { gene: 'Quillon_CDS_1', 'genesbyphage/*': 'Quillon', 'similarbyphage/*': 'Quillon' },
      bodies: {},
    });
  });

  test('one that has no address (A3) is shown on its page alone', () => {
    const [unsafe, safe] = [tinyPhage('a/b'), tinyPhage('c')];
    const only = examplesOf({ 'api/phages/index.json': envelope([unsafe]) });
    expect(only).toEqual({ names: {}, bodies: { phages: shown(unsafe) } });
    const both = examplesOf({ 'api/phages/index.json': envelope([unsafe, safe]) });
    expect(both).toEqual({ names: { phage: 'c' }, bodies: { phages: shown(safe), phage: safe } });
  });

  test('one that is longer than anyone would look at is not', () => {
    const long = tinyGene('Quillon', 1, { Translation: 'M'.repeat(limit) });
    expect(genes(long, tinyGene('Quillon', 2))).toEqual({ names: {}, bodies: {} });
  });

  test('one that is cut off by the end of what is read is not, whereever that falls', () => {
    const [first, second] = [tinyGene('Quillon', 1, { Notes: null as never }), tinyGene('B', 2)];
    const text = envelope([first, second]);
    const whole = genes(first, second);
    for (let bytes = 0; bytes < text.length; bytes++) {
      const { names } = examplesOf({ 'api/genes/index.json': text.slice(0, bytes) });
      const known = [undefined, first.GeneID, second.GeneID].indexOf(names.gene as never);
      expect(known, String(bytes)).toBeGreaterThanOrEqual(0);
    }
    expect(whole.names.gene).toBe(second.GeneID);
  });

  test.each(['', '{', 'null', '[', '[1]', '{"results":[1]}', '{"results":', '\u0000', '{"x":[]}'])(
    'whatever else lies there is passed over: %j',
    (text) => {
      expect(examplesOf({ 'api/genes/index.json': text }).names).toEqual({});
    },
  );
});

describe('of views', () => {
  test('the first is shown, and stands for all addresses below it', () => {
    const clusters: JsonObject[] = [
      { cluster: 'a/b', subclusters_set: [] },
      { cluster: 'Q', subclusters_set: ['Q7'] },
      { cluster: 'R', subclusters_set: [] },
    ];
    expect(examplesOf({ 'api/clusters/index.json': JSON.stringify(clusters) })).toEqual({
      names: { 'clusters/*': 'Q', 'clusters/*/phagelist': 'Q' },
      bodies: { clusters: [clusters[1]], 'clusters/*': clusters[1] },
    });
  });

  test('hosts have numbers for names', () => {
    const { host_genus: genus, host_species: species } = tinyPhage('Quillon');
    const hosts = examplesOf({
      'api/host_genera/index.json': JSON.stringify([genus]),
      'api/host_species/index.json': JSON.stringify([{ ...species, genus: null }]),
    });
    expect(hosts).toEqual({
      names: {
        'host_genera/*': genus.id,
        'host_genera/*/phagelist': genus.id,
        'host_species/*': species.id,
        'host_species/*/phagelist': species.id,
      },
      bodies: { host_genera: [genus], 'host_genera/*': genus },
    });
  });

  test('those that are not published are not read', () => {
    const asked: string[] = [];
    const site = {
      collections: requiredNames,
      geneFiles: true,
      views: ['lytic_phages', 'host_genera'],
      fieldNames: {},
    } as const;
    siteExamples(site, schemas, (file) => {
      asked.push(file);
      return null;
    });
    expect(asked).toEqual([
      'api/genes/index.json',
      'api/phages/index.json',
      'api/host_genera/index.json',
    ]);
  });
});
