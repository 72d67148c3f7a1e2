/** Renders the index files of the pages for people, from the parts that tasks read from the site's pages. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { genomeFile } from '../contract/genomePaths.ts';
import type { FieldNames } from '../contract/fieldNames.ts';
import type { PerList } from '../contract/collectionName.ts';
import { assetFolder } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from '../describing/siteFile.ts';
import { compareText } from '../text/compareText.ts';
import { indexedLists, type IndexPart, type IndexTask, type PhageEntry } from './indexPart.ts';
import { mergeNotes, noteIndexes } from './noteCounts.ts';

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
