/** Genes, phages and features as the pages use them, read from the site's records whatever its names of fields are. */
import { hcl } from 'd3-color';
import { addresses, fetchJson } from './fetching.ts';
import { resultsOf, type Site } from './site.ts';
import { fieldsOf, numberOf, textOf } from '../../text/values.ts';

const isColor = /^#[0-9a-f]{6}$/i;

// In CIE LCh, where the loudest colours of screens have 134.
const mostChroma = 48;

/**
 * How a family's colour is drawn, `#rrggbb`: in the hue and lightness that its record says, but no louder than a figure bears
 * that has a hundred of them side by side. White for what is no colour.
 */
export function colorOf(value: unknown): string {
  const color = textOf(value);
  if (!isColor.test(color)) return '#ffffff';
  const { h, c, l } = hcl(color);
  return hcl(h, Math.min(c, mostChroma), l).formatHex();
}

/** Where a gene or feature lies, in bases from the genome's beginning: the first base is 0, and `stop` is behind the last. */
function placeOf({ field }: Pick<Site, 'field'>, record: unknown) {
  return {
    start: numberOf(field(record, 'Start')) ?? 0,
    stop: numberOf(field(record, 'Stop')) ?? 0,
    isReverse: field(record, 'Orientation') === 'R',
  };
}

export type Gene = Readonly<ReturnType<typeof geneOf>>;

export function geneOf(site: Pick<Site, 'field'>, record: unknown) {
  const { field } = site;
  const phage = field(record, 'PhageID');
  const pham = field(record, 'PhamID');
  return {
    ...placeOf(site, record),
    id: textOf(field(record, 'GeneID')),
    phage: textOf(field(phage, 'PhageID')),
    cluster: textOf(field(phage, 'Cluster')),
    subcluster: textOf(field(phage, 'Subcluster')),
    hostGenus: textOf(field(phage, 'HostGenus')),
    /** Null where the gene has none. */
    pham: numberOf(field(pham, 'PhamID')),
    color: colorOf(field(pham, 'Color')),
    /** How many bases are read: another number than from start to stop where these are in two parts. Null if unknown. */
    length: numberOf(field(record, 'Length')),
    name: textOf(field(record, 'Name')),
    translation: textOf(field(record, 'Translation')),
    notes: textOf(field(record, 'Notes')),
    locusTag: textOf(field(record, 'LocusTag')),
  };
}

export type Feature = Readonly<ReturnType<typeof featureOf>>;

export function featureOf(site: Pick<Site, 'field'>, record: unknown) {
  const text = (name: string) => textOf(site.field(record, name));
  return {
    ...placeOf(site, record),
    phage: text('PhageID'),
    type: text('Type'),
    name: text('Name'),
    notes: text('Notes'),
  };
}

/** In order of position; the site's own order is that of the texts of GeneIDs. */
export function byPosition<Placed extends { readonly start: number; readonly stop: number }>(
  placed: readonly Placed[],
): readonly Placed[] {
  return [...placed].sort((a, b) => a.start - b.start || a.stop - b.stop);
}

export type Phage = Readonly<ReturnType<typeof phageOf>>;

/** What a page about a phage shows first; all other fields are read where they are shown. */
export function phageOf({ field }: Pick<Site, 'field'>, record: unknown) {
  return {
    name: textOf(field(record, 'phage_name')),
    cluster: textOf(field(field(record, 'pcluster'), 'cluster')),
    subcluster: textOf(field(field(record, 'psubcluster'), 'subcluster')),
    genomeLength: numberOf(field(record, 'genome_length')),
    record: fieldsOf(record),
  };
}

/** The genes of a phage in order of position. */
export async function genesOfPhage(site: Site, phage: string): Promise<readonly Gene[]> {
  const records = resultsOf(await fetchJson(addresses.genesOf(phage)));
  return byPosition(records.map((record) => geneOf(site, record)));
}
