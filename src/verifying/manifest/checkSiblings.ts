/** Checks that the files of a folder have exactly the compressed siblings that `release.json` states. */
import { isBulkPath } from '../../contract/bulkAddresses.ts';
import type { Release } from '../../contract/release.ts';
import { isHostSetting } from '../../contract/sitePaths.ts';
import { isStatic } from '../../contract/staticNames.ts';
import { compressions, extensions, minCompressedBytes } from '../../publishing/compression.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import type { SiteManifest } from './siteManifest.ts';

/** Their contents are checked where the original file is read (M6). */
export function checkSiblings(release: Release, manifest: SiteManifest, log: ClauseLog): void {
  const wanted = compressions.filter((name) => release.precompress.includes(name));
  const own = release.static ?? [];
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    if (isBulkPath(file) || isStatic(file, own)) continue;
    const compression = compressions.find((name) => file.endsWith(extensions[name]));
    const plain = compression === undefined ? -1 : manifest.find(file.replace(/\.[^.]+$/, ''));
    if (compression !== undefined && plain >= 0) {
      if (wanted.includes(compression) && isContent(manifest, plain)) continue;
      const expected = 'nothing: release.json says of no such compressed file';
      log.fail('files', { address: file, expected, found: 'a file' });
    } else if (wanted.length > 0 && isContent(manifest, entry)) {
      for (const name of wanted) {
        const address = file + extensions[name];
        if (manifest.find(address) >= 0) continue;
        const expected = `the ${name} form of ${file}`;
        log.fail('files', { address, expected, found: 'no such file' });
      }
    }
  }
}

/** Whether a file is content that is large enough to be compressed. */
function isContent(manifest: SiteManifest, entry: number): boolean {
  return (
    manifest.fileOf(entry).bytes >= minCompressedBytes && !isHostSetting(manifest.pathOf(entry))
  );
}
