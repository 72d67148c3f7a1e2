/** A worker's task: compares the files under other names of phages with the phages' own. */
import { openManifest } from '../manifest/siteManifest.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, openSite } from './fileCheck.ts';

export interface AliasFile {
  readonly own: string;
  readonly alias: string;
}

export interface VerifyAliasesTask extends SiteRef {
  readonly files: readonly AliasFile[];
}

/** Compares hashes: the contents of the phages' own files are checked where these are read. */
export function verifyAliases({ files: some, ...site }: VerifyAliasesTask): Tallies {
  const { log, files } = openSite(site);
  const manifest = openManifest(site.manifest);
  for (const { own, alias } of some) {
    const said = files.claimHashed(alias);
    if (said !== null && said.sha256 === manifest.get(own)?.sha256) continue;
    const found = said === null ? 'no such file' : 'something else';
    log.fail('D3', { address: alias, expected: `the same as ${own}`, found });
  }
  return log.tallies;
}
