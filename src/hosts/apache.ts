/** Apache: a `.htaccess` in the site, for self-managed servers and shared web hosting. */
import { bulkTypes } from '../contract/bulkFiles.ts';
import {
  allowedMethods,
  apiHeaders,
  bulkRequestHeaders,
  cacheControl,
  exposedByBulk,
  freshCache,
  jsonType,
  lastingHeaders,
  variedHeaders,
} from '../contract/headers.ts';
import { methodNotAllowedBody } from '../contract/route.ts';
import { assetFolder, codeFolder, codeTypes, errorFiles } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/fixedFiles.ts';
import {
  acceptsPattern,
  apacheRules,
  bulkPattern,
  encodePath,
  namedMethods,
  ownPattern,
  pathPattern,
  quote,
  readPattern,
} from './apacheRules.ts';
import {
  byFilesAlone,
  comment,
  decodedPrefix,
  type Host,
  type HostedSite,
  joinLines,
  keepsAll,
  plainHost,
  refusesOddPrefix,
} from './host.ts';

export const apache: Host = {
  ...plainHost,
  title: 'Apache',
  testedOn: 'Apache 2.4',
  keeps: {
    ...keepsAll,
    ...byFilesAlone,
    'raw-path':
      'malformed escapes, `%00`, `%2F` and paths that climb out of the server get its own 400 or 404 page; all other odd paths are answered as they should be',
    'any-method': 'the 405 names POST, PUT, PATCH, DELETE and PROPFIND alone',
    'long-names': 'its own 403 page, before it reads `.htaccess`',
    'long-queries':
      'its own 414 page above 8 kB, unless the server has a larger `LimitRequestLine`',
  },
  siteFiles: (site) => [
    textFile('.htaccess', configuration(site)),
    ...namedMethods.map(methodFile),
  ],
  hides: (name) =>
    name.toLowerCase() === '.htaccess'
      ? 'Apache reads as a file of settings, and then answers 403 for the whole folder'
      : null,
  refuses: refusesOddPrefix,
};

function configuration(site: HostedSite): string {
  return joinLines(
    howToUse(site),
    '',
    basics(site),
    '',
    answersWithoutFile(site),
    '',
    headers(site),
    '',
    compression(site),
    '',
    pageCode(site),
    bulk(site),
    '',
    apacheRules(site),
  );
}

function howToUse(site: HostedSite): string[] {
  return comment(
    `The site at ${site.baseUrl}, for Apache 2.4 (a release of 2021 or later). Made by phagepress.`,
    '',
    'It is part of the site and is uploaded with it. From the folder that it is in:',
    '  rsync -a --delete --exclude /.well-known ./ server:/var/www/phages/',
    'It needs `AllowOverride All` for that folder, and the modules rewrite, headers, mime and dir:',
    '  a2enmod rewrite headers && systemctl reload apache2',
    `The folder must be at ${site.prefix}/ of its host, as its DocumentRoot, below it, or by an Alias.`,
  );
}

function basics({ compressed }: HostedSite): string[] {
  const indexes = ['index.json', 'index.html'];
  // Later sections win: a client that accepts both gets br.
  const compressedIndexes = [
    ...(compressed.gzip ? takenIndexes('gzip', '.gz') : []),
    ...(compressed.br ? takenIndexes('br', '.br') : []),
  ];
  return [
    'Options -Indexes -MultiViews',
    '# It would lead to whatever name the client gave the host.',
    'DirectorySlash Off',
    `DirectoryIndex ${indexes.join(' ')}`,
    ...compressedIndexes,
    'AddDefaultCharset Off',
    `AddType ${jsonType} .json`,
    'AddType text/html .html',
    ...comment(
      'Of the bytes themselves: neither times nor sizes tell two releases apart for sure.',
    ),
    'FileETag Digest',
  ];
}

function takenIndexes(encoding: 'gzip' | 'br', suffix: string): string[] {
  return [
    `<If "%{HTTP:Accept-Encoding} =~ /${acceptsPattern(encoding)}/">`,
    `    DirectoryIndex index.json${suffix} index.json index.html${suffix} index.html`,
    '</If>',
  ];
}

/** Responses without a file: mod_rewrite sets a status, and puts the body into a variable. */
function answersWithoutFile(site: HostedSite): string[] {
  const errors = `${encodePath(decodedPrefix(site))}/${errorFiles.methodNotAllowed}`;
  return [
    'ErrorDocument 200 "%{reqenv:PHAGEPRESS_BODY}"',
    'ErrorDocument 404 "%{reqenv:PHAGEPRESS_BODY}"',
    ...comment('From files: beside a text, Apache would send an `Allow` of its own.'),
    `ErrorDocument 405 "${errors.replace('method-not-allowed', '%{reqenv:PHAGEPRESS_REFUSAL}')}"`,
  ];
}

/** Bulk files: no content encoding, and ETags from time and size, since the files are too large to hash. */
function bulk(site: HostedSite): string[] {
  const own = ownPattern(site);
  return [
    ...comment('Files of all records, as they are.'),
    `<If ${quote(`%{REQUEST_URI} =~ m#${bulkPattern(site)}#`)}>`,
    '    RemoveEncoding .gz .br',
    '    FileETag MTime Size',
    ...Object.entries(bulkTypes).map(([extension, type]) => `    AddType ${type} .${extension}`),
    '</If>',
    ...(own === null
      ? []
      : [
          ...comment("And the publisher's own."),
          `<If ${quote(`%{REQUEST_URI} =~ m#${own}#`)}>`,
          '    RemoveEncoding .gz .br',
          '</If>',
        ]),
  ];
}

