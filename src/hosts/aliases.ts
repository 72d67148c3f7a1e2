/** What the other names of phages need on the hosts of a site (D3). */
import type { HostName } from './hostNames.ts';
import { hosts } from './hosts.ts';

/** Whether each name needs files of its own: a site built for no host may go anywhere. */
export function needAliasFiles(names: readonly HostName[]): boolean {
  return names.length === 0 || names.some((name) => !hosts[name].readsAliases);
}

/** Why one of the hosts cannot serve a name, as `Host.hides`; null if all can. */
export function hiddenBy(names: readonly HostName[]): (name: string) => string | null {
  return (name) => {
    for (const host of names) {
      const reason = hosts[host].hides(name);
      if (reason !== null) return reason;
    }
    return null;
  };
}
