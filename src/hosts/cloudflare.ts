/** Cloudflare Pages: a worker in the site's folder serves the API; everything else is a static asset. */
import { manifestFile, openApiFile, releaseFile, lostFile } from '../contract/sitePaths.ts';
import { textFile } from '../describing/fixedFiles.ts';
import { edgeCode, edgeSite, lineComment } from './edgeCode.ts';
import { edgeHost, folderOf, type Host, type HostedSite, keepsAll } from './host.ts';

const cloudflareLimits = {
  files: 100_000,
  freeFiles: 20_000,
  fileBytes: 25 * 1024 ** 2,
} as const;

const cloudflareKeeps: Host['keeps'] = {
  ...keepsAll,
  'raw-path': 'the runtime resolves `.` and `..` before the worker sees the path',
  'beside-options': 'the worker leaves files beside the API to the store, which answers no OPTIONS',
  'any-method': 'the runtime answers 501 before the worker',
};

const howToDeploy = [
  'The API of this site, for Cloudflare Pages. Made by phagepress with the site: do not edit.',
  'Deploy the folder that this file is in: npx wrangler pages deploy <folder>',
];

/** Paths that invoke the worker: all except those of these files. The worker also writes the errors outside the API. */
const workerRoutes = {
  version: 1,
  include: ['/*'],
  exclude: ['/', ...[manifestFile, openApiFile, releaseFile].map((file) => `/${file}`)],
};

// Without a 404 page, Pages serves the welcome page with a 200 for every missing path.
const notFoundPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>There is nothing here.</html>\n';

export const cloudflarePages: Host = {
  ...edgeHost,
  title: 'Cloudflare Pages',
  testedOn: 'wrangler 4.86',
  keeps: cloudflareKeeps,
  limits: cloudflareLimits,
  siteFiles: (site) => [
    textFile('_worker.js', edgeCode('cloudflareRuntime', howToDeploy, edgeSite(site))),
    textFile('_routes.json', `${JSON.stringify(workerRoutes, null, 2)}\n`),
    ...(site.staticTops.includes(lostFile) ? [] : [textFile(lostFile, notFoundPage)]),
  ],
  hides: (name) =>
    ['.DS_Store', '.git', 'node_modules'].includes(name) ? 'wrangler leaves out' : null,
};

const workerFile = 'worker.js';

export const cloudflareWorkers: Host = {
  ...edgeHost,
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
        'cloudflareRuntime',
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
