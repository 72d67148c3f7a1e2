/** Keeps track of the inputs of imports: the files made from each, and its size and hash. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readFailure } from '../failure.ts';
import type { StagedData } from './dataFolder.ts';
import { type ImportLog, type InputPlace, logTo } from './importLog.ts';
import type { ImportedInput } from './provenance.ts';
import { takeBack } from './putPhage.ts';
import { sha256Of } from './sha256Of.ts';

/**
 * The files to which each input contributed in its last import, of those that are still its own when it is asked for.
 * One pass over all files answers for all inputs.
 */
export function filesByInput({ files }: Pick<StagedData, 'files'>): (id: string) => Set<string> {
  const before = new Map<string, string[]>();
  for (const [file, { inputs }] of files) {
    for (const id of inputs) {
      const known = before.get(id);
      if (known === undefined) before.set(id, [file]);
      else known.push(file);
    }
  }
  return (id) =>
    new Set((before.get(id) ?? []).filter((file) => files.get(file)?.inputs.includes(id)));
}

/**
 * Writes a file that is made from inputs, the first of which identifies it; reports if it was made from others before.
 */
export function putFile(
  staged: StagedData,
  file: string,
  bytes: Buffer,
  { inputs, place, log }: FileOrigin,
): void {
  const owners = staged.files.get(file)?.inputs ?? inputs;
  if (!owners.includes(inputs[0] ?? ''))
    logTo(log.changed, 'files of other inputs replaced', file, place);
  staged.put(file, bytes, { inputs });
}

interface FileOrigin {
  readonly inputs: readonly string[];
  /** The input that it is made from. */
  readonly place: InputPlace;
  readonly log: ImportLog;
}

/** One record per line. */
export function linesOf(records: readonly object[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Removes what an input contributed to files in an earlier import but no longer does, and reports it. */
export function takeBackRest(
  staged: StagedData,
  rest: ReadonlySet<string>,
  { id, name, log }: { readonly id: string; readonly name: string; readonly log: ImportLog },
): void {
  for (const file of rest) {
    const isGone = takeBack(staged, file, id);
    const what = isGone ? 'files removed, since' : 'records with fewer fields, since';
    const place = { file: name, line: 1 };
    logTo(log.changed, `${what} their input no longer has them`, file, place);
  }
}

/** Records an input; an unchanged one keeps its entry, and a table about phages stays one. */
export async function recordInput(
  staged: StagedData,
  id: string,
  file: string,
  about: Pick<ImportedInput, 'kind' | 'program' | 'date'>,
): Promise<void> {
  const kind = staged.inputs.get(id)?.kind === 'table' ? 'table' : about.kind;
  const [bytes, sha256] = [statSync(file).size, await hashOf(file)];
  noteInput(staged, id, { ...about, kind, bytes, sha256 });
}

/** The same for an input that is not a file. */
export function noteInput(
  { inputs }: StagedData,
  id: string,
  { kind, bytes, sha256, program, date }: ImportedInput,
): void {
  const same = inputs.get(id);
  if (same?.sha256 === sha256 && same.date === date) return;
  inputs.set(id, { kind, bytes, sha256, program, date });
}

// A stream for each of thousands of small files would take longer than their bytes.
const readAtOnce = 8 << 20;

/** Throws a Failure that names the file. */
export async function hashOf(file: string): Promise<string> {
  try {
    if (statSync(file).size <= readAtOnce) return sha256Of(readFileSync(file));
    const digest = createHash('sha256');
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }))
      digest.update(chunk as Buffer);
    return digest.digest('hex');
  } catch (error) {
    throw readFailure(file, error);
  }
}
