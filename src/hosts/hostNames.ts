/** The names of the supported hosts. */
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
