/** Refuses to replace a folder that is visible through a mount, which would keep showing the old one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../failure.ts';
import { contains } from './outFolder.ts';
import { shortPath } from './shortPath.ts';

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
