/** Reports names that the hosts of a site cannot serve. */
import { storedGenomes } from '../collections/genomes/storedGenomes.ts';
import { genomeForms } from '../contract/genomePaths.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { hosts as knownHosts } from '../hosts/hosts.ts';
import { hostNameFindings } from '../validation/hostNameFindings.ts';
import type { DataIntake } from './readSources.ts';

interface NamedSite extends Partial<Pick<SiteOptions, 'bulk'>> {
  readonly hosts?: readonly HostName[];
}

/** Rule `host-name`: checks names in addresses, and files of genomes where these are published. */
export function checkHostNames(intake: DataIntake, { hosts = [], bulk = [] }: NamedSite): void {
  const builtFor = hosts.map((name) => knownHosts[name]);
  const names = builtFor.length === 0 ? [] : [...intake.names()];
  for (const finding of hostNameFindings(names, builtFor, intake.locate)) {
    intake.findings.add(finding);
  }
  if (builtFor.length === 0 || !bulk.includes('genomes')) return;
  const told = new Set(names.map(({ name }) => name));
  for (const [name, [first]] of intake.facts(storedGenomes).byName()) {
    if (first === undefined) continue;
    const file = `${name}.${genomeForms.fastas.extension}`;
    // A host that was reported for the phage is not reported for its genome again.
    const asked = builtFor.filter(({ hides }) => !told.has(name) || hides(name) === null);
    const { place } = first;
    for (const finding of hostNameFindings(
      [{ name: file, pointer: '', place }],
      asked,
      intake.locate,
    ))
      intake.findings.add(finding);
  }
}
