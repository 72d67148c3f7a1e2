/** `phagepress sample`: writes synthetic records for trying out the program. */
import { printable } from '../json/showToken.ts';
import { writeSample } from '../project/writeSample.ts';
import { formatBytes, formatCounted } from '../text/quantities.ts';
import type { Terminal } from './terminal.ts';

export interface SampleOptions {
  readonly genes: number;
  readonly seed: number;
  /** Output folder: new, empty, or with an earlier sample. */
  readonly out: string;
}

/** Writes a sample and prints its size; returns the exit code. Throws a Failure when the folder holds anything else. */
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
