/** Cloudflare Workers: a worker in front of the site's folder as static assets. */
import { textFile } from '../../describing/siteFile.ts';
import { cloudflareKeeps, cloudflareLimits } from './pages.ts';
import { edgeCode, edgeSite, lineComment } from '../edgeCode.ts';
import { type Host, type HostedSite, plainHost } from '../host.ts';
import { folderOf } from '../serverSetup.ts';

const workerFile = 'worker.js';

export const cloudflareWorkers: Host = {
  ...plainHost,
  readsAliases: true,
  title: 'Cloudflare Workers',
  testedOn: 'wrangler 4.86',
  keeps: cloudflareKeeps,
  limits: cloudflareLimits,
  hosting: ['root', 'serverName', 'workerName', 'zone'],
  // The files that Pages reads are code, which wrangler refuses to upload as assets.
  siteFiles: () => [textFile('.assetsignore', '/_worker.js\n/_routes.json\n')],
  ownFiles: (site) => [
    { path: 'wrangler.jsonc', text: configuration(site) },
    {
      path: workerFile,
      text: edgeCode(
        'cloudflare/runtime',
        ['The API of a site made by phagepress. How to use it is in wrangler.jsonc.'],
        edgeSite(site),
      ),
    },
  ],
  refuses: refusesPathWithoutZone,
};

function configuration(site: HostedSite): string {
  const { baseUrl, hosting } = site;
  const routes = routesOf(site);
  const how = lineComment([
    `A worker for ${baseUrl}, made by phagepress.`,
    'Keep this file beside worker.js, and deploy both with: npx wrangler deploy',
    ...(routes === null
      ? ['--server-name, and --zone for a site below a path, give the worker its address.']
      : []),
    ...(hosting.workerName === null ? ['--worker-name gives it another name.'] : []),
    'After each build that changes the number of pages, --case-insensitive-names or --phage-aliases, make both files again.',
  ]);
  const settings = {
    name: hosting.workerName ?? 'phagepress-site',
    main: workerFile,
    compatibility_date: '2025-01-01',
    assets: {
      directory: folderOf(site),
      binding: 'ASSETS',
      // Needed to serve the welcome page at /. It affects HTML files only.
      html_handling: 'auto-trailing-slash',
      not_found_handling: 'none',
      run_worker_first: true,
    },
    ...(routes === null ? {} : { routes }),
  };
  return `${how}${JSON.stringify(settings, null, 2)}\n`;
}

/** Null if no name was given: the worker is then reached at its workers.dev address. */
function routesOf({ baseUrl, prefix, hosting: { serverName, zone } }: HostedSite) {
  if (serverName === null && zone === null) return null;
  const host = serverName ?? new URL(baseUrl).hostname;
  if (zone !== null) return [{ pattern: `${host}${prefix}/*`, zone_name: zone }];
  return prefix === '' ? [{ pattern: host, custom_domain: true }] : null;
}

/** A route for part of a host's paths needs a zone. */
function refusesPathWithoutZone({ prefix, hosting: { serverName, zone } }: HostedSite) {
  if (serverName === null || zone !== null || prefix === '') return null;
  return {
    message: `The worker is for a part of ${serverName}, ${prefix}/, and that needs a zone.`,
    hint: 'Name the domain as it is registered at Cloudflare with --zone.',
  };
}
