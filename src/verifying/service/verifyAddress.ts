/** Verifies that the responses at an address keep the contract: its lists, then the contract's table of requests. */
import { hash } from 'node:crypto';
import {
  type HttpClient,
  largestBodyBytes,
  ServiceAbandoned,
  targetOf,
} from '../../base/httpClient.ts';
import type { Progress } from '../../base/progress.ts';
import { fileOfPhage } from '../../contract/aliases.ts';
import {
  bulkIndexFile,
  dataPackageFile,
  genomeFile,
  genomeFormNames,
} from '../../contract/bulkFiles.ts';
import type { Keeps } from '../../contract/capabilities.ts';
import { type CollectionName, perPublished, requiredNames } from '../../contract/collectionName.ts';
import {
  changesIndex,
  historyFiles,
  type HistoryFile,
  releasesIndex,
} from '../../contract/history.ts';
import { listLink } from '../../contract/links.ts';
import { foldName } from '../../contract/recordName.ts';
import {
  collectionsOf,
  pageSetsIn,
  parseRelease,
  type Release,
  viewPagesIn,
} from '../../contract/release.ts';
import { neutralNames } from '../../contract/siteOptions.ts';
import {
  listFile,
  openApiFile,
  releaseFile,
  signatureFile,
  welcomeFile,
} from '../../contract/sitePaths.ts';
import { hiddenBy, hostsOf } from '../../hosts/hosts.ts';
import type { PublishedFile } from '../../publishing/fileList.ts';
import type { JoinedFacts } from '../../records/collection.ts';
import { createPhageAliases } from '../../records/phageAliases.ts';
import {
  type Clause,
  type ClauseLog,
  clauses,
  createClauseLog,
  lenientLog,
  type Verification,
} from '../clauses.ts';
import { contractTable } from '../contractTable.ts';
import { checkHistoryIndex, hashedAs } from '../history.ts';
import { reportCrossRecordRules } from '../listCheck.ts';
import {
  allowedBy,
  checkSiblings,
  checkSignature,
  fixedFiles,
  isKnownRelease,
  rebuiltFiles,
  versionHint,
} from '../release.ts';
import { escapedPath, exampleBulk, examplePages, exampleViews } from '../siteManifest.ts';
import { hostLog, type KnownSite, missingCapabilities, type TableRow } from '../tableRow.ts';
import { bulkToAsk, checkServedBulk } from './checkServedBulk.ts';
import { askRow } from './checkTableRow.ts';
import {
  checkEach,
  checkHashed,
  furtherPagesToAsk,
  isLargePage,
  pageFilesToAsk,
  pagesToAsk,
  sampleNames,
  singlesToAsk,
  staticToAsk,
  viewsToAsk,
} from './filesToAsk.ts';
import {
  bodyOf,
  checkPublished,
  isPublished,
  longestAnswer,
  type PublishedAddress,
  showStatus,
  withEncodings,
} from './published.ts';
import {
  type AddressOptions,
  contractLog,
  createSiteFinds,
  type FetchedRelease,
  fetchRelease,
  notReached,
  promisedLog,
  type Service,
  type SiteFinds,
} from './service.ts';
import { addressOfPage, type WalkedList, walkLists } from './walkList.ts';

/** The last step: files outside the API, files derived from the release, and whether the release is still the same. */
export async function finishAddress(service: Service, keeps: Keeps): Promise<void> {
  const { release, baseUrl, client, log } = service;
  if (release === null) return;
  for (const file of [...schemasOf(service, release), openApiFile]) await checkFile(service, file);
  // Without a directory index, the welcome page is only reachable by its file name.
  await checkFile(service, welcomeFile, keeps.indexes === true ? '' : welcomeFile);
  const described = await bodyOf(service, dataPackageFile);
  checkManifest(service, release, described?.toString() ?? null);
  const address = `${baseUrl}/${releaseFile}`;
  const again = await client.ask({ target: targetOf(address) });
  const isThere = again.ok && again.reply.status === 200;
  const after = isThere ? parseRelease(again.reply.body.toString()) : null;
  if (after?.release === release.release) return;
  log.fail(
    'release',
    `${address}#/release`,
    `${release.release}, as when verification began`,
    after?.release ?? 'none',
    'The site changed while it was read: verify it again.',
  );
}

/** Whether the release is signed as it must be. */
async function checkSigned(service: Service, { key = null }: AddressOptions) {
  if (service.release === null) return;
  const [signed, signature] = [
    await bodyOf(service, releaseFile),
    await bodyOf(service, signatureFile),
  ];
  checkSignature(key, signed, signature, service.log);
}

