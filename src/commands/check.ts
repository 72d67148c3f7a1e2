/** `phagepress check`: everything a build looks at, nothing it writes. */
import { checkData } from '../checkData.ts';
import type { Config } from '../config/config.ts';
import { reportRun } from './reportRun.ts';
import type { Terminal } from './terminal.ts';

/** Checks and reports; gives the exit code. */
export async function runCheck(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const checked = await checkData(config, terminal.progress(config));
  const run = { ...checked, site: null, out: null };
  return reportRun(run, config, terminal, terminal.now() - startedAt);
}
