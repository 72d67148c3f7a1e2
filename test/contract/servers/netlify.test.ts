import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { netlify } from '../../../src/hosts/netlify/preset.ts';
import { testHiddenNames, withHiddenNames } from '../hiddenNames.ts';
import { testNamesInAnyCase } from '../anyCase.ts';
import { testOtherNames } from '../otherNames.ts';
import { npmTool, toolsHint } from '../npmTool.ts';
import { testBulkFiles } from '../bulkRequests.ts';
import { send, testContract, type ServerUnderTest } from '../runContract.ts';
import { freePort, type ServerProcess, startServer } from '../serverProcess.ts';
import {
  byOtherNames,
  edgeVariants,
  inAnyCase,
  tinyHostedSite,
  tinySite,
  writeSite,
} from '../tinySite.ts';

const deno = npmTool('deno', '2.9.6', 'bin.cjs');
const stub = fileURLToPath(new URL('netlifyStub.mjs', import.meta.url));

describe.skipIf(deno === null).each(edgeVariants)(
  `the edge function for Netlify in Deno (${toolsHint}), around it a stub, for a site at "$prefix/"$also`,
  ({ prefix, caseInsensitiveNames, phageAliases }) => {
    let folder: string;
    let running: ServerProcess;
    let server: ServerUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phagepress-netlify-'));
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}${prefix}`;
      const site = join(folder, 'site');
      const exact = phageAliases
        ? byOtherNames(tinySite(baseUrl), false)
        : withHiddenNames(tinySite(baseUrl));
      const files = caseInsensitiveNames ? inAnyCase(tinySite(baseUrl)) : exact;
      await writeSite(site, files);
      for (const { path, text } of netlify.ownFiles(
        tinyHostedSite(baseUrl, site, caseInsensitiveNames, phageAliases),
      )) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      const code = join(folder, 'netlify/edge-functions/phagepress.js');
      const args = ['run', '--no-config', '--allow-read', '--allow-env', '--allow-net=127.0.0.1'];
      running = await startServer(
        process.execPath,
        [deno ?? '', ...args, stub, code, site, `${port}`],
        {
          url: `${baseUrl}/release.json`,
          cwd: folder,
          env: { DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1' },
        },
      );
      server = {
        baseUrl,
        files,
        keeps: netlify.keeps,
        instead: (row) => (/beside-/.test(row.needs.join()) ? {} : null),
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

    test('what lies outside the API is left to Netlify', async () => {
      const at = (target: string) => send(server.baseUrl, { target: prefix + target });
      expect(await at('/')).toMatchObject({ status: 200, body: server.files.get('index.html') });
      expect(await at('/schemas/gene.schema.json?x=1')).toMatchObject({
        status: 200,
        body: server.files.get('schemas/gene.schema.json'),
      });
      expect(await at('/nothing')).toMatchObject({ status: 404, body: 'Not here.' });
    });

    test('behind a proxy that takes the prefix off, redirects lead below it all the same', async () => {
      const answer = await send(server.baseUrl, { target: '/api/genes?page=2' });
      expect(answer.headers.location).toBe(`${prefix}/api/genes/?page=2`);
    });
  },
);
