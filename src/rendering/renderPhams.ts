/** Writes the genes of families from what was dealt to their batches: the work of a worker thread. */
import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { readFully } from '../publishing/readFully.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { phamFile } from '../views/phamViews.ts';
import { envelopeOf } from '../views/plannedFile.ts';
import { batchFolder, type DealtGenes, dealtHeadBytes } from './dealer.ts';
import type { RenderedViews } from './renderViews.ts';

export interface RenderPhamsTask {
  readonly site: SiteWriterOptions;
  readonly dealt: DealtGenes;
  /** Which batches to write. */
  readonly batches: readonly number[];
}

export interface RenderedPhams extends RenderedViews {
  /** How many genes the families have. */
  readonly genes: number;
}

const comma = 0x2c;

/** What was dealt to the batches is removed once it is written. Throws a Failure. */
export function renderPhams({ site, dealt, batches }: RenderPhamsTask): RenderedPhams {
  const writer = createSiteWriter(site);
  let file = Buffer.alloc(0);
  let total = 0;
  for (const batch of batches) {
    const folder = batchFolder(dealt, batch);
    const genes = readDealt(folder);
    for (const [id, starts] of familiesIn(genes)) {
      const [head, end] = envelopeOf({ count: starts.length });
      const lengths = starts.map((start) => genes.readUInt32LE(start + 8) + 1);
      const bytes = head.length + lengths.reduce((sum, length) => sum + length, -1) + end.length;
      if (file.length < bytes) file = Buffer.allocUnsafeSlow(Math.max(bytes, file.length * 2));
      let used = file.write(head);
      starts.forEach((start, at) => {
        if (at > 0) file[used++] = comma;
        const from = start + dealtHeadBytes;
        used += genes.copy(file, used, from, from + (lengths[at] ?? 1) - 1);
      });
      used += file.write(end, used);
      writer.put(phamFile(id), file.subarray(0, used));
      total += starts.length;
    }
    rmSync(folder, { recursive: true });
  }
  return { files: writer.files, linked: writer.linked(), genes: total };
}

/** By PhamID, where the genes of a family start, in the order of the pages. */
function familiesIn(genes: Buffer): Map<number, number[]> {
  const families = new Map<number, number[]>();
  for (let at = 0; at < genes.length; at += dealtHeadBytes + genes.readUInt32LE(at + 8)) {
    const id = genes.readDoubleLE(at);
    const starts = families.get(id);
    if (starts === undefined) families.set(id, [at]);
    else starts.push(at);
  }
  return families;
}

/** The files of a batch, which hold genes of one part each, in the order of the parts. */
function readDealt(folder: string): Buffer {
  const names = readdirSync(folder).sort((a, b) => Number(a) - Number(b));
  const files = names.map((name) => path.join(folder, name));
  const sizes = files.map((file) => statSync(file).size);
  const genes = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let used = 0;
  files.forEach((file, index) => {
    const end = used + (sizes[index] ?? 0);
    const handle = openSync(file, 'r');
    try {
      used += readFully(handle, genes.subarray(used, end), 0);
      if (used < end) throw new Error(`${file} is shorter than it was`);
    } finally {
      closeSync(handle);
    }
  });
  return genes;
}
