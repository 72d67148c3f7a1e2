/** A file with records or genomes, and the raw records read from it. */
import { collectionNames, type CollectionName } from '../contract/collectionName.ts';
import type { Finding } from '../findings/finding.ts';
import type { ByteInput } from './byteInput.ts';
import type { FileStamp } from './fileStamp.ts';

/** The folder below the data folder that holds genomes. */
export const genomesFolder = 'genomes';

/** The contents of a source: records of a collection, or genomes. It is below the folder of that name. */
export type SourceKind = CollectionName | typeof genomesFolder;

export const sourceKinds: readonly SourceKind[] = [...collectionNames, genomesFolder];

export interface Source extends FileStamp {
  /** Position in code-point order of the relative paths (S1), over all folders. */
  readonly ordinal: number;
  readonly collection: SourceKind;
  /** The path as findings name it: the data folder as the user spelt it, then the relative path. */
  readonly file: string;
  readonly absolutePath: string;
  /** `lines`: one record per line. `document`: one record, an array of records, or a page envelope; also for FASTA. */
  readonly layout: 'lines' | 'document';
  readonly gzipped: boolean;
  readonly bytes: number;
}

/** A record as it is in a source, not yet decoded or parsed. */
export interface RawRecord {
  /** The record's JSON text, without white space around it. */
  readonly bytes: Buffer;
  /** Line on which it starts, from 1. */
  readonly line: number;
}

/** A source being read: its bytes, its name for findings, and where findings go. */
export interface Reading {
  readonly input: ByteInput;
  readonly file: string;
  /** A longer record is rejected unread. */
  readonly maxRecordBytes: number;
  readonly report: (finding: Finding) => void;
}
