/** Writes the genes of a batch of families from what was dealt to it: the work of a worker thread. */
import { closeSync, openSync, statSync } from 'node:fs';
import { readFully } from '../publishing/readFully.ts';
import { createSiteWriter, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import type { PhamBatch } from '../views/phamBatches.ts';
import { phamFile } from '../views/phamViews.ts';
import { envelopeOf } from '../views/plannedFile.ts';
import { sortByNumber } from '../views/sortByNumber.ts';
import { dealtFile, dealtHeadBytes } from './dealGenes.ts';
import type { RenderedViews } from './renderViews.ts';

export interface RenderPhamsTask {
  readonly site: SiteWriterOptions;
  readonly dealtDir: string;
  readonly parts: number;
  readonly batch: PhamBatch;
}

const comma = 0x2c;

/** Throws an error when genes were lost on the way, and a Failure. */
export function renderPhams({ site, dealtDir, parts, batch }: RenderPhamsTask): RenderedViews {
  const writer = createSiteWriter(site);
  const dealt = readDealt(
    Array.from({ length: parts }, (_, part) => dealtFile(dealtDir, part, batch.number)),
  );
  const starts: number[] = [];
  for (let at = 0; at < dealt.length; at += dealtHeadBytes + dealt.readUInt32LE(at + 4)) {
    starts.push(at);
  }
  if (starts.length !== batch.genes) {
    throw new Error(`${starts.length} genes were dealt to families that have ${batch.genes}`);
  }
  const genesOf = sortByNumber(
    starts.length,
    (gene) => dealt.readUInt32LE(starts[gene] ?? 0) - batch.first,
    batch.ids.length,
  );
  let file = Buffer.alloc(0);
  batch.ids.forEach((id, index) => {
    const genes = genesOf(index);
    const [head, end] = envelopeOf({ count: genes.length });
    const lengths = genes.map((gene) => dealt.readUInt32LE((starts[gene] ?? 0) + 4) + 1);
    const bytes = head.length + lengths.reduce((sum, length) => sum + length, 0) - 1 + end.length;
    if (file.length < bytes) file = Buffer.allocUnsafeSlow(Math.max(bytes, file.length * 2));
    let used = file.write(head);
    genes.forEach((gene, at) => {
      const start = (starts[gene] ?? 0) + dealtHeadBytes;
      if (at > 0) file[used++] = comma;
      used += dealt.copy(file, used, start, start + (lengths[at] ?? 1) - 1);
    });
    used += file.write(end, used);
    writer.put(phamFile(id), file.subarray(0, used));
  });
  return { files: writer.files, linked: writer.linked() };
}

/** The files one behind the other; those that are not there hold no gene. */
function readDealt(files: readonly string[]): Buffer {
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const dealt = Buffer.allocUnsafeSlow(sizes.reduce((sum, size) => sum + size, 0));
  let used = 0;
  files.forEach((file, index) => {
    const end = used + (sizes[index] ?? 0);
    if (end === used) return;
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
