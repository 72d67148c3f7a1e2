/** What must be true of what a site tells of its former releases, in a folder and at an address (H1). */
import {
  changesIndex,
  type HistoryFile,
  parseChangesIndex,
  parseReleasesIndex,
  type releasesIndex,
} from '../contract/history.ts';
import type { Release } from '../contract/release.ts';
import { showString } from '../text/json.ts';
import type { ClauseLog } from './clauses.ts';

/** `text` is null where there is no such index. */
export function checkHistoryIndex(
  index: typeof changesIndex | typeof releasesIndex,
  text: string | null,
  { release, changes }: Pick<Release, 'release' | 'changes'>,
  log: ClauseLog,
): void {
  if (text === null) {
    if (index !== changesIndex || changes !== true) return;
    const expected = 'what changed, as release.json says';
    log.fail('H1', index, expected, 'no such file');
    return;
  }
  if (index === changesIndex && changes !== true) {
    log.fail('H1', index, 'no such file, as release.json says', 'one');
    return;
  }
  const named =
    index === changesIndex ? parseChangesIndex(text)?.release : parseReleasesIndex(text)?.latest;
  if (named === release) return;
  const member = index === changesIndex ? 'release' : 'latest';
  const [expected, found] =
    named === undefined
      ? ['an index as a build writes it', 'something else']
      : [`${release}, as in release.json`, showString(named)];
  log.fail('H1', `${index}#/${member}`, expected, found);
}

/** `is` is what a file holds, or why it cannot be read, which completes "found". */
export function hashedAs(
  file: HistoryFile,
  is: Pick<HistoryFile, 'bytes' | 'sha256'> | string,
  log: ClauseLog,
  address = file.path,
): void {
  const expected = `${file.bytes} bytes with SHA-256 ${file.sha256}, as its index says`;
  if (typeof is === 'string') log.fail('H1', address, expected, is);
  else if (is.bytes !== file.bytes || is.sha256 !== file.sha256)
    log.fail('H1', address, expected, `${is.bytes} with ${is.sha256}`);
}
