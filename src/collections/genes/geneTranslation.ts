/** Rules `gene-within-genome` and `gene-translation`: a gene agrees with the genome of its phage. */
import type { Breach } from '../../findings/finding.ts';
import type { GenomeOf } from '../../genomes/genomeIndex.ts';
import {
  encodes,
  firstDifference,
  spanOf,
  type Stretch,
  withoutStop,
} from '../../sequences/encodes.ts';
import type { Rule } from '../rule.ts';
import type { Gene } from './geneRecord.ts';

export const geneWithinGenome: Rule<Gene> = {
  breaches({ PhageID, Start, Stop }, genomeOf) {
    const genome = genomeIn(PhageID, genomeOf);
    if (genome === null) return [];
    const field = Stop !== null && Stop > genome.length ? 'Stop' : 'Start';
    const found = field === 'Stop' ? Stop : Start;
    if (found === null || found <= genome.length) return [];
    const expected = `a place within the genome of ${genome.length}`;
    return [{ rule: 'gene-within-genome', pointer: `/${field}`, expected, found: String(found) }];
  },
};

export const geneTranslation: Rule<Gene> = {
  breaches(gene, genomeOf) {
    const { PhageID, Start, Stop, Length, Orientation, Translation } = gene;
    if (Start === null || Stop === null || Length === null || Translation === null) return [];
    if (Orientation === null) return [];
    const genome = genomeIn(PhageID, genomeOf);
    // The rules gene-within-genome and gene-length report these.
    if (genome === null || Start > genome.length || Stop > genome.length) return [];
    if (Stop < Start && Length === Start - Stop) return [];
    const stretch = { start: Start, stop: Stop, length: Length, isReverse: Orientation === 'R' };
    const protein = Buffer.from(Translation, 'latin1');
    return encodes(genome, stretch, protein) ? [] : [differs(genome, stretch, protein)];
  },
};

function genomeIn(phage: Gene['PhageID'], genomeOf: GenomeOf): Buffer | null {
  const name = phage?.PhageID ?? null;
  return name === null ? null : genomeOf(name);
}

function differs(genome: Buffer, stretch: Stretch, protein: Buffer): Breach {
  const { start, stop, length, isReverse } = stretch;
  const letters = withoutStop(protein).length;
  const place = `from ${start} to ${stop}${isReverse ? ' on the other strand' : ''}`;
  const breach = { rule: 'gene-translation', pointer: '/Translation' } as const;
  const hint = hintFor(genome, stretch, protein);
  const hinted = hint === null ? {} : { hint };
  const amount = `${letters} amino acids`;
  if (length !== 3 * letters && length !== 3 * (letters + 1)) {
    const expected = `what ${length} bases of the genome encode ${place}`;
    return { ...breach, ...hinted, expected, found: `${amount}, which are another number` };
  }
  if (length !== spanOf(stretch, genome.length)) {
    const expected = `what the genome encodes in two parts ${place}`;
    return {
      ...breach,
      ...hinted,
      expected,
      found: `${amount} that no two parts of ${length} bases encode`,
    };
  }
  const { at, count, said, codon, means } = firstDifference(genome, stretch, protein);
  const first =
    said === null
      ? `no stop at its end, but ${codon}`
      : `${said} at ${at}, where ${codon} is ${means}`;
  const others = count > 1 ? `, and ${count - 1} other differences` : '';
  const expected = `what the genome encodes ${place}`;
  return { ...breach, ...hinted, expected, found: `${first}${others}` };
}

/** A hint on what else the coordinates may mean. */
function hintFor(genome: Buffer, stretch: Stretch, protein: Buffer): string | null {
  const { start, length, isReverse } = stretch;
  const fits = (other: Partial<Stretch>) => encodes(genome, { ...stretch, ...other }, protein);
  if (fits({ isReverse: !isReverse })) {
    return `With Orientation ${isReverse ? 'F' : 'R'} it is right.`;
  }
  if (start > 0 && fits({ start: start - 1, length: length + 1 })) {
    return `With Start ${start - 1} and Length ${length + 1} it is right: Start counts from 0.`;
  }
  if (start > 0 && fits({ start: start - 1 })) {
    return `With Start ${start - 1} it is right: Start counts from 0.`;
  }
  return null;
}
