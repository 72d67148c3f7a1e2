import { expect, test } from 'vitest';
import { collectionNames } from '../../../src/contract/collectionName.ts';
import { loadSchemas, publishedSchemas } from '../../../src/records/schemas.ts';
import { schemaFiles } from '../../../src/describing/fixedFiles.ts';

test('with all collections the schemas are published as they ship', () => {
  expect(publishedSchemas(collectionNames, [], {})).toEqual(loadSchemas());
});

test('every schema that a published one refers to is published beside it', () => {
  const files = schemaFiles(loadSchemas(), 'https://example.org');
  const published = new Set(files.map(({ path }) => path));
  expect(published).toContain('schemas/gene.schema.json');
  expect(published).toContain('schemas/phage.schema.json');
  expect(published).not.toContain('schemas/config.schema.json');
  for (const { path, bytes } of files) {
    const text = Buffer.from(bytes).toString();
    const { $id } = JSON.parse(text) as { $id: string };
    expect($id).toBe(`https://example.org/${path}`);
    for (const [, reference = ''] of text.matchAll(/"\$ref": "([^"#]+)/g)) {
      expect(published).toContain(new URL(reference, $id).pathname.slice(1));
    }
  }
});
