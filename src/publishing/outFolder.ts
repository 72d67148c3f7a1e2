/** Where the site really lies, and that it and its sources do not lie in each other. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Failure, systemCode } from '../failure.ts';

/**
 * The absolute path of `out` with links resolved, also when it is not there yet. Throws a Failure when
 * it and `data` overlap: replacing the one would destroy the other.
 */
export async function resolveOutFolder(out: string, data: string): Promise<string> {
  const [site, sources] = await Promise.all([realPathOf(out), realPathOf(data)]);
  if (contains(sources, site) || contains(site, sources)) {
    throw new Failure(
      'usage',
      `The site (--out ${out}) and its sources (--data ${data}) overlap.`,
      {
        hint: 'Nothing was touched. Choose two folders of which neither lies in the other.',
      },
    );
  }
  return site;
}

/** Resolves links in as much of the path as exists. */
async function realPathOf(target: string): Promise<string> {
  const absolute = path.resolve(target);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || path.dirname(absolute) === absolute) return absolute;
    return path.join(await realPathOf(path.dirname(absolute)), path.basename(absolute));
  }
}

function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
