/** `_headers`: the headers of the routes in the form that Netlify and Cloudflare read (M1, M2, M5). */
import { basePath } from '../contract/baseUrl.ts';
import { contentHeaders, errorHeaders, type HeaderFields } from '../contract/headers.ts';
import { headersFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from './siteFile.ts';

/**
 * No two rules match one path: hosts join the values of a header that two rules set. A site below a
 * path is named with and without it, since it depends on the host which of the two it sees.
 */
export function renderHeadersFile(baseUrl: string, maxAgeSeconds: number): SiteFile {
  const prefixes = [...new Set(['', basePath(baseUrl)])];
  const rules = prefixes.flatMap((prefix) => [
    rule(`${prefix}/api/*`, contentHeaders(maxAgeSeconds)),
    rule(`${prefix}/errors/*`, errorHeaders),
    rule(`${prefix}/options/*`, contentHeaders(maxAgeSeconds)),
    rule(`${prefix}/schemas/*`, contentHeaders(maxAgeSeconds)),
  ]);
  return textFile(headersFile, rules.join('\n'));
}

function rule(pattern: string, headers: HeaderFields): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${pattern}\n${lines.join('')}`;
}
