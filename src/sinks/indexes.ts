/** Renders the index files of the pages for people, from the notes of pages and what tasks read from the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mapTasks } from '../base/threads.ts';
import type { PerList } from '../contract/collectionName.ts';
import { strainName } from '../contract/recordName.ts';
import { type FieldNames, publicName } from '../contract/siteOptions.ts';
import { assetFolder, pageFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/fixedFiles.ts';
import { forEachRow, type PageNotes, phageName, tally, textAt } from '../records/notes.ts';
import { degreesOf } from '../text/phageFields.ts';
import { compareText } from '../text/order.ts';
import { noteIndexes, countNotes } from './noteCounts.ts';
import type { SharedTexts } from './recordLines.ts';
import { openPages, type Pages } from './pageBuilder.ts';
import { chooseGenes, type ProteinTask, proteinTasks, renderProteinIndex } from './proteinIndex.ts';
import { phamsByPhage } from './similarity.ts';

// What the indexes need of the lists but genes, which are too many to be parsed.
const indexedLists = ['features', 'phages', 'phams'] as const;

interface IndexTask {
  /** The folder with the site's pages. */
  readonly dir: string;
  readonly list: (typeof indexedLists)[number];
  /** The pages [from, to). */
  readonly from: number;
  readonly to: number;
  readonly fieldNames: FieldNames;
}

export interface IndexPart extends Pick<IndexTask, 'list'> {
  /** For features: the number of records of each phage. */
  readonly phageCounts: readonly (readonly [phage: string, records: number])[];
  /** For phages, in order. */
  readonly phages: readonly PhageEntry[];
  /** For families, in order: PhamID, number of genes and number of phages, alternating. */
  readonly families: readonly number[];
}

type FieldOf = (record: unknown, name: string) => unknown;

/** A worker's task: reads some pages of a list. Throws if one cannot be read. */
export function indexPart({ dir, list, from, to, fieldNames }: IndexTask): IndexPart {
  const counts = new Map<string, number>();
  const phages: PhageEntry[] = [];
  const families: number[] = [];
  const field: FieldOf = (record, name) =>
    (record as Readonly<Record<string, unknown>> | null | undefined)?.[
      publicName(fieldNames, name)
    ];
  const take = {
    features(record: unknown) {
      const phage = field(record, 'PhageID');
      if (typeof phage === 'string') counts.set(phage, (counts.get(phage) ?? 0) + 1);
    },
    phages(record: unknown) {
      const entry = Object.entries(phageFields).map(([name, of]) => [name, of(record, field)]);
      phages.push(Object.fromEntries(entry) as PhageEntry);
    },
    phams(record: unknown) {
      const names = ['PhamID', 'gene_count', 'phage_count'];
      families.push(...names.map((name) => Number(field(record, name))));
    },
  }[list];
  for (let page = from; page < to; page++) {
    const text = readFileSync(path.join(dir, pageFile(list, page))).toString();
    const { results } = JSON.parse(text) as { readonly results: readonly unknown[] };
    for (const record of results) take(record);
  }
  return { list, phageCounts: [...counts], phages, families };
}

const text = (name: string) => (record: unknown, field: FieldOf) => textOf(field(record, name));
const amount = (name: string) => (record: unknown, field: FieldOf) => {
  const value = field(record, name);
  return typeof value === 'number' ? value : null;
};
/** To a hundredth, a kilometre or less; null for a text that does not say it. */
const degrees = (name: string, limit: number) => (record: unknown, field: FieldOf) => {
  const value = degreesOf(textOf(field(record, name)), limit);
  return value === null ? null : Math.round(value * 100) / 100;
};
/** 1 for true, 0 for false, -1 if unknown. */
const flag = (name: string) => (record: unknown, field: FieldOf) => flagOf(field(record, name));

