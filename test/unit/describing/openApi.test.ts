/** The document as a whole: what of a site it follows, to the byte. */
import { describe, expect, test } from 'vitest';
import { bodySchemas } from '../../../src/describing/openApiSchemas.ts';
import { type DescribedSite, openApiOf, renderOpenApi } from '../../../src/describing/openApi.ts';
import type { SiteExamples } from '../../../src/describing/siteExamples.ts';
import { bulkNames } from '../../../src/contract/bulkFiles.ts';
import { perList, collectionNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { descriptions } from '../../../src/contract/descriptions.ts';
import { described, viewNames } from '../../../src/contract/routes.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { exampleFeature, exampleGene, examplePhage } from '../generated/exampleRecords.ts';

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly contact?: unknown; readonly license?: unknown };
  readonly servers: unknown;
  readonly security: unknown;
  readonly tags: readonly { name: string }[];
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: Record<string, Record<string, object>>;
}

const everything: DescribedSite = {
  baseUrl: 'https://example.org',
  maxAge: 300,
  collections: collectionNames,
  geneFiles: true,
  caseInsensitiveNames: false,
  fieldNames: {},
  views: viewNames,
  bulk: [],
  pageSizes: perList(() => 100),
  furtherSizes: {},
};
const empty = '{"count":0,"next":null,"previous":null,"results":[]}';
const page = (record: object) =>
  JSON.stringify({ count: 1, next: null, previous: null, results: [record] });

function text(site: Partial<DescribedSite> = {}, files: Readonly<Record<string, string>> = {}) {
  const { path, bytes } = openApiOf({ ...everything, ...site }, loadSchemas(), (file) =>
    Buffer.from(files[file] ?? empty),
  );
  expect(path).toBe('openapi.json');
  return Buffer.from(bytes).toString();
}

const parsed = (...args: Parameters<typeof text>): OpenApi => JSON.parse(text(...args));

const withRecords = {
  'api/genes/index.json': page(exampleGene),
  'api/phages/index.json': page(examplePhage),
};

describe('the document', () => {
  test('says whom to ask and under which terms, in parts that programs know', () => {
    const { info } = parsed({
      about: { licence: 'CC-BY-4.0', contact: 'Ada Example <ada@example.org>' },
    });
    expect(info.contact).toEqual({ name: 'Ada Example', email: 'ada@example.org' });
    expect(info.license).toEqual({ name: 'CC-BY-4.0' });
    expect(parsed().info).not.toHaveProperty('contact');
  });

  test('is indented by two, ends in a line break, and leads from the base URL without a key', () => {
    const whole = text({ baseUrl: 'https://example.org/a/phages' }, withRecords);
    expect(whole).toBe(`${JSON.stringify(JSON.parse(whole), null, 2)}\n`);
    expect(JSON.parse(whole)).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://example.org/a/phages' }],
      security: [],
    });
  });

  test('says of an operation what is answered, and how', () => {
    const get = parsed({}, withRecords).paths['/api/genes/{GeneID}/']?.['get'];
    const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
    expect(get).toMatchObject({
      operationId: 'getGene',
      parameters: [refer('parameters', 'IfNoneMatch')],
      responses: {
        200: {
          headers: { ETag: refer('headers', 'ETag') },
          content: {
            'application/json': {
              schema: refer('schemas', 'GeneRecord'),
              examples: { first: refer('examples', 'Gene') },
            },
          },
        },
        304: refer('responses', 'NotModified'),
        404: refer('responses', 'NotFound'),
        405: refer('responses', 'MethodNotAllowed'),
      },
    });
  });

  test('says that names match in lower case where they do', () => {
    const said = /Lower case matches, too; on hosts that can change case, any case does/;
    expect(text({ caseInsensitiveNames: true })).toMatch(said);
    expect(text()).not.toMatch(said);
  });

  test('says how long answers may be kept, and that errors may not be', () => {
    const { headers } = parsed({ maxAge: 7 }).components;
    expect(headers?.['Cache-Control']).toMatchObject({ schema: { const: 'public, max-age=7' } });
    expect(headers?.['Cache-Control-of-errors']).toMatchObject({ schema: { const: 'no-store' } });
  });

  test('refers to nothing that is not in it, and has nothing that nothing refers to', () => {
    for (const site of [
      {},
      { bulk: bulkNames },
      { geneFiles: false, views: [] },
      { views: ['clusters'] as const },
    ]) {
      const whole = text(site, withRecords);
      const { components } = JSON.parse(whole) as OpenApi;
      const named = Object.entries(components).flatMap(([kind, all]) =>
        Object.keys(all).map((name) => `#/components/${kind}/${name}`),
      );
      const referred = Array.from(whole.matchAll(/"\$ref": "([^"]*)"/g), ([, to]) => to);
      expect(new Set(referred)).toEqual(new Set(named));
    }
  });
});

