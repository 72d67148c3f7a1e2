/**
 * The last step of verifying an address: files outside the API, files derived from the release, and whether the
 * release is still the same.
 */
import { hash } from 'node:crypto';
import { bulkIndexFile, dataPackageFile } from '../../contract/bulkFiles.ts';
import type { Keeps } from '../../contract/capabilities.ts';
import { parseRelease, type Release } from '../../contract/release.ts';
import { openApiFile, releaseFile, welcomeFile } from '../../contract/sitePaths.ts';
import type { PublishedFile } from '../../publishing/fileList.ts';
import { isKnownRelease, rebuiltFiles } from '../manifest/rebuiltFiles.ts';
import { versionHint } from '../manifest/checkReleaseText.ts';
import { checkSiblings } from '../manifest/checkSiblings.ts';
import type { Clause } from '../report/clauses.ts';
import { fixedBodies } from '../table/fixedBodies.ts';
import { checkPublished, isPublished } from './published.ts';
import { type Service, targetOf } from './service.ts';

export async function finishAddress(service: Service, keeps: Keeps | null): Promise<void> {
  const { release, baseUrl, client, log } = service;
  if (release === null) return;
  for (const file of [...schemasOf(service, release), openApiFile]) await checkFile(service, file);
  // Without a directory index, the welcome page is only reachable by its file name.
  const hasIndex = keeps === null || keeps.indexes === true;
  await checkFile(service, welcomeFile, hasIndex ? '' : welcomeFile);
  checkManifest(service, release);
  const address = `${baseUrl}/${releaseFile}`;
  const again = await client.ask({ target: targetOf(address) });
  const after = again.ok ? parseRelease(again.reply.body.toString()) : null;
  if (after?.release === release.release) return;
  log.fail('release', {
    address: `${address}#/release`,
    expected: `${release.release}, as when verification began`,
    found: after?.release ?? 'none',
    hint: 'The site changed while it was read: verify it again.',
  });
}

/** Checks a file outside the API, where every host serves plain files. */
async function checkFile(service: Service, file: string, path = file): Promise<void> {
  if ((service.manifest?.get(file) ?? null) === null) return;
  const address = `${service.baseUrl}/${path}`;
  const expected = `the published ${file}`;
  const isRight = (bytes: Buffer) => isPublished(service, file, bytes) === true;
  const plain = { ...service, encodings: [] };
  await checkPublished(plain, { clause: 'files', address, file, expected, isRight }, service.log);
}

/** Checks the derived files by their hashes in the manifest, which needs no requests. */
function checkManifest({ manifest, baseUrl, log }: Service, release: Release): void {
  if (manifest === null) return;
  checkSiblings(release, manifest, log);
  for (const file of release.bulk.length === 0 ? [] : [bulkIndexFile, dataPackageFile]) {
    expectListed(file, 'B1');
  }
  const isKnown = isKnownRelease(log);
  const fixed = fixedBodies(release.base_url, release).map(({ clause, file, body }) => {
    return { clause, path: file, bytes: Buffer.from(body) };
  });
  const rebuilt = rebuiltFiles(release, '', log).map(({ path, bytes }) => {
    return { clause: 'release' as const, path, bytes };
  });
  for (const { clause, path, bytes } of [...fixed, ...rebuilt]) {
    const found = expectListed(path, 'files')?.sha256;
    const expected = hash('sha256', bytes);
    if (found === undefined || found === expected || !isKnown) continue;
    report(clause, path, `the file of a build, with SHA-256 ${expected}`, found);
  }

  function expectListed(path: string, clause: Clause): PublishedFile | null {
    const said = manifest?.get(path) ?? null;
    if (said === null) report(clause, path, 'the file of a build', 'no such file in manifest.json');
    return said;
  }

  function report(clause: Clause, path: string, expected: string, found: string): void {
    const address = `${baseUrl}/${path}`;
    log.fail(clause, { address, expected, found, ...versionHint(release) });
  }
}

/** The schemas by path; release.json must list exactly those of manifest.json. */
function schemasOf({ manifest, baseUrl, log }: Service, release: Release): string[] {
  const start = `${release.base_url}/`;
  const said = release.schemas.map((id) => (id.startsWith(start) ? id.slice(start.length) : id));
  if (manifest === null) return [];
  const published = manifest
    .where((file) => /^schemas\/[^/]+\.schema\.json$/.test(file))
    .map((entry) => manifest.pathOf(entry));
  if (said.join('\n') !== published.join('\n')) {
    log.fail('release', {
      address: `${baseUrl}/${releaseFile}#/schemas`,
      expected: `the schemas of manifest.json: ${published.join(', ')}`,
      found: said.length === 0 ? 'none' : said.join(', '),
    });
  }
  return published;
}
