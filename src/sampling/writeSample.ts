/** Writes a sample into a folder: one that is new, empty, or holds an earlier sample. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { PartWriter } from './partWriter.ts';
import { jsonLines, sampleFiles } from './sampleFiles.ts';
import { sampleReadme, sampleTitle } from './sampleReadme.ts';
import { sampleRecords } from './sampleRecords.ts';

export interface WrittenSample {
  readonly genes: number;
  readonly phages: number;
  readonly files: number;
  readonly bytes: number;
}

type Written = Omit<WrittenSample, 'genes'>;

const maxGenesByPhage = 5_000;
const maxGenesInPart = 50_000;
const maxPhagesInPart = 2_000;

/**
 * Writes `genes` gene records, and the records of their phages, to `folder`; small samples in files by phage,
 * large ones in parts. Throws a Failure when the folder holds anything but a sample.
 */
export function writeSample(
  folder: string,
  sample: { genes: number; seed: number },
): WrittenSample {
  claimFolder(folder);
  const written =
    sample.genes <= maxGenesByPhage ? writeByPhage(folder, sample) : writeParts(folder, sample);
  const readme = sampleReadme({ ...sample, phages: written.phages });
  return {
    genes: sample.genes,
    phages: written.phages,
    files: written.files + 1,
    bytes: written.bytes + writeText(join(folder, 'README.md'), readme),
  };
}

/** Leaves the README until it is overwritten: a sample cut short can then be replaced. */
function claimFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const readme = join(folder, 'README.md');
  const isSample = existsSync(readme) && readFileSync(readme, 'utf8').startsWith(sampleTitle);
  if (!isSample && readdirSync(folder).length > 0) {
    throw new Failure('usage', `${folder} is not empty and does not hold a sample.`, {
      hint: 'Name a new folder with --out, or empty this one first.',
    });
  }
  if (!isSample) writeText(readme, `${sampleTitle}\n`);
  for (const name of ['genes', 'phages']) {
    rmSync(join(folder, name), { recursive: true, force: true });
    mkdirSync(join(folder, name));
  }
}

function writeByPhage(folder: string, sample: { genes: number; seed: number }): Written {
  const sampled = [...sampleRecords(sample)];
  const files = sampleFiles(sampled);
  let bytes = 0;
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    bytes += writeText(join(folder, path), text);
  }
  return { phages: sampled.length, files: files.length, bytes };
}

function writeParts(folder: string, sample: { genes: number; seed: number }): Written {
  const genes = new PartWriter(join(folder, 'genes'), maxGenesInPart);
  const phages = new PartWriter(join(folder, 'phages'), maxPhagesInPart);
  let phageCount = 0;
  try {
    for (const sampled of sampleRecords(sample)) {
      genes.add(jsonLines(sampled.genes), sampled.genes.length);
      phages.add(jsonLines([sampled.phage]), 1);
      phageCount++;
    }
  } finally {
    genes.close();
    phages.close();
  }
  return {
    phages: phageCount,
    files: genes.files + phages.files,
    bytes: genes.bytes + phages.bytes,
  };
}

function writeText(path: string, text: string): number {
  const bytes = Buffer.from(text);
  writeFileSync(path, bytes);
  return bytes.length;
}
