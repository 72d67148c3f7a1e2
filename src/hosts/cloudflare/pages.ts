/** Cloudflare Pages: a worker in the site's folder serves the API; everything else is a static asset. */
import { manifestFile, openApiFile, releaseFile } from '../../contract/sitePaths.ts';
import { textFile } from '../../describing/siteFile.ts';
import { edgeCode, edgeSite } from '../edgeCode.ts';
import { type Host, keepsAll, plainHost } from '../host.ts';

/** Cloudflare's limits on static assets, for Pages and Workers. */
export const cloudflareLimits = {
  files: 100_000,
  freeFiles: 20_000,
  fileBytes: 25 * 1024 ** 2,
} as const;

export const cloudflareKeeps: Host['keeps'] = {
  ...keepsAll,
  'raw-path': 'the runtime resolves `.` and `..` before the worker sees the path',
  'beside-options': 'the worker leaves files beside the API to the store, which answers no OPTIONS',
  'any-method': 'the runtime answers 501 before the worker',
};

const how = [
  'The API of this site, for Cloudflare Pages. Made by phagepress with the site: do not edit.',
  'Deploy the folder that this file is in: npx wrangler pages deploy <folder>',
];

/** Paths that invoke the worker: all except those of these files. The worker also writes the errors outside the API. */
const routes = {
  version: 1,
  include: ['/*'],
  exclude: ['/', ...[manifestFile, openApiFile, releaseFile].map((file) => `/${file}`)],
};

// Without a 404 page, Pages serves the welcome page with a 200 for every missing path.
const notFoundPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>There is nothing here.</html>\n';

export const cloudflarePages: Host = {
  ...plainHost,
  readsAliases: true,
  title: 'Cloudflare Pages',
  testedOn: 'wrangler 4.86',
  keeps: cloudflareKeeps,
  limits: cloudflareLimits,
  siteFiles: (site) => [
    textFile('_worker.js', edgeCode('cloudflare/runtime', how, edgeSite(site))),
    textFile('_routes.json', `${JSON.stringify(routes, null, 2)}\n`),
    textFile('404.html', notFoundPage),
  ],
  hides: (name) =>
    ['.DS_Store', '.git', 'node_modules'].includes(name) ? 'wrangler leaves out' : null,
};
