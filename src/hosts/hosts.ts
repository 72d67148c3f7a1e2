/** Registry of hosts by name. To add one, add a file beside this, and a line here and in `hostNames`. */
import { apache } from './apache.ts';
import { caddy } from './caddy.ts';
import { cloudflarePages } from './cloudflarePages.ts';
import { cloudflareWorkers } from './cloudflareWorkers.ts';
import { cloudFront } from './cloudFront.ts';
import type { Host } from './host.ts';
import type { HostName } from './hostNames.ts';
import { netlify } from './netlify.ts';
import { nginx } from './nginx.ts';
import { staticFiles } from './staticFiles.ts';
import { vercel } from './vercel.ts';

export const hosts: Readonly<Record<HostName, Host>> = {
  nginx,
  caddy,
  apache,
  'cloudflare-pages': cloudflarePages,
  'cloudflare-workers': cloudflareWorkers,
  netlify,
  cloudfront: cloudFront,
  vercel,
  static: staticFiles,
};
