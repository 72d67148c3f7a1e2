/** Makes a part of the bulk files, from pages that are staged already: the work of a worker thread. */
import type { BulkName, BulkPath } from '../contract/bulkFiles.ts';
import type { PublishedFile } from '../publishing/manifest.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { openPages } from '../rendering/openPages.ts';
import { packMember } from './packMember.ts';
import type { TextMaker } from './partTexts.ts';
import type { BulkPart } from './bulkParts.ts';

export interface RenderBulkTask {
  readonly site: Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'>;
  readonly part: BulkPart;
  readonly wanted: ReadonlySet<BulkName>;
}

export interface BulkMember {
  readonly path: BulkPath;
  readonly bytes: Uint8Array;
  readonly records: number;
}

export interface RenderedBulk {
  /** In the order of `pathsOf`. */
  readonly members: readonly BulkMember[];
  /** Of single phages. */
  readonly files: readonly PublishedFile[];
  /** How many of them are links to files of the live site. */
  readonly linked: number;
}

/** Throws a Failure. */
export function renderBulk({ site, part, wanted }: RenderBulkTask, maker: TextMaker): RenderedBulk {
  // Never compressed siblings: what wants them small takes the files of all phages.
  const writer = createSiteWriter({ ...site, precompress: [] });
  const pages = openPages(site.stagingDir);
  try {
    const { texts, phageFiles } = maker.textsOf(part, wanted, pages.read);
    for (const { path, bytes } of phageFiles) writer.put(path, bytes);
    const members = texts.map(({ path, text, records }) => {
      return { path, records, bytes: packMember(text) };
    });
    return { members, files: writer.files, linked: writer.linked() };
  } finally {
    pages.close();
  }
}
