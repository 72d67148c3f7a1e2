/** The contents of `release.json`. */
import { type PerCollection, perCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { PublishOptions } from '../config/settings.ts';
import type { RuleName } from '../findings/rules.ts';
import { hostNames } from '../hosts/hostNames.ts';
import { compressions } from '../publishing/compression.ts';
import { programVersion } from '../installed.ts';
import type { PagedList } from '../pages/pagedList.ts';

/**
 * Everything but the id, which is the hash of a manifest that does not exist yet. `schemas` are their ids,
 * `allowed` the rules whose breaches are published, `staticTops` what `staticTops` returns.
 */
export function describeRelease(
  lists: PerCollection<PagedList> & { readonly phams?: PagedList },
  options: PublishOptions,
  schemas: readonly string[],
  allowed: readonly RuleName[],
  staticTops: readonly string[],
): Omit<Release, 'release'> {
  const published = ({ count, pageSize, lastPage }: PagedList) => {
    return { count, page_size: pageSize, pages: lastPage };
  };
  return {
    program: 'phagepress',
    version: programVersion(),
    ...(options.releaseDate === null ? {} : { release_date: options.releaseDate }),
    base_url: options.baseUrl,
    links: options.links,
    max_age: options.maxAge,
    gene_files: options.geneFiles,
    ...(options.caseInsensitiveNames ? { case_insensitive_names: true } : {}),
    views: options.views,
    bulk: options.bulk,
    ...(options.spreadsheetSafe ? { spreadsheet_safe: true } : {}),
    // In a fixed order, whatever the order of the options.
    precompress: compressions.filter((name) => options.precompress.includes(name)),
    ...(staticTops.length === 0 ? {} : { static: staticTops }),
    hosts: hostNames.filter((name) => options.hosts.includes(name)),
    allowed,
    collections: {
      ...perCollection((name) => published(lists[name])),
      ...(lists.phams === undefined ? {} : { phams: published(lists.phams) }),
    },
    schemas,
  };
}
