/** The decoded prefix of a site, as servers compare it; not every prefix can be decoded safely. */
import { unsafeNameReason } from '../contract/recordName.ts';
import type { Host, HostedSite } from './host.ts';

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
