/** `phagepress build`: from sources to a published site. */
import { buildSite } from '../buildSite.ts';
import type { Config } from '../config/config.ts';
import { lastPagesOf, type Release } from '../contract/release.ts';
import { hostedSite } from '../hosts/hostedSite.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { hosts } from '../hosts/hosts.ts';
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
  const hostsToSetUp =
    outcome.site === null ? [] : thoseToSetUp({ ...config, out }, outcome.site.release);
  const run = { ...outcome, out: config.out, hostsToSetUp };
  return reportRun(run, config, terminal, terminal.now() - startedAt);
}

function thoseToSetUp(config: Config, release: Release): HostName[] {
  const site = hostedSite({ ...config, lastPages: lastPagesOf(release), dir: config.out });
  return config.hosts.filter((name) => hosts[name].ownFiles(site).length > 0);
}