/** H1: the indexes of former releases, and each file that they name, or a sample. */
async function checkHistory(
  service: Service,
  { sample }: Pick<AddressOptions, 'sample'>,
): Promise<void> {
  const { release, baseUrl, client, log } = service;
  if (release === null) return;
  const texts = new Map<string, string>();
  for (const index of [changesIndex, releasesIndex] as const) {
    const text = (await bodyOf(service, index, largestBodyBytes))?.toString() ?? null;
    if (text !== null || release.changes === true) log.checked('H1');
    if (text !== null) texts.set(index, text);
    checkHistoryIndex(index, text, release, log);
  }
  const hashed = historyFiles((file) => texts.get(file) ?? null).filter(
    (file): file is HistoryFile => file.sha256 !== undefined,
  );
  for (const file of hashed.slice(0, sample ?? hashed.length)) {
    const address = `${baseUrl}/${escapedPath(file.path)}`;
    const request = { target: targetOf(address), maxBytes: 2 * file.bytes + 1000 };
    const asked = await client.ask({ ...request, take: 'hashed' });
    const isServed = asked.ok && asked.reply.status === 200 && asked.reply.hashed !== null;
    const reason = asked.ok ? showStatus(asked.reply) : asked.reason;
    hashedAs(file, isServed ? asked.reply.hashed : reason, log, address);
  }
}

async function checkFile(service: Service, file: string, path = file): Promise<void> {
  if ((service.manifest?.get(file) ?? null) === null) return;
  const address = `${service.baseUrl}/${path}`;
  const expected = `the published ${file}`;
  const isRight = (bytes: Buffer) => isPublished(service, file, bytes) === true;
  const plain = { ...service, encodings: [] };
  await checkPublished(plain, { clause: 'files', address, file, expected, isRight }, service.log);
}

/**
 * Checks the derived files by their hashes in the manifest, which needs no requests. `dataPackage` is the text of the
 * description of bulk files; null if there is none.
 */
function checkManifest(
  { manifest, baseUrl, log }: Service,
  release: Release,
  dataPackage: string | null,
): void {
  if (manifest === null) return;
  checkSiblings(release, manifest, log);
  for (const file of release.bulk.length === 0 ? [] : [bulkIndexFile, dataPackageFile]) {
    expectListed(file, 'B1');
  }
  const isKnown = isKnownRelease(log);
  const fixed = fixedFiles(release.base_url, release);
  const rebuilt = rebuiltFiles(release, '', log, () => dataPackage).map(({ path, bytes }) => {
    return { clause: 'release' as const, path, bytes };
  });
  for (const { clause, path, bytes } of [...fixed, ...rebuilt]) {
    const found = expectListed(path, 'files')?.sha256;
    const expected = hash('sha256', bytes);
    if (found === undefined || found === expected || !isKnown) continue;
    report(clause, path, `the file of a build, with SHA-256 ${expected}`, found);
  }

  function expectListed(path: string, clause: Clause): PublishedFile | null {
    const listed = manifest?.get(path) ?? null;
    if (listed === null)
      report(clause, path, 'the file of a build', 'no such file in manifest.json');
    return listed;
  }

  function report(clause: Clause, path: string, expected: string, found: string): void {
    log.fail(clause, `${baseUrl}/${path}`, expected, found, versionHint(release));
  }
}

/** The schemas by path; release.json must list exactly those of manifest.json. */
function schemasOf({ manifest, baseUrl, log }: Service, release: Release): string[] {
  const start = `${release.base_url}/`;
  const named = release.schemas.map((id) => (id.startsWith(start) ? id.slice(start.length) : id));
  if (manifest === null) return [];
  const published = manifest
    .where((file) => /^schemas\/[^/]+\.schema\.json$/.test(file))
    .map((entry) => manifest.pathOf(entry));
  if (named.join('\n') !== published.join('\n')) {
    log.fail(
      'release',
      `${baseUrl}/${releaseFile}#/schemas`,
      `the schemas of manifest.json: ${published.join(', ')}`,
      named.length === 0 ? 'none' : named.join(', '),
    );
  }
  return published;
}

// Which other names of phages to request (D3): those that all records imply or, if only some were read, a few from the index of the site.

