/** A worker's task: makes a part of the bulk files from staged pages. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../base/files.ts';
import { type BulkName, type BulkPath, hasIndex } from '../contract/bulkFiles.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { blockTextBytes, packBlock, packText } from '../publishing/bgzf.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import {
  besideStaging,
  createSiteWriter,
  type SiteWriter,
  type SiteWriterOptions,
  writing,
} from '../publishing/siteWriter.ts';
import { openPages } from './pageBuilder.ts';
import { createRowIndex, type IndexedSequence } from './bulkIndex.ts';
import { ownFilesOf, phageMakers, type TextMaker } from './formats.ts';
import {
  type BulkPart,
  partsOfPhage,
  type GroupPart,
  type RangeLimits,
  type TableOptions,
} from './maker.ts';
import { type RecordPages, recordsBytes } from './recordLines.ts';

/** The site that bulk files are made from and for. */
export type BulkPlace = Pick<SiteWriterOptions, 'stagingDir' | 'liveDir' | 'records'> &
  Pick<SiteOptions, 'fieldNames'>;

/**
 * Makes files from the staged pages, without compressed siblings: a client that wants compression can take the file of all
 * phages. Throws a Failure.
 */
export async function writeBulk<Made extends object>(
  site: BulkPlace,
  make: (pages: RecordPages, writer: SiteWriter) => Made | Promise<Made>,
): Promise<Made & WrittenFiles> {
  const writer = createSiteWriter({ ...site, precompress: [] });
  const pages = openPages(site.stagingDir);
  try {
    const made = await make({ read: pages.read, fieldNames: site.fieldNames }, writer);
    return { ...made, ...writer.written() };
  } finally {
    pages.close();
  }
}

export interface RenderBulkTask {
  readonly site: BulkPlace;
  readonly part: BulkPart;
  readonly wanted: ReadonlySet<BulkName>;
  readonly table: TableOptions;
}

export interface PackedPart {
  readonly path: BulkPath;
  /** Its bytes, or where they are: a large part is never in memory. */
  readonly content: Uint8Array | FileRange;
  readonly records: number;
  /** The names of its phages as JSON, if that is how it is found again. */
  readonly phages?: string;
  /** Where rows lie in it, if the file has an index. */
  readonly index?: PartIndex;
}

interface PartIndex {
  /** The offset of each block. */
  readonly blocks: readonly number[];
  /** The length of its text. */
  readonly textBytes: number;
  readonly sequences: readonly IndexedSequence[];
}

/** The files are those of single phages. */
export interface RenderedBulk extends WrittenFiles {
  /** In the order of `pathsOf`. */
  readonly parts: readonly PackedPart[];
}

/** A byte range of a file. */
export interface FileRange {
  /** Absolute path. */
  readonly place: string;
  readonly from: number;
  readonly bytes: number;
}

type LargeGroupTask = Pick<RenderBulkTask, 'site' | 'wanted'> & { readonly part: GroupPart };

const defaultLimits: RangeLimits = { genes: 4096, bytes: 8 << 20 };

/**
 * Makes a part that is too large for memory as a stream, with the same bytes as `renderBulk`. It goes to temporary files
 * in a folder named like the staging folder, and removed like one. Throws a Failure.
 */
export function renderLargeGroup(
  { site, part, wanted }: LargeGroupTask,
  limits = defaultLimits,
): Promise<RenderedBulk> {
  return writeBulk(site, async (pages, writer) => {
    const parts: PackedPart[] = [];
    for (const { path, maker } of phageMakers(wanted)) {
      const place = join(packedFolder(site.stagingDir), randomUUID());
      const packed = path === null ? null : createPackedFile(place);
      const head = Buffer.from(maker.head);
      const rows = createRowIndex();
      let textBytes = 0;
      const addText = (piece: Buffer) => {
        packed?.add(piece);
        textBytes += piece.length;
        if (path !== null && hasIndex(path)) rows.add(piece);
      };
      try {
        if (part.isFirst && head.length > 0) addText(head);
        let records = 0;
        for (const phage of part.phages) {
          const made = partsOfPhage(maker, phage, pages, limits);
          records += made.count;
          const file = wanted.has('phages') ? ownFilesOf(phage)?.[maker.form] : undefined;
          const ofPhage = function* () {
            if (head.length > 0) yield head;
            for (const some of made.parts) {
              addText(some);
              yield some;
            }
          };
          if (file !== undefined) await writer.putParts(file, ofPhage());
          else if (path !== null) for (const some of made.parts) addText(some);
        }
        if (packed === null || path === null) continue;
        const { bytes, blocks } = packed.finish();
        const content = { place, from: 0, bytes };
        const index = { blocks, textBytes, sequences: rows.sequences() };
        parts.push({ path, records, content, ...(hasIndex(path) ? { index } : {}) });
      } finally {
        packed?.close();
      }
    }
    return { parts };
  });
}

/** The folder of the parts until they are copied into their files. */
export function packedFolder(stagingDir: string): string {
  return besideStaging(stagingDir, 'packed');
}

/** Compresses text to a new file, with the bytes that `packText` gives for the whole text. The calls throw a Failure. */
function createPackedFile(target: string) {
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
    /** The piece may be reused after the call. */
    add(piece: Uint8Array): void {
      for (let at = 0; at < piece.length;) {
        const more = piece.subarray(at, at + blockTextBytes - used);
        text.set(more, used);
        used += more.length;
        at += more.length;
        if (used === blockTextBytes) flush();
      }
    },
    /** Writes what is buffered; returns the size of the file, and the offset of each block. */
    finish() {
      if (used > 0) flush();
      return { bytes, blocks };
    },
    /** Finished or not. */
    close: () => closeSync(handle),
  };
}

// A usual part is at most half as large; only a single large phage exceeds this.
const mostHeldBytes = 32 << 20;

/** Throws a Failure. */
export function renderBulk(
  { site, part, wanted, table }: RenderBulkTask,
  maker: TextMaker,
  maxHeldBytes = mostHeldBytes,
): Promise<RenderedBulk> {
  const heldBytes =
    part.kind === 'group'
      ? part.phages.reduce((sum, { places }) => sum + recordsBytes(places), 0)
      : 0;
  if (part.kind === 'group' && heldBytes > maxHeldBytes) {
    return renderLargeGroup({ site, part, wanted });
  }
  return writeBulk(site, (pages, writer) => {
    const { texts, phageFiles } = maker.textsOf(part, wanted, pages, table);
    for (const { path, bytes } of phageFiles) writer.put(path, bytes);
    const parts = texts.map(({ path, text, records }): PackedPart => {
      const { bytes, blocks } = packText(text);
      if (!hasIndex(path)) return { path, records, content: bytes };
      const rows = createRowIndex();
      rows.add(text);
      const index = { blocks, textBytes: text.length, sequences: rows.sequences() };
      return { path, records, content: bytes, index };
    });
    return { parts };
  });
}
