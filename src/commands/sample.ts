/** `phagepress sample`: writes synthetic records to try the program with. */
import { writeSample } from '../sampling/writeSample.ts';
import { formatBytes, formatCounted } from '../text/quantities.ts';
import type { Terminal } from './terminal.ts';

export interface SampleOptions {
  /** How many gene records. */
  readonly genes: number;
  /** Which of the many samples of that size. */
  readonly seed: number;
  /** Folder to write to: new, empty, or with an earlier sample. */
  readonly out: string;
}

/** Writes a sample and says how much; gives the exit code. Throws a Failure when the folder holds anything else. */
export function runSample(options: SampleOptions, terminal: Terminal): number {
  const { genes, phages, files, bytes } = writeSample(options.out, options);
  const records = `${formatCounted(genes, 'gene')} and ${formatCounted(phages, 'phage')}`;
  const size = `${formatCounted(files, 'file')} (${formatBytes(bytes)})`;
  terminal.out(
    `Made ${records} up, in ${size} below ${options.out}.\n` +
      `Next: phagepress build --data ${options.out}\n`,
  );
  return 0;
}
