/** `phagepress bundle`: a release as one file, for an archive such as Zenodo. */
import { existsSync } from 'node:fs';
import { attempt, Failure } from '../base/failure.ts';
import { readStart } from '../base/files.ts';
import { contains, realPathOf, sitePathOf } from '../publishing/outFolder.ts';
import { repairSwap } from '../publishing/publishSite.ts';
import { writeBundle } from '../releases/bundle.ts';
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
  if (contains(await realPathOf(site), await realPathOf(out))) {
    throw new Failure('usage', `${out} would lie in the site, and be no file of it.`, {
      hint: 'Nothing was written. Choose a place outside the site with --out.',
    });
  }
  // Another bundle may be replaced, and nothing else.
  const start = attempt(() => readStart(out, zipMark.length)) ?? null;
  if (existsSync(out) && start?.toString('latin1') !== zipMark) {
    throw new Failure('usage', `${out} is there, and is no zip file.`, {
      hint: 'Nothing was written. Name a new file with --out.',
    });
  }
  const { bytes, sha256, files } = await writeBundle(dir, out);
  terminal.out(
    `Wrote ${out}: ${formatCounted(files, 'file')}, ${formatBytes(bytes)}, SHA-256 ${sha256}.\n`,
  );
  return 0;
}
