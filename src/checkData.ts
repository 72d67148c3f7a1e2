/**
 * The front half of a build, and all of a check: discover, read, validate and sort. It ends with the
 * records of each collection in order, and with every finding about them.
 */
import type { Gene } from './collections/gene.ts';
import type { Phage } from './collections/phage.ts';
import { collectionNames, type PerCollection } from './contract/collectionName.ts';
import type { Finding } from './findings/finding.ts';
import { createFindingLog, type FindingLog } from './findings/findingLog.ts';
import type { RecordPlace } from './findings/recordPlace.ts';
import type { RuleName } from './findings/rules.ts';
import type { Progress } from './progress.ts';
import { mergeRuns } from './sorting/mergeRuns.ts';
import type { OrderedRecord } from './sorting/orderedRecord.ts';
import { createRunBuilder, type Run } from './sorting/run.ts';
import { discoverSources } from './sources/discoverSources.ts';
import { readRecords } from './sources/readRecords.ts';
import type { RawRecord, Source } from './sources/source.ts';
import { createCrossRecordRules } from './validation/crossRecordRules.ts';
import { checkOrder } from './validation/orderRules.ts';
import { createAjv } from './validation/recordSchemas.ts';
import {
  createRecordValidator,
  type RecordValidator,
  type ValidRecord,
} from './validation/validateRecord.ts';

export interface CheckOptions {
  /** Folder of the sources. */
  readonly data: string;
  readonly allowed: ReadonlySet<RuleName>;
  /** How many findings are kept to be shown. */
  readonly maxErrors: number;
}

export interface CheckedCollection {
  readonly count: number;
  /** Goes through the records in order, each time from the first. */
  readonly records: () => Iterable<OrderedRecord>;
}

export interface CheckedData {
  readonly collections: PerCollection<CheckedCollection>;
  readonly findings: FindingLog;
  readonly sources: { readonly files: number; readonly bytes: number };
}

// A longer record is a missing line break; a deeper one is no record. Both bound what is held in memory.
const maxRecordBytes = 16 << 20;
const maxNesting = 100;
// Bounds what a run holds while it is sorted.
const maxRunBytes = 64 << 20;

/** Reads and checks everything below `options.data`; bad data is in the findings, never thrown. */
export async function checkData(options: CheckOptions, progress: Progress): Promise<CheckedData> {
  const findings = createFindingLog({ allowed: options.allowed, maxKept: options.maxErrors });
  const report = findings.add;

  const discovered = await discoverSources(options.data);
  discovered.findings.forEach(report);
  const { sources } = discovered;
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);

  progress.stage('Reading', bytes, 'bytes');
  const ajv = createAjv();
  const crossRules = createCrossRecordRules();
  const intakes: PerCollection<Intake> = {
    phages: createIntake(createRecordValidator(ajv, 'phages', { maxNesting }), (value, place) => {
      crossRules.notePhage(value as unknown as Phage, place);
    }),
    genes: createIntake(createRecordValidator(ajv, 'genes', { maxNesting }), (value, place) => {
      crossRules.noteGene(value as unknown as Gene, place);
    }),
  };
  for (const source of sources) {
    const onBytes = progress.advance;
    for await (const batch of readRecords(source, { maxRecordBytes, report, onBytes })) {
      intakes[source.collection].take(source, batch, report);
    }
  }

  const collections = { phages: intakes.phages.finish(), genes: intakes.genes.finish() };
  const files = sources.map((source) => source.file);
  for (const finding of crossRules.findings()) report(finding);
  const collidingPhageParts = crossRules.collidingPhageParts();
  for (const collection of collectionNames) {
    const records = collections[collection].records();
    checkOrder(records, { collection, files, collidingPhageParts, report });
  }
  progress.end();
  return { collections, findings, sources: { files: files.length, bytes } };
}

/** Where the records of one collection arrive: validated, noted for the rules between records, sorted. */
interface Intake {
  take(source: Source, batch: readonly RawRecord[], report: (finding: Finding) => void): void;
  finish(): CheckedCollection;
}

function createIntake(
  validator: RecordValidator,
  note: (value: ValidRecord['value'], place: RecordPlace) => void,
): Intake {
  const runs: Run[] = [];
  const builder = createRunBuilder();
  return {
    take({ file, ordinal }, batch, report) {
      for (const { bytes, line } of batch) {
        const record = validator.validate({ bytes, file, line }, report);
        if (record === null) continue;
        note(record.value, { ordinal, file, line });
        builder.add({ key: record.key, json: record.json, ordinal, line });
        if (builder.bytes >= maxRunBytes) runs.push(builder.finish());
      }
    },
    finish() {
      runs.push(builder.finish());
      const count = runs.reduce((sum, run) => sum + run.count, 0);
      return { count, records: () => mergeRuns(runs) };
    },
  };
}
