/** The state of an import from a service: its effects, its lists record by record, and the files made of them. */
import { type JsonObject } from '../../contract/jsonObject.ts';
import type { CollectionName, PerCollection } from '../../contract/collectionName.ts';
import type { StagedData } from '../dataFolder.ts';
import type { Spill } from '../spill.ts';
import { type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { putFile } from '../inputFiles.ts';
import { unfitReason } from '../unfitReason.ts';
import { type Asking, ServiceFault } from './askService.ts';
import type { FieldNotes } from './fieldsOf.ts';
import { walkList } from './walkList.ts';

export interface ApiOptions {
  /** Only phages modified at this ISO 8601 date or later; null for all. */
  readonly since: string | null;
  readonly withGenomes: boolean;
  /** Name and version of this program. */
  readonly program: string;
  /** YYYY-MM-DD, or null. */
  readonly date: string | null;
}
export interface ServiceWalk {
  readonly asking: Asking;
  readonly staged: StagedData;
  readonly options: ApiOptions;
  readonly log: ImportLog;
  readonly spill: Spill;
  /** Files that came from this service earlier, and have not been written again yet. */
  readonly before: Set<string>;
  /** The base URL that it states; null if it states none. */
  readonly baseUrl: string | null;
  /** Renames the fields of records to their neutral names. */
  readonly neutral: PerCollection<(record: JsonObject) => JsonObject>;
  readonly totals: { phages: number; genes: number; features: number; genomes: number };
}

export interface ServedPhages {
  /** The phages that are imported, each with the address of its genome. */
  readonly taken: Map<string, { readonly fasta: unknown; readonly at: string }>;
  /** All phages that the service has. */
  readonly all: Set<string>;
}

/** Yields the records of a list; the generator returns whether the service has the list. */
export function walk(
  { asking, log, neutral }: ServiceWalk,
  path: string,
  collection: CollectionName,
) {
  const kind = 'links to another host, now followed at the one that was asked';
  const onOtherHost = (at: string) => logTo(log.changed, kind, path, { file: at, line: null });
  return walkList(asking, path, onOtherHost, neutral[collection]);
}

/** Calls `use` for each item; returns what the generator returns. */
export async function each<Item, Result>(
  items: AsyncGenerator<Item, Result>,
  use: (item: Item) => void,
): Promise<Result> {
  for (;;) {
    const { done, value } = await items.next();
    if (done === true) return value;
    use(value);
  }
}

export function notesOf(noun: string, name: string, place: InputPlace, log: ImportLog): FieldNotes {
  return {
    missing: (field) =>
      logTo(log.changed, `${noun} without the field ${field}, now unknown`, name, place),
    unknown: (field) => logTo(log.fieldless, `${field} of ${noun}`, name, place),
  };
}

/** Throws a ServiceFault if it cannot be the name of a phage. */
export function nameIn(name: unknown, at: string): string {
  if (typeof name !== 'string') throw new ServiceFault(at, 'the name of a phage', 'none');
  const unfit = unfitReason(name);
  if (unfit !== null)
    throw new ServiceFault(
      at,
      'a name that files can have',
      `${JSON.stringify(name.slice(0, 200))}, which ${unfit}`,
    );
  return name;
}

export function noList({ address }: Asking, path: string): ServiceFault {
  return new ServiceFault(`${address.id}${path}`, 'a list', 'status 404');
}

/** Stages a file that was made of the response at the address `at`. */
export function put(
  { staged, asking, log, before }: ServiceWalk,
  file: string,
  bytes: Buffer,
  at: string,
): void {
  const place = { file: at, line: null };
  putFile(staged, file, bytes, { inputs: [asking.address.id], place, log });
  before.delete(file);
}
