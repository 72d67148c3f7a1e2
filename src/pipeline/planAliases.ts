/** Which other names of phages a site publishes (D3), and which are left out. */
import { createPhageAliases, type PhageAliases } from '../collections/phageAliases.ts';
import type { PublishOptions } from '../config/settings.ts';
import { hiddenBy } from '../hosts/aliases.ts';
import type { DataIntake } from './readSources.ts';

export type NameOptions = Partial<
  Pick<PublishOptions, 'phageAliases' | 'caseInsensitiveNames' | 'hosts'>
>;

/** Null for a site that publishes none. Adds breaches of the rule `phage-alias` to the findings. */
export function planAliases(
  { facts, findings, locate }: DataIntake,
  { phageAliases = false, caseInsensitiveNames = false, hosts = [] }: NameOptions,
): PhageAliases | null {
  if (!phageAliases) return null;
  const aliases = createPhageAliases(facts, hiddenBy(hosts), caseInsensitiveNames);
  for (const finding of aliases.findings(locate)) findings.add(finding);
  return aliases;
}
