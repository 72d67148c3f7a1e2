/** The tiny site as a publisher puts it on a server: in a folder, at an address, perhaps with compressed siblings. */
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { methodNotAllowedBody, notFoundBody } from '../../src/contract/route.ts';
import { optionsBody } from '../../src/contract/descriptions.ts';
import { isHostSetting, recordFile } from '../../src/contract/sitePaths.ts';
import { viewFile } from '../../src/contract/routes.ts';
import type { Host, HostedSite } from '../../src/hosts/host.ts';
import { checkEach } from './checkEach.ts';
import { expectVariesByEncoding, send } from './runContract.ts';
import { freePort } from './serverProcess.ts';
import type { RecordForm } from '../../src/contract/packs.ts';
import { packedFilesOf, writePackedSite } from './packedSite.ts';
import { type ContractRow, contractRows } from './requests.ts';
import { byOtherNames, inAnyCase, type SiteFiles, tinyHostedSite, tinySite } from './tinySite.ts';
import { rowsForPlace, rowsForSiblings } from './variantRows.ts';

export interface SiteVariant {
  readonly title: string;
  /** As in a base URL. */
  readonly prefix: string;
  /** Name of the site's folder. */
  readonly folder: string;
  readonly precompress: readonly ('gzip' | 'br')[];
  /** Whether names match in any case. */
  readonly caseInsensitiveNames?: boolean;
  /** Whether phages have other names. */
  readonly phageAliases?: boolean;
  /** Whether small files lie in packs. */
  readonly packed?: boolean;
}

/** One that is asked by rows of the table. */
interface AskedVariant extends SiteVariant {
  readonly rows: readonly ContractRow[];
}

const siblings = ['gzip', 'br'] as const;
const plainVariants: readonly AskedVariant[] = ['/phages', ''].flatMap((prefix) => {
  const place = { prefix, folder: 'site' };
  const rows = prefix === '' ? rowsForPlace : contractRows;
  return [
    { ...place, title: `at ${prefix}/`, precompress: [], rows },
    {
      ...place,
      title: `at ${prefix}/, precompressed`,
      precompress: siblings,
      rows: rowsForSiblings,
    },
  ];
});

/** All that a base URL's path and a folder's name may hold and a configuration may stumble over. */
const hostile: AskedVariant = {
  title: 'below names full of quotes, spaces and signs',
  prefix: `/ph%C3%A4ge's~$x;%7B$args%7D%22%20%23%25(a|b)*+[c]/{%24HOME}`
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D'),
  folder: `it's "a" {site} {$HOME} %{ENV:x} \${y}; # 50%20 \\n é*[x]?`,
  precompress: [],
  rows: rowsForPlace,
};

export const siteVariants = [...plainVariants, hostile];

/** Those with packs, for hosts that read them. */
export const packedVariants: readonly AskedVariant[] = [plainVariants[0]!, hostile].map(
  (variant) => {
    return { ...variant, title: `${variant.title}, packed`, packed: true };
  },
);

/** Not among them: a few rows show what is different. */
export const foldingVariant: SiteVariant = {
  title: 'whose names match in any case',
  prefix: '/phages',
  folder: 'site',
  precompress: [],
  caseInsensitiveNames: true,
};

/** The same of other names of phages. */
export const namingVariant: SiteVariant = {
  title: 'whose phages have other names',
  prefix: '/phages',
  folder: 'site',
  precompress: [],
  phageAliases: true,
};

export interface ServedSite {
  readonly port: number;
  readonly site: HostedSite;
  readonly files: SiteFiles;
  readonly replaceFile: (file: string, text: string) => Promise<void>;
  readonly removeFile: (file: string) => Promise<void>;
}

