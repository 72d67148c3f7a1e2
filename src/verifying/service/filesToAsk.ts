/**
 * Which files besides bulk files to request at an address, all or a sample, to compare with what was published: pages
 * as plain files, views, single records, the pages for people, the publisher's static files.
 */
import { hash } from 'node:crypto';
import {
  collectionNames,
  listNames,
  type PerList,
  recordFilesOf,
} from '../../contract/collectionName.ts';
import { recordLink } from '../../contract/links.ts';
import { isFurtherPage, pageFile, recordFile } from '../../contract/sitePaths.ts';
import { isStatic } from '../../contract/staticNames.ts';
import { largestBodyBytes } from '../../http/httpClient.ts';
import { formatCount } from '../../text/quantities.ts';
import { type AskedFile, filesAt, sampleOf, type Sampling } from './askedFiles.ts';
import { isPublished, type PublishedAddress } from './published.ts';
import type { Service } from './service.ts';
import type { KnownSite } from '../table/tableRow.ts';
import type { SiteFinds } from './siteFinds.ts';
import { pageFiles } from '../table/examples.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import { viewAt } from '../manifest/viewOf.ts';

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

/** Whether a file is a large page in a further size. */
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
  const kinds = viewsByKind(manifest);
  const total = [...kinds.values()].reduce((sum, entries) => sum + entries.length, 0);
  const some = [...kinds].flatMap(([kind, entries]) =>
    sampleOf(entries.length, sampling, kind).flatMap((at) => entries[at] ?? []),
  );
  const asked = filesAt(service, some).map(({ file, address }): PublishedAddress => {
    return {
      clause: 'V1',
      address: address.replace(/index\.json$/, service.index),
      file: file.path,
      expected: 'the view that manifest.json has',
      isRight: (bytes) => hash('sha256', bytes) === file.sha256,
    };
  });
  if (total > 0) log.remark('V1', `${formatCount(asked.length)} of ${formatCount(total)} asked`);
  return asked;
}

/** The manifest entries of each kind of view; the pages of phams are walked as a list instead. */
function viewsByKind(manifest: SiteManifest): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  for (let entry = 0; entry < manifest.entries; entry++) {
    const kind = viewAt(manifest.pathOf(entry))?.template;
    if (kind === undefined) continue;
    const entries = kinds.get(kind);
    if (entries === undefined) kinds.set(kind, [entry]);
    else entries.push(entry);
  }
  return kinds;
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

/** W1: code, style and indexes of the pages for people: usually all, since there are few. */
export function pageFilesToAsk(service: Service, sampling: Sampling): readonly AskedFile[] {
  const { manifest, release, log } = service;
  if (manifest === null || release === null) return [];
  if (release.pages !== true) {
    log.checked('W1');
    log.remark('W1', 'none, by choice (--no-pages)');
    return [];
  }
  const entries = pageFiles(manifest);
  const some = sampleOf(entries.length, sampling, 'web').flatMap((at) => entries[at] ?? []);
  return filesAt(service, some);
}

// Hosts redirect HTML pages to addresses of their own, and do not serve `.nojekyll`.
const hostsOwn = /\.html?$|^\.nojekyll$/;

/** All static files, or a sample. */
export function staticToAsk(service: Service, sampling: Sampling): readonly AskedFile[] {
  const { manifest, release } = service;
  const tops = release?.static ?? [];
  if (manifest === null || tops.length === 0) return [];
  const entries = manifest.where((path) => isStatic(path, tops) && !hostsOwn.test(path));
  if (sampling.sample === null) return filesAt(service, entries);
  const some = sampleOf(entries.length, sampling, 'static').flatMap((at) => entries[at] ?? []);
  return filesAt(service, some);
}
