import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { isInstalled, type ServerProcess, startServer } from './serverProcess.ts';

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
    // Nothing but this machine, no certificates, and no port for its own administration.
    const settings = '{\n\tdefault_bind 127.0.0.1\n\tauto_https off\n\tadmin off\n}\n';
    const sites = [...served.values()].map(({ site }) => caddy.ownFiles(site)[0]!.text);
    const file = join(folder.path, 'Caddyfile');
    await writeFile(file, [settings, ...sites].join('\n'));
    const first = [...served.values()][0]!;
    const home = { HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path };
    server = await startServer('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      url: `http://127.0.0.1:${first.port}/`,
      cwd: folder.path,
      env: home,
    });
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
