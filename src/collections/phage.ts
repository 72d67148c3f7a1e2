/** Phage records: what orders them and the rules within one record (S3). */
import type { Breach } from '../findings/finding.ts';
import type { PhageRecord } from '../generated/records.ts';
import type { MaybeNull } from './maybeNull.ts';
import { pathNameBreaches } from './pathName.ts';

export type Phage = MaybeNull<PhageRecord>;

/** Checks one phage on its own: path-name. */
export function phageBreaches(phage: Phage): Breach[] {
  return phage.phage_name === null ? [] : pathNameBreaches('/phage_name', phage.phage_name);
}
