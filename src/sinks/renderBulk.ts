/** A worker's task: makes a part of the bulk files from staged pages. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../base/files.ts';
import { type BulkName, type BulkPath, hasIndex } from '../contract/bulkFiles.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { blockTextBytes, packBlock, packText } from '../publishing/bgzf.ts';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { besideStaging } from '../publishing/outFolder.ts';
import {
  createSiteWriter,
  createStreamedFile,
  type SiteWriterOptions,
  writing,
} from '../publishing/siteWriter.ts';
import { openPages } from './pageBuilder.ts';
import { createRowIndex, type IndexedSequence } from './bulkIndex.ts';
import { ownFilesOf, phageMakers, type TextMaker } from './formats.ts';
import {
  type BulkPart,
  groupBytes,
  type GroupPart,
  type StretchLimits,
  type TableOptions,
} from './maker.ts';

/** The site that bulk files are made from and for. */
export type BulkPlace = Pick<SiteWriterOptions, 'stagingDir' | 'liveDir'> &
  Pick<SiteOptions, 'fieldNames'>;

export interface RenderBulkTask {
  readonly site: BulkPlace;
  readonly part: BulkPart;
  readonly wanted: ReadonlySet<BulkName>;
  readonly table: TableOptions;
}

export interface BulkMember {
  readonly path: BulkPath;
  /** Its bytes, or where they are: a large member is never in memory. */
  readonly content: Uint8Array | FileStretch;
  readonly records: number;
  /** Where rows lie in it, if the file has an index. */
  readonly index?: MemberIndex;
}

interface MemberIndex {
  /** The offset of each block. */
  readonly blocks: readonly number[];
  /** The length of its text. */
  readonly textBytes: number;
  readonly sequences: readonly IndexedSequence[];
}

/** The files are those of single phages. */
export interface RenderedBulk extends WrittenFiles {
  /** In the order of `pathsOf`. */
  readonly members: readonly BulkMember[];
}

/** A byte range of a file. */
export interface FileStretch {
  /** Absolute path. */
  readonly place: string;
  readonly from: number;
  readonly bytes: number;
}

/** Makes a part of the bulk files that is too large for memory, as a stream. */
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
      const place = join(packedFolder(site.stagingDir), randomUUID());
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
    makeFolder(dirname(target));
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
