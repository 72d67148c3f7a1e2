/** Options of a site, for tests of what a build makes of them. */
import type { PublishOptions } from '../../../src/config/settings.ts';

export function siteOptionsWith(changes: Partial<PublishOptions> = {}): PublishOptions {
  return {
    baseUrl: 'https://example.org',
    pageSizes: { genes: 10, phages: 10, phams: 10 },
    links: 'query',
    maxAge: 300,
    geneFiles: true,
    caseInsensitiveNames: false,
    views: ['genesbyphage', 'phams'],
    bulk: ['tsv', 'phages'],
    spreadsheetSafe: false,
    precompress: [],
    hosts: [],
    releaseDate: null,
    ...changes,
  };
}

/** Shows nothing. */
export const silent = { stage() {}, advance() {}, end() {} };
