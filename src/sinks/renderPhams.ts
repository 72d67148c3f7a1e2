/** A worker's task: writes the genes of phams from their partitions. */
import { appendFileSync, closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { closing, readFully } from '../base/files.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import {
  createSiteWriter,
  type SiteWriter,
  type SiteWriterOptions,
  writing,
} from '../publishing/siteWriter.ts';
import { phamFile } from './phamViews.ts';
import { envelopeOf } from './view.ts';

// Hash partitioning of genes by pham while their pages are rendered. The genes of a pham are spread over all
// pages; each partition is small enough to group its phams in memory. Every byte is written and read
// once more, however many genes there are; copying them from the pages would need a random read for each.

/** The folder of the partitions, which are numbered from 0; their folders exist. */
export interface PartitionedGenes {
  readonly dir: string;
  readonly partitions: number;
}

/**
 * The header of each gene in a file: its PhamID (float64), and the length of what follows (uint32), which is the gene
 * and the comma after it in a list.
 */
const entryHeadBytes = 12;

const comma = 0x2c;

// The write buffer of a thread.
const defaultHeldBytes = 8 << 20;

// A thread holds one partition, and one pham's file, when it writes phams. For large data, partitions grow to limit the
// number of files.
const leastPartitionBytes = 16 << 20;
const bytesPerFile = 1 << 17;

/** The number of partitions for genes of a total size. */
export function partitionCount(bytes: number): number {
  return Math.ceil(bytes / Math.max(leastPartitionBytes, Math.sqrt(bytes * bytesPerFile))) || 1;
}

/**
 * The folder of a partition. It has one file for each part of the genes that has some in the partition, named by the
 * part's first rank.
 */
export function partitionFolder({ dir }: PartitionedGenes, partition: number): string {
  return path.join(dir, String(partition));
}

/** A partitioner for the part of the genes that starts at `firstRank`; holds about `heldBytes` in memory. */
export function createHashPartition(
  partitioned: PartitionedGenes,
  firstRank: number,
  heldBytes = defaultHeldBytes,
) {
  // Each partition has a fixed share of one buffer, in which its genes are appended.
  const share = Math.floor(heldBytes / partitioned.partitions);
  const held = Buffer.allocUnsafeSlow(share * partitioned.partitions);
  const used = new Uint32Array(partitioned.partitions);
  const files = Array.from({ length: partitioned.partitions }, (_, partition) =>
    path.join(partitionFolder(partitioned, partition), String(firstRank)),
  );

  const flush = (partition: number) => {
    const start = partition * share;
    append(files[partition] ?? '', held.subarray(start, start + (used[partition] ?? 0)));
    used[partition] = 0;
  };

  return {
    /** Appends the gene whose canonical JSON is bytes [from, to) to the partition of its pham. Throws a Failure. */
    add(phamId: number, bytes: Buffer, from: number, to: number): void {
      const partition = partitionOf(phamId, partitioned.partitions);
      const needed = entryHeadBytes + to - from + 1;
      if ((used[partition] ?? 0) + needed > share) flush(partition);
      if (needed > share) {
        const alone = Buffer.allocUnsafe(needed);
        writeEntry(alone, 0, phamId, bytes, from, to);
        append(files[partition] ?? '', alone);
      } else {
        writeEntry(held, partition * share + (used[partition] ?? 0), phamId, bytes, from, to);
        used[partition] = (used[partition] ?? 0) + needed;
      }
    },
    /** Flushes the buffers. Throws a Failure. */
    finish(): void {
      used.forEach((bytes, partition) => {
        if (bytes > 0) flush(partition);
      });
    },
  };
}

/** The hash partition of a pham. A multiplicative hash, since PhamIDs may all be multiples of some number. */
export function partitionOf(phamId: number, partitions: number): number {
  const mixed = Math.imul((phamId % 2 ** 32) ^ Math.floor(phamId / 2 ** 32), 0x9e3779b1) >>> 0;
  // Uses the high bits, which a multiplication mixes best.
  return Math.floor((mixed / 2 ** 32) * partitions);
}

function writeEntry(
  into: Buffer,
  at: number,
  phamId: number,
  bytes: Buffer,
  from: number,
  to: number,
): void {
  into.writeDoubleLE(phamId, at);
  into.writeUInt32LE(to - from + 1, at + 8);
  bytes.copy(into, at + entryHeadBytes, from, to);
  into[at + entryHeadBytes + to - from] = comma;
}

function append(file: string, bytes: Buffer): void {
  writing(file, () => appendFileSync(file, bytes));
}

export interface RenderPhamsTask {
  readonly site: SiteWriterOptions;
  readonly partitioned: PartitionedGenes;
  /** The partitions to write. */
  readonly partitions: readonly number[];
}

export interface RenderedPhams extends WrittenFiles {
  readonly phams: number;
  /** The total number of genes in them. */
  readonly genes: number;
}

// More than an empty envelope has.
const envelopeBytes = 256;

// A larger partition is not read into memory. That happens only if a few phams have most of the genes.
const mostHeldBytes = 64 << 20;

