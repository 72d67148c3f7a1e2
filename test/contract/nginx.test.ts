import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { notFoundBody } from '../../src/contract/bodies.ts';
import { nginx } from '../../src/hosts/nginx.ts';
import { type ServerUnderTest, testContract } from './runContract.ts';
import {
  makeFolder,
  type ServedSite,
  serveSite,
  siteVariants,
  testServedSite,
} from './servedSite.ts';
import { isInstalled, type ServerProcess, startServer } from './serverProcess.ts';

const install = 'apt-get install nginx libnginx-mod-http-brotli-static';
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
// In CI a missing module is an error, which nginx itself reports.
const isReady =
  isInstalled('nginx', '-v') && (process.env['CI'] !== undefined || existsSync(brotliModule));

describe.skipIf(!isReady)(`nginx (to run this: ${install})`, () => {
  const served = new Map<string, ServedSite>();
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ServerProcess;

  beforeAll(async () => {
    folder = await makeFolder();
    for (const variant of siteVariants) {
      served.set(variant.title, await serveSite(folder.path, variant, nginx));
    }
    // All sites in one server: their files must not get into each other's way.
    const includes: string[] = [];
    for (const { site, port } of served.values()) {
      const file = join(folder.path, `${port}.conf`);
      await writeFile(file, onThisMachine(nginx.ownFiles(site)[0]!.text, port));
      includes.push(`include ${file};`);
    }
    const wrapper = join(folder.path, 'nginx.conf');
    await writeFile(wrapper, wrap(folder.path, includes));
    const first = [...served.values()][0]!;
    server = await startServer('nginx', ['-c', wrapper], {
      url: `http://127.0.0.1:${first.port}/`,
      cwd: folder.path,
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
    keeps: { ...nginx.keeps, compresses },
    replaceFile,
    instead: ({ needs, target, expected }) => {
      if (needs.includes('raw-path')) {
        return /%zz|%00/.test(target) ? { status: 400 } : { status: 404, body: notFoundBody };
      }
      if (expected.kind !== 'compressed' || compresses === true) return null;
      return expected.encoding === 'br'
        ? { status: 200, body: files.get(expected.file) ?? '' }
        : { status: 200 };
    },
  };
}

/** The lines that a publisher would change: no test listens to the world. */
function onThisMachine(text: string, port: number): string {
  const listened = text
    .replace(/^ *listen \[::\].*\n/m, '')
    .replace(/listen [0-9]+;/, `listen 127.0.0.1:${port};`);
  expect(listened.match(/listen /g)).toHaveLength(1);
  return listened;
}

function wrap(folder: string, includes: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr warn;
include /etc/nginx/modules-enabled/*.conf;
events {}
http {
  access_log off;
  include /etc/nginx/mime.types;
  ${temporary.join('\n  ')}
  ${includes.join('\n  ')}
}
`;
}
