/** A worker's task: writes the files of views, whose records it copies from the pages. */
import { packText } from '../publishing/bgzf.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { htmlFiles } from './htmlPages.ts';
import { neighbourFiles } from './neighbours.ts';
import { openPages, type Pages } from './pageBuilder.ts';
import type { PackedPart } from './renderBulk.ts';
import { type MadeFile, similarityFiles } from './similarity.ts';
import {
  envelopeOf,
  isForThread,
  type Planned,
  plannedBytes,
  type PlannedList,
  type PlannedForThread,
} from './view.ts';

interface RenderViewsTask {
  readonly site: SiteWriterOptions;
  readonly planned: readonly Planned[];
}

// A larger file is copied in chunks.
const maxPieceBytes = 1 << 20;

/** The parts are those of the table of similar phages. */
export interface RenderedViews extends WrittenFiles {
  readonly parts: readonly Omit<PackedPart, 'path'>[];
}

/** The pages must be staged already. Throws a Failure. */
export async function renderViews({ site, planned }: RenderViewsTask): Promise<RenderedViews> {
  const writer = createSiteWriter(site);
  const pages = openPages(site.stagingDir);
  const parts: RenderedViews['parts'][number][] = [];
  let piece = Buffer.alloc(0);
  try {
    for (const file of planned) {
      if (file.kind === 'text') {
        writer.put(file.path, Buffer.from(file.text));
        continue;
      }
      if (isForThread(file)) {
        for (const { path, bytes, rows: records } of madeFiles(file, pages.read)) {
          if (records === undefined) writer.put(path, bytes);
          else parts.push({ content: packText(bytes).bytes, records });
        }
        continue;
      }
      const bytes = plannedBytes(file);
      const wanted = Math.min(bytes, maxPieceBytes);
      if (piece.length < wanted)
        piece = Buffer.allocUnsafeSlow(Math.min(maxPieceBytes, wanted * 2));
      const pieces = piecesOf(file, piece, pages.read);
      if (bytes > piece.length) await writer.putParts(file.path, pieces);
      // The whole file at once.
      else for (const whole of pieces) writer.put(file.path, whole);
    }
  } finally {
    pages.close();
  }
  return { ...writer.written(), parts };
}

/** The files that are planned together, with their paths; the bytes of each are valid until the next. */
export function madeFiles(planned: PlannedForThread, read: Pages['read']): Generator<MadeFile> {
  switch (planned.kind) {
    case 'neighbours':
      return neighbourFiles(planned);
    case 'similarity':
      return similarityFiles(planned);
    case 'html':
      return htmlFiles(planned, read);
  }
}

/** The bytes of a list in chunks; each is valid until the next is requested. */
export function* piecesOf(
  list: PlannedList,
  piece: Buffer,
  read: Pages['read'],
): Generator<Uint8Array> {
  const [head, end] = envelopeOf(list);
  let used = piece.write(head);
  const { collection, slices } = list;
  for (let at = 0; at < slices.length; at += 3) {
    const page = slices[at] ?? 0;
    const to = slices[at + 2] ?? 0;
    let from = slices[at + 1] ?? 0;
    if (at > 0) {
      if (used === piece.length) {
        yield piece;
        used = 0;
      }
      used += piece.write(',', used);
    }
    while (from < to) {
      if (used === piece.length) {
        yield piece;
        used = 0;
      }
      const room = piece.subarray(used, Math.min(piece.length, used + to - from));
      read(collection, page, room, from);
      used += room.length;
      from += room.length;
    }
  }
  if (used + end.length > piece.length) {
    yield piece.subarray(0, used);
    used = 0;
  }
  used += piece.write(end, used);
  yield piece.subarray(0, used);
}
