/** The addresses of tables for nginx: what the query asks for, and the file that is served (B1). */
import { familyFolder, phageTableAddress, tableTops } from '../../contract/tableAddresses.ts';
import { block, comment } from '../configLines.ts';
import type { HostedSite } from '../host.ts';
import * as patterns from '../rulePatterns.ts';
import { decodedPrefix } from '../serverSetup.ts';
import { quote } from './quote.ts';

/** Maps that are the same for every site with tables. */
export const tableMaps = [
  ...comment('The table that it asks for.'),
  ...block(
    'map $args $phagepress_type',
    'default "";',
    `${quote(`~${patterns.tableValuePattern}`)} "$1";`,
  ),
  ...block(
    'map $phagepress_type $phagepress_table',
    'default full;',
    `${quote(`~${patterns.simpleTablePattern}`)} simple;`,
  ),
];

/** Rewrites the address of a table to its file, in the location of a folder. */
export function tableRewrites(folder: string, site: HostedSite): string[] {
  const below = `^${patterns.escapePattern(decodedPrefix(site))}`;
  const [ofPhages, ofFamilies] = tableTops;
  if (folder === ofPhages) {
    const address = quote(`${below}${phageTableAddress}$`);
    return [`rewrite ${address} "${phageTableAddress}$phagepress_table.tsv" break;`];
  }
  if (folder !== ofFamilies) return [];
  return [
    `rewrite ${quote(`${below}/${patterns.familyPattern}$`)} "/${familyFolder}$1.tsv" break;`,
  ];
}
