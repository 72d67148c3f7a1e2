/** Renders the index files of the pages for people, from the parts that tasks read from the site's pages. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { genomeFile } from '../contract/bulkFiles.ts';
import type { ListName, PerList } from '../contract/collectionName.ts';
import { strainName } from '../contract/recordName.ts';
import { type FieldNames, publicName } from '../contract/siteOptions.ts';
import { assetFolder, pageFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/fixedFiles.ts';
import {
  forEachRow,
  type PageNotes,
  phageName,
  phamAt,
  phamCount,
  phamIdAt,
  productAt,
  tally,
  textAt,
} from '../records/notes.ts';
import { compareText } from '../text/words.ts';
import {
  createNoteCounts,
  mergeNotes,
  type NoteCounts,
  noteIndexes,
  type NoteRows,
} from './noteCounts.ts';
import type { Pages } from './pageBuilder.ts';

/**
 * Finds what the indexes need in a page of genes without parsing it: a page is canonical JSON, so quotes inside strings
 * are escaped, and a key with its quotes cannot occur in a text.
 */
interface ScannedGene {
  readonly id: () => string;
  /** '' for none. */
  readonly phage: string;
  /** -1 for none. */
  readonly pham: number;
  readonly notes: string;
}

// A very large page does not fit into one string.
const pieceBytes = 64 << 20;

/** Calls `visit` with each gene of a page. */
type GeneScan = (page: Buffer, visit: (gene: ScannedGene) => void) => void;

/** Repeated texts, such as those of notes, are decoded once and cached. */
export function createGeneScan(names: FieldNames, maxPiece = pieceBytes): GeneScan {
  // One character per byte, as the pieces of pages are decoded.
  const key = (...fields: readonly string[]) => {
    const keys = fields.map((field) => `${JSON.stringify(publicName(names, field))}:`);
    return Buffer.from(keys.join('{')).toString('latin1');
  };
  const start = `{${key('GeneID')}`;
  const startBytes = Buffer.from(start, 'latin1');
  const [phageKey, phamKey] = [key('PhageID', 'PhageID'), key('PhamID', 'PhamID')];
  const notesKey = key('Notes');
  const texts = createTexts();

  const scanPiece = (text: string, visit: (gene: ScannedGene) => void) => {
    for (let gene = text.indexOf(start), next = gene; gene >= 0; gene = next) {
      const first = gene + start.length;
      next = text.indexOf(start, first);
      const end = next < 0 ? text.length : next;
      const phage = behind(text, phageKey, first, end);
      const pham = behind(text, phamKey, Math.max(first, phage), end);
      const notes = behind(text, notesKey, Math.max(first, pham), end);
      visit({
        id: () => texts(stringAt(text, first)),
        phage: texts(stringAt(text, phage)),
        pham: numberAt(text, pham),
        notes: texts(stringAt(text, notes)),
      });
    }
  };

  return (page, visit) => {
    for (let from = 0, to = 0; from < page.length; from = to) {
      to = from + maxPiece;
      if (to < page.length) to = page.lastIndexOf(startBytes, to);
      // A gene longer than a piece.
      if (to <= from) to = page.indexOf(startBytes, from + maxPiece);
      if (to < 0) to = page.length;
      scanPiece(page.toString('latin1', from, to), visit);
    }
  };
}

/** The offset after a key, where its value starts; -1 if there is none before `end`. */
function behind(text: string, key: string, from: number, end: number): number {
  const at = text.indexOf(key, from);
  return at < 0 || at >= end ? -1 : at + key.length;
}

/** The JSON of a string, with its quotes; '' for anything else. */
function stringAt(text: string, at: number): string {
  if (at < 0 || text[at] !== '"') return '';
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return text.slice(at, end + 1);
}

/** Whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text[at - 1] === '\\') at--;
  return (quote - at) % 2 === 1;
}

function numberAt(text: string, at: number): number {
  const digits = at < 0 ? null : /^[0-9]+/.exec(text.slice(at, at + 17));
  return digits === null ? -1 : Number(digits[0]);
}

// Bounds the cache: many long, distinct texts would fill the memory.
const mostKept = 10_000;
const longestKept = 1000;

function createTexts(): (json: string) => string {
  const kept = new Map<string, string>();
  return (json) => {
    if (json.length <= 2) return '';
    const known = kept.get(json);
    if (known !== undefined) return known;
    const bytes = Buffer.from(json, 'latin1');
    const text = String(JSON.parse(bytes.toString()));
    if (json.length > longestKept) return text;
    if (kept.size >= mostKept) kept.clear();
    // A copy: a slice would keep the whole page alive.
    kept.set(bytes.toString('latin1'), text);
    return text;
  };
}

/** A worker's task: reads some pages of a list and extracts what the indexes for the pages for people need. */
interface IndexTask {
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
interface PhageEntry {
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

export interface IndexedSite {
  readonly lastPages: PerList<number>;
  readonly fieldNames: FieldNames;
  /** Whether it has the view of gene families. */
  readonly hasFamilies: boolean;
  readonly hasGenomes: boolean;
  /** Labels of gene families, by PhamID: none without that view. */
  readonly labels: ReadonlyMap<number, string>;
}

export const labelIndex = `${assetFolder}labels.json`;

// About 3 MB of genes.
const pagesPerTask = 64;

/** The tasks whose results `renderIndexes` takes, in this order. Lists that the site does not have need none. */
export function* indexTasks(
  dir: string,
  { lastPages, fieldNames }: IndexedSite,
  lists: readonly IndexPart['list'][] = indexedLists,
): Generator<IndexTask> {
  for (const list of lists) {
    for (let from = 1; from <= lastPages[list]; from += pagesPerTask) {
      const to = Math.min(from + pagesPerTask, lastPages[list] + 1);
      yield { dir, list, from, to, fieldNames };
    }
  }
}

/** The paths of the indexes that such a site may have; it lacks the last if no note has so many families. */
export function indexFiles({
  hasFamilies,
  labels,
}: Pick<IndexedSite, 'hasFamilies' | 'labels'>): string[] {
  const names = [
    'phages',
    'genes',
    ...(hasFamilies ? ['families', 'notes', 'morefamilies'] : []),
    ...(labels.size > 0 ? ['labels'] : []),
  ];
  return names.map((name) => `${assetFolder}${name}.json`);
}

/** `dir` contains the files of genomes, if the site has any. */
export function renderIndexes(
  dir: string,
  { lastPages, hasFamilies, hasGenomes, labels }: IndexedSite,
  parts: readonly IndexPart[],
): SiteFile[] {
  const of = (list: IndexPart['list']) => parts.filter((part) => part.list === list);
  const counts = (list: IndexPart['list']) => {
    const sums = new Map<string, number>();
    for (const [phage, records] of of(list).flatMap(({ phageCounts }) => phageCounts)) {
      sums.set(phage, (sums.get(phage) ?? 0) + records);
    }
    return (phage: string) => sums.get(phage) ?? 0;
  };
  const phages = of('phages').flatMap((part) => part.phages);
  const genes = counts('genes');
  const features = counts('features');
  const index = {
    ...phageIndex(phages),
    genes: phages.map(({ name }) => genes(name)),
    ...(lastPages.features > 0 ? { features: phages.map(({ name }) => features(name)) } : {}),
    ...(hasGenomes ? { genome: phages.map(({ name }) => Number(hasGenome(dir, name))) } : {}),
  };
  const files = [
    jsonFile('phages.json', index),
    jsonFile('genes.json', { pages: of('genes').flatMap(({ firstIds }) => firstIds) }),
  ];
  if (!hasFamilies) return files;
  const notes = noteIndexes(mergeNotes(of('genes').map((part) => part.notes)));
  const families = of('phams').flatMap((part) => part.families);
  return [
    ...files,
    jsonFile('families.json', familyIndex(families)),
    jsonFile('notes.json', notes.index),
    ...(notes.rest === null ? [] : [jsonFile('morefamilies.json', notes.rest)]),
    ...(labels.size > 0 ? [textFile(labelIndex, labelText(families, labels))] : []),
  ];
}

function hasGenome(dir: string, phage: string): boolean {
  const file = genomeFile(phage, 'fastas');
  return file !== null && existsSync(path.join(dir, file));
}

function jsonFile(name: string, value: object): SiteFile {
  return textFile(assetFolder + name, `${JSON.stringify(value)}\n`);
}

/** Stored in columns; a field with few distinct values holds indices into a list of them. */
function phageIndex(phages: readonly PhageEntry[]): object {
  const column = <Name extends keyof PhageEntry>(name: Name) => phages.map((phage) => phage[name]);
  const pointers = (name: 'cluster' | 'country' | 'genus' | 'strain' | 'subcluster') => {
    const values = [...new Set(column(name))].filter(Boolean).sort(compareText);
    const places = new Map(values.map((value, place) => [value, place]));
    return { values, places: column(name).map((value) => places.get(value) ?? -1) };
  };
  const [cluster, subcluster] = [pointers('cluster'), pointers('subcluster')];
  const [genus, strain, country] = [pointers('genus'), pointers('strain'), pointers('country')];
  return {
    count: phages.length,
    genera: genus.values,
    strains: strain.values,
    clusters: cluster.values,
    subclusters: subcluster.values,
    countries: country.values,
    name: column('name'),
    old: column('old'),
    accession: column('accession'),
    reference: column('reference'),
    cluster: cluster.places,
    subcluster: subcluster.places,
    temperate: column('temperate'),
    genus: genus.places,
    strain: strain.places,
    country: country.places,
    year: column('year'),
    annotated: column('annotated'),
    sequenced: column('sequenced'),
    length: column('length'),
    gc: column('gc'),
  };
}

/**
 * From rows of PhamID, genes and phages. PhamIDs are sorted and delta-coded: the first is a value, the others are
 * differences.
 */
function familyIndex(rows: readonly number[]): object {
  const every = (column: number) => rows.filter((_, at) => at % 3 === column);
  const ids = every(0);
  return {
    id: ids.map((id, at) => id - (ids[at - 1] ?? 0)),
    genes: every(1),
    phages: every(2),
  };
}

/** Those of families that the site has, in order of PhamID. */
function labelText(rows: readonly number[], labels: IndexedSite['labels']): string {
  const known = rows.flatMap((id, at) => {
    const label = at % 3 === 0 ? labels.get(id) : undefined;
    return label === undefined ? [] : [{ id, label }];
  });
  const index = { id: known.map(({ id }) => id), label: known.map(({ label }) => label) };
  return `${JSON.stringify(index)}\n`;
}

// Derives what the indexes need of genes from the notes of their pages: of each page, only the first GeneID is read.

/** The list whose pages need not be read if there are notes. */
export const notedList: ListName = 'genes';

/** Has the same result as the tasks that read the pages. Throws if a page cannot be read. */
export function notedGenes(notes: PageNotes, read: Pages['read']): IndexPart {
  const genes = new Map<string, number>();
  const firstIds: string[] = [];
  forEachRow(notes, (row) => {
    const [page = 0, from = 0, to = 0] = row;
    const phage = textAt(notes, row[phageName]);
    genes.set(phage, (genes.get(phage) ?? 0) + (row[tally] ?? 0));
    // Rows are in page order, and pages count from 1.
    if (page > firstIds.length) firstIds.push(firstId(read, page, from, to));
  });
  return {
    list: notedList,
    firstIds,
    notes: countNotes(notes),
    phageCounts: [...genes],
    phages: [],
    families: [],
  };
}

function countNotes(notes: PageNotes): IndexPart['notes'] {
  const phams = phamCount(notes) + 1;
  const pairs = new Map<number, number>();
  const all = notes.geneStarts.length;
  for (let gene = 0; gene < all; gene++) {
    const pair = productAt(notes, gene) * phams + phamAt(notes, gene);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const counts = createNoteCounts();
  for (const [pair, count] of pairs) {
    const text = textAt(notes, Math.floor(pair / phams));
    counts.add(text, phamIdAt(notes, pair % phams) ?? -1, count);
  }
  return counts.rows();
}

// GeneID is the first field. A name that can be a file name has at most 200 bytes, each written with at most six
// characters.
const mostStart = 2048;

function firstId(read: Pages['read'], page: number, from: number, to: number): string {
  const bytes = Buffer.alloc(Math.min(mostStart, to - from));
  read('genes', page, bytes, from);
  const [, id = '""'] = /^\{"[^"]*":("(?:[^"\\]|\\.)*")/.exec(bytes.toString()) ?? [];
  return String(JSON.parse(id));
}
