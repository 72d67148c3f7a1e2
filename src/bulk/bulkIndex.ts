/** Builds `bulk/index.json`: the contents, size and hash of every bulk file. */
import { extname } from 'node:path';
import {
  bulkFiles,
  bulkIndexes,
  bulkFolder,
  type BulkFile,
  type BulkName,
  type BulkPath,
  phageFormNames,
  phageForms,
  genomesBulk,
} from '../contract/bulkFiles.ts';
import { genomeFormNames, genomeForms, mediaFolder } from '../contract/genomePaths.ts';
import {
  familyFile,
  familyFolder,
  familyTitle,
  phageTableNames,
  phageTables,
  phageTableTitles,
  tableType,
} from '../contract/tableAddresses.ts';
import type { PublishedFile } from '../publishing/fileList.ts';

type Described = Omit<BulkFile, 'collection'>;

/**
 * The JSON text. `files` are all files of the site, or at least those in `/bulk/`; `recordsIn` returns the number of
 * records in a file. The files of single phages share one entry per format.
 */
export function bulkIndex(
  wanted: ReadonlySet<BulkName>,
  files: Iterable<PublishedFile>,
  recordsIn: (file: BulkPath) => number,
  /** Rows in each of the tables of phages. */
  rowsOfPhages: number,
): string {
  const known = new Map<string, PublishedFile>();
  const counts = new Map<string, number>();
  let families = 0;
  const plain: PublishedFile[] = [];
  const ofGenomes = { fastas: 0, genbank: 0, gff3: 0 };
  for (const file of files) {
    if (file.path.startsWith(`${bulkFolder}phages/`)) {
      const extension = extname(file.path);
      counts.set(extension, (counts.get(extension) ?? 0) + 1);
    } else if (file.path.startsWith(mediaFolder)) {
      const form = genomeFormNames.find((one) => file.path.startsWith(`${mediaFolder}${one}/`));
      if (form !== undefined) ofGenomes[form]++;
      else plain.push(file);
    } else if (file.path.startsWith(familyFolder)) {
      families++;
    } else {
      known.set(file.path, file);
    }
  }
  const entryOf = ({ name, path, title, mediaType, compression }: Described) => {
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
      },
    ];
  };
  const whole = bulkFiles.flatMap((described) => [
    ...entryOf(described).map((entry) => ({ ...entry, records: recordsIn(described.path) })),
    ...bulkIndexes.filter(({ of }) => of === described.path).flatMap(entryOf),
  ]);
  const ofPhages = phageFormNames.map((form) => ({
    path: `phages/{phage}.${form}`,
    title: phageForms[form].title,
    media_type: phageForms[form].mediaType,
    compression: null,
    files: counts.get(`.${form}`) ?? 0,
  }));
  const single = genomeFormNames.map((form) => ({
    path: `../${mediaFolder}${form}/{phage}.${genomeForms[form].extension}`,
    title: genomeForms[form].title,
    media_type: genomeForms[form].mediaType,
    compression: null,
    files: ofGenomes[form],
  }));
  const ofAllGenomes = plain.map(({ path, bytes, sha256 }) => ({
    path: `../${path}`,
    title: 'The genomes of all phages, not packed',
    media_type: genomeForms.fastas.mediaType,
    compression: null,
    bytes,
    sha256,
    records: recordsIn(genomesBulk),
  }));
  const ofTables = [
    ...phageTableNames.flatMap((name) => {
      const { path } = phageTables[name];
      const title = phageTableTitles[name];
      const file = known.get(path);
      if (file === undefined) return [];
      return [
        {
          path: `../${path}`,
          title,
          media_type: tableType,
          compression: null,
          bytes: file.bytes,
          sha256: file.sha256,
          records: rowsOfPhages,
        },
      ];
    }),
    {
      path: `../${familyFile('{PhamID}')}`,
      title: familyTitle,
      media_type: tableType,
      compression: null,
      files: families,
    },
  ];
  const all = [
    ...whole,
    ...(wanted.has('phages') ? ofPhages : []),
    ...(wanted.has('genomes') ? [...ofAllGenomes, ...single] : []),
    ...(wanted.has('phagesdb') ? ofTables : []),
  ];
  return `${JSON.stringify({ files: all }, null, 2)}\n`;
}
