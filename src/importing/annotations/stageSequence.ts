/** Stages the record, genes, features and genome of one annotated sequence. */
import { gcPercent } from '../../sequences/nucleotides.ts';
import { renderFasta } from '../../sequences/renderFasta.ts';
import type { AnnotatedSequence, ImportFault } from '../annotation.ts';
import type { ImportedPhage } from '../blankPhage.ts';
import type { StagedData } from '../dataFolder.ts';
import { type ImportLog, logTo } from '../importLog.ts';
import { linesOf, putFile } from '../inputFiles.ts';
import { putPhage } from '../putPhage.ts';
import { summaryOf } from '../settleGenes.ts';
import { featuresOf } from './featuresOf.ts';
import { type GeneChoices, genesOf } from './genesOf.ts';
import { accessionOf } from './isAccession.ts';
import { sourceFields } from './sourceFields.ts';

export interface Surroundings {
  /** The first is the annotation file, which identifies the sequence in later imports. */
  readonly inputs: readonly string[];
  /** The name of the annotation file in reports. */
  readonly file: string;
  readonly staged: StagedData;
  readonly choices: GeneChoices;
  readonly log: ImportLog;
  readonly report: (fault: ImportFault) => void;
}

interface StagedSequence {
  readonly files: readonly string[];
  /** The fields of the phage's record that it gives. */
  readonly fields: readonly string[];
  readonly genes: number;
  readonly features: number;
}

/** Returns the paths of the files that it wrote. */
export async function stageSequence(
  sequence: AnnotatedSequence,
  name: string,
  { inputs, file: input, staged, choices, log, report }: Surroundings,
): Promise<StagedSequence> {
  const { bases, accession, statedLength } = sequence;
  if (bases !== null) {
    for (const { line, type, parts } of sequence.features) {
      const end = parts.reduce((most, part) => Math.max(most, part.end), 0);
      if (end <= bases.length) continue;
      const expected = `a feature within the ${bases.length} bases of ${name}`;
      report({ line, expected, found: `a ${type} that ends at ${end}` });
    }
  }
  const features = featuresOf(sequence, { phage: name, log, file: input });
  const [archived] = [accession, ...sequence.names].flatMap((one) => accessionOf(one) ?? []);
  const coding = sequence.features.filter(({ type }) => type === 'CDS').length;
  const count = (type: string) => features.filter(({ Type }) => Type === type).length;
  const fields: Partial<ImportedPhage> = {
    ...sourceFields(sequence, { phage: name, log, file: input }),
    ...(statedLength === undefined ? {} : { genome_length: statedLength }),
    ...(bases === null
      ? {}
      : {
          genome_length: bases.length,
          gcpercent: gcPercent(bases).toFixed(1),
          seq_finished: true,
        }),
    is_annotated: coding > 0,
    is_grouped: coding > 0,
    num_ORFs: coding,
    num_tRNAs: count('tRNA'),
    num_tmRNAs: count('tmRNA'),
    in_archive: archived !== undefined,
    archive_accession: archived ?? '',
  };
  if (accession !== '' && accession !== archived && accession !== name)
    logTo(log.fieldless, 'ACCESSION', accession, { file: input, line: sequence.line });
  const phageFile = `phages/${name}.json`;
  const phage = putPhage(staged, name, { input: inputs[0] ?? '', kind: 'annotations' }, fields);
  const context = { summary: summaryOf(phage), choices, log, file: input, report };
  await staged.rest();
  const genes = genesOf(sequence, context);
  const files = [phageFile];
  const put = (file: string, bytes: Buffer) => {
    files.push(file);
    const place = { file: input, line: sequence.line };
    putFile(staged, file, bytes, { inputs, place, log });
  };
  if (genes.length > 0) put(`genes/${name}.ndjson`, linesOf(genes));
  if (features.length > 0) put(`features/${name}.ndjson`, linesOf(features));
  if (bases !== null) put(`genomes/${name}.fasta`, renderFasta(name, bases));
  const own = Object.keys(fields);
  return { files, fields: own, genes: genes.length, features: features.length };
}
