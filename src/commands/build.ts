/** `phagepress build`: from sources to a published site. */
import { buildSite } from '../buildSite.ts';
import type { Config } from '../config/config.ts';
import { resolveOutFolder } from '../publishing/outFolder.ts';
import { reportRun } from './reportRun.ts';
import type { Terminal } from './terminal.ts';

/** Builds and reports; gives the exit code. Throws a Failure. */
export async function runBuild(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const out = await resolveOutFolder(config.out, config.data);
  const outcome = await buildSite({ ...config, out }, terminal.progress(config));
  return reportRun({ ...outcome, out: config.out }, config, terminal, terminal.now() - startedAt);
}