/** A folder that servers which give up root can read. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'phagepress-server-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true }) };
}

/** Names that hosts hide, run, take for settings of theirs or for compressed forms of others. */
export const hiddenNames = `
  a.gz a.br a.json a.html a.php a.cgi a.var a.asis a.shtml a.json.gz index.html
  index.php 404.html .htpasswd .well-known .git .env .DS_Store .nojekyll .assetsignore
  _worker.js _routes.json _redirects _headers functions node_modules __MACOSX Thumbs.db
  Caddyfile web.config a~ a;v=1 a+b a,b a:b a@b a=b (a) ' %25 CVS
`
  .trim()
  .split(/\s+/);

/** Names that paths, patterns and configurations give a meaning to; records and views of these names are on the site. */
const oddNames = `
  what? a*b [x] {http.request.method} $args a"b it's a;b a&b=c #1 + ~ a%2Fb %41 index last
  .hidden -f api phagelist
`
  .trim()
  .split(/\s+/)
  .concat(hiddenNames);

/** Writes the tiny site into a folder of its own below `parent`, with what the host reads from there. */
export async function serveSite(
  parent: string,
  variant: SiteVariant,
  host: Host,
): Promise<ServedSite> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}${variant.prefix}`;
  const dir = join(parent, String(port), variant.folder);
  const { precompress, caseInsensitiveNames = false, phageAliases = false, packed } = variant;
  const records: RecordForm = packed === true ? 'packed' : 'files';
  const packsPages = records === 'packed';
  const choices = { caseInsensitiveNames, phageAliases, precompress, records, packsPages };
  const site = tinyHostedSite(baseUrl, dir, choices);

  const exact = phageAliases ? byOtherNames(tinySite(baseUrl), true) : tinySite(baseUrl);
  const files = new Map(caseInsensitiveNames ? inAnyCase(exact) : exact);
  for (const name of oddNames) {
    files.set(recordFile('phages', name), JSON.stringify({ name }));
    files.set(viewFile(['clusters', name]), JSON.stringify({ cluster: name }));
    files.set(viewFile(['clusters', name, 'phagelist']), JSON.stringify({ phagesOf: name }));
  }
  for (const { path, bytes } of host.siteFiles(site))
    files.set(path, Buffer.from(bytes).toString());
  if (packed === true) {
    const all = packedFilesOf(files);
    const replace = (some: SiteFiles) => writePackedSite(dir, some, { cutsGenes: true });
    await replace(all);
    const replaceFile = (file: string, text: string) => replace(new Map([...all, [file, text]]));
    return { port, site, files: all, replaceFile, removeFile: () => Promise.reject(new Error()) };
  }
  const extensions = ['', ...precompress.map((one) => (one === 'br' ? '.br' : '.gz'))];
  const write = async (file: string, text: string) => {
    const target = join(dir, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    if (!hasSiblings(file)) return;
    if (precompress.includes('gzip')) await writeFile(`${target}.gz`, gzipSync(text));
    if (precompress.includes('br')) await writeFile(`${target}.br`, brotliCompressSync(text));
  };
  // As an earlier deployment left them: servers tell files apart by the second in which they were written.
  const earlier = new Date(Date.now() - 3_600_000);
  for (const [file, text] of files) {
    await write(file, text);
    for (const extension of hasSiblings(file) ? extensions : ['']) {
      await utimes(join(dir, file + extension), earlier, earlier);
    }
  }
  const removeFile = async (file: string) => {
    for (const extension of extensions) await rm(join(dir, file + extension));
  };
  return { port, site, files, replaceFile: write, removeFile };
}

/** No build writes compressed siblings of bulk files and settings. */
function hasSiblings(file: string): boolean {
  return !file.startsWith('bulk/') && !isHostSetting(file);
}

/** The table of the contract knows no host; this asks what it does not, of any server. */
export function testServedSite(servedOf: () => ServedSite, keeps416 = false): void {
  const ask = (target: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) => {
    const { baseUrl, prefix } = servedOf().site;
    return send(baseUrl, { target: prefix + target, method, headers });
  };

  const expectAt = async (path: string, body: string) => {
    expect(await ask(`${path}/`)).toMatchObject({ status: 200, body });
    const redirect = await ask(path);
    expect(redirect.status).toBe(301);
    const { baseUrl } = servedOf().site;
    const location = new URL(redirect.headers.location ?? '', baseUrl);
    expect(location.origin).toBe(new URL(baseUrl).origin);
    const led = await send(location.href, { target: location.pathname + location.search });
    expect(led.body).toBe(body);
  };

  test('D1 A2: records of odd names are there', () =>
    checkEach(oddNames, async (name) => {
      await expectAt(`/api/phages/${encodeURIComponent(name)}`, JSON.stringify({ name }));
    }));

  test('V1 A2 M3: views of odd names are there', () =>
    checkEach(oddNames, async (name) => {
      const path = `/api/clusters/${encodeURIComponent(name)}`;
      await expectAt(path, JSON.stringify({ cluster: name }));
      await expectAt(`${path}/phagelist`, JSON.stringify({ phagesOf: name }));
      const body = optionsBody('clusters/*/phagelist', {});
      expect(await ask(`${path}/phagelist/`, 'OPTIONS')).toMatchObject({ status: 200, body });
    }));

  test('A2: where a redirect leads to does not depend on the name that a proxy uses', async () => {
    const { baseUrl, prefix } = servedOf().site;
    const { hostname } = new URL(baseUrl);
    const { headers } = await ask('/api/genes', 'GET', { Host: `${hostname}:1` });
    const path = `${prefix}/api/genes/`;
    expect([path, `${baseUrl}/api/genes/`]).toContain(headers.location);
  });

  test('a request for a whole address, as proxies send it, is read by its path', async () => {
    const { baseUrl, prefix } = servedOf().site;
    const page = servedOf().files.get('api/genes/page/2.json');
    const whole = await send(baseUrl, { target: `${baseUrl}/api/genes/?page=2` });
    expect(whole).toMatchObject({ status: 200, body: page });
    const unslashed = await send(baseUrl, { target: `${baseUrl}/api/genes?page=2` });
    const location = new URL(unslashed.headers.location ?? '', baseUrl);
    expect(location.pathname + location.search).toBe(`${prefix}/api/genes/?page=2`);
  });

  test('beside the API, files of the site are served with their types', () =>
    checkEach(
      [
        ['/', 'index.html', 'text/html'],
        ['/index.html', 'index.html', 'text/html'],
        ['/release.json', 'release.json', 'application/json'],
        ['/openapi.json', 'openapi.json', 'application/json'],
        ['/schemas/gene.schema.json', 'schemas/gene.schema.json', 'application/json'],
        ['/errors/not-found.json', 'errors/not-found.json', 'application/json'],
        ['/web/phages.json', 'web/phages.json', 'application/json'],
        ['/web/code/app-TINYHASH.js', 'web/code/app-TINYHASH.js', 'text/javascript'],
        ['/web/code/style-TINYHASH.css', 'web/code/style-TINYHASH.css', 'text/css'],
        ['/web/code/licences-TINYHASH.txt', 'web/code/licences-TINYHASH.txt', 'text/plain'],
      ] as const,
      async ([target, file, type]) => {
        const answer = await ask(target);
        expect(answer).toMatchObject({ status: 200, body: servedOf().files.get(file) });
        expect(answer.headers['content-type']?.replace(/;.*/, '')).toBe(type);
        expect(answer.lines('x-content-type-options')).toEqual(['nosniff']);
        expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
        const isFresh = file === 'index.html' || file === 'web/phages.json';
        const kept = isFresh
          ? 'no-cache'
          : `public, max-age=${file.startsWith('web/') ? '31536000, immutable' : '300'}`;
        expect(answer.lines('cache-control')).toEqual([kept]);
      },
    ));

  test('M1: code comes compressed, and unpacks to itself', () =>
    checkEach(['js', 'css'], async (ending) => {
      const name = { js: 'app', css: 'style' }[ending] ?? '';
      const file = `web/code/${name}-TINYHASH.${ending}`;
      const answer = await ask(`/${file}`, 'GET', { 'Accept-Encoding': 'gzip' });
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(answer.bytes).toString()).toBe(servedOf().files.get(file));
    }));

  test('D2: what no address of the site names is not found', () =>
    checkEach(
      [
        '/nothing',
        '/schemas',
        '/schemas/',
        '/.hidden.json',
        '/.htaccess',
        '/_headers',
        '/-405',
        '/@phagepress_beside',
        '/API/genes/',
        '/api.json',
        '/release.json/',
        '/api/genes/%0A',
        '/api/genes/index.json%0a',
        '/api/phages/Trixie/index.json/',
        '/api/genes/page/',
        '/api/genes/page/2.json/',
        '/api/genes/page/2.json.gz',
        '/api/genes/page/2.json.br',
        '/api/genes/index.json.br/',
        '/api/genesbyphage',
        '/api/temperate_phages/phagelist',
        '/api/clusters/A/phagelist.json',
        '/api/clusters/A/index.json/phagelist/',
        '/api/clusters/A/%0A',
        '/api/clusters/index.json.gz/',
      ],
      async (target) => {
        const answer = await ask(target);
        expect(answer).toMatchObject({ status: 404, body: notFoundBody });
        expect(answer.lines('cache-control')).toEqual(['no-store']);
      },
    ));

  test('M2: that something is not there is told in JSON, whatever its name ends in', () =>
    checkEach(
      ['/api/nope.html', '/nope.html', '/bulk/nope.gz', '/bulk/x/y.gff3'],
      async (target) => {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const answer = await ask(target, method);
          expect(answer.status).toBe(method === 'POST' ? 405 : 404);
          expect(answer.lines('content-type')).toEqual(['application/json']);
          expect(answer.lines('cache-control')).toEqual(['no-store']);
        }
      },
    ));

  test('W1: a browser is told in HTML that nothing is there, and of the API in JSON', () =>
    checkEach(
      ['/nothing', '/phages/Nobody/', '/bulk/nope.gz', '/nope.html', '/web/x'],
      async (target) => {
        const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
        for (const method of ['GET', 'HEAD']) {
          const page = await ask(target, method, { Accept });
          const body = method === 'HEAD' ? '' : servedOf().files.get('404.html');
          expect(page).toMatchObject({ status: 404, body });
          expect(page.headers['content-type']?.replace(/;.*/, '')).toBe('text/html');
          expect(page.lines('cache-control')).toEqual(['no-store']);
          expect(page.lines('vary')).toHaveLength(1);
        }
        expect((await ask(target, 'POST', { Accept })).status).toBe(405);
        expect(await ask(`/api${target}`, 'GET', { Accept })).toMatchObject({ body: notFoundBody });
      },
    ));

  test('M1 M5: a part of a bulk file that is not there has each header once and is not kept', () =>
    checkEach(
      ['bytes=99999-', 'bytes=99999-100000', 'bytes=-0', 'bytes=9-5', 'bytes=x'],
      async (Range) => {
        const answer = await ask('/bulk/genes.parquet', 'GET', { Range });
        if (Range === 'bytes=99999-') expect(answer.status).toBe(416);
        if (answer.status !== 416) return;
        for (const name of ['allow', 'access-control-allow-origin', 'vary', 'content-range']) {
          expect(answer.lines(name).length).toBeLessThan(2);
        }
        expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
        if (!keeps416) expect(answer.lines('cache-control')).toEqual(['no-store']);
      },
    ));

  test('M4: other methods are not allowed beside the API either', async () => {
    const { status, body } = await ask('/index.html', 'POST');
    expect({ status, body }).toEqual({ status: 405, body: methodNotAllowedBody('POST') });
  });

  test('D2: no record has a name that is no text, so that no address of it is redirected', () =>
    checkEach(
      [
        '%ff',
        'a%80',
        '%c0%ae',
        '%ed%a0%80',
        '%f4%90%80%80',
        '%e2%82',
        'L5%C3%A9%C3',
        '%',
        '%zz',
        'a%4',
        '%zz%ff',
      ],
      async (name) => {
        const tops = ['phages', 'genes', 'phams', 'genesbyphage'];
        for (const target of tops.flatMap((top) => [
          `/api/${top}/${name}`,
          `/api/${top}/${name}/`,
        ])) {
          const answer = await ask(target);
          // Some servers refuse what is not even an escape.
          expect([target, answer.status]).toEqual([
            target,
            /%(?!..)|%z|%4$/.test(name) ? expect.toBeOneOf([400, 404]) : 404,
          ]);
          if (answer.status === 404) expect(answer.body).toBe(notFoundBody);
        }
      },
    ));

  test('A2: a name beyond ASCII is redirected as any other', async () => {
    for (const name of ['%C3%A9', '%E2%82%AC', '%F0%9F%A7%AC', '%ED%9F%BF', '%EF%BF%BF']) {
      expect(await ask(`/api/phages/${name}`)).toMatchObject({ status: 301 });
    }
  });

  test('A2: a line break that a client smuggles into a path does not become a header', async () => {
    const answer = await ask('/api/phages/x%0d%0aSet-Cookie:%20a=b');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.status).not.toBe(200);
  });

  test('M1 M5: conditions and ranges get no error that says it is a page', () =>
    checkEach(
      [
        ['Range', 'bytes=0-9'],
        ['Range', 'bytes=9999999-'],
        ['If-Match', '"other"'],
        ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ] as const,
      async ([name, value]) => {
        const answer = await ask('/api/genes/?page=2', 'GET', { [name]: value });
        expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
        expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
        expect(answer.lines('cache-control')).toEqual([
          answer.status < 400 ? 'public, max-age=300' : 'no-store',
        ]);
        if (name === 'Range') {
          const page = servedOf().files.get('api/genes/page/2.json');
          expect(answer).toMatchObject({ status: 200, body: page });
          expect(answer.headers).not.toHaveProperty('accept-ranges');
        }
      },
    ));

  describe('with gzip', () => {
    const gzip = { 'Accept-Encoding': 'gzip' };
    const target = '/api/genes/?page=2';

    test('M1: what is compressed says so to caches, and unpacks to the page', async () => {
      const answer = await ask(target, 'GET', gzip);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(answer.headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(answer.headers).not.toHaveProperty('content-language');
      const page = servedOf().files.get('api/genes/page/2.json');
      expect(gunzipSync(answer.bytes).toString()).toBe(page);
    });

    test('M1: answers vary by the encoding, whatever a client takes', () =>
      checkEach(
        [
          ['GET', target],
          ['HEAD', target],
          ['OPTIONS', target],
          ['POST', target],
          ['GET', '/api/genes/?page=0'],
          ['GET', '/api/genes'],
          ['GET', '/nothing'],
        ] as const,
        async ([method, path]) => {
          expectVariesByEncoding(await ask(path, method));
          const zipped = await ask(path, method, gzip);
          expectVariesByEncoding(zipped);
          const { etag } = zipped.headers;
          if (method !== 'GET' || etag === undefined) return;
          for (const encoding of [{}, gzip]) {
            const headers = { ...encoding, 'If-None-Match': etag };
            expectVariesByEncoding(await ask(path, method, headers));
          }
        },
      ));

    test('M5: the validator of a compressed answer is known again', async () => {
      const tag = (await ask(target, 'GET', gzip)).headers.etag ?? '';
      const again = await ask(target, 'GET', { ...gzip, 'If-None-Match': tag });
      expect(again).toMatchObject({ status: 304, body: '' });
    });

    test('a client that refuses gzip is not given it', async () => {
      const answer = await ask(target, 'GET', { 'Accept-Encoding': 'gzip;q=0' });
      expect(answer.headers).not.toHaveProperty('content-encoding');
    });
  });

  test('L4: a page that a later release adds needs no other rules', async () => {
    const added = 'api/genes/page/4.json';
    await servedOf().replaceFile(added, '{"page":4}');
    try {
      expect(await ask('/api/genes/?page=4')).toMatchObject({ status: 200, body: '{"page":4}' });
    } finally {
      await servedOf().removeFile(added);
    }
  });
}
