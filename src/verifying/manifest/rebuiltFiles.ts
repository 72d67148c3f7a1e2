/** Rebuilds the files of a site that are derived from its `release.json` and depend on no record. */
import { neutralNames } from '../../contract/fieldNames.ts';
import { collectionsOf, type Release } from '../../contract/release.ts';
import { releaseFile } from '../../contract/sitePaths.ts';
import { Failure } from '../../failure.ts';
import { hostedRelease, hostFiles, hostsOf } from '../../hosts/hostedSite.ts';
import { schemaFiles } from '../../describing/fixedFiles.ts';
import { renderHeadersFile } from '../../hosts/headersFile.ts';
import type { SiteFile } from '../../describing/siteFile.ts';
import { peopleFiles } from '../../describing/peopleFiles.ts';
import { publishedSchemas } from '../../validation/publishedSchemas.ts';
import type { ClauseLog } from '../report/clauseLog.ts';

// The clauses on the input of these files; if one fails, their expected bytes are unknown.
const decisive = ['release', 'A1', 'L1', 'L2', 'count', 'L3', 'L7', 'S2', 'S3', 'V1'] as const;

/** Whether the release is right, so that the files derived from it are known. */
export function isKnownRelease(log: ClauseLog): boolean {
  return decisive.every((clause) => log.tallies[clause].failures === 0);
}

/** All such files; `dir` is the folder of the site, if there is one. */
export function rebuiltFiles(release: Release, dir: string, log: ClauseLog): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge, field_names: names = neutralNames } = release;
  return [
    ...peopleFiles(release),
    renderHeadersFile(baseUrl, maxAge, { tables: release.bulk.includes('phagesdb') }),
    ...schemaFiles(publishedSchemas(collectionsOf(release), release.allowed, names), baseUrl),
    ...filesOfHosts(dir, release, log),
  ];
}

function filesOfHosts(dir: string, release: Release, log: ClauseLog): SiteFile[] {
  const { hosts } = release;
  try {
    return hostFiles(hostsOf(release), hostedRelease(release, { dir }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const found = `${hosts.join(', ')}: ${error.message}`;
    log.fail('release', { address: `${releaseFile}#/hosts`, expected: 'hosts of one site', found });
    return [];
  }
}
