import { expect, test } from 'vitest';
import { collectionNames, requiredNames } from '../../../src/contract/collectionName.ts';
import { described, optionsFile, viewNames, viewTemplates } from '../../../src/contract/routes.ts';
import { loadSchemas, publishedSchemas } from '../../../src/records/schemas.ts';
import {
  apiRoot,
  bodyFiles,
  schemaFiles,
  type SiteFile,
} from '../../../src/describing/fixedFiles.ts';

function text({ bytes }: SiteFile): string {
  return Buffer.from(bytes).toString();
}

const base = 'https://example.org/phages';

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
