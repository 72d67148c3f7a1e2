/** `phagepress build`: from sources to a published site. */
import { buildSite } from '../buildSite.ts';
import type { Config } from '../config/config.ts';
import { resolveOutFolder } from '../publishing/outFolder.ts';
import { withWorkers } from '../workers/pool.ts';
import { reportRun } from './reportRun.ts';
import type { Terminal } from './terminal.ts';

/** Builds and reports; gives the exit code. Throws a Failure. */
export async function runBuild(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const out = await resolveOutFolder(config.out, config.data);
  const progress = terminal.progress(config);
  const note = (text: string) => {
    if (!config.quiet) terminal.err(`${text}\n`);
  };
  const outcome = await withWorkers(config.jobs, (workers) =>
    buildSite({ ...config, out }, { workers, progress, note }),
  );
  return reportRun({ ...outcome, out: config.out }, config, terminal, terminal.now() - startedAt);
}
