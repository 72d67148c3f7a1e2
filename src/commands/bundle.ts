/** `phagepress bundle`: a release as one file, for an archive such as Zenodo. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { readStart } from '../base/files.ts';
import { assertApart, realPathOf, sitePathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { writeBundle } from '../releases/bundle.ts';
import { printable } from '../text/json.ts';
import { formatBytes, formatCounted } from '../text/words.ts';
import type { Terminal } from './terminal.ts';

const zipMark = 'PK\x03\x04';

export interface BundleOptions {
  readonly dir: string;
  readonly out: string;
}

/** Writes the file and tells its hash; returns the exit code. Throws a Failure. */
export async function runBundle({ dir, out }: BundleOptions, terminal: Terminal): Promise<number> {
  const site = await sitePathOf(dir);
  await repairSwap(site);
  // What a link leads to is written, not the link.
  const target = await realPathOf(out);
  assertApart(await realPathOf(site), target, `The site ${dir} and its bundle ${out}`);
  const refuse = (message: string) => {
    throw new Failure('usage', message, {
      hint: 'Nothing was written. Name a new file with --out.',
    });
  };
  if (!existsSync(path.dirname(target)))
    refuse(`There is no folder ${path.dirname(out)} for ${out}.`);
  // Another bundle may be replaced, and nothing else.
  const start = attempt(() => readStart(target, zipMark.length)) ?? null;
  const isFree =
    start === null ? !existsSync(target) : ['', zipMark].includes(start.toString('latin1'));
  if (!isFree) refuse(`${out} is there, and is no zip file.`);
  const { bytes, sha256, files } = await writeBundle(dir, target);
  terminal.out(
    `Wrote ${printable(out)}: ${formatCounted(files, 'file')}, ${formatBytes(bytes)}, SHA-256 ${sha256}.\n`,
  );
  return 0;
}
