/** Real annotation files, where they are, and what the program reads from annotation files. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { AnnotatedSequence, ImportFault } from '../../src/importing/annotation.ts';
import { readAnnotations } from '../../src/importing/annotations/inputs.ts';

export const annotationsFolder = fileURLToPath(
  new URL('../../../shared/data/annotations/', import.meta.url),
);

export const realAnnotations: readonly string[] = existsSync(annotationsFolder)
  ? readdirSync(annotationsFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:gbk?|gff)$/.test(name))
      .sort()
      .map((name) => path.join(annotationsFolder, name))
  : [];

/** Of a file in which nothing is wrong. */
export async function readSequences(file: string): Promise<AnnotatedSequence[]> {
  const faults: ImportFault[] = [];
  const report = (fault: ImportFault) => faults.push(fault);
  const input = { name: file, absolutePath: file, gzipped: false, isNamed: true };
  const notes = { report, passOver() {}, doubt() {} };
  // Only large files need it.
  const around = { spillFile: () => '/nonexistent/spill', rest: async () => {} };
  const kind = file.endsWith('.gff') ? 'gff3' : 'genbank';
  const sequences: AnnotatedSequence[] = [];
  for await (const one of readAnnotations(input, kind, notes, report, around)) sequences.push(one);
  expect(faults).toEqual([]);
  return sequences;
}
