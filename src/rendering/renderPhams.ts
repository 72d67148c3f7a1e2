/** Writes the genes of families from what was dealt to their batches: the work of a worker thread. */
import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readFully } from '../publishing/readFully.ts';
import {
  createSiteWriter,
  type SiteWriterOptions,
  type WrittenFiles,
} from '../publishing/siteWriter.ts';
import { phamFile } from '../views/phamViews.ts';
import { envelopeOf } from '../views/plannedFile.ts';
import { batchFolder, type DealtGenes, dealtHeadBytes } from './dealer.ts';

export interface RenderPhamsTask {
  readonly site: SiteWriterOptions;
  readonly dealt: DealtGenes;
  /** Which batches to write. */
  readonly batches: readonly number[];
}

export interface RenderedPhams extends WrittenFiles {
  /** How many genes the families have. */
  readonly genes: number;
}

/** What was dealt to the batches is removed once it is written. Throws a Failure. */
export function renderPhams({ site, dealt, batches }: RenderPhamsTask): RenderedPhams {
  const writer = createSiteWriter(site);
  // Used again for each.
  let file = Buffer.alloc(0);
  let written = 0;
  for (const batch of batches) {
    const folder = batchFolder(dealt, batch);
    for (const [id, genes] of familiesIn(readDealt(folder))) {
      const [head, end] = envelopeOf({ count: genes.length });
      const most = genes.reduce((sum, { length }) => sum + length, head.length + end.length);
      if (file.length < most) file = Buffer.allocUnsafeSlow(most * 2);
      let used = file.write(head);
      for (const gene of genes) {
        file.set(gene, used);
        used += gene.length;
      }
      // In place of the comma behind the last.
      used += file.write(end, used - 1) - 1;
      writer.put(phamFile(id), file.subarray(0, used));
      written += genes.length;
    }
    rmSync(folder, { recursive: true });
  }
  return { ...writer.written(), genes: written };
}

/** By PhamID, the genes of a family in the order of the pages, each with the comma behind it. */
function familiesIn(dealt: Buffer): Map<number, Uint8Array[]> {
  const { buffer, length } = dealt;
  const heads = new DataView(buffer, 0, length);
  const families = new Map<number, Uint8Array[]>();
  for (let at = 0; at < length;) {
    const id = heads.getFloat64(at, true);
    const bytes = heads.getUint32(at + 8, true);
    at += dealtHeadBytes;
    const gene = new Uint8Array(buffer, at, bytes);
    const family = families.get(id);
    if (family === undefined) families.set(id, [gene]);
    else family.push(gene);
    at += bytes;
  }
  return families;
}

/** The files of a batch, which hold genes of one part each, in the order of the parts. */
function readDealt(folder: string): Buffer {
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  const files = names.map((name) => path.join(folder, name));
  const sizes = files.map((file) => statSync(file).size);
  const dealt = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let used = 0;
  files.forEach((file, index) => {
    const end = used + (sizes[index] ?? 0);
    const handle = openSync(file, 'r');
    try {
      used += readFully(handle, dealt.subarray(used, end), 0);
      if (used < end) throw new Error(`${file} is shorter than it was`);
    } finally {
      closeSync(handle);
    }
  });
  return dealt;
}
