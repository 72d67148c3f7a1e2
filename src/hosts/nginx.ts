/** nginx: a server block that keeps the contract by maps, locations and `return`, without scripts. */
import { notFoundBody } from '../contract/bodies.ts';
import { bulkExtensions, bulkTypes } from '../contract/bulkFiles.ts';
import { apiHeaders, cacheControl, variedHeaders } from '../contract/headers.ts';
import { block, comment, joinLines } from './configLines.ts';
import { foldsByAlias, type Host, type HostedSite, keepsAll } from './host.ts';
import { apiLocations, fileLocation } from './nginxLocations.ts';
import { nginxMaps } from './nginxMaps.ts';
import { quote, quoteValue } from './nginxQuote.ts';
import { escapePattern } from './rulePatterns.ts';
import { siteAddress } from './siteAddress.ts';
import { decodedPrefix, refusesOddPrefix } from './sitePrefix.ts';

export const nginx: Host = {
  title: 'nginx',
  testedOn: 'nginx 1.22',
  keeps: {
    ...keepsAll,
    'any-case': foldsByAlias,
    'raw-path':
      'malformed escapes and `%00` get its own 400 page; all other odd paths are answered as they should be',
  },
  limits: {},
  siteFiles: () => [],
  ownFiles: (site) => [{ path: 'nginx/phagepress.conf', text: configuration(site) }],
  refuses: refusesOddPrefix,
};

function configuration(site: HostedSite): string {
  const { host, port, isHttps } = siteAddress(site);
  const plainPort = isHttps ? 80 : port;
  const server = block(
    'server',
    `listen ${plainPort};`,
    `listen [::]:${plainPort};`,
    `server_name ${host ?? '_'};`,
    '',
    '# ---- the site begins ----',
    siteRules(site),
    '# ---- the site ends ----',
  );
  return joinLines(howToUse(site), '', nginxMaps, '', server);
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for nginx 1.18 or newer. Made by phagepress.`,
    '',
    '1. Copy the folder of the site to the server, and write its path at `root` below:',
    '     rsync -a --delete dist/ server:/srv/phagepress/',
    '   The times of the files must come along (-a): nginx makes validators of them.',
    '2. Copy this file to /etc/nginx/conf.d/, or where else http {} includes files from.',
    '3. nginx -t && systemctl reload nginx',
    ...howToGetHttps(site),
    ...(site.compressed.br
      ? [
          '',
          'brotli_static needs a module; Debian: apt-get install libnginx-mod-http-brotli-static',
        ]
      : []),
    '',
    'New pages and records need no reload: which there are is asked of the files. Only the number that',
    '`?page=last` stands for is written down here. If you have a server block for this host already, put',
    'into it what stands between "the site begins" and "the site ends": it answers no other paths. What',
    'stands above the server block, geo and maps, must stay in http {}, outside every server block.',
  );
}

/** A server block with `ssl` and without certificate would keep nginx from starting. */
function howToGetHttps(site: HostedSite): string[] {
  const { host, port, isHttps } = siteAddress(site);
  if (!isHttps) return [];
  const name = host ?? '<host>';
  if (port === 443) return [`4. Get a certificate for https: certbot --nginx -d ${name}`];
  return [
    `4. Get a certificate for https: certbot certonly --nginx -d ${name}`,
    '   and write into the server block, in place of its two `listen`:',
    `     listen ${port} ssl;`,
    `     listen [::]:${port} ssl;`,
    `     ssl_certificate /etc/letsencrypt/live/${name}/fullchain.pem;`,
    `     ssl_certificate_key /etc/letsencrypt/live/${name}/privkey.pem;`,
  ];
}

function siteRules(site: HostedSite): string[] {
  const prefix = decodedPrefix(site);
  const pattern = escapePattern(prefix);
  return [
    `set $phagepress_prefix ${quoteValue(prefix)};`,
    'set $phagepress_bulk "";',
    '# What is unfit is given a path that no location knows but the last.',
    'set $phagepress_request "$phagepress_unfit$uri";',
    ...block(
      `if ($phagepress_request ~ ${quote(`^unfit${pattern}/`)})`,
      'rewrite ^ "${phagepress_prefix}/-";',
    ),
    ...(prefix === '' ? [] : redirectToRoot(prefix)),
    ...block(
      `location ^~ ${quote(`${prefix}/`)}`,
      `root ${quoteValue(site.dir)};`,
      block('types', 'application/json json;', 'text/html html;'),
      'default_type application/json;',
      'charset off;',
      'absolute_redirect off;',
      '# Always the whole file: beside a 416, nginx would send its headers twice.',
      'max_ranges 0;',
      '# The bodies of methods that are not answered are of no interest, whatever their size.',
      'client_max_body_size 0;',
      compression(site),
      headers(site),
      '',
      apiLocations(site, pattern),
      '',
      bulkLocation(pattern),
      '',
      '# Beside the API: the page for people, the schemas, what the site says of itself.',
      fileLocation(`= ${quote(`${prefix}/`)}`, '/index.html', { options: 'return 204;' }),
      fileLocation(
        `~ ${quote(`^${pattern}/(?!api/)(?<phagepress_file>(?:[^/._][^/]*/)*[^/._][^/]*\\.(?:json|html))$`)}`,
        '/$phagepress_file',
        { options: 'return 204;' },
      ),
      '',
      '# All else.',
      block('if ($phagepress_refusal)', 'return 405 $phagepress_refusal;'),
      `return 404 ${quoteValue(notFoundBody)};`,
    ),
  ];
}

/** Files as they are, also in parts, for clients that read a table by its columns. */
function bulkLocation(pattern: string): string[] {
  const types = Object.entries(bulkTypes).map(([extension, type]) => `${type} ${extension};`);
  return [
    '# Files of all records.',
    ...fileLocation(
      `~ ${quote(`^${pattern}/(?<phagepress_file>bulk/(?:phages/)?[^/]+\\.(?:${bulkExtensions}))$`)}`,
      '/$phagepress_file',
      {
        options: 'return 204;',
        // A header added here would drop those of the location around it: maps make them of this.
        more: [...block('types', ...types), 'max_ranges 1;', 'set $phagepress_bulk bulk;'],
      },
    ),
  ];
}

function redirectToRoot(prefix: string): string[] {
  return block(
    `location = ${quote(prefix)}`,
    'absolute_redirect off;',
    'return 301 "$phagepress_path/$is_args$args";',
  );
}

function compression({ compressed }: HostedSite): string[] {
  return [
    '# Every answer says so already.',
    'gzip_vary off;',
    'gzip_proxied any;',
    ...(compressed.gzip ? ['gzip_static on;'] : ['gzip on;', 'gzip_types application/json;']),
    ...(compressed.br ? ['brotli_static on;'] : []),
  ];
}

function headers({ maxAge }: HostedSite): string[] {
  return [
    ...Object.entries(variedHeaders(apiHeaders)).map(
      ([name, value]) => `add_header ${name} ${quote(value)} always;`,
    ),
    'add_header Access-Control-Allow-Methods $phagepress_allowed_methods always;',
    'add_header Access-Control-Allow-Headers $phagepress_allowed_headers always;',
    'add_header Access-Control-Expose-Headers $phagepress_exposed_headers always;',
    `add_header Cache-Control ${quote(cacheControl(maxAge))};`,
    'add_header Cache-Control $phagepress_error_cache always;',
  ];
}
