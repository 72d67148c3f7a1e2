/** The workflow for GitHub Actions that checks, builds and publishes a publisher's site. */
import type { HostName } from '../hosts/hostNames.ts';
import { type Deployment, deployments } from './deployments.ts';

// Major versions only, so that fixes are included.
const actions = {
  checkout: 'actions/checkout@v6',
  node: 'actions/setup-node@v6',
  artifact: 'actions/upload-artifact@v6',
  configurePages: 'actions/configure-pages@v5',
  pagesArtifact: 'actions/upload-pages-artifact@v5',
  deployPages: 'actions/deploy-pages@v4',
};

export const workflowFile = '.github/workflows/site.yml';

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
