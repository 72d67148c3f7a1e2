/** The paths of the API as locations of nginx. */
import { invalidPageBody, notFoundBody, optionsBody } from '../contract/bodies.ts';
import { collectionNames, type ListName, recordNouns } from '../contract/collectionName.ts';
import { apiRootFile } from '../contract/sitePaths.ts';
import { viewTemplates } from '../contract/viewAddresses.ts';
import { block } from './configLines.ts';
import { type HostedSite, listsOf } from './host.ts';
import { quote, quoteValue } from './nginxQuote.ts';
import { templatePattern, unslashedPattern } from './rulePatterns.ts';

/** `prefixPattern` is the site's prefix as a regular expression. */
export function apiLocations(site: HostedSite, prefixPattern: string): string[] {
  const matching = (path: string) => `~ ${quote(`^${prefixPattern}/api${path}$`)}`;
  return [
    ...fileLocation(matching('/(?:index\\.json)?'), `/${apiRootFile}`, {
      options: describe('root'),
    }),
    ...listsOf(site).flatMap((list) => [
      ...listLocation(matching(`/${list}/`), list, site.lastPages[list]),
      ...fileLocation(
        matching(`/${list}/(?<phagepress_file>index|page/[1-9][0-9]*)\\.json`),
        `/api/${list}/$phagepress_file.json`,
        { options: describe(list) },
      ),
    ]),
    ...collectionNames.flatMap((collection) =>
      fileLocation(
        matching(`/${collection}/(?<phagepress_name>[^/]+)/(?:index\\.json)?`),
        `/api/${collection}/$phagepress_name/index.json`,
        { options: describe(recordNouns[collection]) },
      ),
    ),
    '# Views: those that are switched off have no files.',
    ...viewTemplates.flatMap((template) =>
      fileLocation(
        matching(`/(?<phagepress_view>${templatePattern(template)})/(?:index\\.json)?`),
        '/api/$phagepress_view/index.json',
        { options: describe(template) },
      ),
    ),
    '# Without the final slash.',
    ...block(
      `location ${matching(`${unslashedPattern}(?<!/index\\.json)`)}`,
      'return 301 "$phagepress_path/$is_args$args";',
    ),
  ];
}

/**
 * A location that answers a file, which may hold variables. `options` answers OPTIONS where there is the file.
 * Within `if` stand only `return` and `rewrite`: all else would part from the location around it.
 */
export function fileLocation(
  matcher: string,
  file: string,
  { options, more = [] }: { readonly options: string; readonly more?: readonly string[] },
): string[] {
  return block(
    `location ${matcher}`,
    more,
    block(`if (!-f "$document_root${file}")`, `return 404 ${quoteValue(notFoundBody)};`),
    block('if ($request_method = OPTIONS)', options),
    `try_files "${file}" =404;`,
  );
}

/** Methods belong to a path: OPTIONS is answered whatever page the query asks for. */
function listLocation(matcher: string, list: ListName, lastPage: number): string[] {
  const pages = `/api/${list}/page`;
  const file = `${pages}/$phagepress_page.json`;
  return block(
    `location ${matcher}`,
    block('if ($request_method = OPTIONS)', describe(list)),
    block(
      'if ($phagepress_page = last)',
      `rewrite ^ "\${phagepress_prefix}${pages}/${lastPage}.json" last;`,
    ),
    block(`if (!-f "$document_root${file}")`, `return 404 ${quoteValue(invalidPageBody)};`),
    `try_files "${file}" =404;`,
  );
}

function describe(of: Parameters<typeof optionsBody>[0]): string {
  return `return 200 ${quoteValue(optionsBody(of))};`;
}
