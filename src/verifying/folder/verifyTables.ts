/** Worker tasks: compare the tables of phages and of gene families with those that the pages imply (B1). */
import type { Family } from '../../bulk/familyBatches.ts';
import { familyTables } from '../../bulk/familyTables.ts';
import type { TableOptions } from '../../bulk/maker.ts';
import { phageTableText } from '../../bulk/phageTables.ts';
import type { RecordPages } from '../../bulk/recordLines.ts';
import type { FieldNames } from '../../contract/fieldNames.ts';
import { type PhageTable, phageTables } from '../../contract/tableAddresses.ts';
import { openPages } from '../../pages/openPages.ts';
import type { Tallies } from '../report/clauseLog.ts';
import { type SiteRef, type FileCheck, openSite, readable } from './fileCheck.ts';

interface TablesTask extends SiteRef {
  readonly options: TableOptions;
  readonly fieldNames: FieldNames;
}

export interface VerifyPhageTableTask extends TablesTask {
  readonly table: PhageTable;
  /** The places of all phages, by block. */
  readonly blocks: readonly Uint32Array[];
}

const expected = 'what the records come to';

export function verifyPhageTable({
  table,
  blocks,
  options,
  ...site
}: VerifyPhageTableTask): Tallies {
  return onPages(site, (files, pages) => {
    const { path } = phageTables[table];
    const text = () => readable(phageTableText(table, blocks, pages, options));
    files.expectHashed('B1', path, expected, text);
  });
}

export interface VerifyFamiliesTask extends TablesTask {
  readonly families: readonly Family[];
}

export function verifyFamilies({ families, options, ...site }: VerifyFamiliesTask): Tallies {
  return onPages(site, (files, pages) => {
    for (const { path, text } of familyTables(families, pages, options))
      files.expectHashed('B1', path, expected, () => readable(text));
  });
}

function onPages(
  { fieldNames, ...site }: SiteRef & Pick<TablesTask, 'fieldNames'>,
  check: (files: FileCheck, pages: RecordPages) => void,
): Tallies {
  const { log, files } = openSite(site);
  log.checked('B1');
  const pages = openPages(site.root);
  try {
    check(files, { read: pages.read, fieldNames });
  } catch {
    // A page that cannot be read is reported under its own clause.
  } finally {
    pages.close();
  }
  return log.tallies;
}
