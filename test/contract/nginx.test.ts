import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { notFoundBody } from '../../src/contract/bodies.ts';
import { nginx } from '../../src/hosts/nginx.ts';
import { startNginx } from './nginxServer.ts';
import { testOwnServer } from './ownServer.ts';
import { isInstalled } from './serverProcess.ts';

const install = 'apt-get install nginx libnginx-mod-http-brotli-static';
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
// In CI a missing module is an error, which nginx itself reports.
const isReady =
  isInstalled('nginx', '-v') && (process.env['CI'] !== undefined || existsSync(brotliModule));

describe.skipIf(!isReady)(`nginx (to run this: ${install})`, () => {
  testOwnServer({
    host: nginx,
    start: startNginx,
    instead: ({ needs }) =>
      needs.includes('preconditions')
        ? { status: 412, body: '{"detail":"Precondition failed."}' }
        : null,
    more: (servedOf) => {
      // As no client of Node.js would write it.
      const sendRaw = async (method: string, path: string) => {
        const { port, site } = servedOf();
        const socket = connect(port, '127.0.0.1');
        const target = `${site.prefix}${path}`;
        socket.end(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        return text(socket);
      };

      test.each([
        ['TRACE', 405, '{"detail":"Method not allowed."}'],
        ['CONNECT', 405, '{"detail":"Method not allowed."}'],
        ['get', 404, notFoundBody],
      ])('M4: to %s nginx answers %i', async (method, status, body) => {
        const answer = await sendRaw(method, '/api/genes/');
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(answer).toContain('\r\nAllow: GET, HEAD, OPTIONS\r\n');
        expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true);
      });

      test.each(['/api/genes\t', '/\t/elsewhere.invalid', '/../../../../../../api/genes/'])(
        'D2: nothing is found at %j, whatever nginx thinks of it',
        async (path) => {
          const answer = await sendRaw('GET', path);
          expect(answer).toMatch(/^HTTP\/1.1 404 /);
          expect(answer).toContain('\r\nContent-Type: application/json\r\n');
          expect(answer).toContain('\r\nCache-Control: no-store\r\n');
          expect(answer).not.toContain('\r\nLocation');
        },
      );
    },
  });
});
