/** Runs a real Apache for sites that hold a .htaccess, on this machine alone. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostedSite } from '../../../src/hosts/host.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';

const modules = '/usr/lib/apache2/modules';

interface HostedAt {
  readonly site: Pick<HostedSite, 'dir' | 'prefix'>;
  readonly port: number;
}

/** All sites in one server, each on its port. */
export async function startApache(
  folder: string,
  served: readonly HostedAt[],
): Promise<ServerProcess> {
  const file = join(folder, 'apache2.conf');
  await writeFile(file, wrap(folder, served));
  return startServer('apache2', ['-f', file, '-D', 'FOREGROUND'], {
    url: `http://127.0.0.1:${served[0]!.port}/`,
    cwd: folder,
  });
}

/** A server as distributions set it up, with the modules that they switch on and two more. */
function wrap(folder: string, sites: readonly HostedAt[]): string {
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
