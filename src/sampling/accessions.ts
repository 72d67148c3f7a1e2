/** Made-up accessions, which no real archive has. */
import type { PlannedPhage } from './planPhages.ts';

/** The archive's number for the genome; empty for a draft, which has not been submitted. */
export function accessionOf(phage: PlannedPhage): string {
  return phage.isDraft ? '' : `SYN${String(phage.index + 1).padStart(6, '0')}`;
}
