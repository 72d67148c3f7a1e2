/** Caddy: a Caddyfile that keeps the contract by matchers, maps and rewrites. */
import { apiHeaders, cacheControl, variedHeaders } from '../contract/headers.ts';
import { asSent, caddyRoutes } from './caddyRoutes.ts';
import { isWritable, patternOf, quote, quoteValue } from './caddyQuote.ts';
import { block, comment, joinLines } from './configLines.ts';
import { foldsByAlias, type Host, type HostedSite, keepsAll } from './host.ts';
import { siteAddress } from './siteAddress.ts';
import { decodedPrefix, refusesOddPrefix } from './sitePrefix.ts';

export const caddy: Host = {
  title: 'Caddy',
  testedOn: 'Caddy 2.6',
  keeps: {
    ...keepsAll,
    'any-case': foldsByAlias,
    'raw-path':
      'a malformed escape gets its own 400; all other odd paths are answered as they should be',
  },
  limits: {},
  siteFiles: () => [],
  ownFiles: (site) => [{ path: 'Caddyfile', text: configuration(site) }],
  refuses: (site) => refusesOddPrefix(site) ?? refusesFolder(site),
};

function refusesFolder({ dir }: HostedSite) {
  if (isWritable(dir)) return null;
  return {
    message: `A Caddyfile cannot name the folder ${JSON.stringify(dir)}.`,
    hint: 'Build into a folder whose path has no backslashes and no backticks.',
  };
}

function configuration(site: HostedSite): string {
  const prefix = decodedPrefix(site);
  const server = block(
    addressOf(site),
    '# ---- the site begins ----',
    ...(prefix === '' ? [] : redirectToRoot(site, prefix)),
    `@phagepress vars_regexp {http.request.uri.path} ${quote(`^${patternOf(prefix)}/`)}`,
    block('handle @phagepress', block('route', siteRules(site, prefix))),
    '# ---- the site ends ----',
  );
  return joinLines(howToUse(site), '', server);
}

function addressOf(site: HostedSite): string {
  const { isHttps, host, port } = siteAddress(site);
  // Without a scheme, Caddy gets a certificate and redirects from http by itself.
  if (isHttps) return port === 443 && host !== null ? host : `https://${host ?? ''}:${port}`;
  return `http://${host ?? ''}:${port}`;
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for Caddy 2.6 or newer. Made by phagepress.`,
    '',
    '1. Copy the folder of the site to the server, and write its path at `root` below:',
    '     rsync -a --delete dist/ server:/srv/phagepress/',
    '   The times of the files must come along (-a): Caddy makes validators of them.',
    '2. Copy this file to /etc/caddy/Caddyfile, or add it to the one that is there.',
    '3. caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy',
    '',
    'New pages and records need no reload: which there are is asked of the files. Only the number that',
    '`?page=last` stands for is written down here. If you have a block for this host already, put into it',
    'what stands between "the site begins" and "the site ends": it answers no other paths.',
  );
}

function redirectToRoot(site: HostedSite, prefix: string): string[] {
  return [
    `@phagepress_unslashed vars_regexp {http.request.uri.path} ${quote(`^${patternOf(prefix)}$`)}`,
    ...block(
      'handle @phagepress_unslashed',
      block(
        'route',
        asSent,
        `redir * ${quoteValue(`${site.prefix}/`).replace(/.$/, '{phagepress_query}$&')} 301`,
      ),
    ),
  ];
}

function siteRules(site: HostedSite, prefix: string): string[] {
  const { maxAge, dir, compressed } = site;
  return [
    `root * ${quoteValue(dir)}`,
    '# Always the whole file: a 416 or 412 would be kept by caches like a page. But of bulk files there are parts.',
    `@whole not vars_regexp {http.request.uri.path} ${quote(`^${patternOf(prefix)}/bulk/`)}`,
    'request_header @whole -Range',
    ...['If-Match', 'If-Unmodified-Since'].map((name) => `request_header -${name}`),
    'header @whole -Accept-Ranges',
    ...(compressed.gzip ? [] : block('encode @whole', 'gzip', 'minimum_length 100')),
    ...block(
      'header',
      ...Object.entries(variedHeaders(apiHeaders)).map(
        ([name, value]) => `${name} ${quote(value)}`,
      ),
      `Cache-Control ${quote(cacheControl(maxAge))}`,
    ),
    ...caddyRoutes(site, prefix),
  ];
}
