/** The addresses of tables for Caddy: what the query asks for, and the file that is served (B1). */
import { familyFolder, phageTableAddress } from '../../contract/tableAddresses.ts';
import { block } from '../configLines.ts';
import type { HostedSite } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { quote } from './quote.ts';

/** Rewrites the addresses of tables to their files. */
export function tableRewrites({ tables }: HostedSite): string[] {
  if (tables !== true) return [];
  return [
    ...block(
      'map {http.request.uri.query} {phagepress_table_type}',
      `${quote(`~${patterns.tableValuePattern}`)} "\${1}"`,
      'default ""',
    ),
    ...block(
      'map {phagepress_table_type} {phagepress_table}',
      `${quote(`~${patterns.simpleTablePattern}`)} "simple"`,
      'default "full"',
    ),
    `@table path_regexp ^${phageTableAddress}$`,
    `rewrite @table ${phageTableAddress}{phagepress_table}.tsv`,
    `@family path_regexp family ^/${patterns.familyPattern}$`,
    `rewrite @family /${familyFolder}{http.regexp.family.1}.tsv`,
  ];
}
