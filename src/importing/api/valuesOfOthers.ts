/** Where other inputs override a service's values for a phage, its genes get the same values. */
import type { PhageSummary } from '../../generated/records.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { summaryOf } from '../settleGenes.ts';

const summarised: Readonly<Record<string, keyof PhageSummary>> = {
  archive_accession: 'Accession',
  host_genus: 'HostGenus',
  pcluster: 'Cluster',
  psubcluster: 'Subcluster',
};

/**
 * The values that other inputs, such as a table, set in place of the service, in the form that genes have; null if
 * there are none.
 */
export function valuesOfOthers(
  staged: StagedData,
  phage: string,
  id: string,
): Partial<PhageSummary> | null {
  const file = `phages/${phage}.json`;
  const owners = Object.entries(staged.files.get(file)?.fields ?? {});
  const names = owners.flatMap(([field, owner]) => (owner === id ? [] : (summarised[field] ?? [])));
  if (names.length === 0) return null;
  const summary = summaryOf(JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage);
  return Object.fromEntries(names.map((name) => [name, summary[name]]));
}

export function withSummary(json: string, said: Partial<PhageSummary>): string {
  const gene = JSON.parse(json) as { readonly PhageID: PhageSummary };
  return JSON.stringify({ ...gene, PhageID: { ...gene.PhageID, ...said } });
}
