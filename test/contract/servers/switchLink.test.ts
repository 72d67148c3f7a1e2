/** A site that is published by replacing a link, behind a real nginx that keeps files open: no request ever misses it. */
import http from 'node:http';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newStagingFolder } from '../../../src/publishing/outFolder.ts';
import { publishLinked } from '../../../src/publishing/switchLink.ts';
import { addFile } from '../../unit/sources/tempFolder.ts';
import { makeFolder } from '../servedSite.ts';
import { freePort, isInstalled, startServer } from '../serverProcess.ts';

const lock = { isHeld: () => true, assertHeld() {} };
const disk = {
  flushFolder: () => Promise.resolve(),
  swapFolders: () => Promise.reject(new Error()),
};

async function publish(out: string, number: number): Promise<void> {
  const staging = newStagingFolder(out);
  addFile(staging, 'page.json', `{"release":${number}}`);
  const release = number.toString(16).padStart(64, '0');
  const { signal } = new AbortController();
  await publishLinked(staging, out, { release }, 10, { lock, signal, disk });
}

const config = (folder: string, root: string, port: number) => `
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
  open_file_cache max=100 inactive=10s; open_file_cache_valid 1s; open_file_cache_errors on;
  server { listen 127.0.0.1:${port}; root ${root}; }
}`;

test.skipIf(!isInstalled('nginx', '-v'))(
  'a thousand publications behind nginx with open files: each request gets one of the releases',
  async () => {
    const folder = await makeFolder();
    const out = path.join(folder.path, 'site');
    await publish(out, 0);
    const port = await freePort();
    const file = path.join(folder.path, 'nginx.conf');
    await writeFile(file, config(folder.path, out, port));
    const url = `http://127.0.0.1:${port}/page.json`;
    const server = await startServer('nginx', ['-c', file], { url, cwd: folder.path });
    const agent = new http.Agent({ keepAlive: true });
    const ask = () =>
      new Promise<string>((resolve, reject) => {
        const request = http.get(url, { agent }, (answer) => {
          let text = `${answer.statusCode} `;
          answer.on('data', (part: Buffer) => (text += part.toString()));
          answer.on('end', () => resolve(text));
        });
        request.on('error', reject);
      });
    try {
      const answers = new Set<string>();
      const done = { requests: 0, isPublished: false };
      const reading = (async () => {
        while (!done.isPublished) {
          answers.add(await ask());
          done.requests++;
        }
      })();
      for (let number = 1; number <= 1000; number++) await publish(out, number);
      done.isPublished = true;
      await reading;
      expect([...answers].filter((answer) => !/^200 \{"release":\d+\}$/.test(answer))).toEqual([]);
      expect(done.requests).toBeGreaterThan(10);
    } finally {
      agent.destroy();
      await server.stop();
      await folder.remove();
    }
  },
);
