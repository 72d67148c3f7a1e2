/** Which paths below the base URL the publisher's own static files may have. */
import { aliasFolder } from './aliasIndex.ts';
import type { BulkName } from './bulkFiles.ts';
import { unsafeNameReason } from './recordName.ts';
import { assetFolder } from './sitePaths.ts';
import { isTablePath, tableTops } from './tableAddresses.ts';

/** Names at the top of a site that a build writes or that hosts reserve. */
const taken = new Set([
  'api',
  'bulk',
  'errors',
  'media',
  'options',
  'schemas',
  'index.html',
  'index.json',
  'manifest.json',
  'openapi.json',
  'release.json',
]);

// Hidden names that are content, not configuration of a host.
const hiddenTops = new Set(['.well-known', '.nojekyll']);

// These names appear in the rules of hosts.
const plainTop = /^[A-Za-z0-9.][A-Za-z0-9._~-]*$/;

/** What determines a site's own names. */
interface Naming {
  readonly phageAliases: boolean;
  /** Whether it has the pages for people. */
  readonly pages: boolean;
  readonly bulk: readonly BulkName[];
}

/**
 * Why a path is not allowed for a static file, or null when it is. The path is relative, with `/`. Completes the
 * sentence "found a path that …".
 */
export function unfitStaticReason(
  path: string,
  { phageAliases, pages, bulk }: Naming,
): string | null {
  const [top = '', ...inner] = path.split('/');
  for (const name of [top, ...inner]) {
    const reason = unsafeNameReason(name);
    if (reason !== null && name !== 'index.json') return `has a part that ${reason}`;
  }
  const folded = top.toLowerCase().replace(/\.(?:gz|br)$/, '');
  const reserved = [
    ...(phageAliases ? [aliasFolder] : []),
    ...(pages ? [assetFolder] : []),
    ...(bulk.includes('phagesdb') ? tableTops : []),
  ];
  if (
    taken.has(folded) ||
    isTablePath(path.toLowerCase()) ||
    reserved.some((one) => one === `${folded}/`)
  )
    return 'has the path of a file of the site';
  if (inner.some((name) => name.startsWith('.')) || (top.startsWith('.') && !hiddenTops.has(top)))
    return 'is hidden';
  if ([top, ...inner].some((name) => name.startsWith('_')))
    return 'begins with _, which hosts take for a setting of their own';
  if (!plainTop.test(top))
    return 'begins with a name of other signs than letters, digits and . _ ~ -';
  return null;
}

/** The sorted top-level names of static files; folder names end in a slash. */
export function staticTops(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.replace(/\/.*$/, '/')))].sort();
}

/** Whether a file of the site is a static file of the publisher; `tops` come from its release. */
export function isStatic(path: string, tops: readonly string[]): boolean {
  const top = path.replace(/\/.*$/, '/');
  return tops.includes(top);
}

/** Whether `tops` can be a result of `staticTops`. */
export function areStaticTops(tops: unknown, site: Naming): tops is string[] {
  return (
    Array.isArray(tops) &&
    tops.every(
      (top) =>
        typeof top === 'string' &&
        /^[^/]+\/?$/.test(top) &&
        unfitStaticReason(top.replace(/\/$/, ''), site) === null,
    )
  );
}