/** The fields of a phage that the index has; '' for no text. */
const phageFields = {
  name: text('phage_name'),
  old: text('old_names'),
  accession: text('archive_accession'),
  reference: text('reference_accession'),
  cluster: (record, field) => textOf(field(field(record, 'pcluster'), 'cluster')),
  subcluster: (record, field) => textOf(field(field(record, 'psubcluster'), 'subcluster')),
  genus: (record, field) => textOf(field(field(record, 'host_genus'), 'genus_name')),
  /** Of the isolation host, with its genus and species. */
  strain(record, field) {
    const host = field(record, 'isolation_host');
    const names = ['genus', 'species', 'strain_name'].map((name) => [name, field(host, name)]);
    return strainName(Object.fromEntries(names)) ?? '';
  },
  country: text('found_country'),
  latitude: degrees('found_GPS_lat', 90),
  longitude: degrees('found_GPS_long', 180),
  temperate: (record, field) => flagOf(field(field(record, 'pcluster'), 'temperate')),
  annotated: flag('is_annotated'),
  sequenced: flag('seq_finished'),
  year: amount('found_year'),
  length: amount('genome_length'),
  gc: text('gcpercent'),
} satisfies Record<string, (record: unknown, field: FieldOf) => string | number | null>;

type PhageEntry = {
  readonly [Name in keyof typeof phageFields]: ReturnType<(typeof phageFields)[Name]>;
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function flagOf(value: unknown): number {
  return typeof value === 'boolean' ? Number(value) : -1;
}

export interface IndexedSite {
  readonly lastPages: PerList<number>;
  readonly fieldNames: FieldNames;
  /** Whether it has the view of gene families. */
  readonly hasFamilies: boolean;
  /** Whether it has the files of a phage's genome; null if it has those of none. */
  readonly hasGenome: ((phage: string) => boolean) | null;
  /** Labels of gene families, by PhamID: none without that view. */
  readonly labels: ReadonlyMap<number, string>;
}

export const labelIndex = `${assetFolder}labels.json`;

const pagesPerTask = 64;

/** The worker threads that read pages. */
interface IndexWorkers {
  readonly jobs: number;
  readonly run: ((name: 'indexPart', task: IndexTask) => Promise<IndexPart>) &
    ((name: 'proteinPart', task: ProteinTask) => Promise<SharedTexts>);
}

/** `dir` contains the pages; `notes` are of those of genes; the index of proteins may be kept. Throws if a page cannot be read. */
export async function* renderIndexes(
  dir: string,
  site: IndexedSite,
  notes: PageNotes,
  workers: IndexWorkers,
  keepsProteins = false,
): AsyncGenerator<SiteFile> {
  const { jobs } = workers;
  // What lists come to is given back before the proteins, which take as much memory.
  yield* renderIndexParts(
    dir,
    site,
    notes,
    await mapTasks(indexTasks(dir, site), jobs, (task) => workers.run('indexPart', task)),
  );
  if (keepsProteins) return;
  const chosen = chooseGenes(notes);
  const tasks = proteinTasks(chosen, notes, { dir, ...site });
  const proteins = await mapTasks(tasks, jobs, (task) => workers.run('proteinPart', task));
  yield* renderProteinIndex(proteins, chosen);
}

/** Lists that the site does not have need none. */
function* indexTasks(dir: string, { lastPages, fieldNames }: IndexedSite): Generator<IndexTask> {
  for (const list of indexedLists) {
    for (let from = 1; from <= lastPages[list]; from += pagesPerTask) {
      const to = Math.min(from + pagesPerTask, lastPages[list] + 1);
      yield { dir, list, from, to, fieldNames };
    }
  }
}

/** The paths of the indexes that such a site of so many phages may have; `morefamilies` only if some note has so many. */
export function indexFiles(
  { hasFamilies, labels }: Pick<IndexedSite, 'hasFamilies' | 'labels'>,
  phageCount: number,
): string[] {
  const names = [
    'phages',
    'genes',
    ...(hasFamilies ? ['families', 'notes', 'morefamilies'] : []),
    ...(labels.size > 0 ? ['labels'] : []),
  ];
  const parts = hasFamilies ? Math.ceil(phageCount / phagesPerPart) : 0;
  for (let part = 1; part <= parts; part++) names.push(`content-${part}`);
  return names.map((name) => `${assetFolder}${name}.json`);
}

function* renderIndexParts(
  dir: string,
  { lastPages, hasFamilies, hasGenome, labels }: IndexedSite,
  notes: PageNotes,
  parts: readonly IndexPart[],
): Generator<SiteFile> {
  const of = (list: IndexPart['list']) => parts.filter((part) => part.list === list);
  const features = new Map<string, number>();
  for (const [phage, records] of of('features').flatMap(({ phageCounts }) => phageCounts)) {
    features.set(phage, (features.get(phage) ?? 0) + records);
  }
  const phages = of('phages').flatMap((part) => part.phages);
  const { genes, firstIds } = notedGenes(notes, dir);
  const index = {
    ...phageIndex(phages),
    genes: phages.map(({ name }) => genes.get(name) ?? 0),
    ...(lastPages.features > 0
      ? { features: phages.map(({ name }) => features.get(name) ?? 0) }
      : {}),
    ...(hasGenome === null ? {} : { genome: phages.map(({ name }) => Number(hasGenome(name))) }),
  };
  yield jsonFile('phages.json', index);
  yield jsonFile('genes.json', { pages: firstIds });
  if (!hasFamilies) return;
  const families = of('phams').flatMap((part) => part.families);
  yield jsonFile('families.json', familyIndex(families));
  if (labels.size > 0) yield textFile(labelIndex, labelText(families, labels));
  const texts = noteIndexes(countNotes(notes));
  yield jsonFile('notes.json', texts.index);
  if (texts.rest !== null) yield jsonFile('morefamilies.json', texts.rest);
  yield* contentFiles(phages, notes);
}

// Those of a cluster stand together, so that a page about it reads a file or two. The pages know of it: `web/data/content.ts`.
const phagesPerPart = 256;

/** `web/content-<n>.json`: the families of the phages, in order of cluster, subcluster and name; delta-coded. */
function* contentFiles(phages: readonly PhageEntry[], notes: PageNotes): Generator<SiteFile> {
  const phams = phamsByPhage(notes);
  const sorted = phages.toSorted(
    (a, b) =>
      compareText(a.cluster, b.cluster) ||
      compareText(a.subcluster, b.subcluster) ||
      compareText(a.name, b.name),
  );
  for (let part = 0; part * phagesPerPart < sorted.length; part++) {
    const some = sorted.slice(part * phagesPerPart, (part + 1) * phagesPerPart);
    const families = some.map(({ name }) =>
      phams(name).map((id, at, all) => id - (all[at - 1] ?? 0)),
    );
    yield jsonFile(`content-${part + 1}.json`, { families });
  }
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
    ...placesOf(phages),
    year: column('year'),
    annotated: column('annotated'),
    sequenced: column('sequenced'),
    length: column('length'),
    gc: column('gc'),
  };
}

/** Where phages were found; no columns where none says it. */
function placesOf(phages: readonly PhageEntry[]): object {
  const known = phages.map(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [null, null] : [latitude, longitude],
  );
  if (known.every(([latitude]) => latitude === null)) return {};
  return {
    latitude: known.map(([latitude]) => latitude),
    longitude: known.map(([, longitude]) => longitude),
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

/** How many genes each phage has, and the first GeneID on each page: all that is read of the pages themselves. */
function notedGenes(notes: PageNotes, dir: string) {
  const genes = new Map<string, number>();
  const firstIds: string[] = [];
  const pages = openPages(dir);
  try {
    forEachRow(notes, (row) => {
      const [page = 0, from = 0, to = 0] = row;
      const phage = textAt(notes, row[phageName]);
      genes.set(phage, (genes.get(phage) ?? 0) + (row[tally] ?? 0));
      // Rows are in page order, and pages count from 1.
      if (page > firstIds.length) firstIds.push(firstId(pages.read, page, from, to));
    });
  } finally {
    pages.close();
  }
  return { genes, firstIds };
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
