/** A real site on real servers, as a publisher has it: built, served, and verified by the command. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { fileTops } from '../../../src/contract/sitePaths.ts';
import type { HostName } from '../../../src/hosts/host.ts';
import { hostedSite } from '../../../src/hosts/hosts.ts';
import { writeFiles } from '../../integration/workFolder.ts';
import { runInProcess, runWellInProcess } from '../../program/runProgram.ts';
import { startApache } from './apacheServer.ts';
import { startCaddy } from './caddyServer.ts';
import { startNginx } from './nginxServer.ts';
import { makeFolder } from '../servedSite.ts';
import { freePort, isInstalled, type ServerProcess, startServer } from '../serverProcess.ts';
import { smallData } from '../verifySites.ts';

/** Of every kind that a rule may stumble over. */
const own = {
  CNAME: 'phages.example.org\n',
  'robots.txt': 'User-agent: *\n',
  '.well-known/security.txt': 'Contact: mailto:a@example.org\n',
  'assets/index.html': '<!doctype html><title>Assets</title>\n',
  'assets/app.css': `${'p { margin: 0 } '.repeat(200)}\n`,
  'assets/deep/a b+é.txt': 'a\n',
  'assets/data.csv.gz': gzipSync('a,b\n1,2\n'),
  'assets/release.json': '{"mine":true}\n',
};

const dumbServer = createRequire(import.meta.url).resolve('http-server/bin/http-server');

interface Served {
  readonly folder: string;
  readonly port: number;
  readonly dir: string;
  readonly baseUrl: string;
}

const servers: readonly {
  readonly host: HostName;
  readonly isReady: boolean;
  readonly build: readonly string[];
  readonly start: (served: Served) => Promise<ServerProcess>;
}[] = [
  {
    host: 'nginx',
    isReady: isInstalled('nginx', '-v'),
    build: ['--case-insensitive-names'],
    start: (served) => startNginx(served.folder, [hosted(served)]),
  },
  {
    host: 'caddy',
    isReady: isInstalled('caddy', 'version'),
    build: ['--precompress', 'gzip,br'],
    start: (served) => startCaddy(served.folder, [hosted(served)]),
  },
  {
    host: 'apache',
    isReady: isInstalled('apache2', '-v'),
    build: ['--precompress', 'gzip'],
    start: (served) => startApache(served.folder, [hosted(served)]),
  },
  {
    host: 'static',
    isReady: true,
    build: ['--links', 'path'],
    start: ({ folder, port, baseUrl }) => {
      const args = `-a 127.0.0.1 -p ${port} -e json -c 300 -d false --silent`.split(' ');
      const url = `${baseUrl}/`;
      return startServer(process.execPath, [dumbServer, folder, ...args], { url, cwd: folder });
    },
  },
];

function hosted({ baseUrl, dir, port }: Served) {
  const site = hostedSite({
    baseUrl,
    lastPages: { ...perList(() => 0), phages: 1, genes: 1, phams: 1 },
    links: 'query',
    maxAge: 300,
    caseInsensitiveNames: false,
    precompress: [],
    dir,
    pages: true,
    staticTops: fileTops({
      html: true,
      static: ['.well-known/', 'CNAME', 'assets/', 'robots.txt'],
    }),
  });
  return { site, port };
}

describe.each(servers)('a site on $host', ({ host, isReady, build, start }) => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ServerProcess;
  let baseUrl: string;

  beforeAll(async () => {
    if (!isReady) return;
    folder = await makeFolder();
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}/phages`;
    const dir = path.join(folder.path, 'phages');
    await writeFiles(path.join(folder.path, 'own'), own);
    await writeFiles(path.join(folder.path, 'data'), smallData);
    const staticTops = ['--static', path.join(folder.path, 'own')];
    const at = ['--out', dir, '--base-url', baseUrl];
    const args = ['build', '--quiet', ...at, ...staticTops, '--no-cache', ...build];
    const hosting = ['--host', host, '--allow', 'local-base-url', '--keep', '2'];
    // The first release tells of none before it; the second does.
    for (const age of ['299', '300'])
      await runWellInProcess([...args, ...hosting, '--max-age', age], { cwd: folder.path });
    server = await start({ folder: folder.path, port, dir, baseUrl });
  });

  afterAll(async () => {
    await server?.stop();
    await folder?.remove();
  });

  const verify = (...args: string[]) =>
    runInProcess(['verify', baseUrl, ...args], { cwd: folder.path });

  test.skipIf(!isReady)("answers the publisher's own files as they are", async () => {
    const types: Record<string, RegExp> = { txt: /^text\/plain/, css: /^text\/css/ };
    for (const [file, bytes] of Object.entries(own)) {
      const answer = await fetch(`${baseUrl}/${file}`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([file, answer.status]).toEqual([file, 200]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes)), file).toBe(true);
      const type = types[path.extname(file).slice(1)];
      if (type !== undefined) expect(answer.headers.get('content-type')).toMatch(type);
    }
    // The other server knows but one index of a folder.
    if (host !== 'static') {
      const page = await fetch(`${baseUrl}/assets/`);
      expect([page.status, await page.text()]).toEqual([200, own['assets/index.html']]);
    }
    const missing = await fetch(`${baseUrl}/assets/nope.css`);
    expect(missing.status).toBe(404);
  });

  test.skipIf(!isReady)('answers the pages of phages and clusters as HTML', async () => {
    for (const page of ['phages/Quillon/', 'phages/Éclair 5%/', 'clusters/Q7/', 'phages/']) {
      const file = `${page}index.html`;
      // The other server knows but one index of a folder.
      const address = (host === 'static' ? file : page)
        .split('/')
        .map(encodeURIComponent)
        .join('/');
      const answer = await fetch(`${baseUrl}/${address}`);
      const text = await readFile(path.join(folder.path, 'phages', file), 'utf8');
      expect([page, answer.status, await answer.text()]).toEqual([page, 200, text]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      // Without its slash as the host says, but nothing leads out of the site.
      const led = await fetch(`${baseUrl}/${address.slice(0, -1)}`, { redirect: 'manual' });
      expect([301, 404]).toContain(led.status);
      const location = led.headers.get('location');
      if (location !== null) expect(new URL(location, led.url).href).toBe(`${baseUrl}/${address}`);
    }
    const sitemap = await fetch(`${baseUrl}/sitemap.xml`);
    expect(await sitemap.text()).toContain(`<loc>${baseUrl}/phages/Quillon/</loc>`);
    expect(sitemap.headers.get('content-type')).toMatch(/xml/);
    const missing = await fetch(`${baseUrl}/phages/Nobody/`);
    expect(missing.status).toBe(404);
  });

  test.skipIf(!isReady)('keeps what its host can keep, page by page and row by row', async () => {
    const { status, stdout } = await verify('--host', host);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/keeps the contract, as far as .+ can\.\n/);
    expect(stdout).toContain('8 genes and 4 phages');
    expect(stdout).toMatch(/H1 +pass/);
  });

  test.skipIf(!isReady)('fails where it must keep what no such host can', async () => {
    const { status, stdout } = await verify();
    expect(status).toBe(1);
    expect(stdout).toContain('FAIL');
  });
});
