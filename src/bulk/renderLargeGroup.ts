/** Makes a part of the bulk files that is too large for memory, as a stream. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { hasIndex } from '../contract/bulkFiles.ts';
import { besideStaging } from '../publishing/besideSite.ts';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { createStreamedFile } from '../publishing/streamedFile.ts';
import { openPages } from '../pages/openPages.ts';
import type { GroupPart } from './bulkParts.ts';
import type { StretchLimits } from './geneStretches.ts';
import { phageMakers } from './formats.ts';
import { createRowIndex } from './rowIndex.ts';
import { ownFilesOf } from './partTexts.ts';
import type { BulkMember, RenderBulkTask, RenderedBulk } from './bulkTask.ts';
import { closeSync, openSync, writeSync } from 'node:fs';
import { makeFolder } from '../publishing/makeFolder.ts';
import { writing } from '../publishing/siteWriter.ts';
import { blockTextBytes, packBlock } from '../publishing/bgzf.ts';

type LargeGroupTask = Pick<RenderBulkTask, 'site' | 'wanted'> & { readonly part: GroupPart };

const usualLimits: StretchLimits = { genes: 4096, bytes: 8 << 20 };

/**
 * Makes the same bytes as `renderBulk`. Members go to temporary files in a folder named like the staging folder, and
 * removed like one. Throws a Failure.
 */
export function renderLargeGroup(task: LargeGroupTask, limits = usualLimits): RenderedBulk {
  const { site, part, wanted } = task;
  const pages = openPages(site.stagingDir);
  const from = { read: pages.read, fieldNames: site.fieldNames };
  const members: BulkMember[] = [];
  const written: WrittenFiles[] = [];
  try {
    for (const { path: member, maker } of phageMakers(wanted)) {
      const place = path.join(packedFolder(site.stagingDir), randomUUID());
      const packed = member === null ? null : createPackedFile(place);
      const head = Buffer.from(maker.head);
      const rows = createRowIndex();
      let textBytes = 0;
      const addText = (piece: Buffer) => {
        packed?.add(piece);
        textBytes += piece.length;
        if (member !== null && hasIndex(member)) rows.add(piece);
      };
      try {
        if (part.isFirst && head.length > 0) addText(head);
        let records = 0;
        for (const phage of part.phages) {
          const text = maker.pieces(phage, from, limits);
          records += text.count;
          const file = wanted.has('phages') ? (ownFilesOf(phage)?.[maker.form] ?? null) : null;
          if (member === null && file === null) continue;
          written.push(pour(text.pieces, addText, head, file, site));
        }
        if (packed === null || member === null) continue;
        const { bytes, blocks } = packed.finish();
        const content = { place, from: 0, bytes };
        const index = { blocks, textBytes, sequences: rows.sequences() };
        members.push({ path: member, records, content, ...(hasIndex(member) ? { index } : {}) });
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
  return besideStaging(stagingDir, 'packed');
}

/** Writes the chunks to the file of all phages and to that of the phage, where these are wanted. */
function pour(
  pieces: Iterable<Buffer>,
  addText: (piece: Buffer) => void,
  head: Buffer,
  file: string | null,
  site: RenderBulkTask['site'],
): WrittenFiles {
  const own = file === null ? null : createStreamedFile(file, site);
  try {
    if (head.length > 0) own?.append(head);
    for (const piece of pieces) {
      own?.append(piece);
      addText(piece);
    }
    if (own === null) return joinWritten([]);
    const { file: published, isLinked } = own.finish();
    return listWritten([published], Number(isLinked));
  } finally {
    own?.close();
  }
}

/** Compresses text to a file piece by piece, with the same bytes that `packText` gives for the whole text. */
interface PackedFile {
  /** The piece may be reused after the call. Throws a Failure. */
  readonly add: (piece: Uint8Array) => void;
  /** Writes what is buffered; returns the size of the file, and the offset of each block. Throws a Failure. */
  readonly finish: () => { readonly bytes: number; readonly blocks: readonly number[] };
  /** Closes the file, finished or not. */
  readonly close: () => void;
}

/** Creates the file, and its folder if missing. Throws a Failure. */
function createPackedFile(target: string): PackedFile {
  const handle = writing(target, () => {
    makeFolder(path.dirname(target));
    return openSync(target, 'wx');
  });
  const text = Buffer.allocUnsafeSlow(blockTextBytes);
  const blocks: number[] = [];
  let used = 0;
  let bytes = 0;
  const flush = () => {
    const block = packBlock(text.subarray(0, used));
    writing(target, () => {
      for (let at = 0; at < block.length;) at += writeSync(handle, block, at);
    });
    blocks.push(bytes);
    bytes += block.length;
    used = 0;
  };
  return {
    add(piece) {
      for (let at = 0; at < piece.length;) {
        const more = piece.subarray(at, at + blockTextBytes - used);
        text.set(more, used);
        used += more.length;
        at += more.length;
        if (used === blockTextBytes) flush();
      }
    },
    finish() {
      if (used > 0) flush();
      return { bytes, blocks };
    },
    close: () => closeSync(handle),
  };
}
