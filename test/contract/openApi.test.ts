/** What openapi.json promises of a site, the preview of that site keeps: every path, method and status. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewTemplates } from '../../src/contract/views.ts';
import { type Preview, startPreview } from '../../src/preview/previewServer.ts';
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

interface Response {
  readonly headers: Readonly<Record<string, { required: boolean; schema: JsonObject }>>;
  readonly content?: Readonly<Record<string, { schema: JsonObject; example?: unknown }>>;
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
    { baseUrl: 'https://example.org/phages' },
    dataWithFeatures,
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

function everyStatus(): Asked[] {
  return Object.keys(document.paths).flatMap((address) => {
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
  const isValid = ajv.validate({ $ref: reference }, JSON.parse(answer.body));
  expect(isValid, ajv.errorsText()).toBe(true);
}

describe('every answer that the document promises', () => {
  test('has the status, the headers and the body that it says', async () => {
    const all = everyStatus();
    // Three methods each, and more than two statuses of each.
    expect(all.length).toBeGreaterThan(Object.keys(document.paths).length * 3 * 2);
    for (const asked of all) {
      const answer = await ask(asked);
      if (answer === null) continue;
      const what = `${asked.method} ${asked.path}`;
      expect(`${what}: ${answer.status}`).toBe(`${what}: ${asked.status}`);
      expectHeaders(answer, asked.response);
      expectBody(answer, asked);
    }
  });

  test('has the body of its example where it is an error', async () => {
    const errors = everyStatus().filter(({ status }) => status === '404' || status === '405');
    for (const asked of errors) {
      const answer = await ask(asked);
      const { example } = asked.response.content?.['application/json'] ?? {};
      if (example !== undefined) expect(JSON.parse(answer?.body ?? '')).toEqual(example);
    }
  });

  test('is one of those that its address can have, and none of these is missing', () => {
    for (const address of Object.keys(document.paths)) {
      const statuses = operationsOf(address).map(([, { responses }]) => Object.keys(responses));
      const isNamed = address.includes('{');
      const isPaged = /^\/api\/(features|genes|phages|phams)\/$/.test(address);
      const missing = isNamed || isPaged ? ['404'] : [];
      expect(statuses, address).toEqual([
        ['200', '304', ...missing, '405'],
        ['200', '304', ...missing, '405'],
        ['200', '204', ...(isNamed ? ['404'] : []), '405'],
      ]);
    }
  });
});

describe('the addresses of the document', () => {
  test('are those that /api/ names, and the files of pages', async () => {
    const root = JSON.parse((await send(preview.url, { target: '/api/' })).body) as object;
    const named = Object.values(root).map((url: string) => url.slice(preview.url.length));
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [
        '/api/',
        ...named,
        ...['features', 'genes', 'phages', 'phams'].map((list) => `/api/${list}/page/{page}.json`),
      ].toSorted(),
    );
    const plain = Object.keys(document.paths).map((address) => address.replace(/\{.*?\}/, '*'));
    const templates = viewTemplates.map((template) => `/api/${template}/`);
    expect(plain).toEqual(
      expect.arrayContaining([...templates, '/api/genes/', '/api/phages/', '/api/phams/']),
    );
  });

  test('have operations of names that differ, under tags that are there', () => {
    const operations = Object.keys(document.paths).flatMap((address) =>
      operationsOf(address).map(([, operation]) => operation),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name)).toEqual([...used]);
  });

  test('lead from the base URL of the site', () => {
    expect(document.servers).toEqual([{ url: 'https://example.org/phages' }]);
  });
});

describe('the examples', () => {
  test('of bodies are what is answered, lists with one record of theirs', async () => {
    const shown: string[] = [];
    for (const asked of everyStatus().filter(
      ({ method, status }) => method + status === 'get200',
    )) {
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
    expect(shown).toEqual([
      '/api/',
      '/api/features/',
      '/api/features/page/{page}.json',
      '/api/genes/',
      '/api/genes/page/{page}.json',
      '/api/genes/{GeneID}/',
      '/api/phages/',
      '/api/phages/page/{page}.json',
      '/api/phages/{phage_name}/',
      '/api/phams/',
      '/api/phams/page/{page}.json',
      '/api/clusters/',
      '/api/clusters/{cluster}/',
      '/api/subclusters/',
      '/api/subclusters/{subcluster}/',
      '/api/host_genera/',
      '/api/host_genera/{id}/',
      '/api/host_species/',
      '/api/host_species/{id}/',
      '/api/host_strains/',
      '/api/host_strains/{strain}/',
      '/api/institutions/',
      '/api/institutions/{institution_code}/',
    ]);
  });

  test('of parameters are answered, and lists take the pages that their parameter allows', async () => {
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
});
