/** Makes a part of the bulk files that is too large for memory, as a stream. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';
import { openPages } from '../pages/openPages.ts';
import type { GroupPart } from './bulkParts.ts';
import type { StretchLimits } from './geneStretches.ts';
import { createPackedFile, type PackedFile } from './packedFile.ts';
import { phageMakers } from './formats.ts';
import { ownFilesOf } from './partTexts.ts';
import type { BulkMember, RenderBulkTask, RenderedBulk } from './bulkTask.ts';

type LargeGroupTask = Pick<RenderBulkTask, 'site' | 'wanted'> & { readonly part: GroupPart };

const usualLimits: StretchLimits = { genes: 4096, bytes: 8 << 20 };

/**
 * Makes the same bytes as `renderBulk`. Members go to temporary files in a folder named like the staging folder, and
 * removed like one. Throws a Failure.
 */
export async function renderLargeGroup(
  task: LargeGroupTask,
  limits = usualLimits,
): Promise<RenderedBulk> {
  const { site, part, wanted } = task;
  const pages = openPages(site.stagingDir);
  const members: BulkMember[] = [];
  const written: WrittenFiles[] = [];
  try {
    for (const { path: member, maker } of phageMakers(wanted)) {
      const place = path.join(packedFolder(site.stagingDir), randomUUID());
      const packed = member === null ? null : createPackedFile(place);
      const head = Buffer.from(maker.head);
      try {
        if (part.isFirst && head.length > 0) await packed?.add(head);
        let records = 0;
        for (const phage of part.phages) {
          const text = maker.pieces(phage, pages.read, limits);
          records += text.count;
          const file = wanted.has('phages') ? (ownFilesOf(phage)?.[maker.form] ?? null) : null;
          written.push(await pour(text.pieces, packed, head, file, site));
        }
        if (packed === null || member === null) continue;
        const bytes = await packed.finish();
        members.push({ path: member, records, content: { place, from: 0, bytes } });
      } finally {
        packed?.close();
      }
    }
  } finally {
    pages.close();
  }
  return { members, ...joinWritten(written) };
}

/** The folder of the members until they are copied into their files. */
export function packedFolder(stagingDir: string): string {
  return `${stagingDir}-packed`;
}

/** Writes the chunks to the file of all phages and to that of the phage, as far as each is wanted. */
async function pour(
  pieces: Iterable<Buffer>,
  packed: PackedFile | null,
  head: Buffer,
  file: string | null,
  site: RenderBulkTask['site'],
): Promise<WrittenFiles> {
  if (packed === null && file === null) return joinWritten([]);
  const own = file === null ? null : createStreamedFile(file, site);
  try {
    if (head.length > 0) own?.append(head);
    for (const piece of pieces) {
      own?.append(piece);
      await packed?.add(piece);
    }
    if (own === null) return joinWritten([]);
    const { file: published, isLinked } = own.finish();
    return listWritten([published], Number(isLinked));
  } finally {
    own?.close();
  }
}
