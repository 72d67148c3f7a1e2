/** Runs a real nginx with what the host adapter writes, on this machine alone. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { HostedSite } from '../../../src/hosts/host.ts';
import { nginx } from '../../../src/hosts/nginx.ts';
import { scriptPlace } from '../../../src/hosts/nginxLocations.ts';
import { type ServerProcess, startServer } from '../serverProcess.ts';

type Served = readonly { readonly site: HostedSite; readonly port: number }[];

/** All sites in one server: their files must not get into each other's way. */
export function startNginx(folder: string, served: Served): Promise<ServerProcess> {
  return start(folder, served, onThisMachine);
}

/** Each in a server block of the publisher's own, which holds what the configuration says and no more. */
export function startOwnNginx(folder: string, served: Served): Promise<ServerProcess> {
  return start(folder, served, intoOwnBlock);
}

/** With a configuration as `phagepress host` wrote it. */
export function startNginxWith(folder: string, text: string, port: number): Promise<ServerProcess> {
  return startTexts(folder, [{ text: onThisMachine(text, port), port }]);
}

async function start(
  folder: string,
  served: Served,
  adapt: (text: string, port: number) => string,
): Promise<ServerProcess> {
  // The script is the same for all sites.
  const script = served.flatMap(({ site }) => nginx.ownFiles(site)[1] ?? [])[0];
  if (script !== undefined) await writeFile(join(folder, 'phagepress.js'), script.text);
  return startTexts(
    folder,
    served.map(({ site, port }) => ({ text: adapt(nginx.ownFiles(site)[0]!.text, port), port })),
  );
}

async function startTexts(
  folder: string,
  served: readonly { readonly text: string; readonly port: number }[],
): Promise<ServerProcess> {
  const includes: string[] = [];
  for (const { text, port } of served) {
    const file = join(folder, `${port}.conf`);
    const script = join(folder, 'phagepress.js');
    await writeFile(file, text.replaceAll(scriptPlace, script));
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

function intoOwnBlock(text: string, port: number): string {
  const [above = ''] = text.split('\nserver {');
  const [, marked = ''] = /site begins ----$([^]*)^.*site ends ----$/m.exec(text) ?? [];
  const [beside = ''] = /^ *large_client_header_buffers.*$/m.exec(text) ?? [];
  return `${above}
server {
  listen 127.0.0.1:${port};
  ${beside}
  location = /own { return 200 own; }
  location = /refusing { return 405; }
  ${marked}
}
`;
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
