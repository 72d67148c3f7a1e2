/**
 * Rebuilds the files that follow from `release.json`, the schemas and the first records, and compares: the description
 * of the addresses, the welcome page, `_headers`, the schemas, what hosts read, and `release.json` itself.
 */
import path from 'node:path';
import { lastPagesOf, type Release } from '../../contract/release.ts';
import { openApiFile, releaseFile } from '../../contract/sitePaths.ts';
import { openApiOf } from '../../describing/openApi.ts';
import { Failure } from '../../failure.ts';
import { type HostName, hostNames } from '../../hosts/hostNames.ts';
import { hostFiles, hostedSite } from '../../hosts/hostedSite.ts';
import { readStart } from '../../publishing/readStart.ts';
import { loadSchemas } from '../../validation/loadSchemas.ts';
import { schemaFiles } from '../../site/fixedFiles.ts';
import { renderHeadersFile } from '../../site/headersFile.ts';
import { type SiteFile, textFile } from '../../site/siteFile.ts';
import { welcomePage } from '../../site/welcomePage.ts';
import { checkReleaseText, firstDifference, versionHint } from '../manifest/checkReleaseText.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { FileCheck } from './fileCheck.ts';
import type { ReadBuffer } from './siteFolder.ts';

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

/** Call it when the lists and views have been checked. `text` is that of `release.json`. */
export function checkRebuiltFiles(
  root: string,
  { release, text }: { readonly release: Release; readonly text: string },
  files: FileCheck,
  log: ClauseLog,
): void {
  checkReleaseText(release, text, releaseFile, log);
  const isKnown = isKnownRelease(log);
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  // Of records that are wrong, no description can be made.
  const description = isKnown ? describe(root, release) : textFile(openApiFile, '');
  for (const due of [description, ...rebuiltFiles(release, root, log)]) {
    const bytes = files.claim(due.path, buffer);
    if (bytes === null) {
      const expected = 'the file of a build';
      log.fail('files', {
        address: due.path,
        expected,
        found: 'no such file',
        ...versionHint(release),
      });
    } else if (isKnown) {
      tellDifference(due, bytes, release, log);
    }
  }
}

function describe(root: string, release: Release): SiteFile {
  const { base_url: baseUrl, max_age: maxAge, gene_files: geneFiles, views } = release;
  const caseInsensitiveNames = release.case_insensitive_names === true;
  const site = { baseUrl, maxAge, geneFiles, caseInsensitiveNames, views };
  return openApiOf(site, loadSchemas(), (file, maxBytes) =>
    readStartOrNull(path.join(root, file), maxBytes),
  );
}

/** Those that depend on no record; `dir` is the folder of the site where there is one. */
export function rebuiltFiles(release: Release, dir: string, log: ClauseLog): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge } = release;
  return [
    welcomePage(release),
    renderHeadersFile(baseUrl, maxAge),
    ...schemaFiles(loadSchemas(), baseUrl),
    ...filesOfHosts(dir, release, log),
  ];
}

/** Whatever lies in a folder is a finding, never an exception; this one is somebody else's. */
function readStartOrNull(file: string, maxBytes: number): Buffer | null {
  try {
    return readStart(file, maxBytes);
  } catch {
    return null;
  }
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

function tellDifference(due: SiteFile, bytes: Buffer, release: Release, log: ClauseLog): void {
  if (bytes.equals(due.bytes)) return;
  const { line, expected, found } = firstDifference(
    Buffer.from(due.bytes).toString(),
    bytes.toString(),
  );
  log.fail('release', { address: `${due.path}:${line}`, expected, found, ...versionHint(release) });
}
