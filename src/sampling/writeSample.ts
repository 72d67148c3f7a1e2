/** Writes a sample into a folder: one that is new, empty, or holds an earlier sample. */
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { compareText } from '../text/compareText.ts';
import type { HashedFile } from '../text/hashLines.ts';
import { claimFolder, readmeFile, sampleFolders, stagingFolder } from './claimFolder.ts';
import { PartWriter } from './partWriter.ts';
import { jsonLines, sampleFiles } from './sampleFiles.ts';
import { sampleReadme } from './sampleReadme.ts';
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
 * large ones in parts. Throws a Failure when the folder holds anything but a sample, or why `signal` was aborted.
 */
export async function writeSample(
  folder: string,
  sample: { genes: number; seed: number },
  signal: AbortSignal,
): Promise<WrittenSample> {
  const earlier = claimFolder(folder);
  const staging = join(folder, stagingFolder);
  rmSync(staging, { recursive: true, force: true });
  try {
    for (const name of sampleFolders) mkdirSync(join(staging, name), { recursive: true });
    const written =
      sample.genes <= maxGenesByPhage
        ? writeByPhage(staging, sample)
        : await writeParts(staging, sample, signal);
    const files = hashFiles(staging);
    const about = { ...sample, phages: written.phages };
    const readme = join(folder, readmeFile);
    // Of a sample that is cut short here, the next one knows the files of either.
    writeText(readme, sampleReadme({ ...about, files: [...earlier, ...files] }));
    removeFiles(folder, earlier);
    for (const { path } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      renameSync(join(staging, path), join(folder, path));
    }
    const readmeBytes = writeText(readme, sampleReadme({ ...about, files }));
    const { phages, bytes } = written;
    return { genes: sample.genes, phages, files: files.length + 1, bytes: bytes + readmeBytes };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function hashFiles(staging: string): HashedFile[] {
  return readdirSync(staging, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = join(entry.parentPath, entry.name);
      const path = relative(staging, place).split(sep).join('/');
      return { path, sha256: hash('sha256', readFileSync(place)) };
    })
    .sort((a, b) => compareText(a.path, b.path));
}

/** And the folders that held nothing else. */
function removeFiles(folder: string, files: readonly HashedFile[]): void {
  for (const { path } of files) rmSync(join(folder, path), { force: true });
  const folders = new Set(files.map(({ path }) => join(folder, dirname(path))));
  // Inner folders before the outer ones.
  for (const emptied of [...folders].sort((a, b) => b.length - a.length)) {
    if (existsSync(emptied) && readdirSync(emptied).length === 0) rmdirSync(emptied);
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

async function writeParts(
  folder: string,
  sample: { genes: number; seed: number },
  signal: AbortSignal,
): Promise<Written> {
  const genes = new PartWriter(join(folder, 'genes'), maxGenesInPart);
  const phages = new PartWriter(join(folder, 'phages'), maxPhagesInPart);
  let phageCount = 0;
  try {
    for (const sampled of sampleRecords(sample)) {
      genes.add(jsonLines(sampled.genes), sampled.genes.length);
      phages.add(jsonLines([sampled.phage]), 1);
      phageCount++;
      // Lets signal handlers run between two phages.
      await setImmediate();
      signal.throwIfAborted();
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
