/** What a build was asked for, as texts that tell whether something of the last one still holds. */
import type { SiteKey } from '../incremental/remembered.ts';
import type { SiteOptions } from '../config/siteOptions.ts';
import type { DataOptions } from './readSources.ts';
import type { StaticFile } from '../publishing/stageStatic.ts';
import { programVersion } from '../version.ts';

// Another number for another form of what is kept within one version of the program.
const cacheForm = 9;

/** Changes whenever what an intake gives may change. */
export function intakeKey({ allowed, denied, limits, maxErrors }: DataOptions): string {
  const choices = [[...allowed].sort(), [...denied].sort()];
  return JSON.stringify([programVersion(), cacheForm, choices, limits, maxErrors]);
}

/** Changes whenever the site's bytes may change though the records do not. */
export function siteKey(options: SiteOptions, extras: readonly StaticFile[]): SiteKey {
  const { bulk, hosts, maxAge, pageSizes } = options;
  const { baseUrl, links, geneFiles, views, precompress, releaseDate } = options;
  return {
    records: JSON.stringify([
      baseUrl,
      links,
      geneFiles,
      views,
      bulk,
      // What compresses decides the bytes of bulk files.
      bulk.length === 0 ? '' : process.versions.zlib,
      precompress,
      releaseDate,
      options.caseInsensitiveNames,
      options.spreadsheetSafe,
    ]),
    pages: JSON.stringify(pageSizes),
    about: JSON.stringify([hosts, maxAge, extras.map((file) => [file.path, file.sha256])]),
  };
}
