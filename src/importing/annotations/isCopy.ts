/** Recognises a sequence that an import has taken already, from another file. */
import { createHash } from 'node:crypto';
import type { GeneRecord } from '../../generated/records.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { AnnotatedSequence } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { createImportLog } from '../importLog.ts';
import type { AnnotationKind } from './annotationKind.ts';
import { type Surroundings, stageSequence } from './stageSequence.ts';

/**
 * Whether what this import has taken says all that this sequence says: it is the same in every file made from it, or is
 * the GFF3 form of a GenBank record, with no gene or feature elsewhere. Programs that split their output write both
 * beside the whole.
 */
export async function isCopy(
  sequence: AnnotatedSequence,
  name: string,
  kinds: { readonly own: AnnotationKind; readonly taken: AnnotationKind },
  surroundings: Omit<Surroundings, 'log' | 'report'>,
): Promise<boolean> {
  const { staged } = surroundings;
  const taken = (file: string) => (staged.upToDate.has(file) ? staged.read(file) : nothing);
  const made = new Map<string, Buffer>();
  let isSound = true;
  const compared: StagedData = { ...staged, put: (file, bytes) => void made.set(file, bytes) };
  const report = () => void (isSound = false);
  const log = createImportLog();
  await stageSequence(sequence, name, { ...surroundings, staged: compared, log, report });
  if (!isSound) return false;
  const isSame = (file: string) => (made.get(file) ?? nothing).equals(taken(file));
  const lists = [`genes/${name}.ndjson`, `features/${name}.ndjson`];
  const genome = `genomes/${name}.fasta`;
  if (kinds.own === 'gff3' && kinds.taken === 'genbank') {
    const isWithin = (file: string) => {
      const known = new Set(placesIn(taken(file)));
      return placesIn(made.get(file) ?? nothing).every((place) => known.has(place));
    };
    return isSame(genome) && lists.every(isWithin);
  }
  return [...made.keys(), ...lists].every(isSame);
}

/** Whether the phage of that name, which this import has taken, has the genome of the sequence. */
export function hasGenome(
  { bases }: AnnotatedSequence,
  name: string,
  staged: Pick<StagedData, 'read' | 'upToDate'>,
): boolean {
  const file = `genomes/${name}.fasta`;
  return (
    bases !== null &&
    staged.upToDate.has(file) &&
    renderFasta(name, bases).equals(staged.read(file))
  );
}

/** Null for a sequence without bases. */
export function hashOfGenome({ bases }: AnnotatedSequence): string | null {
  return bases === null ? null : createHash('sha256').update(bases).digest('base64');
}

export interface RememberedGenomes {
  readonly has: (genome: string | null) => boolean;
  /** Gives the name of the first phage with that genome; null if it is this one. */
  readonly add: (genome: string | null, name: string) => string | null;
}

export function rememberGenomes(): RememberedGenomes {
  const names = new Map<string, string>();
  return {
    has: (genome) => genome !== null && names.has(genome),
    add(genome, name) {
      if (genome === null) return null;
      const twin = names.get(genome) ?? null;
      if (twin === null) names.set(genome, name);
      return twin;
    },
  };
}

const nothing = Buffer.alloc(0);

/** The places of the genes or features of a file; strands are left out, since not all programs write them for each kind. */
function placesIn(lines: Buffer): string[] {
  return lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { Start, Stop } = JSON.parse(line) as Pick<GeneRecord, 'Start' | 'Stop'>;
      return `${Start} ${Stop}`;
    });
}
