/** The input of a host's rules, and the files that hosts add to a site. */
import { basePath } from '../contract/baseUrl.ts';
import { neutralNames } from '../contract/fieldNames.ts';
import { optionsOf } from '../contract/optionsOf.ts';
import { lastPagesOf, pageSetsIn, type Release } from '../contract/release.ts';
import { Failure } from '../failure.ts';
import type { SiteFile } from '../describing/siteFile.ts';
import type { HostedSite } from './host.ts';
import { noHosting } from './hosting.ts';
import { type HostName, hostNames } from './hostNames.ts';
import { hosts } from './hosts.ts';

type Derived = 'prefix' | 'compressed';
type Optional = 'staticTops' | 'hosting' | 'fieldNames' | 'pages';

/** The site as its hosts see it; `precompress` lists its compressed siblings. */
export function hostedSite(
  site: Omit<HostedSite, Derived | Optional> &
    Partial<Pick<HostedSite, Optional>> & {
      readonly precompress: readonly string[];
    },
): HostedSite {
  const { baseUrl, precompress } = site;
  const { pageSets = {}, ...rest } = site;
  const compressed = { gzip: precompress.includes('gzip'), br: precompress.includes('br') };
  return {
    staticTops: [],
    pages: false,
    hosting: noHosting,
    fieldNames: neutralNames,
    ...rest,
    ...(Object.keys(pageSets).length === 0 ? {} : { pageSets }),
    prefix: basePath(baseUrl),
    compressed,
  };
}

/** The same for a site that was built, by its release. */
export function hostedRelease(
  release: Release,
  site: Pick<HostedSite, 'dir'> & Partial<Parameters<typeof hostedSite>[0]>,
): HostedSite {
  return hostedSite({
    ...optionsOf(release),
    tables: release.bulk.includes('phagesdb'),
    lastPages: lastPagesOf(release),
    ...pageSetsIn(release),
    precompress: release.precompress,
    staticTops: release.static ?? [],
    ...site,
  });
}

/** The hosts that a site was built for, leaving out unknown ones. */
export function hostsOf({ hosts: names }: Pick<Release, 'hosts'>): HostName[] {
  return hostNames.filter((name) => names.includes(name));
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
