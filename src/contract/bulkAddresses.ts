/** What hosts must know of bulk files, the files of single genomes and tables, which they treat alike: folders and types. */
import { bulkFolder, bulkTypes } from './bulkFiles.ts';
import { genomeFormNames, mediaFolder } from './genomePaths.ts';
import { familyFolder, isTablePath, tableTops } from './tableAddresses.ts';

/** Whether a file is a bulk file, the file of a single genome, or a table: hosts treat them alike. */
export function isBulkPath(path: string): boolean {
  return path.indexOf(bulkFolder) === 0 || path.indexOf(mediaFolder) === 0 || isTablePath(path);
}

/** What hosts must know of a site's tables. */
export interface TabledSite {
  /** Whether the site has the tables of `tableAddresses.ts`; absent means no. */
  readonly tables?: boolean;
}

/** The folders of all these files, as part of a regular expression. */
export function bulkFolders({ tables = false }: TabledSite): string {
  const ofTables = tables ? `|data/|${familyFolder}` : '';
  return `(?:bulk/(?:phages/)?|media/(?:(?:${genomeFormNames.join('|')})/)?${ofTables})`;
}

/** The folders at the top of the site that hold these files. */
export function bulkTops({ tables = false }: TabledSite): string[] {
  return [bulkFolder, mediaFolder, ...(tables ? tableTops : [])];
}

/** The top folders of a site with bulk files of an extension: only tables have folders of their own. */
export function topsWith(extension: string): string[] {
  return bulkTops({ tables: extension === 'tsv' });
}

/** The extensions of bulk files, as part of a regular expression. */
export const bulkExtensions = Object.keys(bulkTypes).join('|');

/** The media type for a path below the site's root, with a leading `/`; null when it is not a bulk file. */
export function bulkTypeAt(path: string): string | null {
  if (!isBulkPath(path.slice(1))) return null;
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = bulkTypes;
  return types[extension] ?? null;
}
