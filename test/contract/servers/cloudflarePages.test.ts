import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudflarePages } from '../../../src/hosts/cloudflare/pages.ts';
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
  `Cloudflare Pages in wrangler (${toolsHint}), for a site at "$prefix/"$also`,
  ({ prefix, caseInsensitiveNames, phageAliases }) => {
    let folder: string;
    let running: ServerProcess;
    let server: ServerUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phagepress-pages-'));
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}${prefix}`;
      const site = join(folder, 'site');
      const exact = phageAliases
        ? byOtherNames(tinySite(baseUrl), false)
        : withHiddenNames(tinySite(baseUrl));
      const files = caseInsensitiveNames ? inAnyCase(tinySite(baseUrl)) : exact;
      await writeSite(site, files);
      const { path: headers, bytes: rules } = renderHeadersFile(baseUrl, 300, {});
      await writeFile(join(site, headers), rules);
      for (const { path, bytes } of cloudflarePages.siteFiles(
        tinyHostedSite(baseUrl, site, caseInsensitiveNames, phageAliases),
      )) {
        await writeFile(join(site, path), bytes);
      }
      running = await startWrangler(folder, port, ['pages', 'dev', 'site']);
      server = {
        baseUrl,
        files,
        keeps: cloudflarePages.keeps,
        instead: (row) => {
          if (row.needs.includes('beside-options')) return {};
          return row.needs.includes('any-method') ? { status: 501 } : insteadOfRawPath(row, files);
        },
        replaceFile: (file, text) => writeFile(join(site, file), text),
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
      const at = (target: string) => send(server.baseUrl, { target });
      expect(await at(`${prefix}/`)).toMatchObject({
        status: 200,
        body: server.files.get('index.html'),
      });
      expect(await at(`${prefix}/schemas/gene.schema.json`)).toMatchObject({
        status: 200,
        body: server.files.get('schemas/gene.schema.json'),
      });
      const renamed = await at(`${prefix}/index.html`);
      expect([307, 308]).toContain(renamed.status);
      expect(new URL(renamed.headers.location ?? '', server.baseUrl).href).toBe(
        `${server.baseUrl}/`,
      );
      expect((await at(`${prefix}/nothing`)).status).toBe(404);
    });

    test("the API is the worker's however its path is written", async () => {
      const at = (target: string) => send(server.baseUrl, { target: prefix + target });
      expect((await at('/API/genes/')).status).toBe(404);
      expect((await at('/%61pi/genes/?page=2')).body).toBe(
        server.files.get('api/genes/page/2.json'),
      );
    });
  },
);
