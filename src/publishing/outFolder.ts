/** The place of a site: its real path, the folders beside it, and what guards it. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { readlink, realpath, statfs } from 'node:fs/promises';
import path from 'node:path';
import { attempt, Failure, systemCode } from '../base/failure.ts';
import { formatBytes } from '../text/words.ts';
import { shortPath } from './fileList.ts';
import { besides, writing } from './siteWriter.ts';

/**
 * The absolute path of `out` with links resolved, even if it does not exist yet. Throws a Failure when it and
 * `data` overlap: replacing one would destroy the other.
 */
export async function resolveOutFolder(
  out: string,
  data: string,
  staticFiles?: string,
): Promise<string> {
  const [site, sources] = await Promise.all([sitePathOf(out), realPathOf(data)]);
  assertNoReleaseFolder(site, out);
  assertApart(site, sources, `The site (--out ${out}) and its sources (--data ${data})`);
  if (staticFiles === undefined) return site;
  const own = await realPathOf(staticFiles);
  for (const [name, other] of Object.entries({ site, sources })) {
    assertApart(own, other, `The files of your own (--static ${staticFiles}) and the ${name}`);
  }
  return site;
}

/** Throws a Failure where one path, of two that are absolute with links resolved, lies in the other. */
export function assertApart(one: string, other: string, both: string): void {
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

/** The absolute path of a site with links resolved, but for the one to the folder of a release (`--switch link`). */
export async function sitePathOf(out: string, followed = 0): Promise<string> {
  const absolute = path.resolve(out);
  const here = path.join(await realPathOf(path.dirname(absolute)), path.basename(absolute));
  const target = attempt(() => readlinkSync(here));
  // Another link may lead to that link.
  if (target === undefined || linkedFolder(here) !== null || followed >= maxLinks) return here;
  return sitePathOf(path.resolve(path.dirname(here), target), followed + 1);
}

/** Throws a Failure for the folder of a release that a link leads to: it is never written again. */
export function assertNoReleaseFolder(site: string, out: string): void {
  const [, name] = ofAnySite.exec(path.basename(site)) ?? [];
  if (name === undefined) return;
  const link = path.join(path.dirname(site), name);
  throw new Failure('usage', `${out} is the folder of a release of ${shortPath(link)}.`, {
    hint: `Nothing was touched. Name ${shortPath(link)} itself; where that link was moved or copied, remove the copy, and build to a new place.`,
  });
}

/** The name of the folder of a release, beside the link at `out` that leads to it; null if there is no such link. */
export function linkedFolder(out: string): string | null {
  const target = attempt(() => readlinkSync(out)) ?? null;
  return target?.startsWith(releasePrefix(out)) === true && !target.includes('/') ? target : null;
}

/** What the names of the folders of releases begin with, beside the link at `out` that leads to one. */
export function releasePrefix(out: string): string {
  return `${path.basename(besideSite(out, 'release'))}-`;
}

const numbered = String.raw`(\d{4,})-[0-9a-f]{16}$`;
const ofAnySite = new RegExp(String.raw`^\.(.+)\.phagepress-release-${numbered}`);
const behindPrefix = new RegExp(`^${numbered}`);

/** The number in the name of a folder of a release of the site at `out`; null for any other name. */
export function releaseNumber(out: string, name: string): number | null {
  const prefix = releasePrefix(out);
  const number = name.startsWith(prefix)
    ? behindPrefix.exec(name.slice(prefix.length))?.[1]
    : undefined;
  return number === undefined ? null : Number(number);
}

/** Whether `inner` is `outer` or inside it; both are absolute, with links resolved. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}

/** For example `.dist.phagepress-lock` for `dist`, on the same file system. */
export function besideSite(
  outDir: string,
  what:
    | 'staging'
    | 'old'
    | 'discarded'
    | 'cache'
    | 'hashes'
    | 'lock'
    | 'fetched'
    | 'release'
    | 'pulled',
): string {
  return path.join(path.dirname(outDir), `.${path.basename(outDir)}.phagepress-${what}`);
}

/** A staging folder unique to one build: a build that has lost its lock must not write into another's. */
export function newStagingFolder(outDir: string): string {
  return `${besideSite(outDir, 'staging')}-${randomBytes(4).toString('hex')}`;
}

/** A unique name for a site that is to be removed, since removal may take long. */
export function newDiscardedFolder(outDir: string): string {
  return `${besideSite(outDir, 'discarded')}-${randomBytes(4).toString('hex')}`;
}

const madeHere = new RegExp(`^[0-9a-f]{8}(?:-(?:${besides.join('|')}))?$`);

/** Whether a name beside the site has the form of the names made here. */
export function isNamedAs(what: 'staging' | 'discarded', outDir: string, name: string): boolean {
  const prefix = `${path.basename(besideSite(outDir, what))}-`;
  return name.startsWith(prefix) && madeHere.test(name.slice(prefix.length));
}

/** A line of the system's mount table. */
interface Mount {
  readonly device: string;
  /** The folder of that file system that is mounted. */
  readonly root: string;
  readonly point: string;
}

/**
 * Throws a Failure when the folder, absolute and with links resolved, cannot be replaced where it is visible. Knows
 * only the mounts of this process, on Linux; those of other containers cannot be seen.
 */
export function assertReplaceable(folder: string, table = readTable()): void {
  const mounts = parseTable(table);
  const inside = mounts.find(({ point }) => contains(folder, point));
  const place = shortPath(folder);
  const wayOut = `Nothing was touched. Mount the folder around it, or name a folder in it, such as --out ${path.join(place, 'site')}.`;
  if (inside !== undefined) {
    const what =
      inside.point === folder ? 'is a mount point' : `holds the mount point ${inside.point}`;
    const message = `${place} ${what}, and a build replaces the whole folder.`;
    throw new Failure('usage', message, { hint: wayOut });
  }
  const seen = seenThrough(folder, mounts);
  if (seen === undefined) return;
  const message = `${place}, or a part of it, is also mounted at ${seen.point}, where the folder that a build puts in its place would not be seen.`;
  throw new Failure('usage', message, { hint: wayOut });
}

/** The mount through which a folder, or something in it, is visible elsewhere. */
function seenThrough(folder: string, mounts: readonly Mount[]): Mount | undefined {
  const around = mounts.filter(({ point }) => contains(point, folder));
  // Of two mounts at the same point, the later hides the earlier.
  const owner = around.reduce<Mount | null>(
    (best, one) => (best === null || one.point.length >= best.point.length ? one : best),
    null,
  );
  if (owner === null) return undefined;
  const root = path.join(owner.root, path.relative(owner.point, folder));
  return mounts.find((mount) => mount.device === owner.device && contains(root, mount.root));
}

function readTable(): string {
  return attempt(() => readFileSync('/proc/self/mountinfo').toString()) ?? '';
}

/** Lines such as `36 35 98:0 /sites /srv/www rw,noatime master:1 - ext4 /dev/sda1 rw`. */
function parseTable(table: string): Mount[] {
  return table.split('\n').flatMap((line) => {
    const [, , device, root, point] = line.split(' ');
    if (device === undefined || root === undefined || point === undefined) return [];
    return { device, root: unescape(root), point: unescape(point) };
  });
}

/** Decodes octal escapes: a space is written as `\040`. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** Throws a Failure when the file system of `folder`, which exists, has less than `bytes` free. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Failure(
    'machine',
    `There is too little room in ${shortPath(folder)}: about ${formatBytes(bytes)} are needed, ${formatBytes(free)} are free.`,
    { hint: 'Nothing was changed. Free some space, or choose another disk with --out.' },
  );
}

const probe = 'Case-Probe';

/**
 * Throws a Failure when the file system of `folder`, which exists, ignores case; `option` names what needs it to be
 * case-sensitive.
 */
export function assertTellsCase(folder: string, option: string, exists = existsSync): void {
  const file = path.join(folder, probe);
  writing(file, () => writeFileSync(file, ''));
  const isFound = exists(path.join(folder, probe.toLowerCase()));
  rmSync(file);
  if (!isFound) return;
  throw new Failure(
    'machine',
    `With ${option}, each name is also written in lower case, but the file system of ${shortPath(folder)} does not tell the two apart.`,
    { hint: `Build on another file system with --out, or without ${option}.` },
  );
}
