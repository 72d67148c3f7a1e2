/** A worker's task: makes a part of the bulk files from staged pages. */
import { createSiteWriter } from '../publishing/siteWriter.ts';
import { hasIndex } from '../contract/bulkFiles.ts';
import { openPages } from '../pages/openPages.ts';
import { packText } from '../publishing/bgzf.ts';
import type { TextMaker } from './partTexts.ts';
import { renderLargeGroup } from './renderLargeGroup.ts';
import { createRowIndex } from './rowIndex.ts';
import { groupBytes } from './bulkParts.ts';
import type { BulkMember, RenderBulkTask, RenderedBulk } from './bulkTask.ts';

// A usual part is at most half as large; only a single large phage exceeds this.
const mostHeldBytes = 32 << 20;

/** Throws a Failure. */
export async function renderBulk(
  { site, part, wanted, table }: RenderBulkTask,
  maker: TextMaker,
  maxHeldBytes = mostHeldBytes,
): Promise<RenderedBulk> {
  if (part.kind === 'group' && groupBytes(part) > maxHeldBytes) {
    return renderLargeGroup({ site, part, wanted });
  }
  // No compressed siblings: a client that wants compression can take the file of all phages.
  const writer = createSiteWriter({ ...site, precompress: [] });
  const pages = openPages(site.stagingDir);
  const from = { read: pages.read, fieldNames: site.fieldNames };
  try {
    const { texts, phageFiles } = maker.textsOf(part, wanted, from, table);
    for (const { path, bytes } of phageFiles) writer.put(path, bytes);
    const members = texts.map(({ path, text, records }): BulkMember => {
      const { bytes, blocks } = packText(text);
      if (!hasIndex(path)) return { path, records, content: bytes };
      const rows = createRowIndex();
      rows.add(text);
      const index = { blocks, textBytes: text.length, sequences: rows.sequences() };
      return { path, records, content: bytes, index };
    });
    return { members, ...writer.written() };
  } finally {
    pages.close();
  }
}
