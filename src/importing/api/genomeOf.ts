/** Fetches the genome of a phage from the file that its record names. */
import { Readable } from 'node:stream';
import { type FastaFault, readFasta } from '../../sequences/readFasta.ts';
import { type Asking, ServiceFault } from './askService.ts';
import type { Answer } from './fetchedAnswers.ts';
import { fileTarget } from './serviceAddress.ts';

// Larger than the longest genome with its line breaks.
const maxBytes = 40 << 20;

/** The nucleotides, or why there are none; completes "genomes …". Throws a ServiceFault. */
export async function genomeOf(asking: Asking, file: string): Promise<Buffer | string> {
  const target = fileTarget(asking.address, file);
  if (target === null) return 'on another host, or at no address';
  let answer: Answer;
  try {
    answer = await asking.ask(target, { maxBytes });
  } catch (error) {
    if (!(error instanceof ServiceFault) || !error.isOfAnswer) throw error;
    return `that cannot be fetched (${error.found})`;
  }
  const { status, body } = answer;
  if (status !== 200) return `that are not there (status ${status})`;
  const faults: FastaFault[] = [];
  const found: Buffer[] = [];
  for await (const { bases } of readFasta(Readable.from([body]), (fault) => faults.push(fault)))
    found.push(bases);
  const [bases] = found;
  if (faults.length > 0 || bases === undefined) return 'that are not FASTA';
  return found.length > 1 ? 'of more than one sequence' : bases;
}
