/** Phage records: their sort key and the rules within one record (S3). */
import type { Breach } from '../../findings/finding.ts';
import { pathNameBreaches } from '../pathName.ts';
import type { Phage } from './phageRecord.ts';

/** Checks one phage on its own: path-name, also for its cluster and subcluster, which have addresses, too. */
export function phageBreaches({ phage_name: name, pcluster, psubcluster }: Phage): Breach[] {
  const groups = [
    ['/pcluster/cluster', pcluster?.cluster ?? ''],
    ['/psubcluster/subcluster', psubcluster?.subcluster ?? ''],
  ] as const;
  return [
    ...(name === null ? [] : pathNameBreaches('/phage_name', name)),
    // An empty name means none.
    ...groups.flatMap(([pointer, group]) => (group === '' ? [] : pathNameBreaches(pointer, group))),
  ];
}
