/** At an address: that the publisher's own files are those that were published. */
import { isStatic } from '../contract/staticNames.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { type Sampling, sampleOf } from './checkServedViews.ts';
import { escapedPath } from './escapedPath.ts';
import { showStatus } from './headerChecks.ts';
import { type Service, targetOf } from './service.ts';

interface AskedFile {
  readonly file: PublishedFile;
  readonly address: string;
}

// Hosts give pages of HTML addresses of their own, and keep `.nojekyll` for themselves.
const hostsOwn = /\.html?$|^\.nojekyll$/;

/** All of them, or a sample. */
export function staticToAsk(
  { baseUrl, manifest, release }: Service,
  sampling: Sampling,
): AskedFile[] {
  const tops = release?.static ?? [];
  if (manifest === null || tops.length === 0) return [];
  const files: PublishedFile[] = [];
  for (let entry = 0; entry < manifest.entries; entry++) {
    const path = manifest.pathOf(entry);
    if (isStatic(path, tops) && !hostsOwn.test(path)) files.push(manifest.fileOf(entry));
  }
  const picked =
    sampling.sample === null
      ? files
      : sampleOf(files.length, sampling, 'static').flatMap((at) => files[at] ?? []);
  return picked.flatMap((file) => {
    const path = escapedPath(file.path);
    return path === null ? [] : [{ file, address: `${baseUrl}/${path}` }];
  });
}

const spareBytes = 64 * 1024;
const expected = 'the file that manifest.json has';

export async function checkServedStatic(
  service: Service,
  asked: readonly AskedFile[],
  connections: number,
  advance: () => void,
): Promise<void> {
  await mapTasks(asked, connections, async ({ file, address }) => {
    service.log.checked('manifest');
    const maxBytes = 2 * file.bytes + spareBytes;
    const request = { target: targetOf(address), maxBytes, take: 'hashed' } as const;
    const result = await service.client.ask(request);
    advance();
    if (!result.ok) {
      service.log.fail('answers', { address, expected, found: result.reason });
    } else if (result.reply.status !== 200) {
      service.log.fail('manifest', { address, expected, found: showStatus(result.reply) });
    } else if (result.reply.hashed?.sha256 !== file.sha256) {
      service.log.fail('manifest', { address, expected, found: 'other bytes' });
    }
  });
}
