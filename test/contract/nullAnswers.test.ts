/** With `--allow null-value`, openapi.json and the schemas of a site hold for each of its own answers. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { RuleName } from '../../src/text/rules.ts';
import { isObject } from '../../src/contract/collectionName.ts';
import { asLines } from '../integration/tinyData.ts';
import { exampleFeature, exampleGene, examplePhage } from '../unit/generated/exampleRecords.ts';
import { sharedSite } from './verifySites.ts';

/** Copies of a record with one field null, at any depth, and its path. */
function* withNulls(record: object): Generator<[path: string, copy: object]> {
  for (const [field, value] of Object.entries(record)) {
    yield [field, { ...record, [field]: null }];
    if (!isObject(value)) continue;
    for (const [at, copy] of withNulls(value))
      yield [`${field}/${at}`, { ...record, [field]: copy }];
  }
}

/** Every field is null in one record, and all of them that may be in another. */
function records(
  record: object,
  keys: readonly string[],
  name: (at: number, record: object) => object,
): object[] {
  const each = [...withNulls(record)].filter(([at]) => !keys.includes(at)).map(([, copy]) => copy);
  const none = Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, keys.includes(field) ? value : null]),
  );
  return [record, ...each, none].map((one, at) => ({ ...one, ...name(at, one) }));
}

const allowed = new Set<RuleName>(['null-value', 'gene-length']);

const phages = records(examplePhage, ['phage_name'], (at) => ({ phage_name: `P${at}` }));
// Genes of a phage must say the same of it, so each is of its own.
const genes = records(exampleGene, ['GeneID'], (at, one) => ({
  ...('PhageID' in one && isObject(one.PhageID) && one.PhageID['PhageID'] !== null
    ? { PhageID: { ...one.PhageID, PhageID: `P${at}` } }
    : {}),
  GeneID: `P${at}_CDS_1`,
}));
const keys = ['PhageID', 'Type', 'Start', 'Stop', 'Name'];
const features = records(exampleFeature, keys, (at) => ({ Start: at }));
const site = sharedSite(
  { allowed, pageSizes: { features: 3, genes: 5, phages: 20, phams: 2 } },
  {
    'phages/a.ndjson': asLines(phages),
    'genes/a.ndjson': asLines(genes),
    'features/a.ndjson': asLines(features),
  },
);
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

const json = (file: string) => JSON.parse(readFileSync(path.join(site(), file), 'utf8')) as unknown;

/** Each answer below api/, by its address. */
function answers(): [address: string, body: unknown][] {
  return readdirSync(path.join(site(), 'api'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => [`/api/${file.replace(/index\.json$/, '')}`, json(`api/${file}`)]);
}

test('each answer is as its address in openapi.json says', () => {
  const { paths } = json('openapi.json') as {
    paths: Record<
      string,
      { get: { responses: Record<string, { $ref?: string; content?: Content }> } }
    >;
  };
  type Content = Record<string, { schema: { $ref: string } }>;
  ajv.addSchema(json('openapi.json') as object, 'openapi.json');
  const forms = Object.keys(paths).map((address) => {
    const pattern = address.replaceAll(/[.]/g, '\\.').replaceAll(/\{.*?\}/g, '[^/]+');
    return { address, form: new RegExp(`^${pattern}$`) };
  });
  const used = new Set<string>();
  for (const [address, body] of answers()) {
    const found = forms.filter(({ form }) => form.test(address)).map((one) => one.address);
    // A name in the path gives way to a word.
    const [first = ''] = found.toSorted((a, b) => a.split('{').length - b.split('{').length);
    expect(first, address).not.toBe('');
    used.add(first);
    const { schema } = paths[first]!.get.responses['200']!.content!['application/json']!;
    const isValid = ajv.validate(`openapi.json${schema.$ref}`, body);
    expect(isValid, `${address}: ${ajv.errorsText()}`).toBe(true);
  }
  const inApi = Object.keys(paths).filter((address) => address.startsWith('/api/'));
  expect([...used].toSorted()).toEqual(inApi.toSorted());
});

test('each record is as the schema of its kind says', () => {
  for (const file of readdirSync(path.join(site(), 'schemas'))) {
    ajv.addSchema(json(`schemas/${file}`) as object, file);
  }
  for (const [list, noun] of [
    ['genes', 'gene'],
    ['phages', 'phage'],
    ['features', 'feature'],
  ] as const) {
    const pages = answers().filter(([address]) => address.startsWith(`/api/${list}/page/`));
    const all = pages.flatMap(([, body]) => (body as { results: unknown[] }).results);
    expect(all.length, list).toBeGreaterThan(1);
    for (const record of all) {
      const isValid = ajv.validate(`${noun}.schema.json`, record);
      expect(isValid, `${JSON.stringify(record).slice(0, 60)}: ${ajv.errorsText()}`).toBe(true);
    }
  }
});
