/** The whole service, seen from outside: the committed data, built, previewed and read page by page. */
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withPreview } from './preview.ts';
import { runWellInProcess } from './runProgram.ts';
import { sharedFolder } from '../integration/workFolder.ts';

const committedData = fileURLToPath(new URL('../../data/', import.meta.url));

const site = sharedFolder(async (folder) => {
  await cp(committedData, path.join(folder, 'data'), { recursive: true });
  await runWellInProcess(['build', '--page-size', 'phages=7'], { cwd: folder });
  await buildFor('https://phages.example/v1', 'elsewhere', folder);
});

async function buildFor(baseUrl: string, out: string, cwd: string): Promise<void> {
  const args = ['--base-url', baseUrl, '--out', out, '--page-size', '900', '--no-gene-files'];
  await runWellInProcess(['build', ...args], { cwd });
}

const keys = { genes: 'GeneID', phages: 'phage_name' } as const;
type Collection = keyof typeof keys;
type Fields = Readonly<Record<string, unknown>>;

interface Envelope {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Fields[];
}

describe.concurrent('a client that follows next from the first page', () => {
  test.each(Object.keys(keys) as Collection[])(
    'gets each of the %s once, in code-point order, as its source has it',
    async (collection) => {
      const sources = await readSources(path.join(site(), 'data', collection));
      const wanted = sources.toSorted((a, b) => Buffer.compare(keyOf(a), keyOf(b)));
      await withPreview(['--port', '0'], site(), async ({ url }) => {
        const pages = await walk(`${url}/api/${collection}/`);
        expect(pages.length).toBeGreaterThan(3);
        expect(pages.flatMap((page) => page.results)).toEqual(wanted);
        expect(new Set(pages.map((page) => page.count))).toEqual(new Set([sources.length]));
      });
      function keyOf(record: Fields): Buffer {
        return Buffer.from(String(record[keys[collection]]));
      }
    },
  );

  test('gets back by previous the way it came', async () => {
    await withPreview(['--port', '0'], site(), async ({ url }) => {
      const there = await walk(`${url}/api/phages/`);
      const lastPage = `${url}/api/phages/?format=api&page=${there.length}`;
      expect(await walk(lastPage, 'previous')).toEqual(there.toReversed());
    });
  });
});

describe.concurrent('a client that asks for views', () => {
  test('gets of each phage as many genes as the list holds, and of each cluster its phages', async () => {
    await withPreview(['--port', '0'], site(), async ({ url }) => {
      const genes = (await walk(`${url}/api/genes/`)).flatMap((page) => page.results);
      const phages = (await walk(`${url}/api/phages/`)).flatMap((page) => page.results);
      expect(phages.length).toBeGreaterThan(20);
      for (const phage of phages) {
        const name = String(phage['phage_name']);
        const list = await getEnvelope(`${url}/api/genesbyphage/${encodeURIComponent(name)}/`);
        const own = genes.filter((gene) => (gene['PhageID'] as Fields)['PhageID'] === name);
        expect(own.length, name).toBeGreaterThan(0);
        expect(list).toEqual({ count: own.length, next: null, previous: null, results: own });
      }
      const clusters = (await getJson(`${url}/api/clusters/`)) as { cluster: string }[];
      const listed: Fields[] = [];
      for (const { cluster } of clusters) {
        listed.push(...(await getEnvelope(`${url}/api/clusters/${cluster}/phagelist/`)).results);
      }
      expect(listed).toHaveLength(phages.length);
      expect(listed).toEqual(expect.arrayContaining(phages));
    });
  });
});

describe.concurrent('a site that was built for another address', () => {
  test('is previewed with links to the preview, which says so', async () => {
    await withPreview(['--port', '0', '--dir', 'elsewhere'], site(), async ({ url, said }) => {
      expect(said).toContain('was built for https://phages.example/v1;');
      expect(await getJson(`${url}/api/`)).toMatchObject({
        genes: `${url}/api/genes/`,
        phages: `${url}/api/phages/`,
        genesbyphage: `${url}/api/genesbyphage/{phage_name}/`,
      });
    });
  });
});

async function walk(from: string, direction: 'next' | 'previous' = 'next'): Promise<Envelope[]> {
  const pages: Envelope[] = [];
  for (let url: string | null = from; url !== null; url = pages.at(-1)?.[direction] ?? null) {
    pages.push((await getJson(url)) as Envelope);
    if (pages.length > 1000) throw new Error(`${direction} never ends`);
  }
  return pages;
}

async function getEnvelope(url: string): Promise<Envelope> {
  return (await getJson(url)) as Envelope;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.json();
}

/** Every record of a folder, read as simply as can be. */
async function readSources(folder: string): Promise<Fields[]> {
  const records: Fields[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = await readFile(path.join(entry.parentPath, entry.name), 'utf8');
    const value = entry.name.endsWith('.json')
      ? JSON.parse(text)
      : text
          .trim()
          .split('\n')
          .map((line): unknown => JSON.parse(line));
    records.push(...(Array.isArray(value) ? value : (value.results ?? [value])));
  }
  return records;
}
