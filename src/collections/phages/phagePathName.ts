/** Rule `path-name` of phages, and of clusters and subclusters, which have addresses, too. */
import { pathNameBreaches } from '../pathName.ts';
import type { Rule } from '../rule.ts';
import type { Phage } from './phageRecord.ts';

export const phagePathName: Rule<Pick<Phage, 'phage_name' | 'pcluster' | 'psubcluster'>> = {
  breaches({ phage_name: name, pcluster, psubcluster }) {
    const groups = [
      ['/pcluster/cluster', pcluster?.cluster ?? ''],
      ['/psubcluster/subcluster', psubcluster?.subcluster ?? ''],
    ] as const;
    return [
      ...(name === null ? [] : pathNameBreaches('/phage_name', name)),
      // An empty name means that there is none.
      ...groups.flatMap(([pointer, group]) =>
        group === '' ? [] : pathNameBreaches(pointer, group),
      ),
    ];
  },
};