function headers(site: HostedSite): string[] {
  const { maxAge } = site;
  const isBulk = `%{REQUEST_URI} =~ m#${bulkPattern(site)}#`;
  const isRead = `%{REQUEST_URI} =~ m#${readPattern(site)}#`;
  const isWhole = `!(${isBulk})`;
  const isError = '%{REQUEST_STATUS} -ge 400';
  const isOptions = "%{REQUEST_METHOD} == 'OPTIONS'";
  // All other statuses have Apache's own HTML bodies.
  const isJson = `%{REQUEST_STATUS} =~ /^40[45]$/ || (${isOptions} && %{REQUEST_STATUS} == 200)`;
  const when = (condition: string) => quote(`expr=${condition}`);
  return [
    ...comment('Always the whole file: a 416 would be kept by caches like a page.'),
    `RequestHeader unset Range ${when(isWhole)}`,
    `Header unset Accept-Ranges ${when(isWhole)}`,
    ...Object.entries(variedHeaders(apiHeaders)).flatMap(([name, value]) => [
      // The server configuration may have set it in the other header table (Apache has `always` and `onsuccess`).
      `Header unset ${name}`,
      `Header always set ${name} ${quote(value)}`,
    ]),
    ...['If-Match', 'If-Unmodified-Since'].map((name) => `RequestHeader unset ${name}`),
    'Header unset Cache-Control',
    `Header always set Cache-Control ${quote(cacheControl(maxAge))}`,
    ...pageHeaders(site).map(
      ([pattern, value]) =>
        `Header always set Cache-Control ${quote(value)} ${when(`%{REQUEST_URI} =~ m#${pattern}#`)}`,
    ),
    `Header always set Cache-Control "no-store" ${when(isError)}`,
    `Header always set Content-Type ${jsonType} ${when(isJson)}`,
    `Header always set Access-Control-Allow-Methods ${quote(allowedMethods)} ${when(isOptions)}`,
    `Header always set Access-Control-Allow-Headers ${quote(bulkRequestHeaders)} ${when(`${isOptions} && ${isRead}`)}`,
    `Header always set Access-Control-Expose-Headers ${quote(exposedByBulk.join(', '))} ${when(isBulk)}`,
  ];
}

/** How long the pages for people may be cached (W1), by patterns of their paths; later ones win. */
function pageHeaders(site: HostedSite): (readonly [pattern: string, value: string])[] {
  if (!site.pages) return [];
  return [
    [pathPattern(site, `(?:index[.]html.*|${assetFolder}.*)?`), freshCache],
    [pathPattern(site, `${codeFolder}[^/]+`), lastingHeaders['Cache-Control'] ?? ''],
  ];
}

function compression({ compressed }: HostedSite): string[] {
  const encoded = [
    ...(compressed.gzip ? ['AddEncoding gzip .gz'] : []),
    ...(compressed.br ? ['AddEncoding br .br', 'RemoveLanguage .br'] : []),
  ];
  const typed = (extension: string, type: string) => [
    `<FilesMatch "\\.${extension}\\.(?:gz|br)$">`,
    `    ForceType ${type}`,
    '</FilesMatch>',
  ];
  return [
    ...(encoded.length === 0
      ? []
      : [...encoded, ...typed('json', jsonType), ...typed('html', 'text/html')]),
    '<IfModule mod_deflate.c>',
    ...(compressed.gzip ? [] : deflate([jsonType, 'text/html'])),
    ...comment('It marks the validators of what it compresses, and would not know them again.').map(
      (line) => `    ${line}`,
    ),
    `    RequestHeader edit* If-None-Match "-gzip\\"" "\\""`,
    '</IfModule>',
  ];
}

function deflate(types: readonly string[]): readonly string[] {
  return [
    '    <IfModule mod_filter.c>',
    `        AddOutputFilterByType DEFLATE ${types.join(' ')}`,
    '    </IfModule>',
  ];
}

/** The types of the code of the pages for people, and its compression; the publisher's own files are not compressed. */
function pageCode(site: HostedSite): string[] {
  const { compressed, pages } = site;
  if (!pages) return [];
  const isCode = (ending: string) =>
    `<If ${quote(`%{REQUEST_URI} =~ m#${pathPattern(site, `${codeFolder}[^/]+${ending}`)}#`)}>`;
  const types = Object.entries(codeTypes);
  const siblings = compressed.gzip || compressed.br ? types : [];
  return [
    ...comment('The code of the pages for people.'),
    isCode(''),
    ...types.map(([extension, type]) => `    AddType ${type} .${extension}`),
    ...(compressed.gzip
      ? []
      : ['    <IfModule mod_deflate.c>', ...deflate(Object.values(codeTypes)), '    </IfModule>']),
    '</If>',
    ...siblings.flatMap(([extension, type]) => [
      isCode(`[.]${extension}[.](?:gz|br)`),
      `    ForceType ${type}`,
      '</If>',
    ]),
    '',
  ];
}

/** The body of the 405 of one method (M4). */
function methodFile(method: string): SiteFile {
  const path = errorFiles.methodNotAllowed.replace('.json', `/${method}.json`);
  return textFile(path, methodNotAllowedBody(method));
}
