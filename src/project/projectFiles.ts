/** The files of a publisher's project besides its data. */
import type { GeneRecord } from '../generated/records.ts';
import type { HostName } from '../hosts/host.ts';
import { blankPhage, type ImportedPhage } from '../importing/blankPhage.ts';
import { summaryOf } from '../importing/putPhage.ts';
import { type RuleName, rules } from '../text/rules.ts';
import { formatCount } from '../text/words.ts';
import { type Deployment, deployments } from './deployments.ts';

/** A made-up phage with one gene: an example of records for a project without data. */
const exampleName = 'Example';

const day = '2026-01-31';

const phage: ImportedPhage = {
  ...blankPhage(exampleName),
  found_year: 2026,
  pcluster: { cluster: 'Singleton', temperate: false },
  date_finished: day,
  genome_length: 300,
  gcpercent: '50.0',
  overhang_length: 0,
  num_ORFs: 1,
  num_tRNAs: 0,
  num_tmRNAs: 0,
  date_added: `${day}T09:00:00Z`,
  date_modified: `${day}T09:00:00Z`,
};

const gene: GeneRecord = {
  GeneID: `${exampleName}_CDS_1`,
  PhageID: summaryOf(phage),
  PhamID: { PhamID: 1, Color: '#FFFFFF' },
  Start: 20,
  Stop: 35,
  Length: 15,
  Name: '1',
  Translation: 'MARK',
  Orientation: 'F',
  Notes: 'a made-up gene',
  LocusTag: null,
};

export const exampleFiles: readonly { readonly path: string; readonly text: string }[] = [
  { path: `data/phages/${exampleName}.json`, text: `${JSON.stringify(phage, null, 2)}\n` },
  { path: `data/genes/${exampleName}.ndjson`, text: `${JSON.stringify(gene)}\n` },
];

// Major versions only, so that fixes are included.
const actions = {
  checkout: 'actions/checkout@v6',
  node: 'actions/setup-node@v6',
  artifact: 'actions/upload-artifact@v6',
  configurePages: 'actions/configure-pages@v5',
  pagesArtifact: 'actions/upload-pages-artifact@v5',
  deployPages: 'actions/deploy-pages@v4',
};

const workflowFile = '.github/workflows/site.yml';

/** The workflow for GitHub Actions that checks, builds and publishes a publisher's site. */
export function workflow(host: HostName | null): string {
  const does = host === null ? 'Checks and builds' : 'Checks, builds and publishes';
  return `# ${does} the site: after each change, and every night. Written by phagepress init; it is yours to edit.
name: Site
on:
  push:
  pull_request:
  schedule:
    - cron: '23 3 * * *'
  workflow_dispatch:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
${install}
      - run: ${called} check --format github${host === null ? '' : ` --host ${host}`}
      - run: ${called} build --quiet
      - run: ${called} verify dist
      - uses: ${actions.artifact}
        with:
          name: site
          path: dist
          include-hidden-files: true
${host === null ? '' : deployJob(host)}`;
}

// The lock file says which phagepress that is; --no-install asks no registry for another one.
const called = 'npx --no-install phagepress';

const install = `      - uses: ${actions.checkout}
      - uses: ${actions.node}
        with:
          node-version: 24
      - run: npm ci
      # Git keeps no empty folders.
      - run: mkdir -p data/genes data/phages`;

function deployJob(host: HostName): string {
  const isPages = host === 'static';
  return `  publish:
    needs: check
    # Only what is on the main branch is published.
    if: github.event_name == 'schedule' || github.ref_name == github.event.repository.default_branch
    concurrency: publish
    runs-on: ubuntu-latest
${isPages ? pagesJob() : hostJob(host, deployments[host])}`;
}

const verified = (address: string, host: HostName) =>
  `${called} verify ${address} --host ${host} --expect-release "$(jq -r .release dist/release.json)"`;

function hostJob(host: HostName, { build, variables, secrets, steps }: Deployment): string {
  const isSecret = (name: string) => secrets.some(([one]) => one === name);
  const from = (name: string) => `\${{ ${isSecret(name) ? 'secrets' : 'vars'}.${name} }}`;
  const deploying = steps.map(
    ({ name, run, needs }) => `      - name: ${name}
        env:
${needs.map((one) => `          ${one}: ${from(one)}\n`).join('')}        run: |
${run.map((line) => `          ${line.replace(/^phagepress /, `${called} `)}\n`).join('')}`,
  );
  const [siteUrl = ['']] = variables;
  return `    env:
      SITE_URL: ${from(siteUrl[0])}
    steps:
${install}
      - run: ${called} build --quiet --host ${host} --base-url "$SITE_URL"${build === '' ? '' : ` ${build}`}
      - run: ${called} verify dist
${deploying.join('')}      - run: ${verified('"$SITE_URL"', host)}
`;
}

function pagesJob(): string {
  return `    permissions:
      contents: read
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.pages.outputs.base_url }}
    steps:
${install}
      - uses: ${actions.configurePages}
        id: pages
      - run: ${called} build --quiet --host static --links path --base-url "\${{ steps.pages.outputs.base_url }}"
      - run: ${called} verify dist
      - uses: ${actions.pagesArtifact}
        with:
          path: dist
          # Of --static: without this, .well-known would be left out.
          include-hidden-files: true
      - uses: ${actions.deployPages}
      - run: ${verified('"${{ steps.pages.outputs.base_url }}"', 'static')}
`;
}

/** A rule that the data breaks, how often, and where first. */
export interface NeededRule {
  readonly rule: RuleName;
  readonly count: number;
  readonly first: string;
}

interface ProjectState {
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

function projectReadme({ name, host, allow, imports, isExample }: ProjectState): string {
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

export interface ProjectFile {
  /** Below the project's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

export const configFile = 'phagepress.config.json';

// What builds and imports leave beside their folders starts with a dot.
const ignored = `# The site, and what phagepress keeps beside it and beside the data.
/dist/
/.dist.phagepress-*
/.data.phagepress-*
node_modules/
`;

export function projectFiles(state: ProjectState): ProjectFile[] {
  const { profile, allow, imports } = state;
  const allowed = allow.map(({ rule }) => rule);
  // Without a profile, JSON.stringify leaves the member out.
  const about = { title: state.name };
  const config = {
    data: 'data',
    out: 'dist',
    about,
    ...(imports.length === 0 ? {} : { imports }),
    profile,
    allow: allowed,
  };
  return [
    { path: configFile, text: `${JSON.stringify(config, null, 2)}\n` },
    { path: '.gitignore', text: ignored },
    { path: 'README.md', text: projectReadme(state) },
    { path: workflowFile, text: workflow(state.host) },
  ];
}
