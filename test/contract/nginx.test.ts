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
    oddPath: (target) => {
      return /%zz|%00/.test(target) ? { status: 400 } : { status: 404, body: notFoundBody };
    },
    more: (servedOf) => {
      test.each([
        ['TRACE', 405],
        ['CONNECT', 405],
        ['get', 400],
      ])('M4: to %s nginx gives its own page with %i', async (method, status) => {
        const { port, site } = servedOf();
        // As no client of Node.js would write it.
        const socket = connect(port, '127.0.0.1');
        socket.end(
          `${method} ${site.prefix}/api/genes/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        const answer = await text(socket);
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*<html>`));
      });
    },
  });
});
