/**
 * Lists of what to upload to a host that has an older release, in an order in which its readers never meet a file that
 * leads to one that is not there yet: what is new first, then what leads to it, the release last, deletions behind it.
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { makeFolder } from '../base/files.ts';
import { inChunks } from '../base/threads.ts';
import { listNames } from '../contract/collectionName.ts';
import { changesIndex, historyFiles, releasesIndex } from '../contract/history.ts';
import { pageLink } from '../contract/links.ts';
import type { Release } from '../contract/release.ts';
import {
  apiRootFile,
  assetFolder,
  codeFolder,
  listFile,
  manifestFile,
  releaseFile,
  signatureFile,
  sitemapFile,
  welcomeFile,
} from '../contract/sitePaths.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { writing } from '../publishing/siteWriter.ts';
import { compareText } from '../text/order.ts';
import type { FilePair } from './diffReleases.ts';
import type { OpenRelease } from './openRelease.ts';

/** What to do, in this order; each is a list of paths, one a line. */
const uploadSteps = {
  first: '1-first.txt',
  next: '2-next.txt',
  last: '3-last.txt',
  gone: '4-delete.txt',
} as const;

type UploadList = Readonly<Record<keyof typeof uploadSteps, readonly string[]>>;

/** Collects the paths of files that differ. */
export interface UploadPlan {
  readonly note: (pair: { readonly path: string; readonly after: unknown }) => void;
  readonly list: () => UploadList;
}

// Deleted a request, by what each service takes at most.
const keysOfS3 = 1000;
const addressesOfCloudflare = 30;
const pathsOfCloudFront = 3000;
// Beyond these, everything is purged at once.
const mostRequests = 100;

export function createUploadPlan(): UploadPlan {
  const found: Record<keyof UploadList, string[]> = { first: [], next: [], last: [], gone: [] };
  return {
    note({ path: file, after }) {
      found[after === null ? 'gone' : stepOf(file)].push(file);
    },
    list() {
      for (const files of Object.values(found)) files.sort(compareText);
      // The release after its manifest, and its signature between.
      found.last.sort((a, b) => lastFiles.indexOf(a) - lastFiles.indexOf(b));
      return found;
    },
  };
}

const lastFiles: readonly string[] = [
  changesIndex,
  releasesIndex,
  manifestFile,
  signatureFile,
  releaseFile,
];

const leading = new Set<string>([
  apiRootFile,
  welcomeFile,
  sitemapFile,
  ...listNames.map(listFile),
]);

function stepOf(file: string): keyof UploadList {
  if (lastFiles.includes(file)) return 'last';
  const plain = file.replace(/\.(?:gz|br)$/, '');
  const isIndex =
    leading.has(plain) ||
    /^packs\/.*\.ndjson$/.test(plain) ||
    (plain.startsWith(assetFolder) && !plain.startsWith(codeFolder));
  return isIndex ? 'next' : 'first';
}

