/** Profiles: sets of defaults for what the clients of a community expect. Any other setting overrides them. */
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

/** The settings of a profile; none without a profile. */
export function profileOf(name: ProfileName | false | undefined): Settings {
  return name === undefined || name === false ? {} : profiles[name];
}
