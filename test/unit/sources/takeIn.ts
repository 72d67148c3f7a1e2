/** Takes pieces in as a worker does, into what a test can compare. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { PlacedText } from '../../../src/records/collection.ts';
import {
  collectionNames,
  type CollectionName,
  perCollection,
} from '../../../src/contract/collectionName.ts';
import type { Finding } from '../../../src/text/findings.ts';
import { intakePiece } from '../../../src/sources/intakeBundle.ts';
import {
  createRecordIntake,
  type IntakeTask,
  type RecordLimits,
} from '../../../src/sources/recordIntake.ts';
import { createRecordTable, createScratch } from '../../../src/base/sortKeys.ts';
import type { Piece } from '../../../src/sources/planBundles.ts';
import { type Source, stampOf } from '../../../src/sources/source.ts';
import { createRecordSchemas } from '../../../src/records/schemas.ts';
import { createRecordValidator } from '../../../src/records/validateRecord.ts';

export const limits: RecordLimits = { maxRecordBytes: 1 << 20, maxNesting: 100 };

/** What discovery would say of a file. */
export function sourceOf(
  absolutePath: string,
  options: { readonly collection?: CollectionName; readonly ordinal?: number } = {},
): Source {
  const found = statSync(absolutePath);
  const file = path.basename(absolutePath);
  return {
    ordinal: options.ordinal ?? 0,
    collection: options.collection ?? 'genes',
    file,
    absolutePath,
    layout: /\.json(\.gz)?$/.test(file) ? 'document' : 'lines',
    gzipped: file.endsWith('.gz'),
    bytes: found.size,
    ...stampOf(found),
  };
}

function collectionOf(source: Source | undefined): CollectionName {
  return collectionNames.find((name) => name === source?.collection) ?? 'genes';
}

export function whole(source: Source): Piece {
  return { source, start: 0, end: source.bytes };
}

/** A task that reads whole sources afresh. */
export function taskOf(
  sources: readonly Source[],
  runPath: string,
  options: Partial<IntakeTask> = {},
): IntakeTask {
  return {
    collection: collectionOf(sources[0]),
    pieces: sources.map(whole),
    previous: null,
    linkTo: null,
    runPath,
    limits,
    maxFindings: 50,
    allowed: [],
    denied: [],
    willBeCached: true,
    genomes: null,
    ...options,
  };
}

/** A record where it was found: the line counts from the start of the file. */
export interface TakenRecord {
  readonly key: string;
  readonly json: string;
  readonly line: number;
}

export interface Taken {
  readonly records: readonly TakenRecord[];
  readonly findings: readonly Finding[];
  /** First line of each fact, counted from the start of the file. */
  readonly facts: Readonly<Record<string, number>>;
  readonly hashes: readonly string[];
}

const schemaOf = createRecordSchemas();
const validators = perCollection((name) => createRecordValidator(schemaOf(name), limits));

/**
 * Takes in the pieces of one file, one after the other, and adds up their line breaks as a build does.
 * The records are in the order in which they were found.
 */
export async function takeIn(
  pieces: readonly Piece[],
  maxRecordBytes = limits.maxRecordBytes,
  maxTableBytes?: number,
): Promise<Taken> {
  const collection = collectionOf(pieces[0]?.source);
  const table = createRecordTable(16, createScratch(), maxTableBytes);
  const intake = createRecordIntake(
    collection,
    table,
    () => validators[collection],
    maxRecordBytes,
  );
  const records: TakenRecord[] = [];
  const findings: Finding[] = [];
  const firstLines: Record<string, number> = {};
  const hashes: string[] = [];
  let linesBefore = 0;

  for (const [index, piece] of pieces.entries()) {
    const from = table.count;
    const found: Finding[] = [];
    intake.startPiece(index);
    const read = await intakePiece(piece, {
      table,
      intake,
      limits: { ...limits, maxRecordBytes },
      willBeCached: true,
      report: (finding) => void found.push(finding),
      endRecord: () => true,
      reportOnce(finding) {
        const isTold = findings.some(({ rule, expected, file }) => {
          return (
            [rule, expected, file].join() === [finding.rule, finding.expected, finding.file].join()
          );
        });
        if (!isTold) found.push(finding);
      },
    });
    for (let at = from; at < table.count; at++) {
      if (table.pieces[at] !== index) throw new Error('a record of another piece');
      records.push({
        key: table.keys.toString('utf8', table.keyStarts[at], table.keyEnds[at]),
        json: table.bytes.toString('utf8', table.jsonStarts[at], table.jsonEnds[at]),
        line: linesBefore + table.lines[at]!,
      });
    }
    for (const finding of found) {
      findings.push({ ...finding, line: finding.line === 0 ? 0 : linesBefore + finding.line });
    }
    const noteFact = (name: string, line: number) => {
      firstLines[name] = Math.min(firstLines[name] ?? Infinity, linesBefore + line);
    };
    const noted = intake.endPiece();
    const texts = (name: string) => (noted[name] ?? []) as (PlacedText & { phageId: string })[];
    for (const { phageId, text, line } of texts('summaries')) noteFact(`${phageId}: ${text}`, line);
    for (const { text, line } of texts('phageParts')) noteFact(`part ${text}`, line);
    for (const { text, line } of texts('phageNames')) noteFact(`name ${text}`, line);
    const colors = [...((noted['colors'] ?? []) as Float64Array)];
    for (let at = 0; at < colors.length; at += 3) {
      noteFact(`${colors[at]} #${colors[at + 1]}`, colors[at + 2]!);
    }
    hashes.push(read.hash);
    linesBefore += read.lineBreaks;
  }
  return { records, findings, facts: firstLines, hashes };
}
