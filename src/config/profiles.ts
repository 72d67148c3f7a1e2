/** Sets of defaults for what the clients of a community expect. Whatever else is said wins over them. */
import { bulkNames } from '../contract/bulkFiles.ts';
import { phagesdbNames } from '../contract/phagesdbNames.ts';
import type { ProfileName, Settings } from './settings.ts';

const sizes = [100, 1000, 'all'] as const;

const profiles: Readonly<Record<ProfileName, Settings>> = {
  phagesdb: {
    fieldNames: phagesdbNames,
    linkGenomes: true,
    genomesFile: 'Actinobacteriophages-All.fasta',
    phageAliases: true,
    bulk: bulkNames,
    pageSize: { genes: sizes, phages: sizes },
  },
};

/** Of none, nothing. */
export function profileOf(name: ProfileName | false | undefined): Settings {
  return name === undefined || name === false ? {} : profiles[name];
}
