/** Builds the code for a host's edge: a usage comment, the site's values, and the bundle made by `npm run build`. */
import { Failure } from '../base/failure.ts';
import { bulkTops, type TabledSite } from '../contract/bulkFiles.ts';
import {
  bulkHeaders,
  contentHeaders,
  errorHeaders,
  type HeaderFields,
} from '../contract/headers.ts';
import { basePath } from '../contract/links.ts';
import {
  changesFolder,
  manifestFile,
  openApiFile,
  releaseFile,
  releasesFolder,
} from '../contract/sitePaths.ts';
import { readBuilt, type SiteFile, textFile } from '../describing/fixedFiles.ts';
import { formatCount } from '../text/words.ts';
import type { HostedSite } from './host.ts';

/** The text of a module: the lines of `how` as a comment, `site` as a constant, and the bundle, which uses it. */
export function edgeCode(bundle: string, how: readonly string[], site: object): string {
  return `${lineComment(how)}const site = ${codeValue(site)};\n${readBundle(bundle)}`;
}

/** What `route` needs to know of a site. */
export function routedSite(site: HostedSite) {
  const { prefix, lastPages, pageSets, viewPages, caseInsensitiveNames, phageAliases, tables } =
    site;
  const more = {
    ...(phageAliases === true ? { phageAliases } : {}),
    ...(tables === true ? { tables } : {}),
  };
  return { prefix, lastPages, pageSets, viewPages, caseInsensitiveNames, ...more };
}

export function edgeSite(site: HostedSite) {
  return {
    ...routedSite(site),
    ...(site.pages ? { pages: true } : {}),
    ...(site.records === 'packed' ? { packed: true } : {}),
    maxAge: site.maxAge,
  };
}

/** JSON that is safe inside a script: no closing tag, and no U+2028 or U+2029, which end a line in old engines. */
export function codeValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Lines after `mark` and a space. A line break inside one, as in a folder's name, does not end the comment. */
export function lineComment(lines: readonly string[], mark = '//'): string {
  return lines
    .map((line) => `${mark} ${line.replace(/[\p{Cc}\u2028\u2029]/gu, '?')}`.trimEnd() + '\n')
    .join('');
}

export function limitCode(title: string, code: string, maxBytes: number): string {
  const bytes = Buffer.byteLength(code);
  if (bytes <= maxBytes) return code;
  throw new Failure(
    'usage',
    `${title} takes functions of at most ${formatCount(maxBytes)} bytes; for this site it would have ${formatCount(bytes)}.`,
    { hint: 'Only the path of the base URL can make it longer: build for a shorter one.' },
  );
}

/** The text of a bundle that `npm run build` makes. */
export function readBundle(bundle: string): string {
  return readBuilt(`lib/hosts/${bundle}.js`, 'for the edge').toString();
}

/**
 * No two rules match the same path, since hosts join the values of a header that two rules set. A site below a path
 * has rules with and without its prefix, since hosts differ in which they see.
 */
export function renderHeadersFile(
  baseUrl: string,
  maxAgeSeconds: number,
  { link = null, ...site }: TabledSite & { readonly link?: string | null },
): SiteFile {
  const prefixes = [...new Set(['', basePath(baseUrl)])];
  const content = contentHeaders(maxAgeSeconds);
  const rules = prefixes.flatMap((prefix): [pattern: string, headers: HeaderFields][] => [
    // Of the first page, for programs that look there how to cite the site (signposting).
    ...(link === null ? [] : [[`${prefix}/`, { Link: link }] as [string, HeaderFields]]),
    [`${prefix}/api/*`, content],
    [`${prefix}/errors/*`, errorHeaders],
    [`${prefix}/options/*`, content],
    [`${prefix}/schemas/*`, content],
    [`${prefix}/${openApiFile}`, content],
    [`${prefix}/${releaseFile}`, content],
    [`${prefix}/${manifestFile}`, content],
    ...[...bulkTops(site), changesFolder, releasesFolder].map((top): [string, HeaderFields] => [
      `${prefix}/${top}*`,
      bulkHeaders(maxAgeSeconds),
    ]),
  ]);
  const texts = rules
    // For a site below /schemas or the like, one rule may include another.
    .filter(([pattern]) => !rules.some(([other]) => other !== pattern && isBelow(pattern, other)))
    .map(([pattern, headers]) => rule(pattern, headers));
  return textFile('_headers', texts.join('\n'));
}

function isBelow(pattern: string, other: string): boolean {
  return other.endsWith('*') && pattern.startsWith(other.slice(0, -1));
}

function rule(pattern: string, headers: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}
