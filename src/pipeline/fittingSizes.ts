/**
 * Which further page sizes a site offers: sizes that only a profile asks for are dropped where they exceed a limit of
 * its hosts.
 */
import type { CollectionName } from '../contract/collectionName.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import { hosts } from '../hosts/hosts.ts';
import { bytesOfRuns } from '../sorting/bytesOfRuns.ts';
import { formatBytes } from '../text/quantities.ts';
import type { PlannedOptions } from './building.ts';
import type { DataIntake } from './readSources.ts';

// Other names of fields may be longer. A file that is too large all the same is rejected when it is staged.
const roomForNames = 1.1;
const envelopeBytes = 4096;
// Pages vary in size: this is the allowance for one with longer records than most.
const roomForUneven = 2;

/**
 * Drops the sizes whose pages may be larger than a host's files, and reports them to `note`. Keeps all sizes that the
 * user asked for.
 */
export function withFittingSizes<Options extends PlannedOptions>(
  { collections }: Pick<DataIntake, 'collections'>,
  options: Options,
  note: (text: string) => void,
): Options {
  const { furtherSizes, yieldingSizes = [], hosts: names } = options;
  const limits = names.map((name) => ({ name, most: hosts[name].limits.fileBytes ?? Infinity }));
  const strictest = limits.toSorted((a, b) => a.most - b.most)[0];
  if (strictest === undefined || strictest.most === Infinity) return options;
  const mayBeBytes = (list: CollectionName, size: PageSize): number => {
    const { count, runs } = collections[list];
    const all = bytesOfRuns(runs) * roomForNames + envelopeBytes;
    return size === 'all' || size >= count ? all : (all * roomForUneven * size) / count;
  };
  const fitting = { ...furtherSizes };
  for (const list of yieldingSizes) {
    const sizes = furtherSizes[list] ?? [];
    const kept = sizes.filter((size) => mayBeBytes(list, size) <= strictest.most);
    const dropped = sizes.filter((size) => !kept.includes(size));
    if (dropped.length === 0) continue;
    if (kept.length === 0) delete fitting[list];
    else fitting[list] = kept;
    const { title } = hosts[strictest.name];
    const largest = mayBeBytes(list, dropped.at(-1) ?? 'all');
    note(
      `${title} takes files of at most ${formatBytes(strictest.most)}: page_size ${dropped.join(' and ')} of ${list}, which the profile would offer, is left out (up to ${formatBytes(largest)}).`,
    );
  }
  return { ...options, furtherSizes: fitting };
}
