/** docs/hosts.md says of hosts what their adapters say; UPDATE_GENERATED=1 writes it there. */
import { expect, test } from 'vitest';
import { capabilities, capabilityTitles } from '../../src/contract/capabilities.ts';
import { hostNames } from '../../src/hosts/host.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { expectGenerated, readPage } from './pages.ts';

test('the matrix of hosts in docs/hosts.md is that of the program', () =>
  expectGenerated('docs/hosts.md', 'hosts', hostMatrix()));

test('every recipe builds for its host, so that the build checks what the host can hold', () => {
  const page = readPage('docs/hosts.md');
  const recipes = [...page.matchAll(/^phagepress build (.*)\n(?:phagepress host (\S+))/gm)];
  expect(recipes.length).toBeGreaterThanOrEqual(6);
  for (const [, options, host] of recipes) expect(options).toContain(` --host ${host}`);
});

/** A table of hosts and capabilities, followed by the reason for each gap, once for hosts that share it. */
function hostMatrix(): string {
  const reasons: string[] = [];
  const rows = capabilities.map((one) => {
    const cells = hostNames.map((name) => {
      const kept = hosts[name].keeps[one];
      if (kept === true) return 'yes';
      const reason = `${kept[0]!.toUpperCase()}${kept.slice(1)}.`;
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
