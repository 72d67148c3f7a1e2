/** The frame of the tests of servers that publishers run themselves: every variant of the site on one real server. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexFile, packsFolder } from '../../src/contract/packs.ts';
import { errorBody, notFoundBody } from '../../src/contract/route.ts';
import { welcomeFile } from '../../src/contract/sitePaths.ts';
import type { Host } from '../../src/hosts/host.ts';
import { testNamesInAnyCase } from './anyCase.ts';
import { testOtherNames } from './otherNames.ts';
import { testBulkFiles } from './bulkRequests.ts';
import { testPackedPages } from './packedSite.ts';
import { type ContractRow, contractRows } from './requests.ts';
import { type Instead, send, type ServerUnderTest, testContract } from './runContract.ts';
import {
  foldingVariant,
  makeFolder,
  namingVariant,
  packedVariants,
  type ServedSite,
  serveSite,
  type SiteVariant,
  siteVariants,
  testServedSite,
} from './servedSite.ts';
import type { ServerProcess } from './serverProcess.ts';
import { rowsForPlace } from './variantRows.ts';

interface OwnServer {
  readonly host: Host;
  readonly start: (folder: string, served: readonly ServedSite[]) => Promise<ServerProcess>;
  /** The variant as the server can take it. */
  readonly variant?: (variant: SiteVariant) => SiteVariant;
  /** What it answers to a row that it cannot keep; null for any other. */
  readonly instead: (row: ContractRow) => Instead | null;
  /** Whether it says of a part that is not there what it says of the file: that caches may keep it. */
  readonly keeps416?: true;
  /** Whether another server of this host is asked by all of the table, and this one by what may differ. */
  readonly isFurther?: true;
  /** Tests of this server alone, for each variant. */
  readonly more?: (servedOf: () => ServedSite) => void;
}

export function testOwnServer(server: OwnServer): void {
  const { host, start, variant: adapt = (variant) => variant, more } = server;
  const packed = host.readsPacks === false ? [] : packedVariants;
  const served = new Map<string, ServedSite>();
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let running: ServerProcess;

  beforeAll(async () => {
    folder = await makeFolder();
    for (const variant of [...siteVariants, ...packed, foldingVariant, namingVariant]) {
      served.set(variant.title, await serveSite(folder.path, adapt(variant), host));
    }
    running = await start(folder.path, [...served.values()]);
  });

  afterAll(async () => {
    await running?.stop();
    await folder?.remove();
  });

  describe.each(siteVariants)('$title', ({ title, rows }) => {
    const some = server.isFurther && rows === contractRows ? rowsForPlace : rows;
    testContract(() => underTest(server, served.get(title)!), some);
    testBulkFiles(() => served.get(title)!.site);
    testServedSite(() => served.get(title)!, server.keeps416);
    more?.(() => served.get(title)!);
  });

  describe.each(packed)('$title', ({ title, rows }) => {
    testContract(() => underTest(server, served.get(title)!), rows);
    testBulkFiles(() => served.get(title)!.site, { ranges: false });
    testPackedPages(() => underTest(server, served.get(title)!));

    test('W1: pages out of packs have the headers of files, and the list of phages is none of them', async () => {
      const { site } = served.get(title)!;
      const at = (path: string) => send(site.baseUrl, { target: site.prefix + path });
      const { headers } = await at('/phages/Trixie/');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      // The tiny site has no such list: an answer that leads to a page of that name would be wrong.
      expect((await at('/phages/index.html')).status).toBe(404);
    });

    test('M5: a pack that is missing is an error, which no cache keeps', async () => {
      const { site, files, replaceFile } = served.get(title)!;
      await rm(join(site.dir, packsFolder), { recursive: true });
      await mkdir(join(site.dir, packsFolder, 'clusters'), { recursive: true });
      const index = '{"version":1,"group":"clusters","of":"packs"}\n["","lost"]\n';
      await writeFile(join(site.dir, indexFile('clusters')), index);
      const answer = await send(site.baseUrl, { target: `${site.prefix}/clusters/A/` });
      expect(answer).toMatchObject({ status: 502, body: errorBody('The site could not be read.') });
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.lines('cache-control')).toEqual(['no-store']);
      expect(answer.lines('allow')).toEqual(['GET, HEAD, OPTIONS']);
      await replaceFile(welcomeFile, files.get(welcomeFile) ?? '');
    });
  });

  describe.each([foldingVariant])('$title', ({ title }) => {
    testNamesInAnyCase(() => foldingUnderTest(server, served.get(title)!));
  });

  describe.each([namingVariant])('$title', ({ title }) => {
    testOtherNames(() => foldingUnderTest(server, served.get(title)!));
  });
}

/** Its rules fold no names: those in other letters are not there. */
function foldingUnderTest(server: OwnServer, served: ServedSite): ServerUnderTest {
  const known = underTest(server, served);
  return {
    ...known,
    instead: (row) =>
      row.needs.some((one) =>
        ['case-insensitive-names', 'phage-aliases', 'genome-aliases'].includes(one),
      )
        ? { status: 404, body: notFoundBody }
        : known.instead(row),
  };
}

function underTest({ host, instead }: OwnServer, served: ServedSite): ServerUnderTest {
  const { site, files, replaceFile } = served;
  const compresses = site.compressed.br || 'without siblings it compresses with gzip alone';
  return {
    baseUrl: site.baseUrl,
    files,
    keeps: { ...host.keeps, compresses },
    replaceFile,
    instead: (row) => {
      const { expected } = row;
      const lesser = instead(row);
      if (lesser !== null) return lesser;
      if (expected.kind !== 'compressed' || compresses === true) return null;
      return expected.encoding === 'br'
        ? { status: 200, body: files.get(expected.file) ?? '' }
        : { status: 200 };
    },
  };
}
