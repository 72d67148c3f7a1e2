/** Decoded paths as patterns for `<If>` and conditions of a `.htaccess`. */
import { bulkFolders } from '../../contract/bulkAddresses.ts';
import { phageTableAddress } from '../../contract/tableAddresses.ts';
import type { HostedSite } from '../host.ts';
import * as patterns from '../rulePatterns.ts';

/**
 * Matches the decoded path of a bulk file. The prefix is matched by its number of segments, since it may contain any
 * character.
 */
export function bulkPattern(site: HostedSite): string {
  return pathPattern(site, `${bulkFolders(site)}[^/]+`);
}

/** Also matches the addresses of tables, which lead to such files: scripts request ranges of these, too. */
export function readPattern(site: HostedSite): string {
  if (site.tables !== true) return bulkPattern(site);
  const ofTables = `${phageTableAddress.slice(1)}|${patterns.familyPattern}`;
  return pathPattern(site, `(?:${bulkFolders(site)}[^/]+|${ofTables})`);
}

/** The same for any decoded path, given as a pattern of what follows the prefix and its slash. */
export function pathPattern({ prefix }: HostedSite, pattern: string): string {
  return `^${'/[^/]*'.repeat(prefix.split('/').length - 1)}/${pattern}$`;
}

/** The same for the publisher's own static files; null if there are none. */
export function ownPattern(site: HostedSite): string | null {
  const pattern = patterns.staticPattern(site);
  return pattern === null ? null : pathPattern(site, pattern);
}
