/** Which files besides bulk files to request at an address, all or a sample, to compare with what was published. */
import { type HttpReply, largestBodyBytes, targetOf } from '../../base/httpClient.ts';
import { mapTasks } from '../../base/threads.ts';
import { aliasFile, aliasFolder, isStatic } from '../../contract/aliases.ts';
import {
  collectionNames,
  listNames,
  objectIn,
  type PerList,
  recordFilesOf,
} from '../../contract/collectionName.ts';
import { recordLink } from '../../contract/links.ts';
import { foldName, unsafeNameReason } from '../../contract/recordName.ts';
import {
  isFurtherPage,
  isHtmlPage,
  pageFile,
  recordFile,
  welcomeFile,
} from '../../contract/sitePaths.ts';
import { isAddressByPhage, viewFile, viewNames } from '../../contract/routes.ts';
import type { PublishedFile } from '../../publishing/fileList.ts';
import { collections } from '../../records/collections.ts';
import { compareText } from '../../text/order.ts';
import { groupedBy } from '../../text/values.ts';
import { formatCount, formatCounted } from '../../text/words.ts';
import type { Clause, ClauseLog } from '../clauses.ts';
import { escapedPath, expectedFile, pageFiles, viewAt } from '../siteManifest.ts';
import type { KnownAliases, KnownSite } from '../tableRow.ts';
import { isPublished, longestAnswer, type PublishedAddress, showStatus } from './published.ts';
import { drawOne, sampled, sampleOf, type Sampling } from './sampling.ts';
import { type AddressOptions, type Service, type SiteFinds } from './service.ts';

/** Requests published files at their addresses, several at once, and compares them with the manifest's hashes. */
export interface AskedFile {
  readonly file: PublishedFile;
  readonly address: string;
}

/** The files of some manifest entries, with their addresses; without those whose names no URL can contain. */
export function filesAt(
  { baseUrl, manifest }: Service,
  entries: readonly number[],
): readonly AskedFile[] {
  if (manifest === null) return [];
  return entries.flatMap((entry) => {
    const file = manifest.fileOf(entry);
    const path = escapedPath(file.path);
    return path === null ? [] : [{ file, address: `${baseUrl}/${path}` }];
  });
}

/** Each check has a log of its own, so that the report does not depend on the order of responses. */
export async function checkEach<Asked>(
  service: Service,
  asked: readonly Asked[],
  connections: number,
  check: (one: Asked, log: ClauseLog) => Promise<void>,
): Promise<void> {
  const logs = asked.map(() => service.freshLog());
  try {
    await mapTasks(asked, connections, (one, at) => check(one, logs[at] ?? service.freshLog()));
  } finally {
    for (const { tallies } of logs) service.log.merge(tallies);
  }
}

const spareBytes = 64 * 1024;

/** Requests a whole file and keeps only its hash; returns the response if it is the published file. */
export async function checkHashed(
  service: Service,
  { file, address }: AskedFile,
  clause: Clause,
  log: ClauseLog,
): Promise<HttpReply | null> {
  log.checked(clause);
  // A wrong file may be longer; the limit protects against one without end.
  const maxBytes = 2 * file.bytes + spareBytes;
  const request = { target: targetOf(address), maxBytes, take: 'hashed' } as const;
  const result = await service.client.ask(request);
  if (!result.ok) {
    log.fail('answers', address, expectedFile, result.reason);
    return null;
  }
  const { reply } = result;
  const found =
    reply.status !== 200
      ? showStatus(reply)
      : reply.hashed?.bytes !== file.bytes
        ? `${reply.hashed?.bytes} bytes`
        : reply.hashed.sha256 !== file.sha256
          ? 'other bytes'
          : null;
  if (found === null) return reply;
  log.fail(clause, address, expectedFile, found);
  return null;
}

/** L7: a sample of pages as plain files. */
export function pagesToAsk(
  service: Service,
  lastPages: PerList<number> | null,
  sampling: Sampling,
): PublishedAddress[] {
  const { manifest, release, log } = service;
  if (manifest === null || lastPages === null) return [];
  const total = listNames.reduce((sum, list) => sum + lastPages[list], 0);
  const remark = (count: number) =>
    log.remark('L7', `${formatCount(count)} of ${formatCount(total)} asked`);
  if (release?.links === 'path' && sampling.sample === null) {
    // With links by path, the walk has read all of them.
    remark(total);
    return [];
  }
  const asked = listNames.flatMap((list) =>
    sampleOf(lastPages[list], sampling, `${list} as files`).map((at) =>
      publishedPage(service, pageFile(list, at + 1)),
    ),
  );
  remark(asked.length);
  return asked;
}

// Larger pages are not requested many times over.
const largePageBytes = 16 << 20;

export function isLargePage({ manifest }: Service, file: string): boolean {
  return isFurtherPage(file) && (manifest?.get(file)?.bytes ?? 0) > largePageBytes;
}

