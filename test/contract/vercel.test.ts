import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vercel } from '../../src/hosts/vercel/preset.ts';
import { testHiddenNames, withHiddenNames } from './hiddenNames.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testOtherNames } from './otherNames.ts';
import { insteadOfRawPath } from './resolvedPath.ts';
import { testBulkFiles } from './bulkRequests.ts';
import { send, testContract, type ServerUnderTest } from './runContract.ts';
import { freePort } from './serverProcess.ts';
import {
  byOtherNames,
  edgeVariants,
  inAnyCase,
  tinyHostedSite,
  tinySite,
  writeSite,
} from './tinySite.ts';
import { type Middleware, startVercelStub } from './vercelStub.ts';

describe.each(edgeVariants)(
  'the middleware and the rules for Vercel, around them a stub, for a site at "$prefix/"$also',
  ({ prefix, caseInsensitiveNames, phageAliases }) => {
    let folder: string;
    let stub: { readonly close: () => void };
    let server: ServerUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phagepress-vercel-'));
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}${prefix}`;
      const site = join(folder, 'the "site"');
      const exact = phageAliases
        ? byOtherNames(tinySite(baseUrl), false)
        : withHiddenNames(tinySite(baseUrl));
      const files = caseInsensitiveNames ? inAnyCase(tinySite(baseUrl)) : exact;
      await writeSite(site, files);
      const [rules, code] = vercel.ownFiles(
        tinyHostedSite(baseUrl, site, caseInsensitiveNames, phageAliases),
      );
      const file = join(folder, 'middleware.mjs');
      await writeFile(file, code?.text ?? '');
      const { default: middleware } = (await import(pathToFileURL(file).href)) as {
        default: Middleware;
      };
      const config = JSON.parse(rules?.text ?? '') as { outputDirectory: string; routes: [] };
      stub = await startVercelStub(join(folder, config.outputDirectory), port, middleware, config);
      server = {
        baseUrl,
        files,
        keeps: vercel.keeps,
        instead: (row) => {
          if (/beside-/.test(row.needs.join())) return {};
          return row.needs.includes('any-method') ? { status: 400 } : insteadOfRawPath(row, files);
        },
        replaceFile: (path, text) => writeFile(join(site, path), text),
      };
    });

    afterAll(async () => {
      stub?.close();
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

    test('what lies outside the API is left to Vercel', async () => {
      const at = (target: string) => send(server.baseUrl, { target: prefix + target });
      expect(await at('/')).toMatchObject({ status: 200, body: server.files.get('index.html') });
      expect(await at('/schemas/gene.schema.json?x=1')).toMatchObject({
        status: 200,
        body: server.files.get('schemas/gene.schema.json'),
      });
      expect(await at('/nothing')).toMatchObject({ status: 404, body: 'NOT_FOUND' });
    });
  },
);
