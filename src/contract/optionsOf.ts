/** The options that a site was built with, as far as its `release.json` says them: what `describeRelease` wrote. */
import { publishedToAbout } from './about.ts';
import { neutralNames } from './fieldNames.ts';
import { collectionsOf, furtherSizesOf, pageSizesOf, type Release } from './release.ts';
import type { SiteOptions } from './siteOptions.ts';

/** `precompress` may have names of a later version. */
type SaidOptions = Required<Omit<SiteOptions, 'linkGenomes' | 'precompress' | 'releaseDate'>>;

export function optionsOf(release: Release): SaidOptions {
  return {
    baseUrl: release.base_url,
    pageSizes: pageSizesOf(release),
    furtherSizes: furtherSizesOf(release),
    links: release.links,
    maxAge: release.max_age,
    geneFiles: release.gene_files,
    caseInsensitiveNames: release.case_insensitive_names === true,
    phageAliases: release.phage_aliases === true,
    collections: collectionsOf(release),
    views: release.views,
    bulk: release.bulk,
    spreadsheetSafe: release.spreadsheet_safe === true,
    genomesFile: release.genomes_file ?? null,
    fieldNames: release.field_names ?? neutralNames,
    pages: release.pages === true,
    about: publishedToAbout(release.about),
  };
}
