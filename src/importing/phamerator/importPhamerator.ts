/** Turns the dump of a Phamerator database into records, genomes and features below a data folder. */
import type { PlacedFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { faultOf } from '../faultOf.ts';
import { createSpill } from '../spill.ts';
import { createImportLog, type ImportLog } from '../importLog.ts';
import { filesByInput, recordInput, takeBackRest } from '../inputFiles.ts';
import { type ImportInput, inputId } from '../listInputs.ts';
import type { Imported } from '../renderImport.ts';
import { rulesToAllow } from '../rulesToAllow.ts';
import { settleGenes } from '../settleGenes.ts';
import { TextFault } from '../textLines.ts';
import { tableNameOf } from './columns.ts';
import { readDump } from './readDump.ts';
import { stagePhage } from './stagePhage.ts';
import { type Dumped, type PhameratorOptions, takeFrom } from './takeRows.ts';

export interface PhameratorReport extends Imported {
  readonly phages: number;
  readonly genes: number;
  readonly features: number;
  readonly genomes: number;
  /** As the dump states; null if it does not. */
  readonly schemaVersion: string | null;
  readonly faults: readonly PlacedFault[];
}

/**
 * Stages the contents of the dump; genes may wait in the file that `spillFile` names. With faults, the data folder must stay as
 * it was. Throws a Failure, or the signal's reason.
 */
export async function importPhamerator(
  input: ImportInput,
  staged: StagedData,
  options: PhameratorOptions,
  { spillFile, signal }: { readonly spillFile: () => string; readonly signal: AbortSignal },
): Promise<PhameratorReport> {
  const log = createImportLog();
  const id = inputId(staged.data, input.absolutePath);
  const context = { input, id, staged, options, log };
  const genes = createSpill(spillFile);
  const dumped: Dumped = {
    phages: new Map(),
    genes,
    genesRead: new Map(),
    features: new Map(),
    colors: new Map(),
    families: new Map(),
    schemaVersion: null,
  };
  const totals = { phages: 0, genes: 0, features: 0, genomes: 0 };
  const faults: PlacedFault[] = [];
  try {
    const before = filesByInput(staged)(id);
    const rows = await readDump(input, (table) => takeFrom(table, dumped, context), signal);
    for (const table of ['phage', 'gene'])
      if (!rows.has(table))
        throw new TextFault(
          1,
          `no rows of table ${table}, so this is no dump of a Phamerator database`,
        );
    for (const [name, phage] of dumped.phages) {
      await staged.rest();
      const written = stagePhage(name, phage, dumped, context);
      if (written === null) continue;
      for (const file of written.files) before.delete(file);
      totals.phages++;
      totals.genomes += Number(phage.hasGenome);
      totals.genes += written.genes;
      totals.features += written.features;
    }
    logLeftOut(rows, dumped, log);
    takeBackRest(staged, before, { id, name: input.name, log });
    await recordInput(staged, id, input.absolutePath, { kind: 'phamerator', ...options });
    await settleGenes(staged);
  } catch (error) {
    faults.push({ file: input.name, ...faultOf(error, 'the dump of a Phamerator database') });
  } finally {
    genes.close();
  }
  const allow = faults.length === 0 ? rulesToAllow(staged) : [];
  return { ...totals, log, allow, skipped: [], faults, schemaVersion: dumped.schemaVersion };
}

/** Reports the sizes of tables that are not imported, and phages that are left out. */
function logLeftOut(
  rows: ReadonlyMap<string, number>,
  { phages, genesRead, features }: Dumped,
  log: ImportLog,
): void {
  const whole = (kind: string, count: number) => ({ kind, count, places: [] });
  for (const [table, count] of rows) {
    if (tableNameOf({ name: table, columns: [], line: 1 }) !== null) continue;
    log.fieldless.push(whole(`rows of table ${table}${meanings[table] ?? ''}`, count));
  }
  const taken = (name: string) => phages.get(name)?.fields.genome_length !== undefined;
  const left = [...genesRead].filter(([name]) => !taken(name));
  const genes = left.reduce((sum, [, count]) => sum + count, 0);
  if (genes > 0) log.refused.push(whole('genes of phages that are not taken', genes));
  const others = [...features].filter(([name]) => !taken(name)).flatMap(([, list]) => list);
  if (others.length > 0)
    log.refused.push(whole('features of phages that are not taken', others.length));
}

const meanings: Readonly<Record<string, string>> = {
  gene_domain: ' (conserved domains in genes)',
  gene_transmembrane: ' (transmembrane domains in genes)',
};
