/** V1 and D1 at an address: compares a sample of each kind of view and single record with what was published. */
import { hash } from 'node:crypto';
import { collectionNames, recordFilesOf } from '../../contract/collectionName.ts';
import { recordLink } from '../../contract/links.ts';
import { recordFile } from '../../contract/sitePaths.ts';
import { formatCount } from '../../text/quantities.ts';
import { filesAt, sampleOf, type Sampling } from './askedFiles.ts';
import type { PublishedAddress } from './published.ts';
import type { Service } from './service.ts';
import type { SiteFinds } from './siteFinds.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import { viewAt } from '../manifest/viewOf.ts';

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
  const total = names.reduce((sum, name) => sum + release.collections[name].count, 0);
  if (total > 0) log.remark('D1', `${formatCount(asked.length)} of ${formatCount(total)} asked`);
  return asked;
}