interface NamesToAsk {
  /** For the contract's table: where phages have other names, a phage's name in another case is not an unknown name. */
  readonly known: Partial<Pick<KnownSite, 'otherLetters' | 'aliases'>>;
  readonly addresses: readonly PublishedAddress[];
  readonly isTaken: (name: string) => boolean;
}

function genomeOf({ manifest }: Service, phage: string): string[] {
  return genomeFormNames.flatMap((form) => {
    const file = genomeFile(phage, form);
    return file !== null && (manifest?.find(file) ?? -1) >= 0 ? [file] : [];
  });
}

const maxAliases = 8;

/** `phage` is one whose name needs no escapes. */
async function namesToAsk(
  service: Service,
  facts: JoinedFacts,
  phage: string | undefined,
  options: AddressOptions,
): Promise<NamesToAsk> {
  const { release, log } = service;
  const none: NamesToAsk = { known: {}, addresses: [], isTaken: () => false };
  if (release === null) return none;
  if (release.phage_aliases !== true) {
    log.checked('D3');
    log.remark('D3', 'none, by choice (--no-phage-aliases)');
    return none;
  }
  const known = { otherLetters: null };
  const unfitReason = hiddenBy(hostsOf(release));
  // A sample does not show whether two phages share a name.
  if (options.sample !== null) {
    const { aliases, ...asked } = await sampleNames(service, unfitReason, options);
    if (aliases === null) return { known, ...asked };
    const genome = genomeOf(service, aliases.phage);
    return { known: { ...known, aliases: { ...aliases, genome } }, ...asked };
  }
  const { phages, namesOf } = createPhageAliases(facts, unfitReason, false);
  const isTaken = (name: string) => phages.has(foldName(name));
  if (phage === undefined) return { ...none, known, isTaken };
  const names = new Map<string, string>();
  for (const name of namesOf(phage)) {
    if (!names.has(foldName(name))) names.set(foldName(name), name);
  }
  const some = [...names.values()].slice(0, maxAliases);
  const aliases = { phage, names: some, genome: genomeOf(service, phage) };
  return { ...none, known: { ...known, aliases }, isTaken };
}

/** Verifies a service; whatever it returns is a finding. Throws a Failure when it cannot be reached at all. */
export async function verifyAddress(
  given: AddressOptions,
  client: HttpClient,
  progress: Progress,
): Promise<Verification> {
  const freshLog = () => hostLog(createClauseLog(), given.keeps);
  const fetched = await fetchRelease(given, client, freshLog).catch((error: unknown) => {
    throw error instanceof ServiceAbandoned ? notReached(given.baseUrl, error.message) : error;
  });
  const options = { ...given, allowed: allowedBy(fetched.service.release, given.allowed) };
  const { release, log } = fetched.service;
  const sampled = options.sample !== null;
  const walked: WalkedList[] = [];
  try {
    await verifyFetched(fetched, options, walked, progress);
  } catch (error) {
    if (!(error instanceof ServiceAbandoned)) throw error;
    reportGivenUp(options.baseUrl, error, log);
  }
  progress.end();
  const recordsOf = (name: CollectionName) =>
    walked.find(({ collection }) => collection === name)?.records ?? 0;
  const collections = release === null ? requiredNames : collectionsOf(release);
  const records = perPublished(collections, recordsOf);
  const isRead = walked.length > 0;
  return { log, release, records: isRead ? records : null, requests: client.sent(), sampled };
}

