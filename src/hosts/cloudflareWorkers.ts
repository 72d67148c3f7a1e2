/** Cloudflare Workers: a worker of its own in front of the site's folder as static assets. */
import { textFile } from '../views/siteFile.ts';
import { cloudflareKeeps, cloudflareLimits } from './cloudflarePages.ts';
import { edgeCode, edgeSite, lineComment } from './edgeCode.ts';
import { type Host, type HostedSite, refusesNothing } from './host.ts';

const workerFile = 'worker.js';

export const cloudflareWorkers: Host = {
  title: 'Cloudflare Workers',
  testedOn: 'wrangler 4.86',
  keeps: cloudflareKeeps,
  limits: cloudflareLimits,
  // What Pages reads is code, and wrangler refuses to publish it as an asset.
  siteFiles: () => [textFile('.assetsignore', '_worker.js\n_routes.json\n')],
  ownFiles: (site) => [
    { path: 'wrangler.jsonc', text: configuration(site) },
    {
      path: workerFile,
      text: edgeCode(
        'cloudflare',
        ['The API of a site made by phagepress. How to use it stands in wrangler.jsonc.'],
        { site: edgeSite(site) },
      ),
    },
  ],
  refuses: refusesNothing,
};

function configuration({ baseUrl, prefix, dir }: HostedSite): string {
  const how = lineComment([
    `A worker for ${baseUrl}, made by phagepress.`,
    'Choose a name, keep this file beside worker.js, and deploy both with: npx wrangler deploy',
    prefix === ''
      ? 'Then give the worker its domain: "routes": [{ "pattern": "<host>", "custom_domain": true }]'
      : `Then give the worker its path: "routes": [{ "pattern": "<host>${prefix}/*", "zone_name": "<zone>" }]`,
    'After each build of the site that changes how many pages there are, or --case-insensitive-names, make both files again.',
  ]);
  const settings = {
    name: 'phagepress-site',
    main: workerFile,
    compatibility_date: '2025-01-01',
    assets: {
      directory: dir,
      binding: 'ASSETS',
      // Only so is the welcome page found at /. It touches nothing but HTML.
      html_handling: 'auto-trailing-slash',
      not_found_handling: 'none',
      run_worker_first: true,
    },
  };
  return `${how}${JSON.stringify(settings, null, 2)}\n`;
}
