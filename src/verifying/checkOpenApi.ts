/** Checks the description of a site's addresses against the one that a build makes of what lies there. */
import path from 'node:path';
import type { Release } from '../contract/release.ts';
import { openApiFile } from '../contract/sitePaths.ts';
import { openApiOf } from '../describing/openApi.ts';
import { showToken } from '../json/showToken.ts';
import { readStart } from '../publishing/readStart.ts';
import { loadSchemas } from '../validation/loadSchemas.ts';
import type { ClauseLog } from './clauseLog.ts';
import type { Clause } from './clauses.ts';
import type { FileCheck } from './fileCheck.ts';

// What the description is made of; where that is wrong, nobody knows what it should be.
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

/** Call it when the lists and views have been checked. */
export function checkOpenApi(root: string, release: Release, files: FileCheck, log: ClauseLog) {
  const bytes = files.claim(openApiFile, { bytes: Buffer.alloc(0) });
  if (bytes === null) {
    log.fail('files', {
      address: openApiFile,
      expected: 'the description of the addresses',
      found: 'no such file',
      hint: 'A site of an earlier version of phagepress has none; build it again.',
    });
    return;
  }
  if (decisive.some((clause) => log.tallies[clause].failures > 0)) return;
  const { base_url: baseUrl, max_age: maxAge, gene_files: geneFiles, views } = release;
  const caseInsensitiveNames = release.case_insensitive_names === true;
  const site = { baseUrl, maxAge, geneFiles, caseInsensitiveNames, views };
  const due = openApiOf(site, loadSchemas(), (file, maxBytes) => {
    return readStartOrNull(path.join(root, file), maxBytes);
  });
  const difference = firstDifference(Buffer.from(due.bytes).toString(), bytes.toString());
  if (difference !== null) {
    const { line, expected, found } = difference;
    log.fail('release', { address: `${openApiFile}:${line}`, expected, found });
  }
}

/** Whatever lies in a folder is a finding, never an exception; this one is somebody else's. */
function readStartOrNull(file: string, maxBytes: number): Buffer | null {
  try {
    return readStart(file, maxBytes);
  } catch {
    return null;
  }
}

function firstDifference(due: string, is: string) {
  if (due === is) return null;
  const [expected, found] = [due.split('\n'), is.split('\n')];
  const at = expected.findIndex((line, index) => line !== found[index]);
  const show = (line: string | undefined) =>
    line === undefined ? 'the end of the file' : `\`${showToken(line.trim())}\``;
  const index = at < 0 ? expected.length : at;
  return { line: index + 1, expected: show(expected[index]), found: show(found[index]) };
}
