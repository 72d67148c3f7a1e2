/** Reads, validates and sorts one bundle, from its files to a spilled run: the work of a worker thread. */
import { collections } from '../collections/collections.ts';
import { naming } from '../failure.ts';
import { genomeLengths, type GenomeOf, noGenomes, openGenomes } from '../genomes/genomeIndex.ts';
import { createRecordTable, type RecordTable, type Scratch } from '../sorting/recordTable.ts';
import { blockRoom, type SpilledRun, spillRun } from '../sorting/spilledRun.ts';
import { createRecordSchemas } from '../validation/recordSchemas.ts';
import { createRecordValidator, type RecordValidator } from '../validation/validateRecord.ts';
import { compareRuns } from './compareRuns.ts';
import { intakePiece } from './intakePiece.ts';
import { takeKeptRecords } from './keptRecords.ts';
import { createPieceLog } from './pieceLog.ts';
import { createRecordIntake } from './recordIntake.ts';
import type { IntakeResult, IntakeTask, PieceResult } from './task.ts';

type RecordSchemas = ReturnType<typeof createRecordSchemas>;

/** The intake of one thread, which compiles its schemas at most once. */
export function createBundleIntake(scratch: Scratch): (task: IntakeTask) => Promise<IntakeResult> {
  const schemas = createRecordSchemas();
  let opened: { readonly index: string; readonly genomeOf: GenomeOf } | null = null;
  const genomesIn = (index: string | null): GenomeOf | null => {
    if (index === null) return null;
    if (opened?.index !== index) opened = { index, genomeOf: openGenomes(index) };
    return opened.genomeOf;
  };
  return (task) => intakeBundle(task, scratch, schemas, genomesIn(task.genomes));
}

/** Bad data is in the result; throws the system's error when the run cannot be written. */
async function intakeBundle(
  task: IntakeTask,
  scratch: Scratch,
  schemas: RecordSchemas,
  genomeOf: GenomeOf | null,
): Promise<IntakeResult> {
  const { collection, limits, pieces } = task;
  const bytes = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const table = createRecordTable(bytes + pieces.length + (1 << 17) + blockRoom, scratch);
  const choices = { allowed: new Set(task.allowed), denied: new Set(task.denied) };
  // Compiled lazily: most bundles need no schema, and compiling takes longer than reading many records.
  let validator: RecordValidator | null = null;
  const loadValidator = () => {
    validator ??= createRecordValidator(schemas(collection), limits, genomeOf ?? noGenomes);
    return validator;
  };
  const { maxRecordBytes } = limits;
  const { linkTo } = task;
  const { linkGenome } = collections[collection];
  const rewrite =
    linkTo === null || task.genomes === null || linkGenome === null
      ? null
      : linkGenome(linkTo, genomesNamed(task.genomes));
  const intake = createRecordIntake(
    collection,
    table,
    loadValidator,
    maxRecordBytes,
    genomeOf,
    rewrite,
  );

  if (task.previous !== null) takeKeptRecords(table, task.previous);
  const results: (PieceResult | null)[] = [];
  let refused = 0;
  for (const [index, piece] of pieces.entries()) {
    if ((task.previous?.keptAs[index] ?? -1) >= 0) {
      results.push(null);
      continue;
    }
    const log = createPieceLog(choices, task.maxFindings, (task.maxRefused ?? Infinity) - refused);
    intake.startPiece(index);
    const { willBeCached } = task;
    const read = await intakePiece(piece, { table, intake, limits, willBeCached, ...log });
    refused += log.refused();
    const { kept: findings, uncounted, ofFile } = log.contents();
    results.push({ ...read, facts: intake.endPiece(), findings, uncounted, ofFile });
  }
  const run = spillInto(table, task);
  const changes = task.previous === null ? null : compareRuns(task.previous.run, run);
  return { run, refused, pieces: results, changes };
}

/** Whether there is a genome of a name, according to the index file. */
function genomesNamed(indexPath: string): (phage: string) => boolean {
  const lengths = genomeLengths(indexPath);
  return (phage) => lengths.has(phage);
}

function spillInto(table: RecordTable, { runPath, willBeCached }: IntakeTask): SpilledRun {
  return naming(runPath, () => spillRun(table, runPath, { withChecksums: willBeCached }));
}
