/** Worker tasks: write the tables of phages and of gene families from staged pages. */
import { type PhageTable, phageTables } from '../contract/tableAddresses.ts';
import { openPages } from '../pages/openPages.ts';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter } from '../publishing/siteWriter.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';
import type { BulkPlace } from './bulkTask.ts';
import type { Family } from './familyBatches.ts';
import { familyTables } from './familyTables.ts';
import type { TableOptions } from './maker.ts';
import { phageTableText } from './phageTables.ts';
import type { RecordPages } from './recordLines.ts';

export interface RenderPhageTableTask {
  readonly site: BulkPlace;
  readonly options: TableOptions;
  readonly table: PhageTable;
  /** The places of all phages, by block. */
  readonly blocks: readonly Uint32Array[];
}

/** Throws a Failure. */
export function renderPhageTable({
  site,
  options,
  table,
  blocks,
}: RenderPhageTableTask): WrittenFiles {
  return onPages(site, (pages) =>
    streamed(phageTables[table].path, phageTableText(table, blocks, pages, options), site),
  );
}

export interface RenderFamiliesTask {
  readonly site: BulkPlace;
  readonly options: TableOptions;
  readonly families: readonly Family[];
}

/** Throws a Failure. */
export function renderFamilies({ site, options, families }: RenderFamiliesTask): WrittenFiles {
  return onPages(site, (pages) => {
    // As bulk files, they have no compressed siblings.
    const writer = createSiteWriter({ ...site, precompress: [] });
    const large: WrittenFiles[] = [];
    for (const { path, text } of familyTables(families, pages, options)) {
      if (families.length === 1) large.push(streamed(path, text, site));
      else writer.put(path, Buffer.concat([...text]));
    }
    return joinWritten([writer.written(), ...large]);
  });
}

function onPages(site: BulkPlace, use: (pages: RecordPages) => WrittenFiles): WrittenFiles {
  const pages = openPages(site.stagingDir);
  try {
    return use({ read: pages.read, fieldNames: site.fieldNames });
  } finally {
    pages.close();
  }
}

function streamed(file: string, pieces: Iterable<Buffer>, site: BulkPlace): WrittenFiles {
  const stream = createStreamedFile(file, site);
  try {
    for (const piece of pieces) stream.append(piece);
    const { file: published, isLinked } = stream.finish();
    return listWritten([published], Number(isLinked));
  } finally {
    stream.close();
  }
}
