/** What of a site its openapi.json follows, besides what golden sites show. */
import { expect, test } from 'vitest';
import { bodySchemas } from '../../../src/describing/openApiSchemas.ts';
import { type DescribedSite, openApiOf, renderOpenApi } from '../../../src/describing/openApi.ts';
import type { SiteExamples } from '../../../src/describing/siteExamples.ts';
import { bulkNames } from '../../../src/contract/bulkFiles.ts';
import { perList, collectionNames } from '../../../src/contract/collectionName.ts';
import { descriptions } from '../../../src/contract/descriptions.ts';
import { described, viewNames } from '../../../src/contract/routes.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';

interface OpenApi {
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
  const { bytes } = openApiOf({ ...everything, ...site }, loadSchemas(), (file) =>
    Buffer.from(files[file] ?? empty),
  );
  return Buffer.from(bytes).toString();
}

const parsed = (...args: Parameters<typeof text>): OpenApi => JSON.parse(text(...args));

const withRecords = {
  'api/genes/index.json': page(exampleGene),
  'api/phages/index.json': page(examplePhage),
};

test('the document says that names match in lower case where they do', () => {
  const said = /Lower case matches, too; on hosts that can change case, any case does/;
  expect(text({ caseInsensitiveNames: true })).toMatch(said);
  expect(text()).not.toMatch(said);
});

test('the document refers to nothing that is not in it, and has nothing that nothing refers to', () => {
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

test('examples of genomes are of the first, unless its name is not to be read from the index', () => {
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

test('examples are those it is given', () => {
  const examples: SiteExamples = { names: { 'clusters/*': 'Q' }, bodies: { clusters: [] } };
  const bodies = bodySchemas(loadSchemas(), everything.baseUrl, everything);
  const { bytes } = renderOpenApi(everything, bodies, examples);
  const { components, paths } = JSON.parse(Buffer.from(bytes).toString()) as OpenApi;
  expect(components['examples']?.['Clusters']).toEqual({ value: [] });
  expect(paths['/api/clusters/{cluster}/']?.['parameters']).toMatchObject([{ example: 'Q' }]);
});

test('every kind of answer has a schema', () => {
  const bodies = bodySchemas(loadSchemas(), everything.baseUrl, everything);
  for (const of of described) expect(bodies).toHaveProperty(descriptions[of].schema);
});
