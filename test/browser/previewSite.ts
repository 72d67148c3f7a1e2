/** A site of a data folder, built and served by the preview, for tests in a browser. */
import path from 'node:path';
import { freePort, type ServerProcess, startServer } from '../contract/serverProcess.ts';
import { cliFile, nodeFile, runWell } from '../integration/runCli.ts';

export interface Served {
  readonly base: string;
  readonly server: ServerProcess;
}

/** Builds a site of a data folder and previews it. */
export async function preview(
  folder: string,
  data: string,
  ...args: readonly string[]
): Promise<Served> {
  const dir = path.join(folder, `site${args.join('')}${path.basename(path.dirname(data))}`);
  await runWell(['build', '--quiet', '--no-cache', '--data', data, '--out', dir, ...args], {
    cwd: folder,
  });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const serve = [cliFile, 'preview', '--dir', dir, '--port', String(port)];
  return { base, server: await startServer(nodeFile, serve, { url: `${base}/`, cwd: folder }) };
}
