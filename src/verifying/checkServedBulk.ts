/** B1 at an address: that the bulk files are there, as far as can be told without loading all of them. */
import { hash } from 'node:crypto';
import { bulkFolder, bulkIndexFile, bulkTypeAt, dataPackageFile } from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { escapedPath } from './escapedPath.ts';
import { expectLine, showStatus } from './headerChecks.ts';
import { type Service, targetOf } from './service.ts';
import type { SiteManifest } from './siteManifest.ts';

interface Asked {
  readonly file: PublishedFile;
  /** The file's path, escaped. */
  readonly path: string;
  /** HEAD for what may be large. */
  readonly method: 'GET' | 'HEAD';
}

export async function checkServedBulk(service: Service, connections: number): Promise<void> {
  const { baseUrl, client, log, manifest, release } = service;
  if (manifest === null || release === null) return;
  if (release.bulk.length === 0) {
    log.remark('B1', 'none, by choice (--no-bulk)');
    return;
  }
  const answers = await mapTasks(
    filesToAsk(manifest),
    connections,
    async ({ file, path, method }) => {
      const address = `${baseUrl}/${path}`;
      return {
        file,
        method,
        address,
        result: await client.ask({ method, target: targetOf(address) }),
      };
    },
  );
  for (const { file, method, address: url, result } of answers) {
    log.checked('B1');
    const address = method === 'HEAD' ? `HEAD ${url}` : url;
    const expected = 'the file that manifest.json has';
    const fail = (found: string, wanted = expected) =>
      log.fail('B1', { address, expected: wanted, found });
    if (!result.ok) {
      log.fail('answers', { address, expected: 'an answer', found: result.reason });
      continue;
    }
    const { reply } = result;
    const [length] = reply.lines('content-length');
    const encodings = reply.lines('content-encoding');
    if (reply.status !== 200) fail(showStatus(reply));
    else if (encodings.length > 0)
      fail(`Content-Encoding: ${encodings.join(', ')}`, 'the bytes as they are');
    else if (method === 'GET' && hash('sha256', reply.body) !== file.sha256) fail('other bytes');
    else if (length !== undefined && length !== String(file.bytes)) {
      fail(`a length of ${length}`, `${file.bytes} bytes`);
    }
    if (reply.status !== 200) continue;
    // Under the clauses of headers, which not every host can keep.
    log.checked('M1', 'M2');
    expectLine('M1', 'Access-Control-Allow-Origin', '*', reply, address, log);
    const type = bulkTypeAt(`/${file.path}`);
    if (type !== null) expectLine('M2', 'Content-Type', type, reply, address, log);
  }
}

// Small, and made anew with each release.
const described: ReadonlySet<string> = new Set([bulkIndexFile, dataPackageFile]);

/** What describes the files, every file of all records, and the smallest of a single phage. */
function filesToAsk(manifest: SiteManifest): Asked[] {
  const asked: Asked[] = [];
  let smallest: Asked | null = null;
  for (let entry = 0; entry < manifest.entries; entry++) {
    if (!manifest.pathOf(entry).startsWith(bulkFolder)) continue;
    const file = manifest.fileOf(entry);
    const path = escapedPath(file.path);
    if (path === null) continue;
    if (!file.path.startsWith(`${bulkFolder}phages/`)) {
      asked.push({ file, path, method: described.has(file.path) ? 'GET' : 'HEAD' });
    } else if (smallest === null || file.bytes < smallest.file.bytes) {
      smallest = { file, path, method: 'GET' };
    }
  }
  return smallest === null ? asked : [...asked, smallest];
}
