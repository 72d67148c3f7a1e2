/**
 * Rebuilds the files that are derived from `release.json`, the schemas and the first records, and compares: the
 * OpenAPI description, the welcome page, `_headers`, the schemas, the files of hosts, and `release.json` itself.
 */
import path from 'node:path';
import { optionsOf } from '../../contract/optionsOf.ts';
import type { Release } from '../../contract/release.ts';
import { openApiFile, releaseFile } from '../../contract/sitePaths.ts';
import { openApiOf } from '../../describing/openApi.ts';
import { attempt } from '../../failure.ts';
import { readStart } from '../../publishing/readFully.ts';
import { publishedSchemas } from '../../validation/publishedSchemas.ts';
import { type SiteFile, textFile } from '../../describing/siteFile.ts';
import { isKnownRelease, rebuiltFiles } from '../manifest/rebuiltFiles.ts';
import { checkReleaseText, firstDifference, versionHint } from '../manifest/checkReleaseText.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { FileCheck } from './fileCheck.ts';

/** Call after the lists and views have been checked. `text` is that of `release.json`. */
export function checkRebuiltFiles(
  root: string,
  { release, text }: { readonly release: Release; readonly text: string },
  files: FileCheck,
  log: ClauseLog,
): void {
  checkReleaseText(release, text, releaseFile, log);
  const isKnown = isKnownRelease(log);
  // Invalid records cannot give examples for the description.
  const description = isKnown ? describe(root, release) : textFile(openApiFile, '');
  for (const due of [description, ...rebuiltFiles(release, root, log)]) {
    const bytes = files.claim(due.path);
    if (bytes === null) {
      const [expected, found] = ['the file of a build', 'no such file'];
      log.fail('files', { address: due.path, expected, found, ...versionHint(release) });
    } else if (isKnown) {
      reportDifference(due, bytes, release, log);
    }
  }
}

function describe(root: string, release: Release): SiteFile {
  const site = optionsOf(release);
  // In a folder everything is a finding and never an exception; an unreadable file is reported elsewhere.
  const read = (file: string, maxBytes: number) =>
    attempt(() => readStart(path.join(root, file), maxBytes)) ?? null;
  return openApiOf(
    site,
    publishedSchemas(site.collections, release.allowed, site.fieldNames),
    read,
  );
}

function reportDifference(due: SiteFile, bytes: Buffer, release: Release, log: ClauseLog): void {
  if (bytes.equals(due.bytes)) return;
  const { line, expected, found } = firstDifference(
    Buffer.from(due.bytes).toString(),
    bytes.toString(),
  );
  log.fail('release', { address: `${due.path}:${line}`, expected, found, ...versionHint(release) });
}
