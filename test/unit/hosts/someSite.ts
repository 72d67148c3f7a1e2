/** A site for a host, with some of its properties given. */
import { perList } from '../../../src/contract/collectionName.ts';
import type { HostedSite } from '../../../src/hosts/host.ts';
import { hostedSite } from '../../../src/hosts/hosts.ts';

export function siteFor(changes: Partial<Parameters<typeof hostedSite>[0]> = {}): HostedSite {
  return hostedSite({
    baseUrl: 'https://example.org',
    lastPages: { ...perList(() => 0), genes: 4321, phages: 1, phams: 3 },
    links: 'query',
    maxAge: 60,
    caseInsensitiveNames: false,
    precompress: [],
    dir: '/srv/site',
    ...changes,
  });
}
