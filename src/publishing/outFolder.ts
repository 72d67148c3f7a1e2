/** The real path of the site's folder, which must not overlap with the data folder. */
import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Failure, systemCode } from '../failure.ts';

/**
 * The absolute path of `out` with links resolved, even if it does not exist yet. Throws a Failure when it and
 * `data` overlap: replacing one would destroy the other.
 */
export async function resolveOutFolder(
  out: string,
  data: string,
  staticFiles?: string,
): Promise<string> {
  const [site, sources] = await Promise.all([realPathOf(out), realPathOf(data)]);
  assertApart(site, sources, `The site (--out ${out}) and its sources (--data ${data})`);
  if (staticFiles === undefined) return site;
  const own = await realPathOf(staticFiles);
  for (const [name, other] of Object.entries({ site, sources })) {
    assertApart(own, other, `The files of your own (--static ${staticFiles}) and the ${name}`);
  }
  return site;
}

function assertApart(one: string, other: string, both: string): void {
  if (!contains(one, other) && !contains(other, one)) return;
  throw new Failure('usage', `${both} overlap.`, {
    hint: 'Nothing was touched. Choose two folders of which neither lies in the other.',
  });
}

/** Resolves links in the existing part of the path; a dangling link is followed to its target. */
export async function realPathOf(target: string, followed = 0): Promise<string> {
  const absolute = path.resolve(target);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || path.dirname(absolute) === absolute) return absolute;
    const parent = await realPathOf(path.dirname(absolute), followed);
    const here = path.join(parent, path.basename(absolute));
    const link = await readlink(here).catch(() => null);
    if (link === null || followed >= maxLinks) return here;
    return realPathOf(path.resolve(parent, link), followed + 1);
  }
}

const maxLinks = 40;

/** Whether `inner` is `outer` or inside it; both are absolute, with links resolved. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
