/** What routes for Caddy are made of: a file or a 404, the description for OPTIONS, an error. */
import { notFoundBody } from '../../contract/bodies.ts';
import { optionsBody } from '../../contract/descriptions.ts';
import { allowedMethods, jsonType } from '../../contract/headers.ts';
import { block } from '../configLines.ts';
import { type HostedSite, offeredOn } from '../host.ts';
import { folderOf } from '../serverSetup.ts';
import { isGlob, quote, quoteGlob, quoteValue } from './quote.ts';

/** A path that is a file or a 404. OPTIONS returns only a description, so there the existence of `file` is checked. */
export function fileRoute(
  name: string,
  file: string,
  descriptionLines: readonly string[],
  site: HostedSite,
): string[] {
  return block(
    `route @${name}`,
    block(
      'route @options',
      thereMatcher(`@${name}_there`, file, site),
      block(`route @${name}_there`, descriptionLines),
      errorLines(404, notFoundBody),
    ),
    files(site),
    errorLines(404, notFoundBody),
  );
}

/** Matches when a file exists. Caddy takes the site's folder as a glob, so one with special characters is escaped. */
function thereMatcher(name: string, file: string, site: HostedSite): string[] {
  const dir = folderOf(site);
  return isGlob(dir)
    ? block(`${name} file`, `root ${quoteGlob(dir)}`, `try_files ${file}`)
    : [`${name} file ${file}`];
}

/** Serves the file at the path, and passes the request on if it does not exist. */
export function files({ compressed }: HostedSite): string[] {
  const encodings = [...(compressed.br ? ['br'] : []), ...(compressed.gzip ? ['gzip'] : [])];
  return block(
    'file_server',
    'index index.json index.html',
    ...(encodings.length === 0 ? [] : [`precompressed ${encodings.join(' ')}`]),
    'disable_canonical_uris',
    'pass_thru',
  );
}

export function description(of: Parameters<typeof optionsBody>[0], site: HostedSite): string[] {
  return [
    `header Access-Control-Allow-Methods ${quote(allowedMethods)}`,
    `header Content-Type ${jsonType}`,
    `respond ${quoteValue(optionsBody(of, site.fieldNames, offeredOn(site)))} 200`,
  ];
}

/** `body` may contain the placeholder of the method. */
export function errorLines(status: 404 | 405, body: string): string[] {
  const text = quoteValue(body).replace('\\{http.request.method\\}', '{http.request.method}');
  return [
    'header Cache-Control no-store',
    `header Content-Type ${jsonType}`,
    `respond ${text} ${status}`,
  ];
}
