import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, columnsOf } from '../../src/sinks/maker.ts';
import type { dataPackage } from '../../src/sinks/dataPackage.ts';
import { collectionNames } from '../../src/contract/collectionName.ts';
import { loadSchemas } from '../../src/records/schemas.ts';
import { npmTool, toolsHint } from '../contract/npmTool.ts';
import { buildBulkSite, bulkRecords, type BulkSite } from './bulkSite.ts';

/** What is used of the Frictionless library. */
interface Frictionless {
  readonly Package: {
    load: (
      descriptor: unknown,
      options: { readonly basePath: string; readonly strict: boolean },
    ) => Promise<{
      readonly valid: boolean;
      readonly errors: readonly Error[];
      getResource: (name: string) => { read: () => Promise<unknown[][]> };
    }>;
  };
}

const library = npmTool('datapackage', '1.1.10', 'lib/index.js');

let site: BulkSite;
let described: ReturnType<typeof dataPackage>;
beforeAll(async () => {
  site = await buildBulkSite();
  described = JSON.parse(
    readFileSync(path.join(site.dir, 'datapackage.json'), 'utf8'),
  ) as typeof described;
});
afterAll(() => site.remove());

test('the data package knows the files beside it', () => {
  expect(described.resources.length).toBeGreaterThan(6);
  for (const resource of described.resources) {
    const file = path.join(site.dir, resource.path);
    expect(statSync(file).size).toBe(resource.bytes);
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(resource.hash).toBe(`sha256:${sha256}`);
  }
});

describe.skipIf(library === null)(`the Frictionless library (${toolsHint})`, () => {
  // Loaded by path: it is no dependency.
  const { Package } =
    library === null
      ? ({} as Frictionless)
      : (createRequire(import.meta.url)(library) as Frictionless);
  const load = (descriptor: object, strict = false) =>
    Package.load(structuredClone(descriptor), { basePath: site.dir, strict });

  test('finds the package valid', async () => {
    const loaded = await load(described);
    expect(loaded.errors.map(String)).toEqual([]);
    expect(loaded.valid).toBe(true);
  });

  test('finds terms and whom to ask valid, and would find others that are not', async () => {
    const { licenses, contributors } = described;
    expect(licenses).toHaveLength(1);
    expect(contributors).toHaveLength(2);
    const { valid } = await load({ ...described, contributors: [{ email: 'ada@example.org' }] });
    expect(valid).toBe(false);
  });

  test('would find one that is not', async () => {
    const [first] = described.resources;
    const { valid } = await load({ ...described, resources: [{ ...first, hash: 'sha256:?' }] });
    expect(valid).toBe(false);
  });

  test.each(collectionNames)('reads the table of %s by its description', async (collection) => {
    const resource = described.resources.find(({ name }) => name === collection)!;
    // It does not unpack, and knows no table by another name than this; what a cell is, it takes from the dialect.
    const plain = resource.path.replace('.gz', '');
    const packed = readFileSync(path.join(site.dir, resource.path));
    writeFileSync(path.join(site.dir, plain), gunzipSync(packed));
    const resources = [{ ...resource, path: plain, format: 'csv' }];
    const loaded = await load({ ...described, resources });
    const rows = await loaded.getResource(collection).read();
    const columns = columnsOf(collection, loadSchemas());
    const cells = (record: object) =>
      columns.map((column) => {
        const cell = cellOf(record, column);
        return cell === '' ? null : cell;
      });
    expect(rows).toEqual(bulkRecords[collection].map(cells));
  });
});
