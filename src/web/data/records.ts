/** Genes, phages and features as the pages use them, read from the site's records whatever its names of fields are. */
import { addresses, fetchJson } from './fetching.ts';
import { resultsOf, type Site } from './site.ts';
import { fieldsOf, numberOf, textOf } from './values.ts';

export interface Gene {
  readonly id: string;
  readonly phage: string;
  readonly cluster: string;
  readonly subcluster: string;
  readonly hostGenus: string;
  /** Null where the gene has none. */
  readonly pham: number | null;
  /** `#rrggbb`; white where the record has nothing that is a colour. */
  readonly color: string;
  /** In bases from the genome's beginning; the first base is 0, and `stop` is behind the last. */
  readonly start: number;
  readonly stop: number;
  /** How many bases are read: another number than from start to stop where these are in two parts. Null if unknown. */
  readonly length: number | null;
  readonly name: string;
  readonly translation: string;
  readonly isReverse: boolean;
  readonly notes: string;
  readonly locusTag: string;
}

export interface Feature {
  readonly phage: string;
  readonly type: string;
  readonly start: number;
  readonly stop: number;
  readonly isReverse: boolean;
  readonly name: string;
  readonly notes: string;
}

const isColor = /^#[0-9a-f]{6}$/i;

/** White for what is no colour. */
export function colorOf(value: unknown): string {
  const color = textOf(value);
  return isColor.test(color) ? color.toLowerCase() : '#ffffff';
}

export function geneOf({ field }: Pick<Site, 'field'>, record: unknown): Gene {
  const phage = field(record, 'PhageID');
  const pham = field(record, 'PhamID');
  return {
    id: textOf(field(record, 'GeneID')),
    phage: textOf(field(phage, 'PhageID')),
    cluster: textOf(field(phage, 'Cluster')),
    subcluster: textOf(field(phage, 'Subcluster')),
    hostGenus: textOf(field(phage, 'HostGenus')),
    pham: numberOf(field(pham, 'PhamID')),
    color: colorOf(field(pham, 'Color')),
    start: numberOf(field(record, 'Start')) ?? 0,
    stop: numberOf(field(record, 'Stop')) ?? 0,
    length: numberOf(field(record, 'Length')),
    name: textOf(field(record, 'Name')),
    translation: textOf(field(record, 'Translation')),
    isReverse: field(record, 'Orientation') === 'R',
    notes: textOf(field(record, 'Notes')),
    locusTag: textOf(field(record, 'LocusTag')),
  };
}

export function featureOf({ field }: Pick<Site, 'field'>, record: unknown): Feature {
  return {
    phage: textOf(field(record, 'PhageID')),
    type: textOf(field(record, 'Type')),
    start: numberOf(field(record, 'Start')) ?? 0,
    stop: numberOf(field(record, 'Stop')) ?? 0,
    isReverse: field(record, 'Orientation') === 'R',
    name: textOf(field(record, 'Name')),
    notes: textOf(field(record, 'Notes')),
  };
}

/** In order of position; the site's own order is that of the texts of GeneIDs. */
export function byPosition<Placed extends { readonly start: number; readonly stop: number }>(
  placed: readonly Placed[],
): readonly Placed[] {
  return [...placed].sort((a, b) => a.start - b.start || a.stop - b.stop);
}

/** What a page about a phage shows first; all other fields are read where they are shown. */
export interface Phage {
  readonly name: string;
  readonly cluster: string;
  readonly subcluster: string;
  readonly genomeLength: number | null;
  readonly record: unknown;
}

export function phageOf({ field }: Pick<Site, 'field'>, record: unknown): Phage {
  return {
    name: textOf(field(record, 'phage_name')),
    cluster: textOf(field(field(record, 'pcluster'), 'cluster')),
    subcluster: textOf(field(field(record, 'psubcluster'), 'subcluster')),
    genomeLength: numberOf(field(record, 'genome_length')),
    record: fieldsOf(record),
  };
}

/** The genes of a phage in order of position. Rejects with Unavailable. */
export async function genesOfPhage(site: Site, phage: string): Promise<readonly Gene[]> {
  const records = resultsOf(await fetchJson(addresses.genesOf(phage)));
  return byPosition(records.map((record) => geneOf(site, record)));
}
