/** Writes a sample into a folder: one that is new, empty, or holds an earlier sample. */
import glob from 'fast-glob';
import fse from 'fs-extra';
import { createHash, hash, type Hash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../base/failure.ts';
import type { PhageRecord } from '../generated/records.ts';
import { type HashedFile, hashLines } from '../text/hashLines.ts';
import { compareText } from '../text/order.ts';
import { isLitter, someNames } from '../text/words.ts';
import { type Sample, sampleRecords } from './sampleRecords.ts';

/** Names the files of an earlier sample by their hashes, so that only they are replaced. */
const readmeFile = 'README.md';

/** The folder in which a sample is made before it is moved to its place; the name is used for nothing else. */
const stagingFolder = '.phagepress-sample';

const title = '# Sample records made by `phagepress sample`';
const seal = 'This file, up to here: ';

/** The text does not name the folder, so that the same sample has the same README anywhere. */
function sampleReadme(about: Sample & { phages: number }, files: HashedFile[]): string {
  return sealed(`${title}

Every record in \`genes/\` and \`phages/\` is synthetic: the names, people, places, accessions, proteins and
coordinates are made up, and none describes a real phage. They have the shape, the sizes and the variety of
real records, and that is all they are good for.

- gene records: ${about.genes}
- phage records: ${about.phages}

The same command makes the same bytes on every machine:

    phagepress sample --genes ${about.genes} --seed ${about.seed} --out DIR

It replaces this file and the files that it wrote below \`genes/\` and \`phages/\`, which it knows by these hashes
(SHA-256). Where one of them was changed, or another was added, it replaces nothing.

\`\`\`text
${hashLines(files)}\`\`\`

`);
}

/** Returns the files of the earlier sample, which may be replaced. Throws a Failure when anything else is there. */
function claimFolder(folder: string): HashedFile[] {
  mkdirSync(folder, { recursive: true });
  const earlier = earlierReadme(join(folder, readmeFile));
  if (earlier === '' && readdirSync(folder).some((name) => name !== stagingFolder)) {
    throw new Failure('usage', `${folder} is not empty and does not hold a sample.`, {
      hint: 'Nothing was touched. Name a new folder with --out, or empty this one first. (A sample by an earlier version, or with its README.md changed, is not recognised.)',
    });
  }
  const options = { cwd: folder, dot: true, onlyFiles: false, followSymbolicLinks: false };
  const found = glob
    .sync(['@(genes|phages)', '@(genes|phages)/**'], { ...options, objectMode: true })
    .filter(({ name, dirent }) => !dirent.isDirectory() && !isLitter(name))
    .map(({ path, dirent }) => {
      // Reading a pipe would block, and a link may lead elsewhere.
      const sha256 = dirent.isFile() ? hash('sha256', readFileSync(join(folder, path))) : '';
      return { path, sha256 };
    });
  const foreign = found.filter((file) => !earlier.includes(`\n${hashLines([file])}`));
  if (foreign.length === 0) return found;
  const named = someNames(foreign.map(({ path }) => path).sort(compareText));
  const message = `${folder} holds what was added or changed since its sample was made: ${named}.`;
  const hint = 'Nothing was touched. Name a new folder with --out, or move these elsewhere first.';
  throw new Failure('usage', message, { hint });
}

/** Empty if there is no README exactly as `phagepress sample` wrote it. */
function earlierReadme(file: string): string {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return '';
  const readme = readFileSync(file, 'utf8');
  const text = readme.slice(0, Math.max(0, readme.lastIndexOf(seal)));
  return text.startsWith(title) && readme === sealed(text) ? text : '';
}

function sealed(text: string): string {
  return `${text}${seal}${hash('sha256', text)}\n`;
}

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
    const readmeBytes = Buffer.from(sampleReadme(about, files));
    writeFileSync(readme, readmeBytes);
    return {
      genes: sample.genes,
      phages,
      files: files.length + 1,
      bytes: bytes + readmeBytes.length,
    };
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
