/** Runs `wrangler`, Cloudflare's own development server, for tests: offline, silent, on 127.0.0.1. */
import { join } from 'node:path';
import { npmTool } from '../npmTool.ts';
import { freePort, type ServerProcess, startServer } from '../serverProcess.ts';

/** Newer ones need Node 22. */
const wranglerVersion = '4.86.0';

export const wrangler = npmTool('wrangler', wranglerVersion, 'bin/wrangler.js');

/** Starts `wrangler <args>` in a folder; it reads and writes nothing outside it. */
export async function startWrangler(
  cwd: string,
  port: number,
  args: readonly string[],
): Promise<ServerProcess> {
  const inspector = await freePort();
  const listen = [
    '--compatibility-date',
    '2025-01-01',
    '--ip',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--inspector-port',
    `${inspector}`,
  ];
  return startServer(
    process.execPath,
    [wrangler ?? '', ...args, ...listen, '--show-interactive-dev-session=false'],
    {
      url: `http://127.0.0.1:${port}/release.json`,
      cwd,
      env: {
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        WRANGLER_LOG_PATH: join(cwd, 'logs'),
        XDG_CONFIG_HOME: join(cwd, 'config'),
        MINIFLARE_REGISTRY_PATH: join(cwd, 'registry'),
      },
    },
  );
}
