/** What nginx answers where no file is, and the headers of its answers: `error_page` leads to these locations. */
import { apiHeaders, cacheControl, exposedByBulk, variedHeaders } from '../contract/headers.ts';
import {
  errorBody,
  invalidPageBody,
  methodNotAllowedBody,
  notFoundBody,
} from '../contract/route.ts';
import { lostFile } from '../contract/sitePaths.ts';
import { block, decodedPrefix, folderOf, type HostedSite } from './host.ts';
import { bulkCacheVariable, descriptionIn, quote, quoteValue } from './nginxMaps.ts';
import { escapablePattern, escapePattern } from './rulePatterns.ts';

/** Responses without a file. Locations reach them by `error_page`, so that requests for files do not pay for them. */
type Answers = 'list' | 'api' | 'beside';
type Named = Answers | 'broken' | 'changed' | 'lost' | 'part';

/** Never sent: for a page that its view does not have, and turned into the 404 for pages by `error_page`. */
export const noSuchPage = 410;

/** Directives for a location, for missing files and other methods. */
export function answeredBy(answers: Answers, site: HostedSite): string[] {
  return [
    `error_page 404 405 = ${nameOf(answers, site)};`,
    // Which then answers with another, to a browser.
    ...(answers === 'beside' && site.html ? ['recursive_error_pages on;'] : []),
    ...(answers === 'api' ? [`error_page ${noSuchPage} = ${nameOf('list', site)};`] : []),
    `error_page 412 = ${nameOf('changed', site)};`,
  ];
}

export function refusedPart(site: HostedSite): string {
  return `error_page 416 = ${nameOf('part', site)};`;
}

export function commonHeaders(): string[] {
  return Object.entries(variedHeaders(apiHeaders)).map(
    ([name, value]) => `add_header ${name} ${quote(value)} always;`,
  );
}

export function fileHeaders({ maxAge }: HostedSite): string[] {
  return [...commonHeaders(), cacheLine(cacheControl(maxAge))];
}

export function bulkHeaders({ maxAge }: HostedSite): string[] {
  return [
    ...commonHeaders(),
    `add_header Cache-Control ${bulkCacheVariable(maxAge)};`,
    `add_header Access-Control-Expose-Headers ${quote(exposedByBulk.join(', '))};`,
  ];
}

export function cacheLine(value: string): string {
  return `add_header Cache-Control ${quote(value)};`;
}

export function answerLocations(site: HostedSite): string[] {
  const notFound = `return 404 ${quoteValue(notFoundBody)};`;
  const odd = block('if ($phagepress_odd)', notFound);
  const described = descriptionIn(site);
  const ofFile = 'set $phagepress_asked "$request_method of a file";';
  const isThere = [
    ...block('if (-f "$document_root$uri")', ofFile),
    ...(site.records === 'packed' ? block('if ($phagepress_there)', ofFile) : []),
  ];
  const answers = (name: Answers, ...lines: readonly (readonly string[] | string)[]) =>
    answerLocation(
      site,
      name,
      'set $phagepress_asked $request_method;',
      block('if ($phagepress_refusal)', 'return 405 $phagepress_refusal;'),
      odd,
      ...lines,
    );
  return [
    '# What is answered where no file is. A list, whatever page the query asks for:',
    ...answers(
      'list',
      block('if ($request_method = OPTIONS)', `return 200 ${described};`),
      `return 404 ${quoteValue(invalidPageBody)};`,
    ),
    '# Below /api/.',
    ...answers(
      'api',
      block('if ($request_method != OPTIONS)', notFound),
      isThere,
      block(`if (${described} = "")`, notFound),
      block('if ($phagepress_asked = "OPTIONS of a file")', `return 200 ${described};`),
      notFound,
    ),
    '# Beside the API.',
    ...answers(
      'beside',
      ...(site.html
        ? [
            block(
              'if ($phagepress_browser)',
              `error_page 404 ${nameOf('lost', site)};`,
              'return 404;',
            ),
          ]
        : []),
      block('if ($request_method != OPTIONS)', notFound),
      isThere,
      block('if ($phagepress_asked = "OPTIONS of a file")', 'return 204;'),
      notFound,
    ),
    ...(site.html ? answerLocation(site, 'lost', `rewrite ^ /${lostFile} break;`) : []),
    ...(site.records === 'packed'
      ? answerLocation(
          site,
          'broken',
          `return 502 ${quoteValue(errorBody('The site could not be read.'))};`,
        )
      : []),
    '# If-Match and If-Unmodified-Since: nginx cannot ignore them.',
    ...answerLocation(
      site,
      'changed',
      `return 412 ${quoteValue(errorBody('Precondition failed.'))};`,
    ),
    '# 416: the headers of the file are there already, and would be sent twice.',
    ...block(
      `location ${nameOf('part', site)}`,
      bare('application/json'),
      'add_header Cache-Control $phagepress_part_cache always;',
      `return 416 ${quoteValue(errorBody('No such part.'))};`,
    ),
  ];
}

