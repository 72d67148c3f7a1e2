/** What a server of the publisher's own is told of the machine that it runs on. */
import type { HostedSite } from './host.ts';

/** Where the server finds the folder of the site: as was said, else where it lies now. */
export function folderOf({ setup, dir }: HostedSite): string {
  return setup.root ?? dir;
}

/** The first step of how to use a configuration; `program` makes validators of the times of files. */
export function howToCopy({ setup: { root }, dir }: HostedSite, program: string): string[] {
  const place = root === null ? '/srv/phagepress' : root.replace(/\/+$/, '');
  return [
    root === null
      ? '1. Copy the folder of the site to the server; --root says where it lies there, for `root` below:'
      : '1. Copy the folder of the site to the server:',
    `     rsync -a --delete ${shellWord(`${dir.replace(/\/+$/, '')}/`)} ${shellWord(`server:${place}/`)}`,
    `   The times of the files must come along (-a): ${program} makes validators of them.`,
  ];
}

/** One word for a shell, which expands nothing in it; what a comment cannot hold becomes a question mark. */
export function shellWord(text: string): string {
  const word = text.replace(/\p{Cc}/gu, '?');
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
