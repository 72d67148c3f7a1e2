/** The messages between threads for making bulk files. */
import type { BulkName, BulkPath } from '../contract/bulkFiles.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import type { TableOptions } from './maker.ts';
import type { BulkPart } from './bulkParts.ts';
import type { IndexedSequence } from './rowIndex.ts';

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
