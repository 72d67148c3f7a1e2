/** A worker's task: reads some pages of a list and extracts what the indexes for the pages for people need. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import { pageFile } from '../contract/sitePaths.ts';
import { createNoteCounts, type NoteRows } from './noteCounts.ts';
import { createGeneScan } from './scanGenes.ts';

export const indexedLists = ['genes', 'features', 'phages', 'phams'] as const;
type IndexedList = (typeof indexedLists)[number];

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
  /** '' for none; also for the next three. */
  readonly cluster: string;
  readonly subcluster: string;
  readonly genus: string;
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

/** Throws if a page cannot be read. */
export function indexPart({ dir, list, from, to, fieldNames }: IndexTask): IndexPart {
  const field = (record: unknown, name: string) =>
    (record as Fields | null | undefined)?.[publicName(fieldNames, name)];
  const notes = createNoteCounts();
  const phageCounts = new Map<string, number>();
  const firstIds: string[] = [];
  const phages: PhageEntry[] = [];
  const families: number[] = [];
  const count = (phage: unknown) => {
    if (typeof phage === 'string') phageCounts.set(phage, (phageCounts.get(phage) ?? 0) + 1);
  };
  const scan = createGeneScan(fieldNames);
  for (let page = from; page < to; page++) {
    const bytes = readFileSync(path.join(dir, pageFile(list, page)));
    if (list === 'genes') {
      let isFirst = true;
      scan(bytes, ({ id, phage, pham, notes: text }) => {
        if (isFirst) firstIds.push(id());
        isFirst = false;
        count(phage);
        notes.add(text, pham);
      });
      continue;
    }
    const { results } = JSON.parse(bytes.toString()) as { readonly results: readonly Fields[] };
    for (const record of results) {
      if (list === 'features') {
        count(field(record, 'PhageID'));
      } else if (list === 'phages') {
        phages.push(phageEntry(record, field));
      } else {
        for (const name of ['PhamID', 'gene_count', 'phage_count']) {
          families.push(Number(field(record, name)));
        }
      }
    }
  }
  return { list, firstIds, notes: notes.rows(), phageCounts: [...phageCounts], phages, families };
}

function phageEntry(record: Fields, field: (record: unknown, name: string) => unknown): PhageEntry {
  const cluster = field(record, 'pcluster');
  return {
    name: textOf(field(record, 'phage_name')),
    old: textOf(field(record, 'old_names')),
    accession: textOf(field(record, 'archive_accession')),
    reference: textOf(field(record, 'reference_accession')),
    cluster: textOf(field(cluster, 'cluster')),
    subcluster: textOf(field(field(record, 'psubcluster'), 'subcluster')),
    genus: textOf(field(field(record, 'host_genus'), 'genus_name')),
    country: textOf(field(record, 'found_country')),
    temperate: flagOf(field(cluster, 'temperate')),
    annotated: flagOf(field(record, 'is_annotated')),
    sequenced: flagOf(field(record, 'seq_finished')),
    year: numberOf(field(record, 'found_year')),
    length: numberOf(field(record, 'genome_length')),
    gc: textOf(field(record, 'gcpercent')),
  };
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
