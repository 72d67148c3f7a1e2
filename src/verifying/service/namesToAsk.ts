/**
 * Which other names of phages to request (D3): those that all records imply or, if only some were read, a few from the
 * index of the site.
 */
import { createPhageAliases } from '../../collections/phageAliases.ts';
import type { JoinedFacts } from '../../collections/fact.ts';
import { genomeFile, genomeFormNames } from '../../contract/genomePaths.ts';
import { foldName } from '../../contract/recordName.ts';
import { hiddenBy } from '../../hosts/aliases.ts';
import { hostsOf } from '../../hosts/hostedSite.ts';
import type { KnownSite } from '../table/tableRow.ts';
import type { AddressOptions } from './addressOptions.ts';
import type { PublishedAddress } from './published.ts';
import { sampleNames } from './sampleNames.ts';
import type { Service } from './service.ts';

export interface NamesToAsk {
  /** For the contract's table: where phages have other names, a phage's name in another case is not an unknown name. */
  readonly known: Partial<Pick<KnownSite, 'otherLetters' | 'aliases'>>;
  readonly addresses: readonly PublishedAddress[];
  /** Whether a phage answers to a name, as far as is known. */
  readonly isTaken: (name: string) => boolean;
}

/** The files of a phage's genome on the site. */
function genomeOf({ manifest }: Service, phage: string): string[] {
  return genomeFormNames.flatMap((form) => {
    const file = genomeFile(phage, form);
    return file !== null && (manifest?.find(file) ?? -1) >= 0 ? [file] : [];
  });
}

const maxAliases = 8;

/** `phage` is one whose name needs no escapes. */
export async function namesToAsk(
  service: Service,
  facts: JoinedFacts,
  phage: string | undefined,
  options: AddressOptions,
): Promise<NamesToAsk> {
  const { release, log } = service;
  const none: NamesToAsk = { known: {}, addresses: [], isTaken: () => false };
  if (release === null) return none;
  if (release.phage_aliases !== true) {
    log.checked('D3');
    log.remark('D3', 'none, by choice (--no-phage-aliases)');
    return none;
  }
  const known = { otherLetters: null };
  const unfitReason = hiddenBy(hostsOf(release));
  // A sample does not show whether two phages share a name.
  if (options.sample !== null) {
    const { aliases, ...asked } = await sampleNames(service, unfitReason, options);
    if (aliases === null) return { known, ...asked };
    const genome = genomeOf(service, aliases.phage);
    return { known: { ...known, aliases: { ...aliases, genome } }, ...asked };
  }
  const { phages, namesOf } = createPhageAliases(facts, unfitReason, false);
  const isTaken = (name: string) => phages.has(foldName(name));
  if (phage === undefined) return { ...none, known, isTaken };
  const names = new Map<string, string>();
  for (const name of namesOf(phage)) {
    if (!names.has(foldName(name))) names.set(foldName(name), name);
  }
  const some = [...names.values()].slice(0, maxAliases);
  const aliases = { phage, names: some, genome: genomeOf(service, phage) };
  return { ...none, known: { ...known, aliases }, isTaken };
}