describe('what is not published is not in it', () => {
  test('of bulk files', () => {
    const paths = (bulk: DescribedSite['bulk']) =>
      Object.keys(parsed({ bulk, collections: requiredNames, views: [] }).paths).filter(
        (address) => !address.startsWith('/api/'),
      );
    expect(paths([])).toEqual([]);
    expect(paths(['tsv', 'phages'])).toEqual([
      '/bulk/index.json',
      '/bulk/datapackage.json',
      '/bulk/genes.tsv.gz',
      '/bulk/phages.tsv.gz',
      '/bulk/phages/{phage_name}.faa',
      '/bulk/phages/{phage_name}.gff3',
    ]);
    expect(paths(['genomes']).slice(2)).toEqual([
      '/bulk/genomes.fa.gz',
      '/bulk/genes.fna.gz',
      '/bulk/genomes.fa.gz.fai',
      '/bulk/genomes.fa.gz.gzi',
      '/media/fastas/{phage_name}.fasta',
      '/media/genbank/{phage_name}.gbk',
      '/media/gff3/{phage_name}.gff3',
    ]);
  });

  test('of single genes, and of views, but for one with its addresses only', () => {
    expect(parsed({ geneFiles: false }).paths).not.toHaveProperty(['/api/genes/{GeneID}/']);
    const { paths, tags, components } = parsed({
      collections: requiredNames,
      views: ['host_genera'],
    });
    const ofList = (name: string, key: string) => [
      `/api/${name}/`,
      `/api/${name}/page/{page}.json`,
      `/api/${name}/{${key}}/`,
    ];
    expect(Object.keys(paths)).toEqual([
      '/api/',
      ...ofList('genes', 'GeneID'),
      ...ofList('phages', 'phage_name'),
      '/api/host_genera/',
      '/api/host_genera/{id}/',
      '/api/host_genera/{id}/phagelist/',
    ]);
    expect(tags.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Service', 'Genes', 'Phages']),
    );
    expect(tags.map(({ name }) => name)).not.toContain('Features');
    expect(components['schemas']).not.toHaveProperty('ClusterWithSubclusters');
  });

  test('of features, where there are none; where there are, with the view of their phage', () => {
    expect(text({ collections: requiredNames, views: ['genesbyphage'] })).not.toMatch(/feature/i);
    const feature = page(exampleFeature);
    const { paths, components, tags } = parsed({}, { 'api/features/index.json': feature });
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/features/', '/api/featuresbyphage/{phage_name}/']),
    );
    expect(paths).not.toHaveProperty(['/api/features/{PhageID}/']);
    expect(tags.map(({ name }) => name)).toContain('Features');
    expect(components['schemas']).toHaveProperty('FeatureRecord');
    expect(components['examples']).toMatchObject({ Features: { value: JSON.parse(feature) } });
    const { parameters } = paths['/api/featuresbyphage/{phage_name}/'] ?? {};
    expect(parameters).toMatchObject([{ example: 'Quillon' }]);
  });
});

describe('examples', () => {
  test('of a site without a record are an empty page, and no names', () => {
    const { components, paths } = parsed({ collections: requiredNames, views: [] });
    expect(components['examples']).toMatchObject({
      Genes: { value: JSON.parse(empty) },
      Phages: { value: JSON.parse(empty) },
    });
    expect(Object.keys(components['examples'] ?? {})).toEqual(['Root', 'Genes', 'Phages']);
    const { parameters = [] } = paths['/api/phages/{phage_name}/'] ?? {};
    expect(parameters).toEqual([expect.not.objectContaining({ example: expect.anything() })]);
  });

  test('stand where they belong', () => {
    const { components, paths } = parsed({}, withRecords);
    expect(components['examples']).toMatchObject({
      Gene: { value: exampleGene },
      Phage: { value: examplePhage },
    });
    const example = (address: string) => paths[address]?.['parameters'];
    expect(example('/api/genes/{GeneID}/')).toMatchObject([{ example: 'Quillon_CDS_2' }]);
    expect(example('/api/phages/{phage_name}/')).toMatchObject([{ example: 'Quillon' }]);
    expect(example('/api/genesbyphage/{phage_name}/')).toMatchObject([{ example: 'Quillon' }]);
    expect(example('/api/genes/page/{page}.json')).toMatchObject([{ example: 1 }]);
  });

  test('of genomes are of the first, unless its name is not to be read from the index', () => {
    const example = (index: string) => {
      const files = { ...withRecords, 'bulk/genomes.fa.gz.fai': index };
      const { paths } = parsed(
        { bulk: ['phages', 'genomes'], fieldNames: { phage_name: 'name' } },
        files,
      );
      expect(paths['/bulk/phages/{name}.faa']?.['parameters']).toMatchObject([
        { name: 'name', in: 'path', example: 'Quillon' },
      ]);
      return paths['/media/fastas/{name}.fasta']?.['parameters'];
    };
    expect(example('Vexmoor\t8\t9\t8\t9\n')).toMatchObject([{ example: 'Vexmoor' }]);
    for (const index of ['', '%C3%89clair\t8\t9\t8\t9\n', 'NUL\t1\t1\t1\t1\n'])
      expect(example(index)).toEqual([expect.not.objectContaining({ example: expect.anything() })]);
  });

  test('are those it is given', () => {
    const examples: SiteExamples = { names: { 'clusters/*': 'Q' }, bodies: { clusters: [] } };
    const bodies = bodySchemas(loadSchemas(), everything.baseUrl, everything);
    const { bytes } = renderOpenApi(everything, bodies, examples);
    const { components, paths } = JSON.parse(Buffer.from(bytes).toString()) as OpenApi;
    expect(components['examples']?.['Clusters']).toEqual({ value: [] });
    expect(paths['/api/clusters/{cluster}/']?.['parameters']).toMatchObject([{ example: 'Q' }]);
  });
});

test('every kind of answer has a schema', () => {
  const bodies = bodySchemas(loadSchemas(), everything.baseUrl, everything);
  for (const of of described) expect(bodies).toHaveProperty(descriptions[of].schema);
});
