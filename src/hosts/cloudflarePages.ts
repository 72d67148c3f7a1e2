/** Cloudflare Pages: a worker in the site's folder answers the API; the rest is served as it lies there. */
import { manifestFile, openApiFile, releaseFile } from '../contract/sitePaths.ts';
import { textFile } from '../site/siteFile.ts';
import { edgeCode, edgeSite } from './edgeCode.ts';
import { type Host, keepsAll, refusesNothing } from './host.ts';

/** What Cloudflare takes of static files, in Pages as in Workers. */
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
  'Deploy the folder that this file lies in: npx wrangler pages deploy <folder>',
];

/** The worker sees every path but those of these files: it decides what belongs to the API, and what errors say. */
const routes = {
  version: 1,
  include: ['/*'],
  exclude: ['/', ...[manifestFile, openApiFile, releaseFile].map((file) => `/${file}`)],
};

// Without it, Pages answers whatever it does not find with the welcome page and 200.
const notFoundPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>There is nothing here.</html>\n';

export const cloudflarePages: Host = {
  title: 'Cloudflare Pages',
  testedOn: 'wrangler 4.86',
  keeps: cloudflareKeeps,
  limits: cloudflareLimits,
  setup: [],
  siteFiles: (site) => [
    textFile('_worker.js', edgeCode('cloudflare', how, { site: edgeSite(site) })),
    textFile('_routes.json', `${JSON.stringify(routes, null, 2)}\n`),
    textFile('404.html', notFoundPage),
  ],
  ownFiles: () => [],
  hides: (name) =>
    ['.DS_Store', '.git', 'node_modules'].includes(name) ? 'wrangler leaves out' : null,
  refuses: refusesNothing,
};
