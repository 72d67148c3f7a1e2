/** Caddy: a Caddyfile that implements the contract with matchers, maps and rewrites. */
import { apiHeaders, cacheControl, variedHeaders } from '../contract/headers.ts';
import { notFoundBody } from '../contract/route.ts';
import {
  asSent,
  caddyRoutes,
  errorLines,
  isWritable,
  patternOf,
  quote,
  quoteValue,
} from './caddyRoutes.ts';
import {
  block,
  byFilesAlone,
  comment,
  decodedPrefix,
  folderOf,
  type Host,
  type HostedSite,
  howToCopy,
  joinLines,
  keepsAll,
  plainHost,
  refusesOddPrefix,
  siteAddress,
} from './host.ts';

export const caddy: Host = {
  ...plainHost,
  title: 'Caddy',
  testedOn: 'Caddy 2.6',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    'raw-path':
      'a malformed escape gets its own 400; all other odd paths are answered as they should be',
  },
  hosting: ['root', 'serverName', 'certificate', 'certificateKey'],
  ownFiles: (site) => [{ path: 'Caddyfile', text: configuration(site) }],
  refuses: (site) => refusesOddPrefix(site) ?? refusesFolder(site),
};

function refusesFolder(site: HostedSite) {
  const { certificate, certificateKey } = site.hosting;
  const odd = [folderOf(site), certificate ?? '', certificateKey ?? ''].find(
    (path) => !isWritable(path),
  );
  if (odd === undefined) return null;
  return {
    message: `A Caddyfile cannot name ${JSON.stringify(odd)}.`,
    hint: 'Choose a path that has no backslashes and no backticks, with --root for the folder of the site.',
  };
}

function configuration(site: HostedSite): string {
  const prefix = decodedPrefix(site);
  const { certificate, certificateKey } = site.hosting;
  const server = block(
    addressOf(site),
    ...(certificate === null || certificateKey === null
      ? []
      : [`tls ${quoteValue(certificate)} ${quoteValue(certificateKey)}`]),
    '# ---- the site begins ----',
    ...(prefix === '' ? [] : redirectToRoot(site, prefix)),
    ...(prefix === ''
      ? block('handle', block('route', siteRules(site, prefix)))
      : [
          `@phagepress vars_regexp {http.request.uri.path} ${quote(`^${patternOf(prefix)}/`)}`,
          ...block('handle @phagepress', block('route', siteRules(site, prefix))),
        ]),
    tooLong(prefix),
    '# ---- the site ends ----',
  );
  return joinLines(howToUse(site), '', server);
}

function addressOf(site: HostedSite): string {
  const { isHttps, host, port } = siteAddress(site);
  // Without a scheme, Caddy gets a certificate and redirects from http on its own.
  if (isHttps) return port === 443 && host !== null ? host : `https://${host ?? ''}:${port}`;
  return `http://${host ?? ''}:${port}`;
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for Caddy 2.6 or newer. Made by phagepress.`,
    '',
    ...howToCopy(site, 'Caddy'),
    '2. Copy this file to /etc/caddy/Caddyfile, or add it to the existing one.',
    '3. caddy validate --config /etc/caddy/Caddyfile && systemctl reload caddy',
    '',
    'New pages and records need no reload: Caddy looks them up in the files. Only the page number that',
    '`?page=last` stands for is written here. If you have a block for this host already, put into it',
    'the lines between "the site begins" and "the site ends", which answer no other paths.',
  );
}

/** Caddy fails with a 500 on a name too long for the file system; the client must get a 404. */
function tooLong(prefix: string): string[] {
  return block(
    'handle_errors',
    ...block(
      '@phagepress_long',
      'expression {http.error.status_code} == 500',
      `vars_regexp {http.request.orig_uri.path} ${quote(`^${patternOf(prefix)}/`)}`,
      'vars_regexp phagepress_name {http.request.orig_uri} `(?:[^/%?]|%[0-9A-Fa-f][0-9A-Fa-f]){256}`',
    ),
    block(
      'route @phagepress_long',
      ...Object.entries(variedHeaders(apiHeaders)).map(
        ([name, value]) => `header ${name} ${quote(value)}`,
      ),
      errorLines(404, notFoundBody),
    ),
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
  const { maxAge, compressed } = site;
  return [
    `root * ${quoteValue(folderOf(site))}`,
    '# Always the whole file: a 416 or 412 would be kept by caches like a page. But of bulk files there are parts.',
    `@whole not vars_regexp {http.request.uri.path} ${quote(`^${patternOf(prefix)}/(?:bulk|media)/`)}`,
    ...block(
      'route @whole',
      'request_header -Range',
      'header -Accept-Ranges',
      ...(compressed.gzip ? [] : block('encode', 'gzip', 'minimum_length 100')),
    ),
    ...['If-Match', 'If-Unmodified-Since'].map((name) => `request_header -${name}`),
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
