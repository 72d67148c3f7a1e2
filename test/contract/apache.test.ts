import { afterAll, beforeAll, describe } from 'vitest';
import { notFoundBody } from '../../src/contract/bodies.ts';
import { apache } from '../../src/hosts/apache.ts';
import { type ServerUnderTest, testContract } from './runContract.ts';
import {
  makeFolder,
  type ServedSite,
  serveSite,
  siteVariants,
  testServedSite,
} from './servedSite.ts';
import { startApache } from './apacheServer.ts';
import { isInstalled, type ServerProcess } from './serverProcess.ts';

const install = 'apt-get install apache2';

describe.skipIf(!isInstalled('apache2', '-v'))(`Apache (to run this: ${install})`, () => {
  const served = new Map<string, ServedSite>();
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await makeFolder();
    for (const variant of siteVariants) {
      // mod_rewrite takes a question mark in the name of the folder for the beginning of a query.
      const asFolder = { ...variant, folder: variant.folder.replaceAll('?', '') };
      served.set(variant.title, await serveSite(folder.path, asFolder, apache));
    }
    server = await startApache(folder.path, [...served.values()]);
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
    keeps: { ...apache.keeps, compresses },
    replaceFile,
    instead: ({ needs, target, expected }) => {
      if (needs.includes('raw-path')) {
        if (target.includes('%zz')) return { status: 400 };
        return { status: 404, ...(/%00|%2F/.test(target) ? {} : { body: notFoundBody }) };
      }
      if (expected.kind !== 'compressed' || compresses === true) return null;
      return expected.encoding === 'br'
        ? { status: 200, body: files.get(expected.file) ?? '' }
        : { status: 200 };
    },
  };
}
