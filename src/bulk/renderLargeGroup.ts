/** Makes a part of the bulk files that is too large for memory, as a stream. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type PhageForm, phageFormNames } from '../contract/bulkFiles.ts';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';
import { openPages, type Pages } from '../pages/openPages.ts';
import type { GroupedPhage, GroupPart } from './bulkParts.ts';
import { featuresHead } from './genomeFeatures.ts';
import { featurePieces, proteinPieces, type StretchLimits } from './largePhage.ts';
import { createPackedFile, type PackedFile } from './packedFile.ts';
import { type PhageFormat, phagesFiles } from './formats.ts';
import { ownFilesOf } from './partTexts.ts';
import { placeLength } from './recordLines.ts';
import type { BulkMember, RenderBulkTask, RenderedBulk } from './bulkTask.ts';

type LargeGroupTask = Pick<RenderBulkTask, 'site' | 'wanted'> & { readonly part: GroupPart };

const usualLimits: StretchLimits = { genes: 4096, bytes: 8 << 20 };
const head = Buffer.from(featuresHead);

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
    for (const form of phageFormNames) {
      const member = phagesFiles(wanted).find(({ name }) => formOf[name] === form)?.path;
      if (member === undefined && !wanted.has('phages')) continue;
      const place = path.join(packedFolder(site.stagingDir), randomUUID());
      const packed = member === undefined ? null : createPackedFile(place);
      try {
        if (form === 'gff3' && part.isFirst) await packed?.add(head);
        let records = 0;
        for (const phage of part.phages) {
          const text = textOf(phage, form, pages.read, limits);
          records += text.count;
          const file = wanted.has('phages') ? (ownFilesOf(phage)?.[form] ?? null) : null;
          written.push(await pour(text.pieces, packed, form, file, site));
        }
        if (packed === null || member === undefined) continue;
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

const formOf: Readonly<Record<PhageFormat, PhageForm>> = { fasta: 'faa', gff3: 'gff3' };

/** The folder of the members until they are copied into their files. */
export function packedFolder(stagingDir: string): string {
  return `${stagingDir}-packed`;
}

function textOf(
  phage: GroupedPhage,
  form: PhageForm,
  read: Pages['read'],
  limits: StretchLimits,
): { readonly count: number; readonly pieces: Iterable<Buffer> } {
  if (form === 'gff3') {
    const { name } = phage;
    return name === null ? { count: 0, pieces: [] } : featurePieces(phage, name, read, limits);
  }
  const count = phage.places.length / placeLength;
  return { count, pieces: proteinPieces(phage, read, limits) };
}

/** Writes the chunks to the file of all phages and to that of the phage, as far as each is wanted. */
async function pour(
  pieces: Iterable<Buffer>,
  packed: PackedFile | null,
  form: PhageForm,
  file: string | null,
  site: RenderBulkTask['site'],
): Promise<WrittenFiles> {
  if (packed === null && file === null) return joinWritten([]);
  const own = file === null ? null : createStreamedFile(file, site);
  try {
    if (form === 'gff3') own?.append(head);
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