/** L7: a sample of the pages in further sizes, as plain files; those too large for memory are hashed. */
export function furtherPagesToAsk(
  service: Service,
  { pageSets = {} }: Pick<KnownSite, 'pageSets'>,
  sampling: Sampling,
): { readonly pages: readonly PublishedAddress[]; readonly hashed: readonly AskedFile[] } {
  const { baseUrl, manifest, release } = service;
  if (manifest === null || release === null) return { pages: [], hashed: [] };
  const asked = listNames.flatMap((list) =>
    (pageSets[list] ?? []).slice(1).flatMap(({ name, lastPage }) => {
      // A preview may have rewritten its links, if it has any.
      const isAsHashed = lastPage === 1 || baseUrl === release.base_url;
      return sampleOf(lastPage, sampling, `${list} by ${name} as files`).map((at) => {
        return { file: pageFile(list, at + 1, name), isAsHashed };
      });
    }),
  );
  const isHeld = (file: string) => (manifest.get(file)?.bytes ?? 0) <= largestBodyBytes;
  const large = asked.filter(({ file, isAsHashed }) => isAsHashed && !isHeld(file));
  return {
    pages: asked.flatMap(({ file }) => (isHeld(file) ? [publishedPage(service, file)] : [])),
    hashed: filesAt(
      service,
      large.map(({ file }) => manifest.find(file)),
    ),
  };
}

function publishedPage(service: Service, file: string): PublishedAddress {
  return {
    clause: 'L7',
    address: `${service.baseUrl}/${file}`,
    file,
    expected: 'the page that manifest.json has',
    isRight: (bytes) => isPublished(service, file, bytes) === true,
  };
}

/** V1: a sample of each kind of view. */
export function viewsToAsk(service: Service, sampling: Sampling): PublishedAddress[] {
  const { manifest, log } = service;
  if (manifest === null) return [];
  // The pages of phams are walked as a list instead.
  const kindOf = (file: string) => viewAt(file)?.template ?? '';
  const views = manifest.where((file) => kindOf(file) !== '');
  const kinds = groupedBy(views, (entry) => kindOf(manifest.pathOf(entry)));
  const some = [...kinds].flatMap(([kind, entries]) => sampled(entries, sampling, kind));
  const asked = filesAt(service, some).map(({ file, address }): PublishedAddress => {
    return {
      clause: 'V1',
      address: address.replace(/index\.json$/, service.index),
      file: file.path,
      expected: 'the view that manifest.json has',
      isRight: (bytes) => isPublished(service, file.path, bytes) === true,
    };
  });
  if (views.length > 0)
    log.remark('V1', `${formatCount(asked.length)} of ${formatCount(views.length)} asked`);
  return asked;
}

/** D1: a few records of each list, spread over its pages, with their addresses. */
export function singlesToAsk(service: Service, finds: SiteFinds): PublishedAddress[] {
  const { release, baseUrl, index, log } = service;
  if (release === null) return [];
  const recordFiles = recordFilesOf(release.gene_files);
  const names = collectionNames.filter((name) => recordFiles[name]);
  const asked = names.flatMap((collection) =>
    finds.singles(collection).map(({ key, bytes }): PublishedAddress => {
      return {
        // A name with percent-encoding also tests decoding.
        clause: encodeURIComponent(key) === key ? 'D1' : 'A3',
        address: recordLink(baseUrl, collection, key) + index,
        file: recordFile(collection, key),
        expected: 'the bytes of the record in its list',
        isRight: (found) => found.equals(bytes),
      };
    }),
  );
  const total = names.reduce((sum, name) => sum + (release.collections[name]?.count ?? 0), 0);
  if (total > 0) log.remark('D1', `${formatCount(asked.length)} of ${formatCount(total)} asked`);
  return asked;
}

/**
 * W1: code, style and indexes of the pages for people, and pages of phages and clusters; these at their folders, where the
 * host keeps that.
 */
export function pageFilesToAsk(
  service: Service,
  { keeps, ...sampling }: Sampling & Pick<AddressOptions, 'keeps'>,
): readonly AskedFile[] {
  const { manifest, release, log } = service;
  if (manifest === null || release === null) return [];
  if (release.pages !== true) {
    log.checked('W1');
    log.remark('W1', 'none, by choice (--no-pages)');
    return [];
  }
  const pages = release.html === true ? manifest.where(isHtmlPage) : [];
  const html = filesAt(service, sampled(pages, sampling, 'html'));
  const atFolders = html.map(({ file, address }) => {
    return { file, address: address.slice(0, -welcomeFile.length) };
  });
  return [
    ...filesAt(service, sampled(pageFiles(manifest), sampling, 'web')),
    ...(keeps.indexes === true ? atFolders : html),
  ];
}

// Hosts redirect HTML pages to addresses of their own, and do not serve `.nojekyll`.
const hostsOwn = /\.html?$|^\.nojekyll$/;

export function staticToAsk(service: Service, sampling: Sampling): readonly AskedFile[] {
  const { manifest, release } = service;
  const tops = release?.static ?? [];
  if (manifest === null || tops.length === 0) return [];
  const entries = manifest.where((path) => isStatic(path, tops) && !hostsOwn.test(path));
  const isWhole = sampling.sample === null;
  return filesAt(service, isWhole ? entries : sampled(entries, sampling, 'static'));
}

