/** The input of a host's rules, and the files that hosts add to a site. */
import { basePath } from '../contract/baseUrl.ts';
import type { PerList } from '../contract/collectionName.ts';
import type { LinkStyle } from '../contract/links.ts';
import { Failure } from '../failure.ts';
import type { SiteFile } from '../site/siteFile.ts';
import { type HostedSite, type Hosting, noHosting } from './host.ts';
import type { HostName } from './hostNames.ts';
import { hosts } from './hosts.ts';

/** The site as its hosts see it; `precompress` lists its compressed siblings. */
export function hostedSite(site: {
  readonly baseUrl: string;
  /** 0 for a list that is not published. */
  readonly lastPages: PerList<number>;
  readonly links: LinkStyle;
  readonly maxAge: number;
  readonly caseInsensitiveNames: boolean;
  readonly precompress: readonly string[];
  readonly dir: string;
  readonly staticTops?: readonly string[];
  readonly hosting?: Hosting;
}): HostedSite {
  const {
    baseUrl,
    lastPages,
    links,
    maxAge,
    precompress,
    dir,
    staticTops = [],
    hosting = noHosting,
  } = site;
  const { caseInsensitiveNames } = site;
  const compressed = { gzip: precompress.includes('gzip'), br: precompress.includes('br') };
  const prefix = basePath(baseUrl);
  return {
    baseUrl,
    prefix,
    lastPages,
    links,
    maxAge,
    caseInsensitiveNames,
    compressed,
    dir,
    staticTops,
    hosting,
  };
}

/**
 * The files that the hosts read from the site's folder. Throws a Failure when two hosts need different bytes in one
 * file.
 */
export function hostFiles(names: readonly HostName[], site: HostedSite): SiteFile[] {
  const files = new Map<string, { readonly name: HostName; readonly file: SiteFile }>();
  for (const name of names) {
    for (const file of hosts[name].siteFiles(site)) {
      const other = files.get(file.path);
      if (other !== undefined && Buffer.compare(other.file.bytes, file.bytes) !== 0) {
        throw new Failure(
          'usage',
          `--host ${other.name} and --host ${name} both need a file ${file.path} of their own.`,
          { hint: 'Build the site once for each of them.' },
        );
      }
      files.set(file.path, { name, file });
    }
  }
  return [...files.values()].map(({ file }) => file);
}
