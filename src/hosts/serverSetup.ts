/** Setup instructions for self-managed servers. */
import type { HostedSite } from './host.ts';

/** The site's folder on the server: as given, else its current path. */
export function folderOf({ hosting, dir }: HostedSite): string {
  return hosting.root ?? dir;
}

/** The first setup step; `program` derives ETags from the modification times of files. */
export function howToCopy({ hosting: { root }, dir }: HostedSite, program: string): string[] {
  const place = root === null ? '/srv/phagepress' : root.replace(/\/+$/, '');
  return [
    root === null
      ? '1. Copy the folder of the site to the server; --root says where it lies there, for `root` below:'
      : '1. Copy the folder of the site to the server:',
    `     rsync -a --delete ${shellWord(`${dir.replace(/\/+$/, '')}/`)} ${shellWord(`server:${place}/`)}`,
    `   The times of the files must come along (-a): ${program} makes validators of them.`,
  ];
}

/** One literal shell word; control characters, which a comment cannot contain, become question marks. */
export function shellWord(text: string): string {
  const word = text.replace(/\p{Cc}/gu, '?');
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
