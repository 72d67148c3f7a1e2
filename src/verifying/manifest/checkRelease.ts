/** Checks `release.json` for consistency with itself, the manifest and the options of verify. */
import { parseBaseUrl } from '../../contract/baseUrl.ts';
import { listNames } from '../../contract/collectionName.ts';
import { changedNames } from '../../contract/fieldNames.ts';
import type { Release } from '../../contract/release.ts';
import { releaseFile } from '../../contract/sitePaths.ts';
import { allowableRules, type RuleName } from '../../findings/rules.ts';
import { hostNames } from '../../hosts/hostNames.ts';
import { showString } from '../../json/showToken.ts';
import { nameFaults } from '../../validation/nameFaults.ts';
import { compressions } from '../../publishing/compression.ts';
import type { ClauseLog } from '../report/clauseLog.ts';

export interface ReleaseExpectation {
  /** The SHA-256 of `manifest.json`; null when there is none. */
  readonly manifestHash: string | null;
  /** The prefix of the id given with `--expect-release`; null for any. */
  readonly expected: string | null;
}

/** Reports what is wrong with a release; `address` is that of its file. */
export function checkRelease(
  release: Release,
  { manifestHash, expected }: ReleaseExpectation,
  address: string,
  log: ClauseLog,
): void {
  log.checked('release');
  const fail = (member: string, wanted: string, found: string) =>
    log.fail('release', { address: `${address}#/${member}`, expected: wanted, found });

  if (manifestHash !== null && release.release !== manifestHash) {
    fail('release', `${manifestHash}, the SHA-256 of manifest.json`, showString(release.release));
  }
  if (expected !== null && !release.release.startsWith(expected)) {
    fail('release', `the release ${expected}`, showString(release.release));
  }
  const base = parseBaseUrl(release.base_url);
  if (!base.ok || base.baseUrl !== release.base_url) {
    const found = `${showString(release.base_url)}${base.ok ? '' : `, which ${base.reason}`}`;
    fail('base_url', 'a base URL in its canonical form (A1)', found);
  }
  const stated: readonly [string, readonly string[], readonly string[]][] = [
    ['precompress', release.precompress, compressions],
    ['hosts', release.hosts, hostNames],
    ['allowed', release.allowed, allowableRules],
  ];
  for (const [member, said, known] of stated) {
    if (said.join() === known.filter((name) => said.includes(name)).join()) continue;
    fail(member, `some of ${known.join(', ')}, in this order`, said.map(showString).join(', '));
  }
  const { field_names: names } = release;
  // In the form of a build: without entries that rename nothing, in order.
  const form = names === undefined ? undefined : JSON.stringify(changedNames(names));
  if (names !== undefined && (form === '{}' || form !== JSON.stringify(names))) {
    fail('field_names', 'other names than in the schemas, in order', JSON.stringify(names));
  }
  for (const { field, expected: due, found } of nameFaults(names ?? {}, names ?? {})) {
    fail(`field_names/${field}`, due, found);
  }
  if (release.max_age < 0) fail('max_age', 'seconds', String(release.max_age));
  for (const name of listNames) {
    const published = release.collections[name];
    if (published === undefined) continue;
    const { count, page_size: size, pages } = published;
    const due = Math.max(1, Math.ceil(count / size));
    if (count < 0 || size < 1 || pages !== due) {
      const found = `${pages} pages for ${count} records, ${size} on a page`;
      fail(`collections/${name}`, `${due} pages`, found);
    }
  }
}

/** Reports that there is no usable release.json. */
export function reportNoRelease(address: string, found: string, log: ClauseLog): void {
  log.fail('release', {
    address,
    expected: `a ${releaseFile} as a build writes it`,
    found,
    hint: 'Only sites built by phagepress can be verified; `phagepress build` makes one.',
  });
}

/** Which rules the published data may break (S3): those that the build allowed, and those that verify is told to allow. */
export function allowedBy(
  release: Release | null,
  said: ReadonlySet<RuleName>,
): ReadonlySet<RuleName> {
  return new Set([...said, ...allowableRules.filter((rule) => release?.allowed.includes(rule))]);
}
