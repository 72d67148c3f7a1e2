/** Lists the hosts and their capabilities, for a terminal and for docs/hosts.md. */
import { capabilities, capabilityTitles } from '../contract/capabilities.ts';
import { hostNames } from './hostNames.ts';
import { hosts } from './hosts.ts';

/** For a terminal: each host, with what it cannot keep and why. */
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

/** For docs/hosts.md: a table of hosts and capabilities, followed by the reasons for each gap. */
export function hostMatrix(): string {
  const reasons: string[] = [];
  const rows = capabilities.map((one) => {
    const cells = hostNames.map((name) => {
      const kept = hosts[name].keeps[one];
      if (kept === true) return 'yes';
      const reason = `${hosts[name].title}: ${kept}.`;
      if (!reasons.includes(reason)) reasons.push(reason);
      return `no (${reasons.indexOf(reason) + 1})`;
    });
    return `| ${[capabilityTitles[one], ...cells].join(' | ')} |`;
  });
  const tested = hostNames.map((name) => hosts[name].testedOn);
  return [
    `| | ${hostNames.join(' | ')} |`,
    `| --- |${' :-: |'.repeat(hostNames.length)}`,
    ...rows,
    `| ${['tested on', ...tested].join(' | ')} |`,
    '',
    ...reasons.map((reason, index) => `${index + 1}. ${reason}`),
  ].join('\n');
}
