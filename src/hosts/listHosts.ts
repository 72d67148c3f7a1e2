/** Lists the hosts and their capabilities. */
import { capabilities, capabilityTitles } from '../contract/capabilities.ts';
import { hostNames } from './hostNames.ts';
import { hosts } from './hosts.ts';

/** Each host, with what it cannot keep and why. */
export function listHosts(): string {
  return hostNames
    .map((name) => {
      const { title, keeps } = hosts[name];
      const lost = capabilities.flatMap((one) => {
        const kept = keeps[one];
        return kept === true ? [] : [`  not: ${capabilityTitles[one]}\n       ${kept}\n`];
      });
      const all = lost.length === 0 ? '  keeps the whole contract\n' : lost.join('');
      return `${name} (${title})\n${all}`;
    })
    .join('\n');
}