/**
 * Responses to requests that nginx rejects before it selects a location: a path that cannot be decoded or that leaves
 * the root (400), TRACE and CONNECT (405). Such a request has no URI yet, which a named location would need. The
 * location itself is internal, so a direct request for it is a 404; requests outside the site get nginx's own error
 * page.
 */
export function refusalLocations(site: HostedSite): string[] {
  const locations = [
    { code: 400, answer: [`return 404 ${quoteValue(notFoundBody)};`] },
    {
      code: 405,
      answer: [
        // By now nginx takes the method for GET.
        ...block(
          'if ($request ~ "^([A-Za-z_-]+) ")',
          `return 405 ${quote(methodNotAllowedBody('$1'))};`,
        ),
        `return 405 ${quoteValue(methodNotAllowedBody())};`,
      ],
    },
  ];
  const prefix = decodedPrefix(site);
  const isBelow = below(prefix);
  return locations.flatMap(({ code, answer }) => {
    const path = `${prefix}/-${code}`;
    const elsewhere = block(
      `if ($request !~ ${quote(isBelow)})`,
      '# Takes the place of all headers above.',
      'add_header Allow "";',
      `return ${code};`,
    );
    return [
      `error_page ${code} = ${quoteValue(path)};`,
      ...block(
        `location = ${quote(path)}`,
        'internal;',
        answeredBy('beside', site),
        answerLines(site, 'changed'),
        ...(prefix === '' ? [] : elsewhere),
        ...answer,
      ),
    ];
  });
}

/** On a request line: the path, as it was sent, is below the prefix. */
function below(prefix: string): string {
  // The first word is the method; nginx does not parse a request line without a path.
  return `^[^ ]+ (?:[a-z]+://[^/? ]*)?${escapablePattern(prefix)}/`;
}

/** A path below the prefix that nginx normalizes to one outside it, as `/phages/..%2fother`, is an odd one of the site. */
export function answerTraversals(site: HostedSite): string[] {
  const prefix = decodedPrefix(site);
  if (prefix === '') return [];
  const place = `^${escapePattern(prefix)}(?:/|$)`;
  return [
    '# Paths that begin below the site and lead out of it, such as /../ and ..%2f.',
    'set $phagepress_away "";',
    ...block(`if ($uri !~ ${quote(place)})`, 'set $phagepress_away $request;'),
    ...block(
      `if ($phagepress_away ~ ${quote(below(prefix))})`,
      `rewrite ^ ${quoteValue(`${prefix}/-400`)} last;`,
    ),
  ];
}

const bare = (type: 'application/json' | 'text/html') => [
  // The same for every path, whatever its extension.
  'types { }',
  `default_type ${type};`,
  'charset off;',
  'gzip off;',
  'gzip_vary off;',
  'absolute_redirect off;',
];

function answerLocation(
  site: HostedSite,
  name: Named,
  ...lines: readonly (readonly string[] | string)[]
): string[] {
  return block(`location ${nameOf(name, site)}`, answerLines(site, name), ...lines);
}

function answerLines(site: HostedSite, name: Named): string[] {
  return [
    `root ${quoteValue(folderOf(site))};`,
    ...bare(name === 'lost' ? 'text/html' : 'application/json'),
    'client_max_body_size 0;',
    ...commonHeaders(),
    'add_header Access-Control-Allow-Methods $phagepress_allowed_methods always;',
    ...(name === 'beside'
      ? ['add_header Access-Control-Allow-Headers $phagepress_allowed_headers always;']
      : []),
    `add_header Cache-Control ${quote(cacheControl(site.maxAge))};`,
    'add_header Cache-Control $phagepress_error_cache always;',
  ];
}

/** Unique for each site, since several may share a server block. */
export function nameOf(answers: Named, { prefix }: HostedSite): string {
  const letters = prefix.replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`);
  return `@phagepress_${answers}${letters}`;
}
