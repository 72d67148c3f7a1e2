/** The hosts that a site can be built for. */
export const hostNames = [
  'nginx',
  'caddy',
  'apache',
  'cloudflare-pages',
  'cloudflare-workers',
  'netlify',
  'cloudfront',
  'vercel',
  'static',
] as const;

export type HostName = (typeof hostNames)[number];
