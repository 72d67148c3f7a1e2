/** Options of a site, for tests of what a build makes of them. */
import type { PlannedOptions } from '../../../src/pipeline/planSite.ts';
import { perList, requiredNames } from '../../../src/contract/collectionName.ts';

export function siteOptionsWith(changes: Partial<PlannedOptions> = {}): PlannedOptions {
  return {
    collections: requiredNames,
    baseUrl: 'https://example.org',
    pageSizes: { ...perList(() => 2), genes: 10, phages: 10, phams: 10 },
    furtherSizes: {},
    links: 'query',
    maxAge: 300,
    geneFiles: true,
    records: 'files',
    caseInsensitiveNames: false,
    phageAliases: false,
    pages: false,
    html: false,
    about: {},
    views: ['genesbyphage', 'phams'],
    bulk: ['tsv', 'phages'],
    spreadsheetSafe: false,
    linkGenomes: false,
    fieldNames: {},
    precompress: [],
    hosts: [],
    releaseDate: null,
    ...changes,
  };
}

/** Shows nothing. */
export const silent = { stage() {}, advance() {}, end() {} };
