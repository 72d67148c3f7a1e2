/** Runs a real nginx with what the host adapter writes, on this machine alone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { HostedSite } from '../../src/hosts/host.ts';
import { nginx } from '../../src/hosts/nginx.ts';
import { type ServerProcess, startServer } from './serverProcess.ts';

/** All sites in one server: their files must not get into each other's way. */
export async function startNginx(
  folder: string,
  served: readonly { readonly site: HostedSite; readonly port: number }[],
): Promise<ServerProcess> {
  const includes: string[] = [];
  for (const { site, port } of served) {
    const file = join(folder, `${port}.conf`);
    await writeFile(file, onThisMachine(nginx.ownFiles(site)[0]!.text, port));
    includes.push(`include ${file};`);
  }
  const wrapper = join(folder, 'nginx.conf');
  await writeFile(wrapper, wrap(folder, includes));
  return startServer('nginx', ['-c', wrapper], {
    url: `http://127.0.0.1:${served[0]!.port}/`,
    cwd: folder,
  });
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
