/** `phagepress build`: from sources to a published site. */
import type { Config } from '../config/settings.ts';
import type { Release } from '../contract/release.ts';
import { hostedRelease } from '../hosts/hostedSite.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { hosts } from '../hosts/hosts.ts';
import { buildOnce, clearUp } from './buildOnce.ts';
import { reportRun } from './reportRun.ts';
import type { Terminal } from './terminal.ts';

/** Builds and reports; returns the exit code. Throws a Failure. */
export async function runBuild(config: Config, terminal: Terminal): Promise<number> {
  const startedAt = terminal.now();
  const built = await buildOnce(config, terminal);
  const { outcome, out } = built;
  const hostsToSetUp =
    outcome.site === null ? [] : thoseToSetUp({ ...config, out }, outcome.site.release);
  const run = { ...outcome, out: config.out, hostsToSetUp, calledAs: terminal.calledAs };
  const code = reportRun(run, config, terminal, terminal.now() - startedAt);
  await clearUp(built, config, terminal);
  return code;
}

function thoseToSetUp(config: Config, release: Release): HostName[] {
  const site = hostedRelease(release, { dir: config.out, hosting: config.hosting });
  return config.hosts.filter((name) => hosts[name].ownFiles(site).length > 0);
}
