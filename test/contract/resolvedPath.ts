/** What servers answer whose runtime resolves dot segments before any code of ours sees the path. */
import { notFoundBody } from '../../src/contract/route.ts';
import type { ContractRow } from './requests.ts';
import type { Instead } from './runContract.ts';
import type { SiteFiles } from './tinySite.ts';

const resolved = new Map([
  ['/api/./genes/', 'api/genes/index.json'],
  ['/api/../api/genes/', 'api/genes/index.json'],
  ['/api/../release.json', 'release.json'],
  ['/api/%2e%2e/release.json', 'release.json'],
]);

/** The file that the resolved path names; the other odd paths are answered as the contract says. */
export function insteadOfRawPath(row: ContractRow, files: SiteFiles): Instead | null {
  if (!row.needs.includes('raw-path')) return null;
  const file = resolved.get(row.target);
  return file === undefined
    ? { status: 404, body: notFoundBody }
    : { status: 200, body: files.get(file) ?? '' };
}
