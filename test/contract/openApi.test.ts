/** What openapi.json promises of a site, the preview of that site keeps: every path, method and status. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBulkPath } from '../../src/contract/bulkFiles.ts';
import { viewTemplates } from '../../src/contract/routes.ts';
import { type Preview, startPreview } from '../../src/preview/server.ts';
import { type RawAnswer, send } from './runContract.ts';
import { buildSmall, dataWithFeatures, makeFolder } from './verifySites.ts';

type JsonObject = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: string | number;
  readonly schema: JsonObject;
}

interface Content {
  readonly schema: JsonObject;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Response {
  readonly headers: Readonly<Record<string, { required: boolean; schema: JsonObject }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly status: string;
  readonly response: Response;
  readonly inPath: readonly Parameter[];
}

const methods = ['get', 'head', 'options'];

let folder: string;
let preview: Preview;
let document: { paths: Record<string, JsonObject>; servers: unknown; tags: { name: string }[] };
let ajv: Ajv2020;

beforeAll(async () => {
  folder = makeFolder();
  const site = await buildSmall(
    folder,
    {
      baseUrl: 'https://example.org/phages',
      allowed: new Set(['genome-length', 'genome-gc', 'gene-within-genome'] as const),
    },
    { ...dataWithFeatures, 'genomes/a.fasta': '>Quillon\nACGTACGT\n' },
  );
  document = JSON.parse(readFileSync(path.join(site, 'openapi.json'), 'utf8'));
  ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  formats.default(ajv);
  // What stands around the schemas.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, 'openapi.json');
  preview = await startPreview({ dir: site, port: 0, address: '127.0.0.1' });
});

afterAll(async () => {
  await preview?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a reference leads to, or the value itself. */
function resolve(value: unknown): unknown {
  const { $ref: reference } = value as { $ref?: string };
  if (reference === undefined) return value;
  const names = reference.split('/').slice(1);
  return names.reduce<unknown>((at, name) => (at as JsonObject)[name], document);
}

function operationsOf(address: string): [method: string, operation: Operation][] {
  const item = document.paths[address] ?? {};
  return methods.map((method) => [method, item[method] as Operation]);
}

/** The paths of the API, and those of files beside it. */
const inApi = () => Object.keys(document.paths).filter((address) => address.startsWith('/api/'));
const ofFiles = () => Object.keys(document.paths).filter((address) => !inApi().includes(address));

function everyStatus(addresses = inApi()): Asked[] {
  return addresses.flatMap((address) => {
    const shared = (document.paths[address]?.['parameters'] ?? []) as unknown[];
    const inPath = shared.map((parameter) => resolve(parameter) as Parameter);
    return operationsOf(address).flatMap(([method, { responses }]) =>
      Object.keys(responses).map((status) => {
        const response = resolve(responses[status]) as Response;
        return { path: address, method, status, response, inPath };
      }),
    );
  });
}

/** The path with the examples in it, or with values that are nowhere. */
function fill(address: string, inPath: readonly Parameter[], isThere: boolean): string {
  return address.replace(/\{(.*?)\}/g, (_, name: string) => {
    const parameter = inPath.find((one) => one.name === name && one.in === 'path');
    expect(parameter, name).toMatchObject({ required: true });
    const { example, schema } = parameter!;
    // Every kind of record is on this site.
    expect(ajv.validate(schema, example), `${address}: ${example}`).toBe(true);
    const nowhere = schema['type'] === 'integer' ? 999_999 : 'Nobody';
    return encodeURIComponent(String(isThere ? example : nowhere));
  });
}

/** A request that must be answered so; null for an answer that the preview never gives. */
async function ask({ path: address, method, status, inPath }: Asked): Promise<RawAnswer | null> {
  const there = fill(address, inPath, true);
  const request = (target: string, headers = {}, as = method) =>
    send(preview.url, { target, method: as.toUpperCase(), headers });
  switch (status) {
    case '200':
      return request(there);
    case '204':
      expect(method).toBe('options');
      return null;
    case '304': {
      const { etag = '' } = (await request(there)).headers;
      return request(there, { 'If-None-Match': etag });
    }
    case '404':
      return request(inPath.length > 0 ? fill(address, inPath, false) : `${there}?page=0`);
    case '405':
      return request(there, {}, 'POST');
    default:
      throw new Error(`nothing is known of ${status}`);
  }
}

