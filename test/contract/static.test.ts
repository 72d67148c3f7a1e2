import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staticFiles } from '../../src/hosts/static.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testOtherNames } from './otherNames.ts';
import { type ContractRow, contractRows } from './requests.ts';
import {
  type Instead,
  namesFrom,
  send,
  testContract,
  type ServerUnderTest,
} from './runContract.ts';
import { makeFolder } from './servedSite.ts';
import { freePort, type ServerProcess, startServer } from './serverProcess.ts';
import {
  byOtherNames,
  inAnyCase,
  type SiteFiles,
  tinyNames,
  tinySite,
  writeSite,
} from './tinySite.ts';
import { rowsForPrefix } from './variantRows.ts';

const program = createRequire(import.meta.url).resolve('http-server/bin/http-server');

let folder: Awaited<ReturnType<typeof makeFolder>>;
let server: ServerProcess;
let origin: string;

// One server for all sites: they are in its folder, at their prefixes.
beforeAll(async () => {
  folder = await makeFolder();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  // With `index.json` for the index of a folder, as one sets it for a bucket that is a website.
  const args = `-a 127.0.0.1 -p ${port} -e json -c 300 -d false --silent`.split(' ');
  const cwd = folder.path;
  server = await startServer(process.execPath, [program, cwd, ...args], { url: origin, cwd });
});

afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

/** Writes the site for a prefix, with what else is published. */
function siteAt(prefix: string, published: (files: SiteFiles) => SiteFiles): () => ServerUnderTest {
  let underTest: ServerUnderTest;
  beforeAll(async () => {
    const baseUrl = origin + prefix;
    const files = published(tinySite(baseUrl, 'first', 'path'));
    await writeSite(join(folder.path, prefix), files);
    underTest = {
      baseUrl,
      files,
      keeps: staticFiles.keeps,
      replaceFile: null,
      instead: (row) => (keeps(row) ? null : lesserAnswer(row, files)),
    };
  });
  return () => underTest;
}

describe('http-server, which knows no rules, for a site whose names match in any case', () => {
  testNamesInAnyCase(siteAt('/any-case', inAnyCase));
});

describe('http-server, which knows no rules, for a site whose phages have other names', () => {
  testOtherNames(siteAt('/other-names', (files) => byOtherNames(files, true)));
});

describe.each([
  { prefix: '/phages', rows: contractRows },
  { prefix: '', rows: rowsForPrefix },
])('http-server, which knows no rules, for a site at $prefix/', ({ prefix, rows }) => {
  const serverOf = siteAt(prefix, (files) => files);

  testContract(serverOf, rows);

  test.each(['phages', 'genes'] as const)(
    'a client that begins at the file of the first page sees all %s too, where folders have no index',
    async (collection) => {
      const first = `${serverOf().baseUrl}/api/${collection}/index.json`;
      expect(await namesFrom(first, collection, /\.json$/)).toEqual(tinyNames[collection]);
    },
  );

  test('with links by query, the same client would never come to an end', async () => {
    const target = `${prefix}/api/genes/?format=api&page=2`;
    const { body } = await send(serverOf().baseUrl, { target });
    expect(body).toBe(serverOf().files.get('api/genes/index.json'));
  });
});

const keeps = (row: ContractRow) => row.needs.every((one) => staticFiles.keeps[one] === true);

/** What http-server answers where there is no rule to help it. */
function lesserAnswer(row: ContractRow, files: SiteFiles): Instead {
  // Where to is its own affair.
  if (row.expected.kind === 'stays') return {};
  if (row.needs.includes('any-method')) return { status: 400 };
  if (row.needs.includes('long-names')) return { status: 500 };
  const [path = '', query = ''] = row.target.split('?');
  if (row.method !== 'GET' && row.method !== 'HEAD') return { status: 405 };
  if (row.needs.includes('raw-path')) return oddPath(path, files);
  if (row.expected.kind === 'redirect') {
    return { status: isFolder(`${decodeURIComponent(path)}/`, files) ? 302 : 404 };
  }
  if (/%(?![0-9a-f]{2})/i.test(query)) return { status: 400 };
  const body = fileAt(path, files);
  if (body !== undefined) return { status: 200, body };
  // A folder without an index, whose list it is told not to show.
  return { status: isFolder(path, files) ? 403 : 404 };
}

/** It tidies a path before it looks for a file, and stumbles over what cannot be decoded. */
function oddPath(path: string, files: SiteFiles): Instead {
  if (path.includes('%00')) return { status: 500 };
  if (/%zz|%C3/.test(path)) return { status: 400 };
  if (path.includes('%5c')) return { status: 404 };
  // Tidied in a way of its own.
  if (/\\|%2f/.test(path)) return {};
  const body = fileAt(
    new URL(`http://x${path.replace('%2F', '/').replace('//', '/')}`).pathname,
    files,
  );
  return { status: 200, body: body ?? '' };
}

function isFolder(path: string, files: SiteFiles): boolean {
  return path.endsWith('/') && [...files.keys()].some((file) => `/${file}`.startsWith(path));
}

function fileAt(path: string, files: SiteFiles): string | undefined {
  return files.get(decodeURIComponent(path).slice(1).replace(/\/$/, '/index.json'));
}
