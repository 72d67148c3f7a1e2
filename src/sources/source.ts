/** A file with records, and the raw records that are read from it. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { Finding } from '../findings/finding.ts';
import type { ByteInput } from './byteInput.ts';
import type { FileStamp } from './fileStamp.ts';

export interface Source extends FileStamp {
  /** Position in code-point order of the relative paths (S1), over both collections. */
  readonly ordinal: number;
  readonly collection: CollectionName;
  /** The path as findings name it: the data folder as the user gave it, then the relative path. */
  readonly file: string;
  readonly absolutePath: string;
  /** `lines`: a record a line. `document`: one record, an array of them, or a page envelope. */
  readonly layout: 'lines' | 'document';
  readonly gzipped: boolean;
  /** Size on disk. */
  readonly bytes: number;
}

/** A record as it stands in a source, not yet decoded or parsed. */
export interface RawRecord {
  /** The record's JSON text, without white space around it. */
  readonly bytes: Buffer;
  /** Line on which it starts, from 1. */
  readonly line: number;
}

/** One source being read: its bytes, its name for findings, and where they go. */
export interface Reading {
  readonly input: ByteInput;
  readonly file: string;
  /** A record longer than this is refused unread. */
  readonly maxRecordBytes: number;
  readonly report: (finding: Finding) => void;
}
