import { expect, test } from 'vitest';
import { collectionNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { described, optionsFile } from '../../../src/contract/sitePaths.ts';
import { viewNames, viewTemplates } from '../../../src/contract/views.ts';
import { loadSchemas } from '../../../src/validation/loadSchemas.ts';
import { publishedSchemas } from '../../../src/validation/publishedSchemas.ts';
import { apiRoot, bodyFiles, schemaFiles, schemaId } from '../../../src/site/fixedFiles.ts';
import type { SiteFile } from '../../../src/site/siteFile.ts';

function text({ bytes }: SiteFile): string {
  return Buffer.from(bytes).toString();
}

const base = 'https://example.org/phages';

test('the root of the API names both lists and the addresses of records', () => {
  const file = apiRoot(base, {
    collections: requiredNames,
    geneFiles: true,
    views: [],
    fieldNames: {},
  });
  expect(file.path).toBe('api/index.json');
  expect(text(file)).toBe(
    JSON.stringify({
      genes: `${base}/api/genes/`,
      phages: `${base}/api/phages/`,
      gene: `${base}/api/genes/{GeneID}/`,
      phage: `${base}/api/phages/{phage_name}/`,
    }),
  );
});

test('it names the views that are on, each address with its variable', () => {
  const views = ['genesbyphage', 'lytic_phages', 'clusters', 'host_species'] as const;
  const links: unknown = JSON.parse(
    text(apiRoot(base, { collections: requiredNames, geneFiles: false, views, fieldNames: {} })),
  );
  expect(links).toEqual({
    genes: `${base}/api/genes/`,
    phages: `${base}/api/phages/`,
    phage: `${base}/api/phages/{phage_name}/`,
    genesbyphage: `${base}/api/genesbyphage/{phage_name}/`,
    lytic_phages: `${base}/api/lytic_phages/`,
    clusters: `${base}/api/clusters/`,
    cluster: `${base}/api/clusters/{cluster}/`,
    cluster_phagelist: `${base}/api/clusters/{cluster}/phagelist/`,
    host_species: `${base}/api/host_species/`,
    host_species_by_id: `${base}/api/host_species/{id}/`,
    host_species_phagelist: `${base}/api/host_species/{id}/phagelist/`,
  });
});

test('each template of a view has a name of its own there', () => {
  const links = JSON.parse(
    text(
      apiRoot(base, {
        collections: collectionNames,
        geneFiles: true,
        views: viewNames,
        fieldNames: {},
      }),
    ),
  ) as object;
  expect(Object.keys(links)).toHaveLength(6 + viewTemplates.length);
  expect(Object.keys(links)).toEqual(expect.arrayContaining([...viewNames]));
});

test('the bodies of errors are those of the contract (L4, D2, M4)', () => {
  const files = Object.fromEntries(
    bodyFiles({ collections: collectionNames, fieldNames: {} }).map((file) => [
      file.path,
      text(file),
    ]),
  );
  expect(files).toMatchObject({
    'errors/invalid-page.json': '{"detail":"Invalid page."}',
    'errors/not-found.json': '{"detail":"Not found."}',
    'errors/method-not-allowed.json': '{"detail":"Method not allowed."}',
  });
});

test('what OPTIONS answers has name, description, renders and parses, for each kind of route (M3)', () => {
  const options = bodyFiles({ collections: collectionNames, fieldNames: {} }).filter(({ path }) =>
    path.startsWith('options/'),
  );
  expect(options.map(({ path }) => path)).toEqual(described.map(optionsFile));
  for (const file of options) {
    expect(JSON.parse(text(file))).toEqual({
      name: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\w/),
      renders: ['application/json'],
      parses: [],
    });
  }
});

test('of collections that a site does not have nothing is said', () => {
  const files = [
    apiRoot(base, { collections: requiredNames, geneFiles: true, views: [], fieldNames: {} }),
    ...bodyFiles({ collections: requiredNames, fieldNames: {} }),
    ...schemaFiles(publishedSchemas(requiredNames, [], {}), base),
  ];
  for (const file of files) expect(file.path + text(file)).not.toMatch(/feature/i);
  const all = [...bodyFiles({ collections: collectionNames, fieldNames: {} })].map(
    ({ path }) => path,
  );
  expect(all).toEqual(
    expect.arrayContaining(['options/features.json', 'options/featuresbyphage.one.json']),
  );
  expect(all).not.toContain('options/feature.json');
});

test('with all collections the schemas are published as they ship', () => {
  expect(publishedSchemas(collectionNames, [], {})).toEqual(loadSchemas());
});

test('a schema is published under its own address, otherwise as it ships', () => {
  const [file] = schemaFiles(
    [{ name: 'a.schema.json', schema: { $id: 'a.schema.json', type: 'object' } }],
    'https://example.org/phages',
  );
  expect(file?.path).toBe('schemas/a.schema.json');
  expect(file && text(file)).toBe(`{
  "$id": "https://example.org/phages/schemas/a.schema.json",
  "type": "object"
}
`);
});

test('every schema that a published one refers to is published beside it', () => {
  const files = schemaFiles(loadSchemas(), 'https://example.org');
  const published = new Set(files.map(({ path }) => path));
  expect(published).toContain('schemas/gene.schema.json');
  expect(published).toContain('schemas/phage.schema.json');
  expect(published).not.toContain('schemas/config.schema.json');
  for (const file of files) {
    const { $id } = JSON.parse(text(file)) as { $id: string };
    expect($id).toBe(`https://example.org/${file.path}`);
    for (const [, reference = ''] of text(file).matchAll(/"\$ref": "([^"#]+)/g)) {
      expect(published).toContain(new URL(reference, $id).pathname.slice(1));
    }
  }
});

test('the id of a schema is an address below the base URL', () => {
  expect(schemaId('https://example.org/phages', 'gene.schema.json')).toBe(
    'https://example.org/phages/schemas/gene.schema.json',
  );
});
