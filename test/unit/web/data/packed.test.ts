import { afterEach, expect, test, vi } from 'vitest';
import {
  addresses,
  fetchJson,
  fetchRecords,
  fetchText,
  forgetAll,
  lacksAddress,
} from '../../../../src/web/data/fetching.ts';
import { loadSite } from '../../../../src/web/data/site.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

const page =
  '{"count":2,"next":null,"previous":null,"results":[{"GeneID":"A_1"},{"GeneID":"A_2"}]}';

/** Files one after the other behind their table, in order of name. */
function packOf(group: string, files: Readonly<Record<string, string>>): string {
  let at = 0;
  const table = Object.entries(files).map(([name, text]) => {
    const line = JSON.stringify([name, at]);
    at += new TextEncoder().encode(text).length;
    return `${line}\n`;
  });
  const after = new TextEncoder().encode(table.join('')).length;
  const head = (start: number): string => `${JSON.stringify({ version: 1, group, start })}\n`;
  // As long as the number itself takes: two digits here.
  const start = head(10).length + after + (head(10).length + after > 99 ? 1 : 0);
  return head(start) + table.join('') + Object.values(files).join('');
}

function indexOf(group: string, head: object, lines: readonly unknown[]): string {
  const all = [{ version: 1, group, ...head }, ...lines];
  return all.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const packed = {
  'release.json': '{"records":"packed"}',
  'api/genes/page/1.json': page,
  'packs/api/genes/index.ndjson': indexOf('api/genes', { of: 'pages', key: 'GeneID' }, [
    ['A_1', 1],
  ]),
  'packs/api/phages/index.ndjson': indexOf('api/phages', { of: 'packs' }, [['', 'one']]),
  'packs/api/phages/one.pack': packOf('api/phages', {
    D29: '{"phage_name":"D29"}',
    'Señora 1': '{"phage_name":"Señora 1"}',
  }),
  'packs/api/phams/index.ndjson': indexOf('api/phams', { of: 'packs' }, [['', 'two']]),
  'packs/api/phams/two.pack': packOf('api/phams', { 12: page, '12/neighbours': '{"places":[]}' }),
  'packs/media/fastas/index.ndjson': indexOf('media/fastas', { of: 'packs' }, [
    ['D29.fasta', 'three', 9],
  ]),
  'packs/media/fastas/three.file': '>D29\nACG\n',
};

const page404 = () => new Response('<p>Nothing here', { status: 404, headers: html });
const html = { 'Content-Type': 'text/html; charset=utf-8' };

/** A site of these files on a host that answers `none` where it has no file; returns what it was asked for. */
async function openSite(files: Readonly<Record<string, string>>, none = page404) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const text = files[address];
    return text === undefined ? none() : new Response(text, { headers: { 'Content-Type': '' } });
  });
  await loadSite();
  asked.length = 0;
  return asked;
}

test('where the host reads no packs, records come out of packs and pages, after one 404', async () => {
  const asked = await openSite(packed);
  expect(lacksAddress(addresses.phage('D29'))).toBe(false);
  expect(await fetchJson(addresses.phage('D29'))).toEqual({ phage_name: 'D29' });
  expect(await fetchJson(addresses.phage('Señora 1'))).toEqual({ phage_name: 'Señora 1' });
  expect(await fetchJson(addresses.gene('A_2'))).toEqual({ GeneID: 'A_2' });
  expect(await fetchJson(addresses.neighbours('12'))).toEqual({ places: [] });
  expect(await fetchRecords(addresses.pham('12'), 1)).toEqual({
    records: [{ GeneID: 'A_1' }],
    total: 2,
  });
  expect(await fetchText(addresses.genome('D29'))).toBe('>D29\nACG\n');
  expect(asked).toEqual([
    'api/phages/D29/index.json',
    'packs/api/phages/index.ndjson',
    'packs/api/phages/one.pack',
    'packs/api/genes/index.ndjson',
    'api/genes/page/1.json',
    'packs/api/phams/index.ndjson',
    'packs/api/phams/two.pack',
    'packs/media/fastas/index.ndjson',
    'packs/media/fastas/three.file',
  ]);
  expect([addresses.phage('D29'), addresses.genome('D29')].map(lacksAddress)).toEqual([true, true]);
  const whole = ['api/genes/index.json', addresses.genePage(1), addresses.bulkIndex];
  expect(whole.filter(lacksAddress)).toEqual([]);
});

test('records that are asked for at once all come out of packs', async () => {
  await openSite(packed);
  const names = ['D29', 'Señora 1'];
  const found = await Promise.all(names.map((name) => fetchJson(addresses.phage(name))));
  expect(found).toEqual(names.map((phage_name) => ({ phage_name })));
});

test('what no pack has is missing, on any host, and a slash in a name names nothing', async () => {
  await openSite(packed);
  for (const address of [
    addresses.phage('D30'),
    addresses.featuresOf('D29'),
    addresses.pham('12/neighbours'),
  ])
    await expect(fetchJson(address), address).rejects.toMatchObject({ isMissing: true });
});

test.each([
  ['forbids what is not there', () => new Response('<Error/>', { status: 403 })],
  ['has a page for any address', () => new Response('<!doctype html>', { headers: html })],
])('a host that %s is read by its packs', async (_, none) => {
  await openSite(packed, none);
  expect(await fetchJson(addresses.phage('D29'))).toEqual({ phage_name: 'D29' });
  await expect(fetchJson(addresses.phage('D30'))).rejects.toMatchObject({ isMissing: true });
});

test('a host that answers nothing but pages has no packs either: that is no missing record', async () => {
  await openSite(
    { 'release.json': packed['release.json'] },
    () => new Response('', { headers: html }),
  );
  await expect(fetchJson(addresses.phage('D29'))).rejects.toMatchObject({
    isMissing: false,
    message: 'The answer was cut short or is not what it should be.',
  });
});

test('where the host reads packs, a missing record takes one request', async () => {
  const detail = { detail: 'Not found.' };
  const asked = await openSite(packed, () => Response.json(detail, { status: 404 }));
  await expect(fetchJson(addresses.phage('D29'))).rejects.toMatchObject({ isMissing: true });
  expect(asked).toEqual(['api/phages/D29/index.json']);
});

test('of a site without packs, none is asked for', async () => {
  const asked = await openSite({ ...packed, 'release.json': '{}' });
  await expect(fetchJson(addresses.phage('D29'))).rejects.toMatchObject({ isMissing: true });
  expect(asked).toEqual(['api/phages/D29/index.json']);
});

test.each([
  ['cut short', { 'packs/api/phages/one.pack': '{"version":1,"group":"api/phages","st' }],
  ['gone', { 'packs/api/phages/one.pack': undefined }],
  ['of another group', { 'packs/api/phages/one.pack': packed['packs/api/phams/two.pack'] }],
  ['with other bytes', { 'packs/api/phages/one.pack': packOf('api/phages', { D29: '{"phage' }) }],
  ['behind a damaged index', { 'packs/api/phages/index.ndjson': '{"version":1,\n' }],
])('a pack that is %s is told as a damaged answer, until it is whole', async (_, damage) => {
  const files = { ...packed, ...damage } as Record<string, string>;
  await openSite(files);
  await expect(fetchJson(addresses.phage('D29'))).rejects.toMatchObject({
    isMissing: false,
    message: 'The answer was cut short or is not what it should be.',
  });
  Object.assign(files, packed);
  expect(await fetchJson(addresses.phage('D29'))).toEqual({ phage_name: 'D29' });
});
