/** Compares the publisher's static files at an address with what was published. */
import { isStatic } from '../../contract/staticNames.ts';
import {
  type AskedFile,
  checkEach,
  checkHashed,
  filesAt,
  sampleOf,
  type Sampling,
} from './askedFiles.ts';
import type { Service } from './service.ts';

// Hosts redirect HTML pages to addresses of their own, and do not serve `.nojekyll`.
const hostsOwn = /\.html?$|^\.nojekyll$/;

/** All static files, or a sample. */
export function staticToAsk(service: Service, sampling: Sampling): readonly AskedFile[] {
  const { manifest, release } = service;
  const tops = release?.static ?? [];
  if (manifest === null || tops.length === 0) return [];
  const entries: number[] = [];
  for (let entry = 0; entry < manifest.entries; entry++) {
    const path = manifest.pathOf(entry);
    if (isStatic(path, tops) && !hostsOwn.test(path)) entries.push(entry);
  }
  if (sampling.sample === null) return filesAt(service, entries);
  const some = sampleOf(entries.length, sampling, 'static').flatMap((at) => entries[at] ?? []);
  return filesAt(service, some);
}

export async function checkServedStatic(
  service: Service,
  asked: readonly AskedFile[],
  connections: number,
  advance: () => void,
): Promise<void> {
  await checkEach(service, asked, connections, async (one, log) => {
    await checkHashed(service, one, 'manifest', log);
    advance();
  });
}
