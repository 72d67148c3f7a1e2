/** Runs a real Caddy with what the host adapter writes, on this machine alone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { caddy } from '../../../src/hosts/caddy.ts';
import type { HostedSite } from '../../../src/hosts/host.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';

/** All sites in one server. */
export async function startCaddy(
  folder: string,
  served: readonly { readonly site: HostedSite; readonly port: number }[],
): Promise<ServerProcess> {
  const texts = served.map(({ site }) => caddy.ownFiles(site)[0]!.text);
  // Nothing but this machine, no certificates, and no port for its own administration.
  const settings = '{\n\tdefault_bind 127.0.0.1\n\tauto_https off\n\tadmin off\n}\n';
  const file = join(folder, 'Caddyfile');
  await writeFile(file, [settings, ...texts].join('\n'));
  return startServer('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    url: `http://127.0.0.1:${served[0]!.port}/`,
    cwd: folder,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}
