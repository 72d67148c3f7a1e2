import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { methodNotAllowedBody, notFoundBody } from '../../../src/contract/route.ts';
import { nginx } from '../../../src/hosts/nginx.ts';
import { startNginx, startOwnNginx } from './nginxServer.ts';
import { checkEach } from '../checkEach.ts';
import { testOwnServer } from '../ownServer.ts';
import type { ContractRow } from '../requests.ts';
import { send } from '../runContract.ts';
import type { ServedSite } from '../servedSite.ts';
import { isInstalled } from '../serverProcess.ts';

const install = 'apt-get install nginx libnginx-mod-http-brotli-static libnginx-mod-http-js';
const modules = ['brotli_static', 'js'].map(
  (name) => `/usr/lib/nginx/modules/ngx_http_${name}_module.so`,
);
// In CI a missing module is an error, which nginx itself reports.
const isReady =
  isInstalled('nginx', '-v') &&
  (process.env['CI'] !== undefined || modules.every((module) => existsSync(module)));

const instead = ({ needs }: ContractRow) =>
  needs.includes('preconditions')
    ? { status: 412, body: '{"detail":"Precondition failed."}' }
    : null;

describe.skipIf(!isReady)(`nginx (to run this: ${install})`, () => {
  testOwnServer({ host: nginx, start: startNginx, instead, more: testOddRequests });
});

describe.skipIf(!isReady)('nginx, with a server block of its own for other things', () => {
  testOwnServer({
    host: nginx,
    start: startOwnNginx,
    instead,
    isFurther: true,
    more: (servedOf) => {
      testOddRequests(servedOf);

      test('what is beside the site is answered as without it', async () => {
        const { port, site } = servedOf();
        if (site.prefix === '') return;
        expect(await send(site.baseUrl, { target: '/own' })).toMatchObject({ body: 'own' });
        const requests = [
          ['TRACE', '/own', 405],
          ['CONNECT', '/own', 405],
          ['GET', '/refusing', 405],
          ['GET', '/%zz', 400],
        ] as const;
        for (const [method, target, status] of requests) {
          const answer = await sendRaw(port, method, target);
          expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
          expect(answer).toContain('<center>nginx');
          expect(answer).not.toMatch(/\r\n(?:Allow|Vary|Access-Control-.*|Cache-Control): /);
        }
      });
    },
  });
});

/** As no client of Node.js would write it. */
function sendRaw(port: number, method: string, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

function testOddRequests(servedOf: () => ServedSite): void {
  const ask = (method: string, path: string) => {
    const { port, site } = servedOf();
    return sendRaw(port, method, site.prefix + path);
  };

  test('M4: to what is no method of the contract nginx answers as to any other', () =>
    checkEach(
      [
        ['TRACE', 405, methodNotAllowedBody('TRACE')],
        ['CONNECT', 405, methodNotAllowedBody('CONNECT')],
        ['get', 404, notFoundBody],
      ] as const,
      async ([method, status, body]) => {
        const answer = await ask(method, '/api/genes/');
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(answer).toContain('\r\nAllow: GET, HEAD, OPTIONS\r\n');
        expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
      },
    ));

  test('D2: nothing is found at an odd path, whatever nginx thinks of it', () =>
    checkEach(
      [
        '/api/genes\t',
        '/\t/elsewhere.invalid',
        '/../../../../../../api/genes/',
        '/%zz',
        // Below a prefix, these lead out of the site, but not out of the server.
        '/api/genes/..%2f..%2f..%2fetc%2fpasswd/',
        '/..%2fown',
        '/api/../../own',
      ],
      async (path) => {
        const answer = await ask('GET', path);
        expect(answer).toMatch(/^HTTP\/1.1 404 /);
        expect(answer).toContain('\r\nContent-Type: application/json\r\n');
        expect(answer).toContain('\r\nCache-Control: no-store\r\n');
        expect(answer).toContain('\r\nAllow: GET, HEAD, OPTIONS\r\n');
        expect(answer).not.toContain('\r\nLocation');
      },
    ));

  test('D2: what nginx may have a use for is no address of the site', () =>
    checkEach(['/-400', '/-405', '/%2D405', '/@phagepress_beside'], async (path) => {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const answer = await ask(method, path);
        expect(answer).toMatch(method === 'POST' ? /^HTTP\/1.1 405 / : /^HTTP\/1.1 404 /);
        expect(answer).toContain('\r\nContent-Type: application/json\r\n');
        if (method === 'GET') expect(answer.endsWith(`\r\n\r\n${notFoundBody}`)).toBe(true);
      }
    }));
}
