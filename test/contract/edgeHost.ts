/** The frame of the tests of hosts that run code: each variant of the site, with the code in front of its files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Keeps } from '../../src/contract/capabilities.ts';
import type { Host, HostedSite } from '../../src/hosts/host.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testBulkFiles } from './bulkRequests.ts';
import { testHiddenNames, withHiddenNames } from './hiddenNames.ts';
import { testOtherNames } from './otherNames.ts';
import type { ContractRow } from './requests.ts';
import { type Instead, send, testContract, type ServerUnderTest } from './runContract.ts';
import { makeFolder } from './servedSite.ts';
import { freePort } from './serverProcess.ts';
import {
  byOtherNames,
  inAnyCase,
  type SiteFiles,
  tinyHostedSite,
  tinySite,
  writeSite,
} from './tinySite.ts';
import { packedFilesOf, testPackedPages, writePackedSite } from './packedSite.ts';
import { rowsForPrefix } from './variantRows.ts';

interface EdgeSite {
  /** A folder for whatever the host needs; the folder of the site is in it. */
  readonly folder: string;
  readonly port: number;
  readonly hosted: HostedSite;
}

interface EdgeHost {
  readonly title: string;
  readonly host: Host;
  /** What it keeps otherwise than the host itself. */
  readonly keeps?: Partial<Keeps>;
  /** The name of the site's folder. */
  readonly siteFolder?: string;
  readonly isReady?: boolean;
  readonly start: (site: EdgeSite) => Promise<{ readonly stop: () => Promise<void> | void }>;
  /** Whether it must be started again to see that a file is another. */
  readonly restarts?: true;
  /** What it answers to a row that it cannot keep; null for any other. */
  readonly instead: (row: ContractRow, files: SiteFiles) => Instead | null;
  /** What it says of what is not there outside the API, where that is its own affair. */
  readonly missing?: string;
  /** Tests of this host alone. */
  readonly more?: (serverOf: () => ServerUnderTest, prefix: string) => void;
}

const usual = { also: '', caseInsensitiveNames: false, phageAliases: false, packed: false };
/** All of the table is sent to the first; it is below a path, which is more than to have none. */
const variants = [
  { ...usual, prefix: '/phages' },
  { ...usual, prefix: '' },
  {
    ...usual,
    prefix: '/phages',
    also: ', whose names match in any case',
    caseInsensitiveNames: true,
  },
  { ...usual, prefix: '/phages', also: ', whose phages have other names', phageAliases: true },
].flatMap((variant) => (variant.prefix === '' ? variant : [variant, { ...variant, packed: true }]));

export function testEdgeHost(tested: EdgeHost): void {
  const { title, host, start, isReady = true, more } = tested;
  for (const { prefix, also, caseInsensitiveNames, phageAliases, packed } of variants) {
    if (packed && host.readsPacks === false) continue;
    const form = packed ? ', packed' : '';
    describe.skipIf(!isReady)(`${title}, for a site at "${prefix}/"${also}${form}`, () => {
      let folder: Awaited<ReturnType<typeof makeFolder>>;
      let running: Awaited<ReturnType<typeof start>>;
      let server: ServerUnderTest;
      const serverOf = () => server;

      beforeAll(async () => {
        folder = await makeFolder();
        const port = await freePort();
        const baseUrl = `http://127.0.0.1:${port}${prefix}`;
        const dir = join(folder.path, tested.siteFolder ?? 'site');
        const plain = tinySite(baseUrl);
        const all = phageAliases
          ? byOtherNames(plain, !host.readsAliases)
          : caseInsensitiveNames
            ? inAnyCase(plain)
            : withHiddenNames(plain);
        const files = packed ? packedFilesOf(all) : all;
        const write = (some: SiteFiles) =>
          packed
            ? writePackedSite(dir, some, { cutsGenes: !caseInsensitiveNames })
            : writeSite(dir, some);
        await write(files);
        const hosted = tinyHostedSite(baseUrl, dir, {
          caseInsensitiveNames,
          phageAliases,
          records: packed ? 'packed' : 'files',
          packsPages: packed,
        });
        const site = { folder: folder.path, port, hosted };
        running = await start(site);
        server = {
          baseUrl,
          files,
          keeps: { ...host.keeps, ...tested.keeps },
          instead: (row) => tested.instead(row, files),
          replaceFile: async (file, text) => {
            if (tested.restarts) await running.stop();
            if (packed) await write(new Map([...files, [file, text]]));
            else await writeFile(join(dir, file), text);
            if (tested.restarts) running = await start(site);
          },
        };
      });

      afterAll(async () => {
        await running?.stop();
        await folder?.remove();
      });

      if (phageAliases) return testOtherNames(serverOf);
      if (caseInsensitiveNames) return testNamesInAnyCase(serverOf);
      test('what lies outside the API is left to the host', async () => {
        const { baseUrl, files } = serverOf();
        const at = (path: string) => send(baseUrl, { target: prefix + path });
        const schema = 'schemas/gene.schema.json';
        expect(await at('/')).toMatchObject({ status: 200, body: files.get('index.html') });
        expect(await at(`/${schema}?x=1`)).toMatchObject({ status: 200, body: files.get(schema) });
        for (const path of ['/nothing', '/phages/Nobody/index.html'])
          if (tested.missing !== undefined)
            expect(await at(path)).toMatchObject({ status: 404, body: tested.missing });
      });
      if (packed) testPackedPages(serverOf);
      more?.(serverOf, prefix);
      if (prefix === '') return testContract(serverOf, rowsForPrefix);
      testContract(serverOf);
      testHiddenNames(serverOf);
      testBulkFiles(serverOf, { ranges: false });
    });
  }
}