function expectHeaders(answer: RawAnswer, { headers }: Response): void {
  for (const [name, reference] of Object.entries(headers)) {
    const { required, schema } = resolve(reference) as Response['headers'][string];
    const lines = answer.lines(name.toLowerCase());
    expect(lines.length, name).toBe(required ? 1 : lines.length);
    for (const line of lines) expect(ajv.validate(schema, line), `${name}: ${line}`).toBe(true);
  }
}

function expectBody(answer: RawAnswer, { method, response: { content } }: Asked): void {
  if (method === 'head' && answer.status !== 405) expect(content).toBeUndefined();
  if (content === undefined) {
    expect(answer.body).toBe('');
    return;
  }
  expect(Object.keys(content)).toEqual(answer.lines('content-type'));
  const { schema } = content['application/json']!;
  const reference = `openapi.json${String(schema['$ref'])}`;
  const isValid = ajv.validate(reference, JSON.parse(answer.body));
  expect(isValid, ajv.errorsText()).toBe(true);
}

test('every answer that the document promises has the status, the headers and the body that it says', async () => {
  const all = everyStatus();
  // Three methods each, and more than two statuses of each.
  expect(all.length).toBeGreaterThan(inApi().length * 3 * 2);
  for (const asked of all) {
    const answer = await ask(asked);
    if (answer === null) continue;
    const what = `${asked.method} ${asked.path}`;
    expect(`${what}: ${answer.status}`).toBe(`${what}: ${asked.status}`);
    expectHeaders(answer, asked.response);
    expectBody(answer, asked);
  }
});

test('every answer that the document promises has the body of its example where it is an error', async () => {
  const errors = everyStatus().filter(({ status }) => status === '404' || status === '405');
  for (const asked of errors) {
    const answer = await ask(asked);
    const { example } = asked.response.content?.['application/json'] ?? {};
    if (example !== undefined) expect(JSON.parse(answer?.body ?? '')).toEqual(example);
  }
});

test('a view that lists something has no second page, by the document and by the preview', async () => {
  const [, view] = operationsOf('/api/clusters/{cluster}/phagelist/')[0]!;
  const response = resolve(view.responses['404']) as Response;
  const { schema, examples = {} } = response.content!['application/json']!;
  const { inPath } = everyStatus(['/api/clusters/{cluster}/phagelist/'])[0]!;
  const at = (isThere: boolean) => fill('/api/clusters/{cluster}/phagelist/', inPath, isThere);
  const bodies = [];
  for (const target of [at(false), `${at(true)}?page=2`]) {
    const answer = await send(preview.url, { target });
    expect(answer.status).toBe(404);
    expectHeaders(answer, response);
    bodies.push(JSON.parse(answer.body));
    expect(ajv.validate(`openapi.json${String(schema['$ref'])}`, bodies.at(-1))).toBe(true);
  }
  expect(Object.values(examples).map(({ value }) => value)).toEqual(bodies);
  const [page] = (view.parameters ?? []).map((one) => resolve(one) as Parameter);
  expect(page).toMatchObject({ name: 'page', in: 'query' });
  for (const number of [1, 'last', 2]) {
    const { status } = await send(preview.url, { target: `${at(true)}?page=${number}` });
    expect(`${number}: ${status}`).toBe(`${number}: ${number === 2 ? 404 : 200}`);
    expect(ajv.validate(page!.schema, number)).toBe(number !== 2);
  }
});

test('the files beside the API are those of the site, and the schemas say what those of JSON hold', async () => {
  const published = JSON.parse(readFileSync(path.join(folder, 'site/manifest.json'), 'utf8')) as {
    files: { path: string }[];
  };
  const found = published.files
    .map((file) => `/${file.path}`)
    .filter((file) => isBulkPath(file.slice(1)))
    .map((file) => file.replace(/^(\/bulk\/phages|\/media\/\w+)\/.*\./, '$1/{phage_name}.'))
    .map((file) => file.replace(/^(\/phams\/genelist)\/.*\./, '$1/{PhamID}.'));
  expect(ofFiles().toSorted()).toEqual([...new Set(found)].toSorted());
});

