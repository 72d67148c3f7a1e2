/** Checks the files of a folder that hold no record against what their bytes must be. */
import type { Release } from '../contract/release.ts';
import { headersFile, releaseFile, schemaFile, welcomeFile } from '../contract/sitePaths.ts';
import type { ClauseLog } from './clauseLog.ts';
import type { FileCheck } from './fileCheck.ts';
import { fixedBodies } from './fixedBodies.ts';
import type { ReadBuffer } from './siteFolder.ts';

export function checkFixedFiles(release: Release, files: FileCheck, log: ClauseLog): void {
  const buffer: ReadBuffer = { bytes: Buffer.alloc(0) };
  for (const { clause, file, body } of fixedBodies(release.base_url, release)) {
    log.checked(clause);
    const bytes = files.claim(file, buffer);
    if (bytes?.equals(Buffer.from(body)) === true) continue;
    const found = bytes === null ? 'no such file' : 'something else';
    log.fail(clause, { address: file, expected: body, found });
  }
  for (const file of [welcomeFile, headersFile]) {
    if (files.claim(file, buffer) !== null) continue;
    log.fail('files', { address: file, expected: 'the file of a build', found: 'no such file' });
  }
  checkSchemas(release, files, buffer, log);
}

/** The schemas that release.json names are published under those very ids. */
function checkSchemas(
  release: Release,
  files: FileCheck,
  buffer: ReadBuffer,
  log: ClauseLog,
): void {
  const start = `${release.base_url}/${schemaFile('')}`;
  for (const id of release.schemas) {
    const file = id.startsWith(start) ? schemaFile(id.slice(start.length)) : null;
    const bytes = file === null ? null : files.claim(file, buffer);
    if (bytes !== null && idOf(bytes) === id) continue;
    const found = bytes === null ? 'no such file' : 'another $id';
    log.fail('release', {
      address: `${releaseFile}#/schemas`,
      expected: `the schema ${id}`,
      found,
    });
  }
}

function idOf(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && '$id' in value ? value.$id : null;
  } catch {
    return null;
  }
}
