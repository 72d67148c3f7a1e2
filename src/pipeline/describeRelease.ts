/** The contents of `release.json`. */
import { publishedAbout } from '../contract/about.ts';
import { listNames } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import type { PlannedOptions } from './building.ts';
import type { PlannedSite } from '../hosts/plannedFiles.ts';
import type { RuleName } from '../findings/rules.ts';
import { hostNames } from '../hosts/hostNames.ts';
import { compressions } from '../publishing/compression.ts';
import { programVersion } from '../installed.ts';

type PlannedLists = Pick<PlannedSite, 'counts' | 'lastPages'>;

/**
 * Everything but the id, which is the hash of a manifest that does not exist yet. `schemas` are their ids,
 * `allowed` the rules whose breaches are published, `staticTops` what `staticTops` returns, `hasFamilyLabels` whether the pages
 * have labels of gene families.
 */
export function describeRelease(
  { counts, lastPages }: PlannedLists,
  options: PlannedOptions,
  schemas: readonly string[],
  allowed: readonly RuleName[],
  staticTops: readonly string[],
  hasFamilyLabels = false,
): Omit<Release, 'release'> {
  const published = listNames.filter((name) => lastPages[name] > 0);
  const lists: Partial<Release['collections']> = Object.fromEntries(
    published.map((name) => {
      const [count, size, pages] = [counts[name], options.pageSizes[name], lastPages[name]];
      const further = options.furtherSizes[name];
      const offered = further === undefined ? {} : { page_sizes: [size, ...further] };
      return [name, { count, page_size: size, ...offered, pages }];
    }),
  );
  const about = publishedAbout(options.about);
  return {
    program: 'phagepress',
    version: programVersion(),
    ...(options.releaseDate === null ? {} : { release_date: options.releaseDate }),
    ...(Object.keys(about).length === 0 ? {} : { about }),
    base_url: options.baseUrl,
    links: options.links,
    max_age: options.maxAge,
    gene_files: options.geneFiles,
    ...(options.caseInsensitiveNames ? { case_insensitive_names: true } : {}),
    ...(options.phageAliases ? { phage_aliases: true } : {}),
    ...(typeof options.genomesFile === 'string' ? { genomes_file: options.genomesFile } : {}),
    views: options.views,
    bulk: options.bulk,
    ...(options.spreadsheetSafe ? { spreadsheet_safe: true } : {}),
    ...(Object.keys(options.fieldNames).length === 0 ? {} : { field_names: options.fieldNames }),
    ...(options.pages ? { pages: true } : {}),
    ...(hasFamilyLabels ? { family_labels: true } : {}),
    // In a fixed order, whatever the order of the options.
    precompress: compressions.filter((name) => options.precompress.includes(name)),
    ...(staticTops.length === 0 ? {} : { static: staticTops }),
    hosts: hostNames.filter((name) => options.hosts.includes(name)),
    allowed,
    collections: lists as Release['collections'],
    schemas,
  };
}
