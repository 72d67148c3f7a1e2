/** Writes the genes of families from what was dealt to their batches: the work of a worker thread. */
import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readFully } from '../publishing/readFully.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import {
  createSiteWriter,
  type SiteWriter,
  type SiteWriterOptions,
} from '../publishing/siteWriter.ts';
import { phamFile } from '../views/phamViews.ts';
import { envelopeOf } from '../views/plannedFile.ts';
import { batchFolder, type DealtGenes, dealtHeadBytes } from './dealer.ts';
import { type DealtFile, type DealtReader, openDealt } from './dealtReader.ts';

export interface RenderPhamsTask {
  readonly site: SiteWriterOptions;
  readonly dealt: DealtGenes;
  /** Which batches to write. */
  readonly batches: readonly number[];
}

export interface RenderedPhams extends WrittenFiles {
  readonly families: number;
  /** How many genes the families have. */
  readonly genes: number;
}

// More than an envelope has without its records.
const envelopeBytes = 256;

// Beyond it a batch is not held: so much is there only when a few families have a large part of all genes.
const mostHeldBytes = 64 << 20;
// A large family's file is written in pieces of it.
const pieceBytes = 1 << 20;

/** What was dealt to the batches is removed once it is written. Throws a Failure. */
export async function renderPhams(
  { site, dealt, batches }: RenderPhamsTask,
  maxHeldBytes = mostHeldBytes,
): Promise<RenderedPhams> {
  const writer = createSiteWriter(site);
  // What was dealt to a batch, and behind it room for any one file of it; used again for the next.
  let held = Buffer.alloc(0);
  let families = 0;
  let written = 0;
  for (const batch of batches) {
    const folder = batchFolder(dealt, batch);
    const files = filesIn(folder);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > maxHeldBytes) {
      const of = await renderLargeBatch(writer, files, bytes);
      families += of.families;
      written += of.genes;
      rmSync(folder, { recursive: true });
      continue;
    }
    if (held.length < bytes * 2 + envelopeBytes) {
      held = Buffer.allocUnsafeSlow(bytes * 2 + envelopeBytes);
    }
    readInto(held, files);
    const numbers = new DataView(held.buffer);
    for (const [id, genes] of familiesIn(numbers, bytes)) {
      const [head, end] = envelopeOf({ count: genes.length });
      let used = bytes + held.write(head, bytes);
      for (const gene of genes) {
        const start = gene + dealtHeadBytes;
        const length = numbers.getUint32(gene + 8, true);
        held.copyWithin(used, start, start + length);
        used += length;
      }
      // In place of the comma behind the last.
      used += held.write(end, used - 1) - 1;
      writer.put(phamFile(id), held.subarray(bytes, used));
      written += genes.length;
      families++;
    }
    rmSync(folder, { recursive: true });
  }
  return { ...writer.written(), families, genes: written };
}

/** Writes the families of a batch gene by gene: only where its genes lie is held. */
async function renderLargeBatch(writer: SiteWriter, files: readonly DealtFile[], bytes: number) {
  const reader = openDealt(files);
  try {
    const families = new Map<number, { readonly genes: number[]; bytes: number }>();
    let genes = 0;
    for (let at = 0; at < bytes; genes++) {
      const head = reader.read(at, dealtHeadBytes, pieceBytes);
      const id = head.readDoubleLE(0);
      const length = head.readUInt32LE(8);
      const family = families.get(id) ?? { genes: [], bytes: 0 };
      families.set(id, family);
      family.genes.push(at);
      family.bytes += length;
      at += dealtHeadBytes + length;
    }
    for (const [id, family] of families) {
      const [head, end] = envelopeOf({ count: family.genes.length });
      // Behind the last gene there is no comma.
      const size = head.length + family.bytes - 1 + end.length;
      await writer.putPieces(phamFile(id), size, () => piecesOf(reader, family.genes, head, end));
    }
    return { families: families.size, genes };
  } finally {
    reader.close();
  }
}

/** The file of a family; each piece is valid until the next is asked for. */
function* piecesOf(
  reader: DealtReader,
  genes: readonly number[],
  head: string,
  end: string,
): Generator<Uint8Array> {
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let used = piece.write(head);
  let next = -1;
  for (const at of genes) {
    // To read ahead is worth it where the family's genes lie side by side.
    const ahead = at === next ? pieceBytes : 0;
    const length = reader.read(at, dealtHeadBytes, ahead).readUInt32LE(8);
    if (used + length > piece.length) {
      yield piece.subarray(0, used);
      used = 0;
      if (length > piece.length) piece = Buffer.allocUnsafeSlow(length);
    }
    used += reader.read(at + dealtHeadBytes, length, ahead).copy(piece, used);
    next = at + dealtHeadBytes + length;
  }
  // In place of the comma behind the last.
  yield piece.subarray(0, used - 1);
  yield Buffer.from(end);
}

/** By PhamID, where the heads of its genes begin, in the order of the pages. */
function familiesIn(dealt: DataView, bytes: number): Map<number, number[]> {
  const families = new Map<number, number[]>();
  for (let at = 0; at < bytes; at += dealtHeadBytes + dealt.getUint32(at + 8, true)) {
    const id = dealt.getFloat64(at, true);
    const family = families.get(id);
    if (family === undefined) families.set(id, [at]);
    else family.push(at);
  }
  return families;
}

/** The files of a batch, which hold genes of one part each, in the order of the parts. */
function filesIn(folder: string): DealtFile[] {
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  return names.map((name) => {
    const file = path.join(folder, name);
    return { path: file, bytes: statSync(file).size };
  });
}

/** Reads files one behind the other. */
function readInto(into: Buffer, files: readonly DealtFile[]): void {
  let used = 0;
  for (const file of files) {
    const handle = openSync(file.path, 'r');
    try {
      const read = readFully(handle, into.subarray(used, used + file.bytes), 0);
      if (read < file.bytes) throw new Error(`${file.path} is shorter than it was`);
      used += read;
    } finally {
      closeSync(handle);
    }
  }
}