/** The manifests and the files beside them, as far as they differ. Throws a Failure. */
export async function pairsBeside(old: OpenRelease, now: OpenRelease): Promise<FilePair[]> {
  const areSame = old.release.release === now.release.release;
  const filesOf = async (site: OpenRelease) => {
    const own = new Map<string, Buffer>([[releaseFile, site.releaseBytes]]);
    for (const file of [changesIndex, releasesIndex, signatureFile]) {
      const bytes = await site.fetch(file);
      if (bytes !== null) own.set(file, bytes);
    }
    const found = new Map<string, PublishedFile>();
    const add = (file: string, bytes: number, sha256: string) =>
      found.set(file, { path: file, bytes, sha256 });
    const listed = historyFiles((file) => own.get(file)?.toString() ?? null);
    for (const { path: file, bytes, sha256 } of listed)
      if (bytes !== undefined && sha256 !== undefined) add(file, bytes, sha256);
    for (const [file, bytes] of own) add(file, bytes.length, hash('sha256', bytes));
    let bytes = 0;
    if (!areSame) for await (const part of site.manifest()) bytes += part.length;
    return add(manifestFile, bytes, site.release.release);
  };
  const [before, after] = [await filesOf(old), await filesOf(now)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((file) => ({
      path: file,
      before: before.get(file) ?? null,
      after: after.get(file) ?? null,
    }))
    .filter((pair) => pair.before?.sha256 !== pair.after?.sha256);
}

/**
 * Writes the lists, and the calls that purge caches, into a folder, which may hold those of before. Returns the names of its
 * files. Throws a Failure.
 */
export function writeUploadLists(folder: string, list: UploadList, release: Release): string[] {
  const files: [name: string, text: string][] = [];
  const put = (name: string, value: string | object) =>
    files.push([name, typeof value === 'string' ? value : `${JSON.stringify(value)}\n`]);
  for (const [step, name] of Object.entries(uploadSteps))
    put(name, list[step as keyof UploadList].map((file) => `${file}\n`).join(''));
  for (const [at, keys] of [...inChunks(list.gone, keysOfS3)].entries())
    put(`s3-delete-${at + 1}.json`, { Objects: keys.map((Key) => ({ Key })), Quiet: true });
  const changed = [...list.first, ...list.next, ...list.last, ...list.gone];
  const addresses = [...new Set(changed.flatMap((file) => addressesOf(file, release)))];
  put('purge-fastly.txt', addresses.map((address) => `${address}\n`).join(''));
  if (addresses.length > addressesOfCloudflare * mostRequests)
    put('purge-cloudflare-1.json', { purge_everything: true });
  else
    for (const [at, some] of [...inChunks(addresses, addressesOfCloudflare)].entries())
      put(`purge-cloudflare-${at + 1}.json`, { files: some });
  const paths = addresses
    .map((address) => new URL(address))
    .map(({ pathname, search }) => pathname + search);
  const items = paths.length > pathsOfCloudFront ? ['/*'] : paths;
  put('purge-cloudfront.json', {
    Paths: { Quantity: items.length, Items: items },
    CallerReference: release.release,
  });
  assertListFolder(folder);
  writing(folder, () => {
    makeFolder(folder);
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  });
  return files.map(([name]) => name);
}

const ownNames =
  /^(?:[1-4]-(?:first|next|last|delete)\.txt|s3-delete-\d+\.json|purge-(?:cloudflare-\d+|cloudfront)\.json|purge-fastly\.txt)$/;

/** Throws a Failure for a folder that holds anything but such lists, or is none. */
export function assertListFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  const entries = found.isDirectory() ? readdirSync(folder, { withFileTypes: true }) : null;
  const other = entries?.find((entry) => !ownNames.test(entry.name) || !entry.isFile());
  if (entries !== null && other === undefined) return;
  const what =
    other === undefined ? 'is no folder' : `holds ${other.name}, which is no list of an upload`;
  throw new Failure('usage', `${folder} ${what}.`, {
    hint: 'Nothing was written. Name a new folder with --upload.',
  });
}

/** The addresses at which a file is kept by caches: its own, that of its folder, and those of a page by its number. */
function addressesOf(file: string, { base_url: base, links }: Release): string[] {
  const own = `${base}/${file.split('/').map(encodeURIComponent).join('/')}`;
  if (/\.(?:gz|br)$/.test(file) && file.startsWith('api/')) return [];
  const folder = /^(.*\/)index\.(?:json|html)$/.exec(own)?.[1];
  const [, list, size, page] =
    /^api\/(.+?)(?:\/page-size\/([^/]+))?\/page\/(\d+)\.json$/.exec(file) ?? [];
  if (list === undefined) return folder === undefined ? [own] : [own, folder];
  const address = `${base}/api/${list.split('/').map(encodeURIComponent).join('/')}/`;
  const ofSize = size === undefined ? '' : `&page_size=${size}`;
  const named = size === undefined ? null : size === 'all' ? size : Number(size);
  const linked = pageLink(base, list, Number(page), links, named);
  return [...new Set([own, `${address}?page=${page}${ofSize}`, linked])];
}
