import { afterAll, beforeAll, describe } from 'vitest';
import { notFoundBody } from '../../src/contract/bodies.ts';
import { caddy } from '../../src/hosts/caddy.ts';
import { type ServerUnderTest, testContract } from './runContract.ts';
import {
  makeFolder,
  type ServedSite,
  serveSite,
  siteVariants,
  testServedSite,
} from './servedSite.ts';
import { startCaddy } from './caddyServer.ts';
import { isInstalled, type ServerProcess } from './serverProcess.ts';

const install = 'apt-get install caddy';

describe.skipIf(!isInstalled('caddy', 'version'))(`Caddy (to run this: ${install})`, () => {
  const served = new Map<string, ServedSite>();
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await makeFolder();
    for (const variant of siteVariants) {
      served.set(variant.title, await serveSite(folder.path, variant, caddy));
    }
    server = await startCaddy(folder.path, [...served.values()]);
  });

  afterAll(async () => {
    await server?.stop();
    await folder?.remove();
  });

  describe.each(siteVariants.map(({ title }) => title))('%s', (title) => {
    testContract(() => underTest(served.get(title)!));
    testServedSite(() => served.get(title)!);
  });
});

function underTest({ site, files, replaceFile }: ServedSite): ServerUnderTest {
  const compresses = site.compressed.br || 'without siblings it compresses with gzip alone';
  return {
    baseUrl: site.baseUrl,
    files,
    keeps: { ...caddy.keeps, compresses },
    replaceFile,
    instead: ({ needs, target, expected }) => {
      if (needs.includes('raw-path')) {
        return target.includes('%zz') ? { status: 400 } : { status: 404, body: notFoundBody };
      }
      if (expected.kind !== 'compressed' || compresses === true) return null;
      return expected.encoding === 'br'
        ? { status: 200, body: files.get(expected.file) ?? '' }
        : { status: 200 };
    },
  };
}
