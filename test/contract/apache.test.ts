import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { isInstalled, type ServerProcess, startServer } from './serverProcess.ts';

const install = 'apt-get install apache2';
const modules = '/usr/lib/apache2/modules';

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
    const file = join(folder.path, 'apache2.conf');
    await writeFile(file, wrap(folder.path, [...served.values()]));
    const first = [...served.values()][0]!;
    server = await startServer('apache2', ['-f', file, '-D', 'FOREGROUND'], {
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

/** A server as distributions set it up, with the modules that they switch on and two more. */
function wrap(folder: string, sites: readonly ServedSite[]): string {
  const usual = 'mpm_event authz_core alias autoindex deflate dir filter mime negotiation setenvif';
  const loaded = `${usual} headers rewrite`
    .split(' ')
    .filter((name) => existsSync(`${modules}/mod_${name}.so`))
    .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`);
  const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const virtualHosts = sites.map(
    ({ site, port }) => `Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  ${site.prefix === '' ? `DocumentRoot ${quote(site.dir)}` : `Alias ${quote(decodeURIComponent(site.prefix))} ${quote(site.dir)}`}
</VirtualHost>`,
  );
  return `ServerName 127.0.0.1
ServerRoot ${folder}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
${loaded.join('\n')}
TypesConfig /etc/mime.types
AddType application/x-gzip .gz
AddLanguage br .br
User nobody
Group nogroup
<Directory />
  Options Indexes FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
<Directory ${folder}>
  AllowOverride All
  Require all granted
</Directory>
${virtualHosts.join('\n')}
`;
}
