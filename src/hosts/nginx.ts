/** nginx: a server block that implements the contract with maps, locations and `return`, without scripts. */
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
import {
  answeredBy,
  answerTraversals,
  answerLocations,
  fileHeaders,
  refusalLocations,
} from './nginxAnswers.ts';
import {
  apiLocations,
  besideLocations,
  bulkLocation,
  packedLocations,
  packedPages,
  pageLocations,
  staticLocation,
} from './nginxLocations.ts';
import { lineComment, readBundle } from './edgeCode.ts';
import { nginxMaps, quote, quoteValue } from './nginxMaps.ts';

export const nginx: Host = {
  ...plainHost,
  title: 'nginx',
  testedOn: 'nginx 1.22',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    preconditions: '`If-Match` and `If-Unmodified-Since` that do not hold get 412, as JSON',
  },
  hosting: ['root', 'serverName', 'certificate', 'certificateKey'],
  readsPacks: 'asked',
  ownFiles: (site) => [
    { path: 'nginx/phagepress.conf', text: configuration(site) },
    ...(site.records === 'packed' ? [{ path: 'nginx/phagepress.js', text: script() }] : []),
  ],
  refuses: (site) =>
    site.records === 'packed' && site.phageAliases === true
      ? {
          message: 'nginx finds phages by their other names in files, and not in packs.',
          hint: 'Leave out --phage-aliases or --records packed.',
        }
      : refusesOddPrefix(site),
};

/** The script that takes files out of packs: the same for all sites. njs knows one form of an export. */
function script(): string {
  const what = 'Takes files out of packs, for nginx with njs 0.7.9 or newer. Made by phagepress.';
  const text = readBundle('nginxScript');
  return (
    lineComment([what]) + text.replace(/export \{\s*answer\s*\};/, 'export default { answer };')
  );
}

function configuration(site: HostedSite): string {
  const { host, port, isHttps } = siteAddress(site);
  const { certificate, certificateKey } = site.hosting;
  const listened = certificate === null ? `${isHttps ? 80 : port};` : `${port} ssl;`;
  const server = block(
    'server',
    `listen ${listened}`,
    `listen [::]:${listened}`,
    ...(certificate === null || certificateKey === null
      ? []
      : [
          `ssl_certificate ${quoteValue(certificate)};`,
          `ssl_certificate_key ${quoteValue(certificateKey)};`,
        ]),
    `server_name ${host ?? '_'};`,
    '# Long queries are read like any other.',
    'large_client_header_buffers 4 64k;',
    '',
    '# ---- the site begins ----',
    siteRules(site),
    '# ---- the site ends ----',
  );
  return joinLines(howToUse(site), '', nginxMaps(site), '', server);
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for nginx 1.18 or newer. Made by phagepress.`,
    '',
    ...howToCopy(site, 'nginx'),
    ...(site.records === 'packed'
      ? [
          '2. Copy this file and phagepress.js to /etc/nginx/conf.d/. The script needs the module njs; Debian:',
          '   apt-get install libnginx-mod-http-js',
        ]
      : ['2. Copy this file to /etc/nginx/conf.d/, or wherever http {} includes files from.']),
    '3. nginx -t && systemctl reload nginx',
    ...howToGetHttps(site),
    ...(site.compressed.br
      ? [
          '',
          'brotli_static needs a module; Debian: apt-get install libnginx-mod-http-brotli-static',
        ]
      : []),
    '',
    'New pages and records need no reload: nginx looks them up in the files. Only the page number that',
    '`?page=last` stands for is written here. If you have a server block for this host already, put into it',
    'the lines between "the site begins" and "the site ends", which answer no other paths. Put the line',
    'large_client_header_buffers into it as well, unless it has one: nginx accepts one per block. The lines',
    'above the server block, geo and maps, must stay in http {}, outside every server block.',
  );
}

/** nginx does not start with a server block that has `ssl` and no certificate. */
function howToGetHttps(site: HostedSite): string[] {
  const { host, port, isHttps } = siteAddress(site);
  if (!isHttps || site.hosting.certificate !== null) return [];
  const name = host ?? '<host>';
  if (port === 443) return [`4. Get a certificate for https: certbot --nginx -d ${name}`];
  return [
    `4. Get a certificate for https: certbot certonly --nginx -d ${name}`,
    '   and make this file again, so that it names the certificate, with',
    `     --certificate /etc/letsencrypt/live/${name}/fullchain.pem`,
    `     --certificate-key /etc/letsencrypt/live/${name}/privkey.pem`,
  ];
}

function siteRules(site: HostedSite): string[] {
  const prefix = decodedPrefix(site);
  return [
    ...answerTraversals(site),
    ...(prefix === '' ? [] : redirectToRoot(site, prefix)),
    ...block(
      `location ^~ ${quote(`${prefix}/`)}`,
      `root ${quoteValue(folderOf(site))};`,
      block('types', 'application/json json;', 'text/html html;'),
      'default_type application/json;',
      'charset off;',
      'absolute_redirect off;',
      '# A missing file is not an error to log.',
      'log_not_found off;',
      '# Always the whole file: beside a 416, nginx would send its headers twice.',
      'max_ranges 0;',
      '# The bodies of refused methods are ignored, whatever their size.',
      'client_max_body_size 0;',
      compression(site),
      fileHeaders(site),
      answeredBy('beside', site),
      '',
      apiLocations(site),
      '',
      ...packedLocations(site),
      '# Files of all records.',
      bulkLocation(site),
      '',
      ...packedPages(site),
      ...staticLocation(site),
      ...pageLocations(site),
      '# Beside the API: the welcome page, the schemas, what the site says of itself.',
      besideLocations(site),
    ),
    ...answerLocations(site),
    '# What nginx refuses before it looks for a location.',
    ...refusalLocations(site),
  ];
}

/** To a constant: the normalized path may contain another host's name, as in `//host/..%2fprefix` (open redirect). */
function redirectToRoot(site: HostedSite, prefix: string): string[] {
  return block(
    `location = ${quote(prefix)}`,
    answeredBy('beside', site),
    block('if ($phagepress_odd)', 'return 404;'),
    'absolute_redirect off;',
    `return 301 ${quoteValue(`${site.prefix}/`).replace(/.$/, '$is_args$args$&')};`,
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
