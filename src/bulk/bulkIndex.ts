/** `bulk/index.json`: every bulk file with what is in it, its size and its hash. */
import {
  bulkFiles,
  bulkFolder,
  type BulkName,
  type BulkPath,
  phageFormNames,
  phageForms,
} from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/fileList.ts';

/**
 * Its text. `files` are those of the site, or as many of them as there are in `/bulk/`; `recordsIn` says how
 * many records one of them tells of. The files of single phages are one entry a form.
 */
export function bulkIndex(
  wanted: ReadonlySet<BulkName>,
  files: Iterable<PublishedFile>,
  recordsIn: (file: BulkPath) => number,
): string {
  const known = new Map<string, PublishedFile>();
  const counts = { faa: 0, gff3: 0 };
  for (const file of files) {
    if (file.path.startsWith(`${bulkFolder}phages/`)) {
      counts[file.path.endsWith('.faa') ? 'faa' : 'gff3']++;
    } else {
      known.set(file.path, file);
    }
  }
  const whole = bulkFiles.flatMap(({ name, path, title, mediaType, compression }) => {
    const file = known.get(path);
    if (!wanted.has(name) || file === undefined) return [];
    return [
      {
        path: path.slice(bulkFolder.length),
        title,
        media_type: mediaType,
        compression,
        bytes: file.bytes,
        sha256: file.sha256,
        records: recordsIn(path),
      },
    ];
  });
  const ofPhages = phageFormNames.map((form) => ({
    path: `phages/{phage}.${form}`,
    title: phageForms[form].title,
    media_type: phageForms[form].mediaType,
    compression: null,
    files: counts[form],
  }));
  const all = [...whole, ...(wanted.has('phages') ? ofPhages : [])];
  return `${JSON.stringify({ files: all }, null, 2)}\n`;
}
