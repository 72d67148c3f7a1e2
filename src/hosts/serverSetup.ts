/** What the presets of self-managed servers share: folder, address and prefix of a site, and its setup. */
import { unsafeNameReason } from '../contract/recordName.ts';
import { shellWord } from '../text/shellWord.ts';
import type { Host, HostedSite } from './host.ts';

/** The site's folder on the server: as given, else its current path. */
export function folderOf({ hosting, dir }: HostedSite): string {
  return hosting.root ?? dir;
}

/** The first setup step; `program` derives ETags from the modification times of files. */
export function howToCopy({ hosting: { root }, dir }: HostedSite, program: string): string[] {
  const place = root === null ? '/srv/phagepress' : root.replace(/\/+$/, '');
  return [
    root === null
      ? '1. Copy the folder of the site to the server; --root gives its path there, for `root` below:'
      : '1. Copy the folder of the site to the server:',
    `     rsync -a --delete ${shellWord(`${dir.replace(/\/+$/, '')}/`)} ${shellWord(`server:${place}/`)}`,
    `   The times of the files must be preserved (-a): ${program} makes validators from them.`,
  ];
}

/**
 * The scheme, host and port on which the server must listen. The host is null if it has characters other than
 * letters, digits, dots and hyphens: it cannot be named in a configuration then.
 */
export function siteAddress({ baseUrl, hosting }: HostedSite) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  const named = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname) ? hostname : null;
  const usualPort = isHttps ? 443 : 80;
  return {
    isHttps,
    host: hosting.serverName ?? named,
    port: port === '' ? usualPort : Number(port),
  };
}

/** '' or for example '/phages', decoded. */
export function decodedPrefix(site: HostedSite): string {
  return decodeURIComponent(site.prefix);
}

/** For servers that decode a path before routing: an escaped slash would become a separator. */
export const refusesOddPrefix: Host['refuses'] = ({ baseUrl, prefix }) => {
  const odd = prefix
    .split('/')
    .slice(1)
    .find((segment) => unsafeNameReason(decodeURIComponent(segment)) !== null);
  if (odd === undefined) return null;
  return {
    message: `The path of ${baseUrl} has the part ${JSON.stringify(odd)}, which cannot be the name of a folder.`,
    hint: 'Build the site with a --base-url whose path has plain parts.',
  };
};
