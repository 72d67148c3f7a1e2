/** The README of a publisher's project. */
import { type RuleName, rules } from '../findings/rules.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { formatCount } from '../text/quantities.ts';
import { deployments } from './deployments.ts';
import { exampleName } from './exampleRecords.ts';
import { workflowFile } from './workflow.ts';

/** A rule that the data breaks, how often, and where first. */
export interface NeededRule {
  readonly rule: RuleName;
  readonly count: number;
  readonly first: string;
}

export interface ProjectState {
  /** The name of the folder. */
  readonly name: string;
  readonly host: HostName | null;
  /** The profile in the configuration. */
  readonly profile?: string | undefined;
  readonly allow: readonly NeededRule[];
  /** The words of the commands that `phagepress import` repeats. */
  readonly imports: readonly (readonly string[])[];
  /** Whether the data is a made-up example. */
  readonly isExample: boolean;
}

const manual = 'https://github.com/phagepress/phagepress/blob/main/docs';

export function projectReadme({ name, host, allow, imports, isExample }: ProjectState): string {
  const again =
    'npx phagepress import                         # again what "imports" in the configuration names\n';
  const example = `
The phage \`${exampleName}\` is made up, so that there is something to see. Delete \`data/phages/${exampleName}.json\` and
\`data/genes/${exampleName}.ndjson\` once there are records of your own.
`;
  return `# ${name}

A collection of phages, and the settings from which [phagepress](https://github.com/phagepress/phagepress) makes a site
of it that answers like a read-only JSON service.

- \`data/\`: the records. \`phagepress check\` names each wrong record with its file and line.
- \`phagepress.config.json\`: the settings ([what there is](${manual}/commands.md#configuration-file)).
- \`${workflowFile}\`: what GitHub does after each change.
- \`package.json\`, \`package-lock.json\`: which phagepress that is; a file \`phagepress-*.tgz\` is the program itself.
- \`dist/\`: the site. Each build makes it again; it is not kept in version control.

## Build and look at it

With Node 20.19 or newer:

\`\`\`sh
npm ci
npx phagepress build
npx phagepress preview
\`\`\`

## Say what the site is

In \`"about"\` of \`phagepress.config.json\`; pages, \`openapi.json\` and search engines tell it:

\`\`\`json
"about": {
  "title": "Phages of our collection",
  "description": "Where they are from, in a sentence.",
  "creators": [{ "name": "Ada Example", "orcid": "0000-0002-1825-0097", "affiliation": "Our Lab" }],
  "licence": "CC BY 4.0",
  "licenceUrl": "https://creativecommons.org/licenses/by/4.0/",
  "contact": "Our Lab, lab@example.org",
  "citation": "Who made it (year), and how to cite it"
}
\`\`\`

## Add data

\`\`\`sh
${imports.length === 0 ? '' : again}npx phagepress import annotations runs/       # GenBank and GFF3 files, of Pharokka, Bakta and others
npx phagepress import table phages.xlsx       # a table about phages: a spreadsheet or CSV
npx phagepress check
\`\`\`

Their last line names the rules that the data breaks. A rule that is not allowed below goes into \`"allow"\` in
\`phagepress.config.json\`, and its reason here. More: [importing](${manual}/import.md), [data](${manual}/data.md).
${isExample ? example : ''}
## Rules that are allowed, and why

${allow.length === 0 ? 'None: the data keeps them all.' : allow.map(reasonOf).join('\n')}

## Publish

${host === null ? byHand : publishing(host)}`;
}

function reasonOf({ rule, count, first }: NeededRule): string {
  const times = count === 1 ? 'Once' : `${formatCount(count)} times`;
  return `- \`${rule}\`: ${rules[rule].meaning} ${times} in this data when it was imported, first in ${first}.`;
}

const byHand = `The workflow checks and builds the site, and keeps it as an artifact. To publish it, build it for its address and
upload \`dist/\`: [hosts](${manual}/hosts.md) has a recipe for each. To let the workflow do it, delete it, and
\`phagepress init . --host <name>\` writes one that does.
`;

function publishing(host: HostName): string {
  if (host === 'static') {
    return `The workflow publishes the main branch on GitHub Pages, and then verifies what is served. Once, choose “GitHub Actions” as the
source under Settings → Pages.
`;
  }
  const { once, variables, secrets } = deployments[host];
  const list = (settings: typeof variables) =>
    settings.map(([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n');
  return `The workflow builds the main branch for ${host}, deploys it, and then verifies what is served. Once, ${once}
([how](${manual}/hosts.md)), and set under Settings → Secrets and variables → Actions:

Variables:

${list(variables)}

Secrets:

${list(secrets)}
`;
}
