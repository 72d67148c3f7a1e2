import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { methodNotAllowedBody, notFoundBody } from '../../../src/contract/route.ts';
import { apache } from '../../../src/hosts/apache.ts';
import { type RawAnswer, send } from '../runContract.ts';
import { startApache } from './apacheServer.ts';
import { testOwnServer } from '../ownServer.ts';
import { isInstalled } from '../serverProcess.ts';

const install = 'apt-get install apache2';

describe.skipIf(!isInstalled('apache2', '-v'))(`Apache (to run this: ${install})`, () => {
  testOwnServer({
    host: apache,
    start: startApache,
    // mod_rewrite takes a question mark in the name of the folder for the beginning of a query.
    variant: (variant) => ({ ...variant, folder: variant.folder.replaceAll('?', '') }),
    instead: ({ needs, target }) => {
      if (needs.includes('long-names')) return { status: 403 };
      if (needs.includes('long-queries')) return { status: 414 };
      if (needs.includes('any-method')) return { status: 405, body: methodNotAllowedBody() };
      if (!needs.includes('raw-path')) return null;
      if (target.includes('%zz')) return { status: 400 };
      return { status: 404, ...(/%00|%2F/i.test(target) ? {} : { body: notFoundBody }) };
    },
    more: (servedOf) => {
      test('M4: TRACE is echoed where the server does not switch it off, whatever a .htaccess says', async () => {
        const { baseUrl, prefix } = servedOf().site;
        const answer = await send(baseUrl, { method: 'TRACE', target: `${prefix}/api/genes/` });
        expect(answer.status).toBe(200);
        expect(answer.headers['content-type']).toBe('message/http');
      });

      test('what lies in .well-known/ is served: certificates are got by it', async () => {
        const { site, replaceFile, removeFile } = servedOf();
        const file = '.well-known/acme-challenge/_x';
        await replaceFile(file, 'key');
        try {
          const target = `${site.prefix}/${file}`;
          expect(await send(site.baseUrl, { target })).toMatchObject({ status: 200, body: 'key' });
        } finally {
          await removeFile(file);
        }
      });

      test("M2: Apache's own pages are no JSON", async () => {
        const { baseUrl, prefix, dir } = servedOf().site;
        const expectHtml = (answer: RawAnswer, status: number) => {
          expect(answer.status).toBe(status);
          expect(answer.body).toMatch(/^<!DOCTYPE HTML/);
          expect(answer.headers['content-type']).toMatch(/^text\/html/);
        };
        const unslashed = { method: 'OPTIONS', target: `${prefix}/api/genes` };
        expectHtml(await send(baseUrl, unslashed), 301);
        const page = 'api/genes/page/2.json';
        await chmod(join(dir, page), 0);
        try {
          expectHtml(await send(baseUrl, { target: `${prefix}/${page}` }), 403);
        } finally {
          await chmod(join(dir, page), 0o644);
        }
      });
    },
  });
});
