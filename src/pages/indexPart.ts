/** A worker's task: reads some pages of a list and extracts what the indexes for the pages for people need. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PerList } from '../contract/collectionName.ts';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { strainName } from '../contract/strainName.ts';
import { createNoteCounts, type NoteCounts, type NoteRows } from './noteCounts.ts';
import { createGeneScan } from './scanGenes.ts';

export interface IndexTask {
  /** The folder with the site's pages. */
  readonly dir: string;
  readonly list: IndexedList;
  /** The pages [from, to). */
  readonly from: number;
  readonly to: number;
  readonly fieldNames: FieldNames;
}

export interface IndexPart {
  readonly list: IndexedList;
  /** For genes: the first GeneID on each page. */
  readonly firstIds: readonly string[];
  /** For genes; null if there are too many. */
  readonly notes: NoteRows | null;
  /** For genes and features: the number of records of each phage. */
  readonly phageCounts: readonly (readonly [phage: string, records: number])[];
  /** For phages, in order. */
  readonly phages: readonly PhageEntry[];
  /** For families, in order: PhamID, number of genes and number of phages, alternating. */
  readonly families: readonly number[];
}

/** The fields of a phage that the index has. */
export interface PhageEntry {
  readonly name: string;
  readonly old: string;
  readonly accession: string;
  readonly reference: string;
  /** '' for none; also for the next four. */
  readonly cluster: string;
  readonly subcluster: string;
  readonly genus: string;
  /** Of the isolation host, with its genus and species. */
  readonly strain: string;
  readonly country: string;
  /** 1 for true, 0 for false, -1 if unknown; also for the next two. */
  readonly temperate: number;
  readonly annotated: number;
  readonly sequenced: number;
  readonly year: number | null;
  readonly length: number | null;
  readonly gc: string;
}

type Fields = Readonly<Record<string, unknown>>;

type FieldOf = (record: unknown, name: string) => unknown;

/** What is collected from the pages of a task. */
interface Taken {
  readonly notes: NoteCounts;
  readonly firstIds: string[];
  /** Counts a record of a phage; anything but a name is skipped. */
  readonly count: (phage: unknown) => void;
  readonly phages: PhageEntry[];
  readonly families: number[];
}

/** Reads pages, one after the other. */
type Reader = (taken: Taken, fieldNames: FieldNames) => (page: Buffer) => void;

/** What the indexes need of the lists; there may be lists of which they need nothing. */
const readers = {
  // Genes are too many to be parsed.
  genes({ notes, firstIds, count }, fieldNames) {
    const scan = createGeneScan(fieldNames);
    return (bytes) => {
      let isFirst = true;
      scan(bytes, ({ id, phage, pham, notes: text }) => {
        if (isFirst) firstIds.push(id());
        isFirst = false;
        count(phage);
        notes.add(text, pham);
      });
    };
  },
  features: ofRecords((record, field, { count }) => count(field(record, 'PhageID'))),
  phages: ofRecords((record, field, { phages }) => phages.push(phageEntry(record, field))),
  phams: ofRecords((record, field, { families }) => {
    for (const name of ['PhamID', 'gene_count', 'phage_count']) {
      families.push(Number(field(record, name)));
    }
  }),
} satisfies Partial<PerList<Reader>>;

type IndexedList = keyof typeof readers;

/** In the order of the work: most lists have fewer records than that of genes. */
export const indexedLists = Object.keys(readers) as IndexedList[];

function ofRecords(take: (record: Fields, field: FieldOf, taken: Taken) => void): Reader {
  return (taken, fieldNames) => {
    const field: FieldOf = (record, name) =>
      (record as Fields | null | undefined)?.[publicName(fieldNames, name)];
    return (page) => {
      const { results } = JSON.parse(page.toString()) as { readonly results: readonly Fields[] };
      for (const record of results) take(record, field, taken);
    };
  };
}

/** Throws if a page cannot be read. */
export function indexPart({ dir, list, from, to, fieldNames }: IndexTask): IndexPart {
  const notes = createNoteCounts();
  const counts = new Map<string, number>();
  const firstIds: string[] = [];
  const phages: PhageEntry[] = [];
  const families: number[] = [];
  const count = (phage: unknown) => {
    if (typeof phage === 'string') counts.set(phage, (counts.get(phage) ?? 0) + 1);
  };
  const read = readers[list]({ notes, firstIds, count, phages, families }, fieldNames);
  for (let page = from; page < to; page++) read(readFileSync(path.join(dir, pageFile(list, page))));
  return { list, firstIds, notes: notes.rows(), phageCounts: [...counts], phages, families };
}

function phageEntry(record: Fields, field: FieldOf): PhageEntry {
  const cluster = field(record, 'pcluster');
  const host = field(record, 'isolation_host');
  return {
    name: textOf(field(record, 'phage_name')),
    old: textOf(field(record, 'old_names')),
    accession: textOf(field(record, 'archive_accession')),
    reference: textOf(field(record, 'reference_accession')),
    cluster: textOf(field(cluster, 'cluster')),
    subcluster: textOf(field(field(record, 'psubcluster'), 'subcluster')),
    genus: textOf(field(field(record, 'host_genus'), 'genus_name')),
    strain: strainName(namesOf(host, field)) ?? '',
    country: textOf(field(record, 'found_country')),
    temperate: flagOf(field(cluster, 'temperate')),
    annotated: flagOf(field(record, 'is_annotated')),
    sequenced: flagOf(field(record, 'seq_finished')),
    year: numberOf(field(record, 'found_year')),
    length: numberOf(field(record, 'genome_length')),
    gc: textOf(field(record, 'gcpercent')),
  };
}

/** The parts of the name of a strain, by their neutral names. */
function namesOf(host: unknown, field: FieldOf): Fields {
  const names = ['genus', 'species', 'strain_name'];
  return Object.fromEntries(names.map((name) => [name, field(host, name)]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function flagOf(value: unknown): number {
  return typeof value === 'boolean' ? Number(value) : -1;
}
