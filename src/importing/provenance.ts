/** `provenance.json` below the data folder: which files imports wrote, and from which inputs. */
import { sha256Of } from './knownHashes.ts';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { isObject } from '../contract/collectionName.ts';
import type { GeneRecord } from '../generated/records.ts';
import type { RuleName } from '../text/rules.ts';
import { compareText } from '../text/words.ts';
import { hasUnknown, type ImportedPhage } from './blankPhage.ts';

export const provenanceFile = 'provenance.json';

export interface ImportedInput {
  /** The kind of import. */
  readonly kind: 'annotations' | 'api' | 'phamerator' | 'table';
  readonly bytes: number;
  readonly sha256: string;
  /** Name and version of the program that imported it. */
  readonly program: string;
  /** The value of `--date`, YYYY-MM-DD; null without it. */
  readonly date: string | null;
}

export interface ImportedFile {
  readonly bytes: number;
  readonly sha256: string;
  /** The names of its inputs. */
  readonly inputs: readonly string[];
  /** For a phage's record: the input that set each field last. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Rules that a build must be told to allow for it. */
  readonly allow?: readonly RuleName[];
}

export interface Provenance {
  /** By name, as given on the command line. */
  readonly inputs: ReadonlyMap<string, ImportedInput>;
  /** By path below the data folder. */
  readonly files: ReadonlyMap<string, ImportedFile>;
}

/** Empty if nothing was imported yet. Throws a Failure if the file is not as an import writes it. */
export function readProvenance(data: string): Provenance {
  const file = path.join(data, provenanceFile);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (saysNoFile(error)) return { inputs: new Map(), files: new Map() };
    throw readFailure(file, error);
  }
  try {
    const { inputs, files } = JSON.parse(text) as Record<string, Record<string, never>>;
    if (!isMap(inputs, isInput) || !isMap(files, isFile)) throw new Error('other fields');
    if (!Object.keys(files).every((name) => writable.test(name))) throw new Error('other files');
    const share = createSharing();
    return {
      inputs: new Map(Object.entries(inputs)),
      files: new Map(Object.entries(files).map(([name, about]) => [name, sharing(share, about)])),
    };
  } catch (error) {
    throw new Failure('data', `${file} is not what an import writes.`, {
      hint: 'Restore it, for example from version control: without it, imports cannot tell their files from yours.',
      cause: error,
    });
  }
}

// Only such files belong to imports: another path may lead out of the data folder.
const writable = /^(?:(?:genes|phages|features|genomes)\/(?!\.)[^/\\]+|families\.ndjson)$/;

function isMap(value: unknown, holds: (one: object) => boolean): value is Record<string, never> {
  return (
    isObject(value) &&
    Object.values(value).every((one) => typeof one === 'object' && one !== null && holds(one))
  );
}

function isInput(one: object): boolean {
  return 'kind' in one && 'sha256' in one && typeof one.sha256 === 'string';
}

function isFile(one: object): boolean {
  return (
    'sha256' in one &&
    typeof one.sha256 === 'string' &&
    'inputs' in one &&
    Array.isArray(one.inputs) &&
    one.inputs.every((name) => typeof name === 'string')
  );
}

/** Returns the value that it was first given of all that are equal. */
type Sharing = <Value extends object>(value: Value) => Value;

/** Most files of an import have the same inputs, fields and rules: copies for each would take most of the memory. */
export function createSharing(): Sharing {
  const known = new Map<string, object>();
  return <Value extends object>(value: Value): Value => {
    const key = JSON.stringify(value);
    const same = known.get(key);
    if (same === undefined) known.set(key, value);
    // Equal as JSON, so of the same shape.
    return (same ?? value) as Value;
  };
}

/** The same facts about a file, with all but its size and hash shared. */
export function sharing(share: Sharing, about: ImportedFile): ImportedFile {
  const { inputs, fields, allow } = about;
  return {
    ...about,
    inputs: share(inputs),
    ...(fields === undefined ? {} : { fields: share(fields) }),
    ...(allow === undefined ? {} : { allow: share(allow) }),
  };
}

/** The text of the file in pieces: of very many files, the whole would fill the memory. */
export function* renderProvenance({ inputs, files }: Provenance): Generator<string> {
  yield '{\n  "inputs": ';
  yield* renderMap(inputs);
  yield ',\n  "files": ';
  yield* renderMap(files);
  yield '\n}\n';
}

const pieceLetters = 1 << 20;

/** As `JSON.stringify` writes an object in an object, with an indent of two blanks. */
function* renderMap(map: ReadonlyMap<string, object>): Generator<string> {
  let piece = '{';
  for (const [at, name] of [...map.keys()].sort(compareText).entries()) {
    const value = JSON.stringify(map.get(name), null, 2).replaceAll('\n', '\n    ');
    piece += `${at === 0 ? '' : ','}\n    ${JSON.stringify(name)}: ${value}`;
    if (piece.length < pieceLetters) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${map.size === 0 ? '' : '\n  '}}`;
}

/** Whether both are rendered as the same text. */
export function isSameProvenance(one: Provenance, other: Provenance): boolean {
  if (one.files.size !== other.files.size || one.inputs.size !== other.inputs.size) return false;
  return isSameMap(one.files, other.files) && isSameMap(one.inputs, other.inputs);
}

function isSameMap(one: ReadonlyMap<string, object>, other: ReadonlyMap<string, object>): boolean {
  return [...one].every(([name, value]) => {
    const same = other.get(name);
    return value === same || JSON.stringify(value) === JSON.stringify(same);
  });
}

/** The hash of a file of any size. */
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

/** The rules that a build must be told to allow for imported data, of this and earlier imports. */
// As imports write it: fields are adjacent, and inside a text the quotes would be escaped.
const unknown = /"(?:Accession|Name|HostGenus|Cluster|Color|Notes)":null[,}]/;
const span = /"Start":(\d+),"Stop":(\d+),"Length":(\d+),/g;

/** The rules that one file needs, given its bytes. */
export function rulesFor(file: string, bytes: Buffer): RuleName[] {
  if (file.startsWith('phages/')) {
    return rulesForPhage(JSON.parse(bytes.toString()) as ImportedPhage);
  }
  if (!file.startsWith('genes/')) return [];
  // Only digits and names matter: the rest need not be decoded.
  const text = bytes.toString('latin1');
  const rules: RuleName[] = text.includes(':null') && unknown.test(text) ? ['null-value'] : [];
  for (const [, start, stop, length] of text.matchAll(span)) {
    if (Number(stop) - Number(start) !== Number(length)) return ['gene-length', ...rules];
  }
  return rules;
}

export function rulesForPhage(record: ImportedPhage): RuleName[] {
  return hasUnknown(record) ? ['null-value'] : [];
}

/** The rules for genes of which all but the locus tag and the subcluster are known. */
export function rulesForGenes(genes: readonly GeneRecord[]): RuleName[] {
  const isOdd = ({ Start, Stop, Length }: GeneRecord) => Stop - Start !== Length;
  return genes.some(isOdd) ? ['gene-length'] : [];
}

/** The rules that all files written by imports need. */
export function rulesToAllow({
  files,
}: {
  readonly files: ReadonlyMap<string, ImportedFile>;
}): RuleName[] {
  return [...new Set([...files.values()].flatMap(({ allow = [] }) => allow))].sort();
}
