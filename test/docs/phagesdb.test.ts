/** docs/phagesdb.md says of names, hosts and what is not here what the program and the table of uses say; UPDATE_GENERATED=1 writes it there. */
import { expect, test } from 'vitest';
import { type Capability, capabilityTitles } from '../../src/contract/capabilities.ts';
import { descriptions } from '../../src/contract/descriptions.ts';
import { phagesdbNames } from '../../src/contract/siteOptions.ts';
import { viewTemplates } from '../../src/contract/routes.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { type Reason, reasons } from '../clients/expectations.ts';
import { phagesdbUses } from '../clients/phagesdbUses.ts';
import { programs } from '../clients/programs.ts';
import { expectGenerated, readPage } from './pages.ts';

test.each([
  ['names', namesTable],
  ['unmet', unmetList],
  ['needs', needsTable],
  ['counts', countsSentence],
] as const)('what docs/phagesdb.md says of %s is generated', (name, render) =>
  expectGenerated('docs/phagesdb.md', name, render()),
);

test('docs/phagesdb.md names the address of every view that programs know from PhagesDB', () => {
  const page = readPage('docs/phagesdb.md');
  const known = viewTemplates.filter((template) => !/^(?:features|phams|similar)/.test(template));
  for (const template of known) {
    const address = descriptions[template].path.replace('{', '<').replace('}', '>');
    expect(page).toContain(`\`${address}\``);
  }
});

function namesTable(): string {
  const rows = Object.entries(phagesdbNames).map(
    ([neutral, theirs]) => `| \`${theirs}\` | \`${neutral}\` |`,
  );
  return ['| with the profile, as at PhagesDB | without |', '| --- | --- |', ...rows].join('\n');
}

/** What works nowhere, by why: whole addresses, or what is read of them. */
function unmetList(): string {
  return (Object.keys(reasons) as Reason[]).map(unmetFor).join('\n');
}

function unmetFor(reason: Reason): string {
  const readAt = new Map<string, Set<string>>();
  for (const { method, ask, uses } of phagesdbUses) {
    const unmet = uses.filter((use) => use.unmet === reason);
    if (unmet.length === 0) continue;
    const address = `${method === 'GET' ? '' : `${method} `}${addressOf(ask, reason)}`;
    const read = readAt.get(address) ?? new Set();
    readAt.set(address, read);
    if (unmet.length < uses.length) for (const { title } of unmet) read.add(shown(title));
  }
  const what = Array.from(readAt, ([address, read]) =>
    [`\`${address}\``, ...(read.size === 0 ? [] : [[...read].join(', ')])].join(': '),
  );
  return `- ${what.join('; ')}. **Why:** ${reasons[reason]}.`;
}

/** What takes more of a host than rules: the capability, and the hosts without it. */
function needsTable(): string {
  const needed = [...new Set(phagesdbUses.flatMap(({ uses }) => uses.map(({ needs }) => needs)))];
  const rows = needed
    .filter((name): name is Capability => name !== null && name in capabilityTitles)
    .map((name) => {
      const without = Object.values(hosts).filter(({ keeps }) => keeps[name] !== true);
      const lacking = without.map(({ title }) => title).join(', ') || 'none';
      return `| ${capabilityTitles[name]} | ${lacking} |`;
    });
  return ['| what | hosts without it |', '| --- | --- |', ...rows].join('\n');
}

function countsSentence(): string {
  const uses = phagesdbUses.flatMap((asked) => asked.uses);
  const unmet = uses.filter(
    ({ unmet: reason, needs }) =>
      reason !== null || (needs !== null && !(needs in capabilityTitles)),
  ).length;
  const used = new Set(phagesdbUses.flatMap(({ by }) => by));
  expect([...used].sort()).toEqual(Object.keys(programs).sort());
  return `${used.size} public programs that read PhagesDB were looked at. Of the ${uses.length} things that they rely on (an address, with its parameters, and what is read of the answer), ${uses.length - unmet} work by a change of the base URL alone, on hosts that can do [what they need](#what-a-host-must-be-able-to-do).`;
}

/** An address with the names of the tests' own collection as places for names; its query only where that matters. */
function addressOf(ask: string, reason: Reason): string {
  const path = reason === 'wholeViews' ? ask : ask.replace(/\?.*/, '');
  const slashed = reason === 'formerShape' ? path.replace(/\/?$/, '/') : path;
  return slashed
    .replace(/(phages|byphage)\/(?:Alpha|Nobody)/, '$1/<phage_name>')
    .replace(/\bALPHA\b/, '<PHAGE_NAME>')
    .replace(/(?<=host_strains\/)Myco[^/]*/, '<strain>')
    .replace(/(?<=host_strains\/)\d+/, '<number>')
    .replace(/(?<=publications\/)\d+/, '<id>')
    .replace(/(?<=phams\/)\d+/, '<PhamID>')
    .replace('2020/1/31', '<year>/<month>/<day>');
}

function shown(title: string): string {
  const [, path, kind] = /^(\S+): (.*)$/.exec(title) ?? [];
  if (path !== undefined) return `\`${path.replace(/^results\[\]\.|\[\]$/g, '')}\` (${kind})`;
  return title;
}
