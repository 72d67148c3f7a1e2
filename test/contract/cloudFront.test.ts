import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudFront } from '../../src/hosts/cloudfront/preset.ts';
import { testHiddenNames, withHiddenNames } from './hiddenNames.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testOtherNames } from './otherNames.ts';
import { type RunScript, startCloudFrontStub } from './cloudFrontStub.ts';
import type { ContractRow } from './requests.ts';
import { testBulkFiles } from './bulkRequests.ts';
import { type Instead, send, testContract, type ServerUnderTest } from './runContract.ts';
import { freePort, isInstalled } from './serverProcess.ts';
import {
  byOtherNames,
  edgeVariants,
  inAnyCase,
  type SiteFiles,
  tinyHostedSite,
  tinySite,
  writeSite,
} from './tinySite.ts';

// No globals but those of the language: no URL, no TextEncoder, no timers.
const inNode: RunScript = (script) =>
  Promise.resolve(
    String(
      runInContext(script, createContext({}, { codeGeneration: { strings: false, wasm: false } })),
    ),
  );

/** The engine that CloudFront's runtime was made from; it refuses what the language of functions lacks. */
const inNjs: RunScript = async (script) => {
  const last = script.lastIndexOf('JSON.stringify(');
  const printing = `${script.slice(0, last)}console.log(${script.slice(last).replace(/;$/, '')});`;
  const { stdout } = await promisify(execFile)('njs', ['-c', printing]);
  return stdout;
};

const engines = [
  { engine: 'Node.js', run: inNode, installed: true },
  { engine: 'njs (apt-get install njs)', run: inNjs, installed: isInstalled('njs', '-v') },
];

describe.each(
  engines.flatMap((engine) => edgeVariants.map((variant) => ({ ...engine, ...variant }))),
)(
  'the function for CloudFront in $engine, around it a stub, for a site at "$prefix/"$also',
  ({ run, installed, prefix, caseInsensitiveNames, phageAliases }) => {
    let folder: string;
    let stub: { readonly close: () => void };
    let server: ServerUnderTest;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'phagepress-cloudfront-'));
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}${prefix}`;
      const exact = phageAliases
        ? byOtherNames(tinySite(baseUrl), true)
        : withHiddenNames(tinySite(baseUrl));
      const files = caseInsensitiveNames ? inAnyCase(tinySite(baseUrl)) : exact;
      await writeSite(folder, files);
      const own = cloudFront.ownFiles(
        tinyHostedSite(baseUrl, folder, caseInsensitiveNames, phageAliases),
      );
      stub = await startCloudFrontStub(folder, port, own, run);
      server = {
        baseUrl,
        files,
        keeps: cloudFront.keeps,
        instead: (row) => (row.needs.includes('beside-options') ? {} : insteadOf(row, files)),
        replaceFile: (file, text) => writeFile(join(folder, file), text),
      };
    });

    afterAll(async () => {
      stub?.close();
      await rm(folder, { recursive: true });
    });

    describe.skipIf(!installed)('the contract', () => {
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

      test.each([
        ['GET', '/api/genes/?page=2', 200, 'public, max-age=300'],
        ['GET', '/api/genes/?page=4', 404, 'no-store'],
        ['GET', '/api/phages/Nobody/', 404, 'no-store'],
        ['GET', '/api/genes', 301, 'public, max-age=300'],
        ['POST', '/api/genes/', 405, 'no-store'],
        ['OPTIONS', '/api/genes/', 204, 'public, max-age=300'],
      ])(
        'M1: what browsers ask for from elsewhere has every header: %s %s',
        async (method, path, status, cacheControl) => {
          const headers = { Origin: 'https://example.com' };
          const answer = await send(server.baseUrl, { method, target: prefix + path, headers });
          expect(answer.status).toBe(status);
          expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
          expect(answer.lines('access-control-allow-origin')).toEqual(['*']);
          expect(answer.lines('x-content-type-options')).toEqual(['nosniff']);
          expect(answer.lines('vary')).toEqual(['Accept, Accept-Encoding']);
          expect(answer.lines('cache-control')).toEqual([cacheControl]);
        },
      );

      test('the welcome page and the schemas are served as they are', async () => {
        const at = (target: string) => send(server.baseUrl, { target: prefix + target });
        expect(await at('/')).toMatchObject({ status: 200, body: server.files.get('index.html') });
        expect(await at('/schemas/gene.schema.json')).toMatchObject({
          status: 200,
          body: server.files.get('schemas/gene.schema.json'),
        });
      });

      test('A3: a character past U+FFFF is one of a name', async () => {
        const answer = await send(server.baseUrl, {
          target: `${prefix}/api/phages/%F0%9F%A7%AC`,
        });
        expect(answer.headers.location).toBe(`${prefix}/api/phages/%F0%9F%A7%AC/`);
      });
    });
  },
);

function insteadOf({ method, needs, expected }: ContractRow, files: SiteFiles): Instead | null {
  if (expected.kind === 'compressed') return { status: 200, body: files.get(expected.file) ?? '' };
  if (needs.includes('genome-aliases')) return { status: 404 };
  if (needs.includes('any-method')) return { status: method === 'FOO' ? 400 : 403 };
  // CloudFront's own refusal, before the function.
  if (method === 'PROPFIND') return { status: 403 };
  if (needs.includes('no-origin') && expected.kind === 'content') {
    return { status: 200, body: files.get(expected.file) ?? '' };
  }
  if (needs.includes('describes')) return { status: 204, body: '' };
  return null;
}
