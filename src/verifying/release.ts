/** Checks `release.json` for consistency with itself, the manifest and the options of verify. */
import { Failure } from '../base/failure.ts';
import { isStatic } from '../contract/aliases.ts';
import { isBulkPath } from '../contract/bulkFiles.ts';
import { listNames, requiredNames } from '../contract/collectionName.ts';
import { parseBaseUrl } from '../contract/links.ts';
import { packsFolder } from '../contract/packs.ts';
import {
  collectionsOf,
  offeredBy,
  optionsOf,
  type Release,
  renderRelease,
} from '../contract/release.ts';
import { minCompressedBytes } from '../contract/headers.ts';
import { changedNames, neutralNames } from '../contract/siteOptions.ts';
import { fileTops, isHostSetting, releaseFile, signatureFile } from '../contract/sitePaths.ts';
import {
  apiRoot,
  bodyFiles,
  schemaFiles,
  schemaId,
  type SiteFile,
} from '../describing/fixedFiles.ts';
import { citationFiles, signpostHeader } from '../describing/citation.ts';
import { peopleFiles } from '../describing/pagesForPeople.ts';
import { renderHeadersFile } from '../hosts/edgeCode.ts';
import { hostNames } from '../hosts/host.ts';
import { hostedRelease, hostFiles, hostsOf } from '../hosts/hosts.ts';
import { programVersion } from '../installed.ts';
import { compressions, extensions } from '../publishing/compression.ts';
import type { PublicKey } from '../publishing/signing.ts';
import { nameFaults } from '../records/renameFields.ts';
import { publishedSchemas, schemasOf } from '../records/schemas.ts';
import { printable, showString, showToken } from '../text/json.ts';
import { allowableRules, type RuleName } from '../text/rules.ts';
import type { Clause, ClauseLog } from './clauses.ts';
import type { SiteManifest } from './siteManifest.ts';

interface ReleaseExpectation {
  readonly manifestHash: string | null;
  readonly expected: string | null;
}

export function checkRelease(
  release: Release,
  { manifestHash, expected }: ReleaseExpectation,
  address: string,
  log: ClauseLog,
): void {
  log.checked('release');
  const fail = (member: string, wanted: string, found: string) =>
    log.fail('release', `${address}#/${member}`, wanted, found);

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
  for (const [member, names, known] of stated) {
    if (names.join() === known.filter((name) => names.includes(name)).join()) continue;
    fail(member, `some of ${known.join(', ')}, in this order`, names.map(showString).join(', '));
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

/** Whether the key has signed the release; without a key, a signature is told and not checked. */
export function checkSignature(
  key: PublicKey | null,
  release: Uint8Array | null,
  signature: Uint8Array | null,
  log: ClauseLog,
): void {
  if (release === null) return;
  if (key === null) {
    if (signature !== null) log.remark('release', 'signed, and not checked without --key');
    return;
  }
  const text = signature === null ? null : Buffer.from(signature).toString();
  const found = key.faultOf(release, text);
  if (found === null) return;
  log.fail('release', signatureFile, 'a signature by the key of --key', found);
}

export function reportNoRelease(address: string, found: string, log: ClauseLog): void {
  log.fail(
    'release',
    address,
    `a ${releaseFile} as a build writes it`,
    found,
    'Only sites built by phagepress can be verified; `phagepress build` makes one.',
  );
}

/** Which rules the published data may break (S3): those that the build allowed, and those that verify is told to allow. */
export function allowedBy(
  release: Release | null,
  given: ReadonlySet<RuleName>,
): ReadonlySet<RuleName> {
  return new Set([...given, ...allowableRules.filter((rule) => release?.allowed.includes(rule))]);
}

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
  log.fail('release', `${where}:${line}`, expected, found, versionHint(release));
}

/** A hint that another version of the program built the site; none if it was this one. */
export function versionHint({ version }: Release): string | undefined {
  const own = programVersion();
  return version === own
    ? undefined
    : `The site was built by phagepress ${version}, and this is ${own}: build it again, or verify it with that version.`;
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

/** Their contents are checked where the original file is read (M6). */
export function checkSiblings(release: Release, manifest: SiteManifest, log: ClauseLog): void {
  const wanted = compressions.filter((name) => release.precompress.includes(name));
  const own = fileTops(release);
  for (const [entry, file] of manifest.paths()) {
    if (isBulkPath(file) || isStatic(file, own) || manifest.placeOf(entry) !== null) continue;
    if (file.startsWith(packsFolder)) continue;
    const compression = compressions.find((name) => file.endsWith(extensions[name]));
    const plain = compression === undefined ? -1 : manifest.find(file.replace(/\.[^.]+$/, ''));
    if (compression !== undefined && plain >= 0) {
      if (wanted.includes(compression) && isContent(manifest, plain)) continue;
      const expected = 'nothing: release.json says of no such compressed file';
      log.fail('files', file, expected, 'a file');
    } else if (wanted.length > 0 && isContent(manifest, entry)) {
      for (const name of wanted) {
        const address = file + extensions[name];
        if (manifest.find(address) >= 0) continue;
        const expected = `the ${name} form of ${file}`;
        log.fail('files', address, expected, 'no such file');
      }
    }
  }
}

function isContent(manifest: SiteManifest, entry: number): boolean {
  return (
    manifest.fileOf(entry).bytes >= minCompressedBytes && !isHostSetting(manifest.pathOf(entry))
  );
}

// The clauses on the input of the files that are rebuilt; if one fails, their expected bytes are unknown.
const decisive = ['release', 'A1', 'L1', 'L2', 'count', 'L3', 'L7', 'S2', 'S3', 'V1'] as const;

export function isKnownRelease(log: ClauseLog): boolean {
  return decisive.every((clause) => log.tallies[clause].failures === 0);
}

/** The files of a site that are derived from its `release.json` and depend on no record, as a build writes them. */
export function rebuiltFiles(
  release: Release,
  dir: string,
  log: ClauseLog,
  readPackage: () => string | null,
): SiteFile[] {
  const { base_url: baseUrl, max_age: maxAge, field_names: names = neutralNames } = release;
  return [
    ...peopleFiles(release),
    ...citationFiles(release, readPackage),
    renderHeadersFile(baseUrl, maxAge, {
      tables: release.bulk.includes('phagesdb'),
      link: signpostHeader(release),
    }),
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
    log.fail('release', `${releaseFile}#/hosts`, 'hosts of one site', found);
    return [];
  }
}

interface FixedFile extends SiteFile {
  readonly clause: Clause;
}

/**
 * The files whose bytes the contract fixes, with the clause of each: the API's root, errors, and the descriptions that
 * OPTIONS returns; `baseUrl` is the base of links.
 */
export function fixedFiles(baseUrl: string, release: Release | null): FixedFile[] {
  if (release === null) return bodyFiles({ collections: requiredNames, fieldNames: neutralNames });
  const options = optionsOf(release);
  return [
    { clause: 'A1', ...apiRoot(baseUrl, options) },
    ...bodyFiles(options, offeredBy(release)),
  ];
}
