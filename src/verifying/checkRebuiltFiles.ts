/**
 * Rebuilds the files that follow from `release.json`, the schemas and the first records, and compares: the description
 * of the addresses, the welcome page, `_headers`, the schemas, what hosts read, and `release.json` itself.
 */
import path from 'node:path';
import { lastPagesOf, type Release, renderRelease } from '../contract/release.ts';
import { openApiFile, releaseFile } from '../contract/sitePaths.ts';
import { openApiOf } from '../describing/openApi.ts';
import { Failure } from '../failure.ts';
import { type HostName, hostNames } from '../hosts/hostNames.ts';
import { hostFiles, hostedSite } from '../hosts/hostedSite.ts';
import { printable, showToken } from '../json/showToken.ts';
import { readStart } from '../publishing/readStart.ts';
import { loadSchemas } from '../validation/loadSchemas.ts';
import { programVersion } from '../version.ts';
import { schemaFiles, schemaId } from '../views/fixedFiles.ts';
import { renderHeadersFile } from '../views/headersFile.ts';
import { type SiteFile, textFile } from '../views/siteFile.ts';
import { welcomePage } from '../views/welcomePage.ts';
import type { ClauseLog } from './clauseLog.ts';
import type { Clause } from './clauses.ts';
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

/** Call it when the lists and views have been checked. `text` is that of `release.json`. */
export function checkRebuiltFiles(
  root: string,
  { release, text }: { readonly release: Release; readonly text: string },
  files: FileCheck,
  log: ClauseLog,
): void {
  checkReleaseText(release, text, log);
  const isKnown = decisive.every((clause) => log.tallies[clause].failures === 0);
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  // Of records that are wrong, no description can be made.
  const description = isKnown ? describe(root, release) : textFile(openApiFile, '');
  for (const due of [description, ...rebuiltFiles(root, release, log)]) {
    const bytes = files.claim(due.path, buffer);
    if (bytes === null) {
      const expected = 'the file of a build';
      log.fail('files', { address: due.path, expected, found: 'no such file', ...hint(release) });
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

function rebuiltFiles(root: string, release: Release, log: ClauseLog): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge } = release;
  return [
    welcomePage(release),
    renderHeadersFile(baseUrl, maxAge),
    ...schemaFiles(loadSchemas(), baseUrl),
    ...filesOfHosts(root, release, log),
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
  log.fail('release', { address: `${due.path}:${line}`, expected, found, ...hint(release) });
}

/** Nothing but what a build says, in the form in which it says it. */
function checkReleaseText(release: Release, text: string, log: ClauseLog): void {
  const schemas = loadSchemas().map(({ name }) => schemaId(release.base_url, name));
  const due = renderRelease({ ...release, schemas });
  const own = programVersion();
  if (release.version !== own) {
    log.remark('release', `built by phagepress ${printable(release.version)}, and this is ${own}`);
  }
  if (due === text) return;
  const { line, expected, found } = firstDifference(due, text);
  const address = `${releaseFile}:${line}`;
  log.fail('release', { address, expected, found, ...hint(release) });
}

function hint({ version }: Release): { readonly hint?: string } {
  const own = programVersion();
  return version === own
    ? {}
    : {
        hint: `The site was built by phagepress ${version}, and this is ${own}: build it again, or verify it with that version.`,
      };
}

/** Of two texts that differ, if only in bytes that are no text. */
function firstDifference(due: string, is: string) {
  const [expected, found] = [due.split('\n'), is.split('\n')];
  const at = expected.findIndex((line, index) => line !== found[index]);
  const show = (line: string | undefined) =>
    line === undefined ? 'the end of the file' : `\`${showToken(line.trim())}\``;
  const index = at < 0 ? expected.length : at;
  return due === is
    ? { line: 1, expected: 'UTF-8 text', found: 'bytes that are no text' }
    : { line: index + 1, expected: show(expected[index]), found: show(found[index]) };
}