/** Writes the phams of some partitions, and removes each partition once it is written. Throws a Failure. */
export async function renderPhams(
  { site, partitioned, partitions }: RenderPhamsTask,
  maxHeldBytes = mostHeldBytes,
): Promise<RenderedPhams> {
  const writer = createSiteWriter(site);
  // The contents of a partition, followed by room for any one output file; reused.
  let held = Buffer.alloc(0);
  let phams = 0;
  let written = 0;
  for (const partition of partitions) {
    const folder = partitionFolder(partitioned, partition);
    const files = filesIn(folder);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > maxHeldBytes) {
      const of = await renderLargePartition(writer, files);
      phams += of.phams;
      written += of.genes;
      rmSync(folder, { recursive: true });
      continue;
    }
    if (held.length < bytes * 2 + envelopeBytes) {
      held = Buffer.allocUnsafeSlow(bytes * 2 + envelopeBytes);
    }
    readInto(held, files);
    const numbers = new DataView(held.buffer);
    for (const [id, genes] of phamsIn(numbers, bytes)) {
      const [head, end] = envelopeOf({ count: genes.length });
      let used = bytes + held.write(head, bytes);
      for (const gene of genes) {
        const start = gene + entryHeadBytes;
        const length = numbers.getUint32(gene + 8, true);
        held.copyWithin(used, start, start + length);
        used += length;
      }
      // Overwrites the last comma.
      used += held.write(end, used - 1) - 1;
      writer.put(phamFile(id), held.subarray(bytes, used));
      written += genes.length;
      phams++;
    }
    rmSync(folder, { recursive: true });
  }
  return { ...writer.written(), phams, genes: written };
}

/** Writes the phams of a partition gene by gene: only the places of its genes are in memory. */
async function renderLargePartition(writer: SiteWriter, files: readonly PartitionFile[]) {
  const handles = files.map((file) => openSync(file.path, 'r'));
  const read: ReadPartition = (file, from, into) => {
    const place = files[file]?.path ?? '';
    if (readFully(handles[file] ?? -1, into, from, place) < into.length) {
      throw new Error(`${place} is shorter than it was`);
    }
  };
  try {
    // By PhamID: file, offset and length of each gene, with the comma after it.
    const phams = new Map<number, number[]>();
    const head = Buffer.alloc(entryHeadBytes);
    let genes = 0;
    for (const [file, { bytes }] of files.entries()) {
      for (let at = 0; at < bytes; genes++) {
        read(file, at, head);
        const id = head.readDoubleLE(0);
        const length = head.readUInt32LE(8);
        const own = phams.get(id) ?? [];
        phams.set(id, own);
        own.push(file, at + entryHeadBytes, length);
        at += entryHeadBytes + length;
      }
    }
    for (const [id, places] of phams) await writer.putParts(phamFile(id), partsOf(places, read));
    return { phams: phams.size, genes };
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

/** Fills `into` from an offset of a file. Throws the system's error. */
type ReadPartition = (file: number, from: number, into: Buffer) => void;

/** The file of a pham in parts; each is valid until the next is requested. */
function* partsOf(places: readonly number[], read: ReadPartition): Generator<Uint8Array> {
  const [head, end] = envelopeOf({ count: places.length / 3 });
  yield Buffer.from(head);
  let held = Buffer.alloc(0);
  for (let at = 0; at < places.length; at += 3) {
    const [file = 0, from = 0, length = 0] = places.slice(at, at + 3);
    if (held.length < length) held = Buffer.allocUnsafeSlow(length * 2);
    const gene = held.subarray(0, length);
    read(file, from, gene);
    // Without the last comma.
    yield at + 3 < places.length ? gene : gene.subarray(0, -1);
  }
  yield Buffer.from(end);
}

/** The offsets of genes' headers by PhamID, in page order. */
function phamsIn(partitioned: DataView, bytes: number): Map<number, number[]> {
  const phams = new Map<number, number[]>();
  for (let at = 0; at < bytes; at += entryHeadBytes + partitioned.getUint32(at + 8, true)) {
    const id = partitioned.getFloat64(at, true);
    const pham = phams.get(id);
    if (pham === undefined) phams.set(id, [at]);
    else pham.push(at);
  }
  return phams;
}

/** The files of a partition, in the order of the parts. */
function filesIn(folder: string): PartitionFile[] {
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  return names.map((name) => {
    const file = path.join(folder, name);
    return { path: file, bytes: statSync(file).size };
  });
}

/** Reads files into one buffer, concatenated. */
function readInto(into: Buffer, files: readonly PartitionFile[]): void {
  let used = 0;
  for (const file of files) {
    const part = into.subarray(used, used + file.bytes);
    used += closing(openSync(file.path, 'r'), (handle) => readFully(handle, part, 0, file.path));
    if (used < part.byteOffset - into.byteOffset + file.bytes) {
      throw new Error(`${file.path} is shorter than it was`);
    }
  }
}

interface PartitionFile {
  readonly path: string;
  readonly bytes: number;
}
