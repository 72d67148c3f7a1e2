/** `provenance.json` below the data folder: which files imports wrote, and from which inputs. */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, readFailure, saysNoFile } from '../base/failure.ts';
import { isObject } from '../contract/collectionName.ts';
import type { GeneRecord } from '../generated/records.ts';
import type { RuleName } from '../text/rules.ts';
import { compareText } from '../text/order.ts';
import { hasUnknown, type ImportedPhage } from './blankPhage.ts';
import { sha256Of } from './knownHashes.ts';

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
    if (!isMap(inputs, ({ kind }) => kind !== undefined)) throw new Error('other inputs');
    if (!isMap(files, ({ inputs: of }) => Array.isArray(of) && of.every(isText)))
      throw new Error('other fields');
    if (!Object.keys(files).every((name) => writable.test(name))) throw new Error('other files');
    const share = createSharing();
    return {
      inputs: new Map(Object.entries(inputs)),
      files: new Map(Object.entries(files).map(([name, about]) => [name, share(about)])),
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

const isText = (value: unknown) => typeof value === 'string';

function isMap(
  value: unknown,
  holds: (one: Readonly<Record<string, unknown>>) => boolean,
): value is Record<string, never> {
  const isOne = (one: unknown) => isObject(one) && isText(one['sha256']) && holds(one);
  return isObject(value) && Object.values(value).every(isOne);
}

/**
 * The same facts about a file, where all but its size and hash is shared by all that say the same: most files of an
 * import have the same inputs, fields and rules, and copies for each would take most of the memory.
 */
export function createSharing(): (about: ImportedFile) => ImportedFile {
  const known = new Map<string, object>();
  const share = <Value extends object>(value: Value): Value => {
    const key = JSON.stringify(value);
    const same = known.get(key);
    if (same === undefined) known.set(key, value);
    // Equal as JSON, so of the same shape.
    return (same ?? value) as Value;
  };
  return (about) => ({
    ...about,
    inputs: share(about.inputs),
    ...(about.fields === undefined ? {} : { fields: share(about.fields) }),
    ...(about.allow === undefined ? {} : { allow: share(about.allow) }),
  });
}

/** The text of the file in parts: of very many files, the whole would fill the memory. */
export function* renderProvenance({ inputs, files }: Provenance): Generator<string> {
  yield '{\n  "inputs": ';
  yield* renderMap(inputs);
  yield ',\n  "files": ';
  yield* renderMap(files);
  yield '\n}\n';
}

const partLetters = 1 << 20;

/** As `JSON.stringify` writes an object in an object, with an indent of two blanks. */
function* renderMap(map: ReadonlyMap<string, object>): Generator<string> {
  let part = '{';
  for (const [at, name] of [...map.keys()].sort(compareText).entries()) {
    const value = JSON.stringify(map.get(name), null, 2).replaceAll('\n', '\n    ');
    part += `${at === 0 ? '' : ','}\n    ${JSON.stringify(name)}: ${value}`;
    if (part.length < partLetters) continue;
    yield part;
    part = '';
  }
  yield `${part}${map.size === 0 ? '' : '\n  '}}`;
}

/** Whether both are rendered as the same text. */
export function isSameProvenance(one: Provenance, other: Provenance): boolean {
  return isSameMap(one.files, other.files) && isSameMap(one.inputs, other.inputs);
}

function isSameMap(one: ReadonlyMap<string, object>, other: ReadonlyMap<string, object>): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([name, value]) => {
    const same = other.get(name);
    return value === same || JSON.stringify(value) === JSON.stringify(same);
  });
}

// A stream for each of thousands of small files would take longer than their bytes.
const readAtOnce = 8 << 20;

/** The hash of a file of any size. Throws a Failure that names it. */
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

// As imports write it: fields are adjacent, and inside a text the quotes would be escaped.
const unknown = /"(?:Accession|Name|HostGenus|Cluster|Color|Notes)":null[,}]/;
const span = /"Start":(\d+),"Stop":(\d+),"Length":(\d+),/g;

/** The rules that a build must be told to allow for one file, given its bytes. */
export function rulesFor(file: string, bytes: Buffer): RuleName[] {
  if (file.startsWith('phages/'))
    return rulesForPhage(JSON.parse(bytes.toString()) as ImportedPhage);
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

/** The rules that all files written by imports need, of this and earlier ones. */
export function rulesToAllow({ files }: Pick<Provenance, 'files'>): RuleName[] {
  return [...new Set([...files.values()].flatMap(({ allow = [] }) => allow))].sort();
}
