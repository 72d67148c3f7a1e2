import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudflarePages } from '../../../src/hosts/cloudflare/pages.ts';
import { cloudflareWorkers } from '../../../src/hosts/cloudflare/workers.ts';
import { renderHeadersFile } from '../../../src/hosts/headersFile.ts';
import { testHiddenNames, withHiddenNames } from '../hiddenNames.ts';
import { testNamesInAnyCase } from '../anyCase.ts';
import { testOtherNames } from '../otherNames.ts';
import { toolsHint } from '../npmTool.ts';
import { insteadOfRawPath } from '../resolvedPath.ts';
import { testBulkFiles } from '../bulkRequests.ts';
import { send, testContract, type ServerUnderTest } from '../runContract.ts';
import { freePort, type ServerProcess } from '../serverProcess.ts';
import {
  byOtherNames,
  edgeVariants,
  inAnyCase,
  tinyHostedSite,
  tinySite,
  writeSite,
} from '../tinySite.ts';
import { startWrangler, wrangler } from './wrangler.ts';

describe.skipIf(wrangler === null).each(edgeVariants)(
  `Cloudflare Workers in wrangler (${toolsHint}), for a site at "$prefix/"$also`,
  ({ prefix, caseInsensitiveNames, phageAliases }) => {
    let folder: string;
    let running: ServerProcess;
    let server: ServerUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phagepress-workers-'));
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}${prefix}`;
      const site = join(folder, 'the "site"; it\'s here');
      const exact = phageAliases
        ? byOtherNames(tinySite(baseUrl), false)
        : withHiddenNames(tinySite(baseUrl));
      const files = caseInsensitiveNames ? inAnyCase(tinySite(baseUrl)) : exact;
      await writeSite(site, files);
      const { path: headers, bytes: rules } = renderHeadersFile(baseUrl, 300, {});
      await writeFile(join(site, headers), rules);
      const hosted = tinyHostedSite(baseUrl, site, caseInsensitiveNames, phageAliases);
      // Built for both: what Pages reads must not be in the way.
      for (const host of [cloudflarePages, cloudflareWorkers]) {
        for (const { path, bytes } of host.siteFiles(hosted)) {
          await writeFile(join(site, path), bytes);
        }
      }
      for (const { path, text } of cloudflareWorkers.ownFiles(hosted)) {
        await writeFile(join(folder, path), text);
      }
      running = await startWrangler(folder, port, ['dev']);
      server = {
        baseUrl,
        files,
        keeps: cloudflareWorkers.keeps,
        instead: (row) => {
          if (row.needs.includes('beside-options')) return {};
          return row.needs.includes('any-method') ? { status: 501 } : insteadOfRawPath(row, files);
        },
        // The validators of a running wrangler are those of its start; a deployment is a start.
        replaceFile: async (file, text) => {
          await running.stop();
          await writeFile(join(site, file), text);
          running = await startWrangler(folder, port, ['dev']);
        },
      };
    });

    afterAll(async () => {
      await running?.stop();
      await rm(folder, { recursive: true });
    });

    if (phageAliases) {
      testOtherNames(() => server);
      return;
    }
    if (caseInsensitiveNames) {
      testNamesInAnyCase(() => server);
      return;
    }
    testContract(() => server);
    testHiddenNames(() => server);
    testBulkFiles(() => server, { ranges: false, preflight: false });

    test.each(['/bulk/nope.gz', '/bulk/phages/Nobody.faa', '/schemas/nope.json', '/nothing'])(
      'M5: caches do not keep that there is no %s',
      async (path) => {
        const answer = await send(server.baseUrl, { target: prefix + path });
        expect(answer.status).toBe(404);
        expect(answer.lines('cache-control')).toEqual(['no-store']);
      },
    );

    test('what lies outside the API is served as it lies in the folder', async () => {
      const at = (target: string) => send(server.baseUrl, { target: prefix + target });
      expect(await at('/')).toMatchObject({ status: 200, body: server.files.get('index.html') });
      expect(await at('/schemas/gene.schema.json')).toMatchObject({
        status: 200,
        body: server.files.get('schemas/gene.schema.json'),
      });
      const renamed = await at('/index.html');
      expect([307, 308]).toContain(renamed.status);
      expect(new URL(renamed.headers.location ?? '', server.baseUrl).href).toBe(
        `${server.baseUrl}/`,
      );
      expect((await at('/nothing')).status).toBe(404);
    });

    test('what Cloudflare Pages reads is not published', async () => {
      for (const file of ['_worker.js', '_routes.json', '_headers', '.assetsignore']) {
        const answer = await send(server.baseUrl, { target: `${prefix}/${file}` });
        expect(answer.status).toBe(404);
      }
    });
  },
);
