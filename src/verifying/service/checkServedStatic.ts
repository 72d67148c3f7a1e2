/** The publisher's static files, which are compared at an address with what was published. */
import { isStatic } from '../../contract/staticNames.ts';
import { type AskedFile, filesAt, sampleOf, type Sampling } from './askedFiles.ts';
import type { Service } from './service.ts';

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
