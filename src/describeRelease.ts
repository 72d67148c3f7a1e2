/** What `release.json` says of a site. */
import type { PerCollection } from './contract/collectionName.ts';
import type { Release } from './contract/release.ts';
import type { SiteOptions } from './config/siteOptions.ts';
import { programVersion } from './version.ts';
import type { PagedList } from './views/pagedList.ts';

/** All but the id, which is the hash of a manifest that is yet to be made; `schemas` are their ids. */
export function describeRelease(
  { genes, phages, phams }: PerCollection<PagedList> & { readonly phams?: PagedList },
  options: SiteOptions,
  schemas: readonly string[],
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
    collections: {
      genes: published(genes),
      phages: published(phages),
      ...(phams === undefined ? {} : { phams: published(phams) }),
    },
    schemas,
  };
}
