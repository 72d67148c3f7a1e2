/** Rebuilds the text of `release.json` from its values, and compares. */
import { collectionsOf, type Release, renderRelease } from '../../contract/release.ts';
import { printable, showToken } from '../../json/showToken.ts';
import { schemasOf } from '../../validation/loadSchemas.ts';
import { programVersion } from '../../installed.ts';
import { schemaId } from '../../describing/fixedFiles.ts';
import type { ClauseLog } from '../report/clauseLog.ts';

/** The text must be exactly what a build writes; `where` is the file or its address. */
export function checkReleaseText(
  release: Release,
  text: string,
  where: string,
  log: ClauseLog,
): void {
  const schemas = schemasOf(collectionsOf(release)).map(({ name }) =>
    schemaId(release.base_url, name),
  );
  const due = renderRelease({ ...release, schemas });
  const own = programVersion();
  if (release.version !== own) {
    log.remark('release', `built by phagepress ${printable(release.version)}, and this is ${own}`);
  }
  if (due === text) return;
  const { line, expected, found } = firstDifference(due, text);
  log.fail('release', { address: `${where}:${line}`, expected, found, ...versionHint(release) });
}

/** A hint that another version of the program built the site; empty if it was this one. */
export function versionHint({ version }: Release): { readonly hint?: string } {
  const own = programVersion();
  return version === own
    ? {}
    : {
        hint: `The site was built by phagepress ${version}, and this is ${own}: build it again, or verify it with that version.`,
      };
}

/** The first difference of two texts, even if only in bytes that are not valid text. */
export function firstDifference(due: string, is: string) {
  const [expected, found] = [due.split('\n'), is.split('\n')];
  const at = expected.findIndex((line, index) => line !== found[index]);
  const show = (line: string | undefined) =>
    line === undefined ? 'the end of the file' : `\`${showToken(line.trim())}\``;
  const index = at < 0 ? expected.length : at;
  return due === is
    ? { line: 1, expected: 'UTF-8 text', found: 'bytes that are no text' }
    : { line: index + 1, expected: show(expected[index]), found: show(found[index]) };
}