async function verifyFetched(
  fetched: FetchedRelease,
  options: AddressOptions,
  walked: WalkedList[],
  progress: Progress,
): Promise<void> {
  const service = await withEncodings(await withIndex(fetched.service, options.keeps));
  const { release, manifest } = service;
  const { connections, sample } = options;
  const finds = createSiteFinds(fetched.lastPages);
  walked.push(...(await walkLists(options, { ...fetched, service }, finds, progress)));
  const facts = reportCrossRecordRules(
    walked,
    (of, page) => addressOfPage(service, of, page),
    {
      allowed: options.allowed,
      fieldNames: release?.field_names ?? neutralNames,
      isWhole: sample === null,
    },
    promisedLog(service),
  );
  const names = await namesToAsk(service, facts, finds.plainPhage(), options);
  // `all` of a large list is requested as a file, once.
  const isSmall = ({ expected }: TableRow) =>
    !('file' in expected && isLargePage(service, expected.file));
  const site = finds.site({
    geneFiles: release?.gene_files ?? true,
    caseInsensitiveNames: release?.case_insensitive_names === true,
    ...names.known,
    ...(release === null ? {} : { ...pageSetsIn(release), ...viewPagesIn(release) }),
    views: manifest === null ? [] : exampleViews(manifest),
    bulk: manifest === null ? [] : exampleBulk(manifest),
    ...(manifest !== null && release?.pages === true ? examplePages(manifest) : {}),
    isTaken: (file) =>
      (manifest?.find(file) ?? -1) >= 0 ||
      finds.bytesOf(file) !== null ||
      names.isTaken(fileOfPhage(file)?.name ?? ''),
  });
  const rows = contractTable(site).filter((row) => mayBeAsked(row, service) && isSmall(row));
  const further = furtherPagesToAsk(service, site, options);
  const addresses = [
    ...further.pages,
    ...pagesToAsk(service, fetched.lastPages, options),
    ...singlesToAsk(service, finds),
    ...viewsToAsk(service, options),
    ...names.addresses,
  ];
  const bulk = bulkToAsk(service, options);
  const own = staticToAsk(service, options);
  const web = pageFilesToAsk(service, options);
  const each = <Asked>(
    asked: readonly Asked[],
    check: (one: Asked, log: ClauseLog) => Promise<unknown>,
  ) =>
    checkEach(service, asked, connections, async (one, log) => {
      await check(one, log);
      progress.advance(1);
    });
  const requests = [rows, addresses, further.hashed, bulk, own, web];
  const total = requests.reduce((sum, { length }) => sum + length, 0);
  progress.stage('Asking', total, 'requests');
  await each(rows, rowCheck(service, finds, options.keeps));
  if (release === null) {
    service.log.remark('M4', 'not asked of a service that is not known to be built by phagepress');
  }
  await each(addresses, (one, strict) => checkPublished(service, one, strict));
  await each(further.hashed, (one, strict) => checkHashed(service, one, 'L7', strict));
  await each(bulk, (one, strict) => checkServedBulk(service, one, options, strict));
  await each(own, (one, strict) => checkHashed(service, one, 'manifest', strict));
  await each(web, (one, strict) => checkHashed(service, one, 'W1', strict));
  await checkSigned(service, options);
  await checkHistory(service, options);
  await finishAddress(service, options.keeps);
}

/** Keeps the findings so far, and remarks on clauses that were not checked. */
function reportGivenUp(baseUrl: string, { message }: ServiceAbandoned, log: ClauseLog): void {
  log.fail('answers', baseUrl, 'answers until all is verified', message);
  for (const clause of clauses) {
    const { checked, remark } = log.tallies[clause];
    if (!checked && remark === null) log.remark(clause, 'not looked at: verification gave up');
  }
}

/** Decides which requests of the contract's table to send to a service, and how strictly to judge each response. */
function rowCheck(service: Service, finds: SiteFinds, keeps: Keeps) {
  const fixed = new Map(
    fixedFiles(service.baseUrl, service.release).map(({ path, bytes }) => [
      path,
      Buffer.from(bytes),
    ]),
  );
  const bytesOf = (file: string) => fixed.get(file) ?? finds.bytesOf(file);
  return async (row: TableRow, strict: ClauseLog) => {
    const unkept = missingCapabilities(row, keeps);
    const rowLog = unkept.length === 0 ? strict : lenientLog(strict, () => false);
    const log = contractLog(service, rowLog);
    await askRow(row, { service, bytesOf, log, unkept, strict });
  };
}

/** Only safe methods are sent to a service of somebody else's. */
function mayBeAsked({ method }: TableRow, { release }: Service): boolean {
  return release !== null || ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

// Detects whether a plain file server has a directory index for addresses that end in `/`.

/** The service with the suffix for folders: without a directory index, lists start at the file of the first page. */
async function withIndex(service: Service, keeps: Keeps): Promise<Service> {
  if (keeps.indexes === true || service.manifest === null) return service;
  const address = listLink(service.baseUrl, 'genes');
  const maxBytes = longestAnswer(service, listFile('genes'));
  const result = await service.client.ask({ target: targetOf(address), maxBytes });
  // Some servers send their welcome page for every missing file.
  const isAnswered = result.ok && result.reply.status === 200 && isJson(result.reply.body);
  if (!result.ok || isAnswered) return service;
  const expected = 'the first page; its file answers it';
  service.log.note('L4', address, expected, showStatus(result.reply));
  return { ...service, index: 'index.json' };
}

function isJson(body: Buffer): boolean {
  return body.toString('latin1', 0, 1) === '{';
}
