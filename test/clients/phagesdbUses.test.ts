/**
 * What public programs ask of PhagesDB works on a site built with `--profile phagesdb`, in the preview and on real
 * servers, but for the uses that the table calls unmet: those must fail, so that it stays true.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Keeps } from '../../src/contract/capabilities.ts';
import type { Release } from '../../src/contract/release.ts';
import { cloudflareWorkers } from '../../src/hosts/cloudflare.ts';
import { keepsAll, type HostedSite } from '../../src/hosts/host.ts';
import { hostedRelease, hostFiles, hosts } from '../../src/hosts/hosts.ts';
import { startPreview } from '../../src/preview/server.ts';
import { checkEach } from '../contract/checkEach.ts';
import { startApache } from '../contract/servers/apacheServer.ts';
import { startCaddy } from '../contract/servers/caddyServer.ts';
import { startNginx } from '../contract/servers/nginxServer.ts';
import { toolsHint } from '../contract/npmTool.ts';
import { makeFolder } from '../contract/servedSite.ts';
import { freePort, isInstalled } from '../contract/serverProcess.ts';
import { startWrangler, wrangler } from '../contract/servers/wrangler.ts';
import { writeFiles } from '../integration/workFolder.ts';
import { runWellInProcess } from '../program/runProgram.ts';
import { buildArgs, collection } from './collection.ts';
import { type Asked, answerTo, type Use } from './expectations.ts';
import { phagesdbUses } from './phagesdbUses.ts';

interface Server {
  readonly name: string;
  readonly isReady: boolean;
  readonly keeps: Keeps;
  /** Starts it on the port of the site's address; resolves with what ends it. */
  readonly start: (
    folder: string,
    site: HostedSite,
    port: number,
  ) => Promise<() => Promise<unknown>>;
}

const servers: readonly Server[] = [
  {
    name: 'the preview',
    isReady: true,
    keeps: keepsAll,
    start: async (_, { dir }, port) => {
      const preview = await startPreview({ dir, port, address: '127.0.0.1' });
      return () => preview.close();
    },
  },
  {
    name: 'nginx',
    isReady: isInstalled('nginx', '-v'),
    keeps: hosts.nginx.keeps,
    start: async (folder, site, port) => (await startNginx(folder, [{ site, port }])).stop,
  },
  {
    name: 'Caddy',
    isReady: isInstalled('caddy', 'version'),
    keeps: hosts.caddy.keeps,
    start: async (folder, site, port) => (await startCaddy(folder, [{ site, port }])).stop,
  },
  {
    name: 'Apache',
    isReady: isInstalled('apache2', '-v'),
    keeps: hosts.apache.keeps,
    start: async (folder, site, port) => (await startApache(folder, [{ site, port }])).stop,
  },
  {
    name: `Cloudflare Workers in wrangler (${toolsHint})`,
    isReady: wrangler !== null,
    keeps: cloudflareWorkers.keeps,
    start: async (folder, site, port) => {
      const texts = cloudflareWorkers.ownFiles(site).map(({ path, text }) => [path, text]);
      await writeFiles(folder, Object.fromEntries(texts) as Record<string, string>);
      return (await startWrangler(folder, port, ['dev'])).stop;
    },
  },
];

let folder: Awaited<ReturnType<typeof makeFolder>>;
let port: number;
let hosted: HostedSite;

// One site for all servers, each in its turn at the address that the links name.
beforeAll(async () => {
  folder = await makeFolder();
  port = await freePort();
  await writeFiles(folder.path, collection());
  const baseUrl = `http://127.0.0.1:${port}`;
  const build = ['build', '--quiet', ...buildArgs, '--base-url', baseUrl];
  await runWellInProcess(build, { cwd: folder.path });
  const dir = join(folder.path, 'dist');
  const release = JSON.parse(await readFile(join(dir, 'release.json'), 'utf8')) as Release;
  hosted = hostedRelease(release, { dir });
  const read = hostFiles(['apache', 'cloudflare-workers'], hosted);
  await writeFiles(dir, Object.fromEntries(read.map(({ path, bytes }) => [path, bytes])));
});

afterAll(() => folder.remove());

describe.each(servers.filter(({ isReady }) => isReady))('$name', ({ keeps, start }) => {
  let stop: () => Promise<unknown>;

  beforeAll(async () => {
    stop = await start(folder.path, hosted, port);
  });

  afterAll(() => stop?.());

  test('answers what public programs ask as they need it, but for what is said to be unmet', () =>
    checkEach(
      phagesdbUses,
      async (asked) => {
        const failures = await failuresOf(asked, hosted.baseUrl);
        const expected = asked.uses.filter((use) => isUnmet(use, keeps)).map(({ title }) => title);
        expect(Object.keys(failures), JSON.stringify(failures, null, 1)).toEqual(expected);
      },
      ({ method, ask }) => `${method} ${ask}`,
    ));
});

test('each use is told once', () => {
  const told = phagesdbUses.flatMap(({ method, ask, uses }) =>
    uses.map(({ title }) => `${method} ${ask}: ${title}`),
  );
  expect(told.filter((one, at) => told.indexOf(one) !== at)).toEqual([]);
});

/** What fails, and how, by the titles of the uses. */
async function failuresOf(asked: Asked, site: string): Promise<Record<string, string>> {
  const answer = await answerTo(asked, site);
  const failures: Record<string, string> = {};
  for (const { title, check } of asked.uses) {
    try {
      await check(answer);
    } catch (error) {
      failures[title] = String(error);
    }
  }
  return failures;
}

function isUnmet({ unmet, needs }: Use, keeps: Readonly<Record<string, true | string>>): boolean {
  return unmet !== null || (needs !== null && keeps[needs] !== true);
}
