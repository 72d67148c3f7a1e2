/** Builds `_headers`: the headers of the routes for Netlify and Cloudflare (M1, M2, M5). */
import { basePath } from '../contract/baseUrl.ts';
import { bulkTops, type TabledSite } from '../contract/bulkAddresses.ts';
import {
  bulkHeaders,
  contentHeaders,
  errorHeaders,
  type HeaderFields,
} from '../contract/headers.ts';
import { manifestFile, openApiFile, releaseFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/siteFile.ts';

/**
 * No two rules match the same path, since hosts join the values of a header that two rules set. A site below a path
 * has rules with and without its prefix, since hosts differ in which they see.
 */
export function renderHeadersFile(
  baseUrl: string,
  maxAgeSeconds: number,
  site: TabledSite,
): SiteFile {
  const prefixes = [...new Set(['', basePath(baseUrl)])];
  const content = contentHeaders(maxAgeSeconds);
  const rules = prefixes.flatMap((prefix): [pattern: string, headers: HeaderFields][] => [
    [`${prefix}/api/*`, content],
    [`${prefix}/errors/*`, errorHeaders],
    [`${prefix}/options/*`, content],
    [`${prefix}/schemas/*`, content],
    [`${prefix}/${openApiFile}`, content],
    [`${prefix}/${releaseFile}`, content],
    [`${prefix}/${manifestFile}`, content],
    ...bulkTops(site).map((top): [string, HeaderFields] => [
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

/** Whether every path that a pattern matches is matched by another one with a trailing star. */
function isBelow(pattern: string, other: string): boolean {
  return other.endsWith('*') && pattern.startsWith(other.slice(0, -1));
}

function rule(pattern: string, headers: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}
