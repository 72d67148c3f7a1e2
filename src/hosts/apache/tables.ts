/** The addresses of tables as mod_rewrite rules: what the query asks for, and the file that is served (B1). */
import { familyFolder, phageTableAddress } from '../../contract/tableAddresses.ts';
import { comment } from '../configLines.ts';
import type { HostedSite } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { rule } from './rewriteRule.ts';

/** Rewrites the addresses of tables to their files. */
export function tableRewrites({ tables }: HostedSite): string[] {
  if (tables !== true) return [];
  const address = `^${phageTableAddress.slice(1)}$`;
  const variable = 'PHAGEPRESS_TABLE';
  return [
    ...comment('Tables: of phages by the last `type` in the query, and of gene families.'),
    ...rule(address, '-', `E=${variable}:full`),
    ...rule(
      address,
      '-',
      `E=${variable}:simple`,
      ['%{QUERY_STRING}', patterns.tableValuePattern],
      ['%1', patterns.simpleTablePattern],
    ),
    ...rule(address, `$0%{ENV:${variable}}.tsv`, 'END'),
    ...rule(`^${patterns.familyPattern}$`, `${familyFolder}$1.tsv`, 'END'),
    '',
  ];
}
