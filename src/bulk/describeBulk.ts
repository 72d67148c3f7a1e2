/** Builds the descriptions of the bulk files: `bulk/index.json` and `bulk/datapackage.json`. */
import {
  bulkFiles,
  bulkIndexFile,
  type BulkName,
  type BulkPath,
  dataPackageFile,
} from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { bulkIndex } from './bulkIndex.ts';
import { dataPackage, type DataPackageContent } from './dataPackage.ts';

/**
 * `files` are all files of the site, or at least those in `/bulk/`; `recordsIn` returns the number of records in a
 * file.
 */
export function describeBulk(
  wanted: ReadonlySet<BulkName>,
  files: readonly PublishedFile[],
  recordsIn: (file: BulkPath) => number,
  rowsOfPhages: number,
  content: Omit<DataPackageContent, 'files'>,
): { readonly path: string; readonly text: string }[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const packaged = bulkFiles.flatMap((file) => {
    const published = known.get(file.path);
    if (!wanted.has(file.name) || published === undefined) return [];
    return [{ ...file, ...published, format: file.name, records: recordsIn(file.path) }];
  });
  const described = dataPackage({ ...content, files: packaged });
  return [
    { path: bulkIndexFile, text: bulkIndex(wanted, files, recordsIn, rowsOfPhages) },
    { path: dataPackageFile, text: `${JSON.stringify(described, null, 2)}\n` },
  ];
}
