/** `phagepress sample`: writes synthetic records to try the program with. */
import { printable } from '../json/showToken.ts';
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
export async function runSample(options: SampleOptions, terminal: Terminal): Promise<number> {
  const written = await writeSample(options.out, options, terminal.interruption());
  const { genes, phages, files, bytes } = written;
  const records = `${formatCounted(genes, 'gene')} and ${formatCounted(phages, 'phage')}`;
  const size = `${formatCounted(files, 'file')} (${formatBytes(bytes)})`;
  terminal.out(
    `Made ${records} up, in ${size} below ${printable(options.out)}.\n` +
      `Next: ${terminal.calledAs} build --data ${printable(options.out)}\n`,
  );
  return 0;
}
