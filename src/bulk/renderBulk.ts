/** Makes a part of the bulk files, from pages that are staged already: the work of a worker thread. */
import { createSiteWriter } from '../publishing/siteWriter.ts';
import { openPages } from '../pages/openPages.ts';
import { packMember } from './packMember.ts';
import type { TextMaker } from './partTexts.ts';
import { renderLargeGroup } from './renderLargeGroup.ts';
import { groupBytes } from './bulkParts.ts';
import type { RenderBulkTask, RenderedBulk } from './bulkTask.ts';

// A usual part is at most half as long; it is longer where a phage alone is.
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
  // Never compressed siblings: what wants them small takes the files of all phages.
  const writer = createSiteWriter({ ...site, precompress: [] });
  const pages = openPages(site.stagingDir);
  try {
    const { texts, phageFiles } = maker.textsOf(part, wanted, pages.read, table);
    for (const { path, bytes } of phageFiles) writer.put(path, bytes);
    const members = texts.map(({ path, text, records }) => {
      return { path, records, content: packMember(text) };
    });
    return { members, ...writer.written() };
  } finally {
    pages.close();
  }
}