/** Draws some other names of phages from the files of their index, which all hosts serve (D3). */
interface DrawnName {
  /** In lower case, which every host answers. */
  readonly name: string;
  readonly phage: string;
  /** A list or view, and the phage's file there under its own name. */
  readonly top: string;
  readonly file: string;
}

interface SampledNames {
  /** One phage, for the contract's table; null if none of those drawn is suitable. */
  readonly aliases: Omit<KnownAliases, 'genome'> | null;
  readonly addresses: readonly PublishedAddress[];
  readonly isTaken: (name: string) => boolean;
}

const plainName = /^[A-Za-z0-9_-]+$/;
const tops = ['phages', ...viewNames.filter(isAddressByPhage)];

/** Draws one name from each selected file, by the seed. `unfitReason` says why a host cannot serve a name. */
export async function sampleNames(
  service: Service,
  unfitReason: (name: string) => string | null,
  options: AddressOptions,
): Promise<SampledNames> {
  const { baseUrl, index, log } = service;
  const isFit = (name: string) => unsafeNameReason(name) === null && unfitReason(name) === null;
  const texts = await readIndex(service, options);
  const drawn = texts.flatMap(({ file, names, isDrawn }): DrawnName[] => {
    if (!isDrawn) return [];
    const fit = [...names].filter(([name, phage]) => name !== phage && isFit(name));
    const seed = `${options.seed} ${file}`;
    const [name, phage] = fit[drawOne(fit.length, seed) - 1] ?? [];
    if (name === undefined || phage === undefined) return [];
    const owned = tops.flatMap((top) => ownFile(service, top, phage));
    const own = owned[drawOne(owned.length, seed) - 1];
    return own === undefined ? [] : [{ name, phage, ...own }];
  });
  const addresses = drawn.map(({ name, top, file }): PublishedAddress => {
    return {
      clause: 'D3',
      address: `${baseUrl}/api/${top}/${encodeURIComponent(name)}/${index}`,
      file,
      expected: `what is published as ${file}`,
      isRight: (bytes) => isPublished(service, file, bytes) === true,
    };
  });
  if (texts.length > 0) log.remark('D3', `${formatCounted(drawn.length, 'other name')} asked`);
  const one = drawn.find(
    ({ name, phage }) =>
      plainName.test(name) && plainName.test(phage) && ownFile(service, 'phages', phage).length > 0,
  );
  const known = new Map(texts.flatMap(({ names }) => [...names]));
  return {
    aliases: one === undefined ? null : { phage: one.phage, names: [one.name] },
    addresses,
    isTaken: (name) => known.has(foldName(name)),
  };
}

interface IndexPart {
  readonly file: string;
  readonly names: ReadonlyMap<string, string>;
  readonly isDrawn: boolean;
}

/** Some files of the index, and those in which names would be that the table takes to be unknown. */
async function readIndex(service: Service, options: AddressOptions): Promise<IndexPart[]> {
  const { manifest } = service;
  if (manifest === null) return [];
  const entries = manifest.where((path) => path.startsWith(aliasFolder));
  const drawn = new Set(sampled(entries, options, aliasFolder));
  const missing = foldName(collections.phages.missingKey);
  const missingEntries = [missing, `${missing}_draft`].map((name) =>
    manifest.find(aliasFile(name)),
  );
  const asked = [...new Set([...drawn, ...missingEntries.filter((entry) => entry >= 0)])];
  const read: IndexPart[] = [];
  await checkEach(service, filesAt(service, asked), options.connections, async (one, strict) => {
    const names = await readNames(service, one, strict);
    const isDrawn = drawn.has(manifest.find(one.file.path));
    if (names !== null) read.push({ file: one.file.path, names, isDrawn });
  });
  return read.toSorted((a, b) => compareText(a.file, b.file));
}

async function readNames(
  service: Service,
  { file, address }: AskedFile,
  log: ClauseLog,
): Promise<IndexPart['names'] | null> {
  log.checked('D3');
  const maxBytes = longestAnswer(service, file.path);
  const result = await service.client.ask({ target: targetOf(address), maxBytes });
  if (!result.ok) {
    log.fail('answers', address, expectedFile, result.reason);
    return null;
  }
  const { reply } = result;
  const isRight = reply.status === 200 && isPublished(service, file.path, reply.body) === true;
  const names = isRight ? namesIn(reply.body) : null;
  if (names !== null) return names;
  const found =
    reply.status !== 200 ? showStatus(reply) : isRight ? 'no object of names' : 'other bytes';
  log.fail('D3', address, expectedFile, found);
  return null;
}

function namesIn(bytes: Buffer): IndexPart['names'] | null {
  const value = objectIn(bytes.toString());
  if (value === null) return null;
  const names = new Map<string, string>();
  for (const [name, phage] of Object.entries(value)) {
    if (typeof phage !== 'string') return null;
    names.set(name, phage);
  }
  return names;
}

function ownFile(
  { manifest }: Service,
  top: string,
  phage: string,
): Pick<DrawnName, 'top' | 'file'>[] {
  const file = viewFile([top, phage]);
  return (manifest?.find(file) ?? -1) < 0 ? [] : [{ top, file }];
}
