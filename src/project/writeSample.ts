/** Writes a sample into a folder: one that is new, empty, or holds an earlier sample. */
import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fse from 'fs-extra';
import type { PhageRecord } from '../generated/records.ts';
import { compareText } from '../text/compareText.ts';
import { claimFolder, readmeFile, sampleReadme, stagingFolder } from './earlierSample.ts';
import { type Sample, sampleRecords } from './sampleRecords.ts';

const maxGenesByPhage = 5_000;
const sharedFolder = 'phages/more';

/**
 * Writes `genes` gene records, and the records of their phages, to `folder`; small samples in files by phage,
 * large ones in parts. Throws a Failure when the folder holds anything but a sample, or why `signal` was aborted.
 */
export async function writeSample(folder: string, sample: Sample, signal: AbortSignal) {
  const earlier = claimFolder(folder);
  const staging = join(folder, stagingFolder);
  const readme = join(folder, readmeFile);
  fse.removeSync(staging);
  try {
    const { phages, bytes, files } = await writeRecords(staging, sample, signal);
    const about = { ...sample, phages };
    // If interrupted from here on, the next run recognises the files of both samples.
    writeFileSync(readme, sampleReadme(about, [...earlier, ...files]));
    for (const { path } of earlier) rmSync(join(folder, path), { force: true });
    const emptied = join(folder, sharedFolder);
    if (existsSync(emptied) && readdirSync(emptied).length === 0) rmdirSync(emptied);
    for (const { path } of files) {
      fse.moveSync(join(staging, path), join(folder, path), { overwrite: true });
    }
    const told = Buffer.from(sampleReadme(about, files));
    writeFileSync(readme, told);
    return { genes: sample.genes, phages, files: files.length + 1, bytes: bytes + told.length };
  } finally {
    fse.removeSync(staging);
  }
}

async function writeRecords(folder: string, sample: Sample, signal: AbortSignal) {
  const hashes = new Map<string, Hash>();
  let bytes = 0;
  const append = (path: string, values: readonly object[], indent = 0): void => {
    const text = values.map((value) => `${JSON.stringify(value, null, indent)}\n`).join('');
    appendFileSync(join(folder, path), text);
    hashes.set(path, (hashes.get(path) ?? createHash('sha256')).update(text));
    bytes += Buffer.byteLength(text);
  };
  for (const name of ['genes', sharedFolder]) fse.ensureDirSync(join(folder, name));
  const isSmall = sample.genes <= maxGenesByPhage;
  const partOfGenes = partNamer('genes', 50_000);
  const partOfPhages = partNamer('phages', 2_000);
  const alone: PhageRecord[] = [];
  let phages = 0;
  for (const { phage, genes } of sampleRecords(sample)) {
    const ending = phages === 1 ? 'jsonl' : 'ndjson';
    append(isSmall ? `genes/${phage.phage_name}.${ending}` : partOfGenes(genes.length), genes);
    if (isSmall) alone.push(phage);
    else append(partOfPhages(1), [phage]);
    phages++;
    // Lets signal handlers run between two phages.
    await setImmediate();
    signal.throwIfAborted();
  }
  // Shows every form that sources may have (S1): of the last four, two share a page envelope and two an array.
  const listed = alone.splice(Math.max(1, phages - 2));
  const results = alone.splice(Math.max(1, phages - 4));
  const page = { count: results.length, next: null, previous: null, results };
  for (const phage of alone) append(`phages/${phage.phage_name}.json`, [phage], 2);
  if (results.length > 0) append(`${sharedFolder}/page.json`, [page], 2);
  if (listed.length > 0) append(`${sharedFolder}/array.json`, [listed], 2);
  const files = [...hashes].map(([path, sum]) => ({ path, sha256: sum.digest('hex') }));
  return { phages, bytes, files: files.sort((a, b) => compareText(a.path, b.path)) };
}

/** Returns the part that has room for that many more lines, which are not split. */
function partNamer(folder: string, maxLines: number): (lines: number) => string {
  let part = 1;
  let room = maxLines;
  return (lines) => {
    if (lines > room) {
      part++;
      room = maxLines;
    }
    room -= lines;
    return `${folder}/part-${String(part).padStart(4, '0')}.ndjson`;
  };
}
