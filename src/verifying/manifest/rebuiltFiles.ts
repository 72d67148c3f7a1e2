/** The files of a site that follow from its `release.json` and depend on no record. */
import { lastPagesOf, type Release } from '../../contract/release.ts';
import { releaseFile } from '../../contract/sitePaths.ts';
import { Failure } from '../../failure.ts';
import { type HostName, hostNames } from '../../hosts/hostNames.ts';
import { hostFiles, hostedSite } from '../../hosts/hostedSite.ts';
import { schemaFiles } from '../../site/fixedFiles.ts';
import { renderHeadersFile } from '../../site/headersFile.ts';
import type { SiteFile } from '../../site/siteFile.ts';
import { welcomePage } from '../../site/welcomePage.ts';
import { loadSchemas } from '../../validation/loadSchemas.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';

// What these files are made of; where that is wrong, nobody knows what they should be.
const decisive: readonly Clause[] = [
  'release',
  'A1',
  'L1',
  'L2',
  'count',
  'L3',
  'L7',
  'S2',
  'S3',
  'V1',
];

/** Whether it is known what the files should be that follow from a release. */
export function isKnownRelease(log: ClauseLog): boolean {
  return decisive.every((clause) => log.tallies[clause].failures === 0);
}

/** They all; `dir` is the folder of the site where there is one. */
export function rebuiltFiles(release: Release, dir: string, log: ClauseLog): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge } = release;
  return [
    welcomePage(release),
    renderHeadersFile(baseUrl, maxAge),
    ...schemaFiles(loadSchemas(), baseUrl),
    ...filesOfHosts(dir, release, log),
  ];
}

function filesOfHosts(dir: string, release: Release, log: ClauseLog): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge, links, precompress, hosts } = release;
  const caseInsensitiveNames = release.case_insensitive_names === true;
  const known = hosts.filter((name): name is HostName => hostNames.some((host) => host === name));
  const lastPages = lastPagesOf(release);
  const site = {
    baseUrl,
    maxAge,
    links,
    precompress,
    caseInsensitiveNames,
    lastPages,
    dir,
    extras: release.static ?? [],
  };
  try {
    return hostFiles(known, hostedSite(site));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const address = `${releaseFile}#/hosts`;
    log.fail('release', {
      address,
      expected: 'hosts of one site',
      found: `${hosts.join(', ')}: ${error.message}`,
    });
    return [];
  }
}