test('the files beside the API answer whole, in parts, unchanged and missing as the document says', async () => {
  const asked = everyStatus(ofFiles());
  for (const { path: address, method, status, response, inPath } of asked) {
    const isMissing = status === '404';
    const target = fill(address, inPath, !isMissing);
    const whole = await send(preview.url, { target });
    const headers = {
      206: { Range: 'bytes=0-3' },
      304: { 'If-None-Match': whole.headers['etag'] ?? '' },
      416: { Range: 'bytes=999999999-' },
    }[status];
    const as = status === '405' ? 'POST' : method.toUpperCase();
    const answer = await send(preview.url, { target, method: as, ...(headers && { headers }) });
    // The preview gives one of the two.
    const expected = method === 'options' && status === '200' ? '204' : status;
    const what = `${method} ${address}`;
    expect(`${what}: ${answer.status}`).toBe(`${what}: ${expected}`);
    expectHeaders(answer, { ...response, headers: response.headers ?? {} });
    const types = Object.keys(response.content ?? {});
    if (types.length > 0 && status !== '206')
      expect(types, what).toEqual(answer.lines('content-type'));
    if (status === '206') expect(answer.body).toHaveLength(4);
    const { schema } = response.content?.['application/json'] ?? {};
    if (schema === undefined) continue;
    const isValid = ajv.validate(`openapi.json${String(schema['$ref'])}`, JSON.parse(answer.body));
    expect(isValid, ajv.errorsText()).toBe(true);
  }
  expect(new Set(asked.map(({ status }) => status))).toEqual(
    new Set(['200', '204', '206', '304', '404', '405', '416']),
  );
});

test('the addresses of the document are those that /api/ names, and the files of pages', async () => {
  const root = JSON.parse((await send(preview.url, { target: '/api/' })).body) as object;
  const named = Object.values(root).map((url: string) => url.slice(preview.url.length));
  expect(inApi().toSorted()).toEqual(
    [
      '/api/',
      ...named,
      ...['features', 'genes', 'phages', 'phams'].map((list) => `/api/${list}/page/{page}.json`),
    ].toSorted(),
  );
  const plain = inApi().map((address) => address.replace(/\{.*?\}/, '*'));
  const templates = viewTemplates.map((template) => `/api/${template}/`);
  expect(plain).toEqual(
    expect.arrayContaining([...templates, '/api/genes/', '/api/phages/', '/api/phams/']),
  );
});

test('the examples of bodies are what is answered, lists with one record of theirs', async () => {
  const shown: string[] = [];
  for (const asked of everyStatus().filter(({ method, status }) => method + status === 'get200')) {
    const { examples } = (asked.response.content?.['application/json'] ?? {}) as {
      examples?: { first: unknown };
    };
    if (examples === undefined) continue;
    shown.push(asked.path);
    const { value } = resolve(examples.first) as { value: JsonObject | unknown[] };
    const answer = JSON.parse((await ask(asked))?.body ?? '');
    const here = JSON.parse(
      JSON.stringify(value).replaceAll('https://example.org/phages', preview.url),
    );
    const shorten = (items: unknown[]) => items.slice(0, 1);
    if (Array.isArray(answer)) expect(value).toEqual(shorten(answer));
    else if ('results' in answer) {
      expect(here).toEqual({ ...answer, results: shorten(answer.results) });
    } else if (asked.path === '/api/') expect(here).toEqual(answer);
    else expect(value).toEqual(answer);
  }
  expect(shown).toEqual(
    inApi().filter((address) => !/phagelist|byphage|_phages|phams\/\{\w+\}/.test(address)),
  );
});

test('the examples of parameters are answered, and lists take the pages that their parameter allows', async () => {
  for (const address of ['/api/genes/', '/api/phages/']) {
    const [, get] = operationsOf(address)[0]!;
    const parameters = (get.parameters ?? []).map((one) => resolve(one) as Parameter);
    expect(parameters.map(({ name, in: where }) => `${where} ${name}`)).toEqual([
      'query page',
      'query format',
      'header If-None-Match',
    ]);
    const { schema, example } = parameters[0]!;
    for (const page of [example, 1, 2, 'last']) {
      expect(ajv.validate(schema, page)).toBe(true);
      const target = `${address}?format=${parameters[1]?.example}&page=${page}`;
      expect(await send(preview.url, { target })).toMatchObject({ status: 200 });
    }
    for (const page of [0, -1, 1.5, 'first']) {
      expect(ajv.validate(schema, page)).toBe(false);
      const target = `${address}?page=${page}`;
      expect(await send(preview.url, { target })).toMatchObject({ status: 404 });
    }
  }
});
