/** Registry of hosts by name. To add one, add its folder, and a line here and in `hostNames`. */
import { apache } from './apache/preset.ts';
import { caddy } from './caddy/preset.ts';
import { cloudflarePages } from './cloudflare/pages.ts';
import { cloudflareWorkers } from './cloudflare/workers.ts';
import { cloudFront } from './cloudfront/preset.ts';
import type { Host } from './host.ts';
import type { HostName } from './hostNames.ts';
import { netlify } from './netlify/preset.ts';
import { nginx } from './nginx/preset.ts';
import { staticFiles } from './static/preset.ts';
import { vercel } from './vercel/preset.ts';

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
