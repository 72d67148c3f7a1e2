/** Which files of a publisher's own a site may have beside what a build makes: their paths below the base URL. */
import { unsafeNameReason } from './recordName.ts';

/** What a build makes at the top of a site, and what hosts take for their own there. */
const taken = new Set([
  'api',
  'bulk',
  'errors',
  'options',
  'schemas',
  'index.html',
  'index.json',
  'manifest.json',
  'openapi.json',
  'release.json',
]);

// Read by those who ask for them, and by nobody as a setting of his own.
const hiddenTops = new Set(['.well-known', '.nojekyll']);

// Rules of hosts name them.
const plainTop = /^[A-Za-z0-9.][A-Za-z0-9._~-]*$/;

/**
 * Why a path cannot be that of a publisher's own file, or null when it can. It is relative, with `/`. The text
 * completes the sentence "found a path that …".
 */
export function unfitStaticReason(path: string): string | null {
  const [top = '', ...inner] = path.split('/');
  for (const name of [top, ...inner]) {
    const reason = unsafeNameReason(name);
    if (reason !== null && name !== 'index.json') return `has a part that ${reason}`;
  }
  const folded = top.toLowerCase().replace(/\.(?:gz|br)$/, '');
  if (taken.has(folded)) return 'has the path of a file of the site';
  if (inner.some((name) => name.startsWith('.')) || (top.startsWith('.') && !hiddenTops.has(top)))
    return 'is hidden';
  if ([top, ...inner].some((name) => name.startsWith('_')))
    return 'begins with _, which hosts take for a setting of their own';
  if (!plainTop.test(top))
    return 'begins with a name of other signs than letters, digits and . _ ~ -';
  return null;
}

/** The names at the top of a site that hold such files, in order; those of folders end in a slash. */
export function staticTops(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.replace(/\/.*$/, '/')))].sort();
}

/** Whether a file of the site is the publisher's own; `tops` are those that its release has. */
export function isStatic(path: string, tops: readonly string[]): boolean {
  const top = path.replace(/\/.*$/, '/');
  return tops.includes(top);
}

/** Whether `tops` may be what `staticTops` gave. */
export function areStaticTops(tops: unknown): tops is string[] {
  return (
    Array.isArray(tops) &&
    tops.every(
      (top) =>
        typeof top === 'string' &&
        /^[^/]+\/?$/.test(top) &&
        unfitStaticReason(top.replace(/\/$/, '')) === null,
    )
  );
}
