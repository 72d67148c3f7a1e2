/** Adds what the hosts of a site cannot serve to the findings about its names. */
import type { HostName } from '../hosts/hostNames.ts';
import { hosts as knownHosts } from '../hosts/hosts.ts';
import { hostNameFindings } from '../validation/hostNameFindings.ts';
import type { DataIntake } from './readSources.ts';

/** Rule `host-name`. */
export function checkHostNames(intake: DataIntake, hosts: readonly HostName[]): void {
  const builtFor = hosts.map((name) => knownHosts[name]);
  for (const finding of hostNameFindings(intake.names(), builtFor, intake.locate)) {
    intake.findings.add(finding);
  }
}
