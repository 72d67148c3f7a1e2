import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notFoundBody } from '../../src/contract/bodies.ts';
import { nginx } from '../../src/hosts/nginx.ts';
import { type ServerUnderTest, testContract } from './runContract.ts';
import {
  makeFolder,
  type ServedSite,
  serveSite,
  siteVariants,
  testServedSite,
} from './servedSite.ts';
import { startNginx } from './nginxServer.ts';
import { isInstalled, type ServerProcess } from './serverProcess.ts';

const install = 'apt-get install nginx libnginx-mod-http-brotli-static';
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
// In CI a missing module is an error, which nginx itself reports.
const isReady =
  isInstalled('nginx', '-v') && (process.env['CI'] !== undefined || existsSync(brotliModule));

describe.skipIf(!isReady)(`nginx (to run this: ${install})`, () => {
  const served = new Map<string, ServedSite>();
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await makeFolder();
    for (const variant of siteVariants) {
      served.set(variant.title, await serveSite(folder.path, variant, nginx));
    }
    server = await startNginx(folder.path, [...served.values()]);
  });

  afterAll(async () => {
    await server?.stop();
    await folder?.remove();
  });

  describe.each(siteVariants.map(({ title }) => title))('%s', (title) => {
    testContract(() => underTest(served.get(title)!));
    testServedSite(() => served.get(title)!);

    test.each([
      ['TRACE', 405],
      ['CONNECT', 405],
      ['get', 400],
    ])('M4: to %s nginx gives its own page with %i', async (method, status) => {
      const { port, site } = served.get(title)!;
      // As no client of Node.js would write it.
      const socket = connect(port, '127.0.0.1');
      socket.end(
        `${method} ${site.prefix}/api/genes/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      const answer = await text(socket);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*<html>`));
    });
  });
});

function underTest({ site, files, replaceFile }: ServedSite): ServerUnderTest {
  const compresses = site.compressed.br || 'without siblings it compresses with gzip alone';
  return {
    baseUrl: site.baseUrl,
    files,
    keeps: { ...nginx.keeps, compresses },
    replaceFile,
    instead: ({ needs, target, expected }) => {
      if (needs.includes('raw-path')) {
        return /%zz|%00/.test(target) ? { status: 400 } : { status: 404, body: notFoundBody };
      }
      if (expected.kind !== 'compressed' || compresses === true) return null;
      return expected.encoding === 'br'
        ? { status: 200, body: files.get(expected.file) ?? '' }
        : { status: 200 };
    },
  };
}
