/** What an import knows of its inputs: the files that came of them, and what they were. */
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { StagedData } from './dataFolder.ts';
import { type ImportLog, type InputPlace, logTo } from './importLog.ts';
import type { ImportedInput } from './provenance.ts';
import { takeBack } from './putPhage.ts';

/** The files that an input gave something to, when it was imported last. */
export function filesFrom({ files }: StagedData, id: string): Set<string> {
  return new Set([...files].flatMap(([file, { inputs }]) => (inputs.includes(id) ? [file] : [])));
}

/** Writes a file that comes from inputs, the first of which it is known by; says so where it was that of others. */
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
  /** Of what it is made. */
  readonly place: InputPlace;
  readonly log: ImportLog;
}

/** A record a line. */
export function linesOf(records: readonly object[]): Buffer {
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Takes back what an input gave to files and no longer does, and says so. */
export function takeBackRest(
  staged: StagedData,
  rest: ReadonlySet<string>,
  { id, name, log }: { readonly id: string; readonly name: string; readonly log: ImportLog },
): void {
  for (const file of rest) {
    const isGone = takeBack(staged, file, id);
    const what = isGone ? 'files removed, since' : 'records with fields less, since';
    const place = { file: name, line: 1 };
    logTo(log.changed, `${what} their input no longer has them`, file, place);
  }
}

/** Notes what an input is; one that is the same keeps its entry. */
export async function recordInput(
  staged: StagedData,
  id: string,
  file: string,
  about: Pick<ImportedInput, 'kind' | 'program' | 'date'>,
): Promise<void> {
  noteInput(staged, id, { ...about, bytes: statSync(file).size, sha256: await hashOf(file) });
}

/** The same of an input that is no file. */
export function noteInput(
  { inputs }: StagedData,
  id: string,
  { kind, bytes, sha256, program, date }: ImportedInput,
): void {
  const same = inputs.get(id);
  if (same?.sha256 === sha256 && same.date === date) return;
  inputs.set(id, { kind, bytes, sha256, program, date });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}
