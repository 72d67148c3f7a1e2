/** Turns a service's genes and phages into our records, also from the shapes that PhagesDB used earlier. */
import { hash } from 'node:crypto';
import { isObject, type JsonObject } from '../contract/collectionName.ts';
import { phagesdbNames } from '../contract/siteOptions.ts';
import type { PhageRecord } from '../generated/records.ts';
import { blankPhage, familyColor, familyId, type ImportedPhage } from './blankPhage.ts';
import { bytesShown } from './bytesLiteral.ts';
import { hasStopInside } from './putPhage.ts';

/** What was noticed along the way; a field is named with its parents: `isolation_host.ATCC_ID`. */
export interface FieldNotes {
  readonly missing: (field: string) => void;
  readonly unknown: (field: string) => void;
}

/**
 * The fields of `blank`, in its order, with the values of `record`, or of `blank` where it has none. Nested objects are
 * treated alike.
 */
function fieldsOf(
  record: JsonObject,
  blank: JsonObject,
  notes: FieldNotes,
  around = '',
): Record<string, unknown> {
  const left = new Set(Object.keys(record));
  const otherNames: Readonly<Record<string, string>> = phagesdbNames;
  const fields = Object.entries(blank).map(([name, unset]): [string, unknown] => {
    const given = [name, otherNames[name]].find((one) => one !== undefined && left.delete(one));
    if (given === undefined) {
      notes.missing(around + name);
      return [name, unset];
    }
    const value = record[given];
    return isObject(value) && isObject(unset)
      ? [name, fieldsOf(value, unset, notes, `${around}${name}.`)]
      : [name, value];
  });
  for (const name of left) notes.unknown(around + name);
  return Object.fromEntries(fields);
}

interface ServedGene {
  readonly id: string;
  readonly phage: string;
  readonly json: string;
  readonly hasStopInside: boolean;
}

interface GeneNotes extends FieldNotes {
  /** Counts a value that was changed, by kind. */
  readonly changed: (kind: string) => void;
}

const blankGene = {
  GeneID: '',
  PhageID: { PhageID: '', Accession: '', Name: '', HostGenus: '', Cluster: '', Subcluster: null },
  PhamID: { PhamID: 0, Color: '' },
  Start: null,
  Stop: null,
  Length: null,
  Name: '',
  Translation: '',
  Orientation: '',
  Notes: '',
  LocusTag: null,
};

/** Returns the reason if it cannot become a gene record; completes "genes …". */
export function geneOf(record: JsonObject, notes: GeneNotes): ServedGene | string {
  const raw = inNewShape(record, notes);
  const gene = fieldsOf(raw, blankGene, notes);
  const { GeneID: id, PhageID: summary, Translation: protein } = gene;
  const phage = isObject(summary) ? summary['PhageID'] : undefined;
  if (typeof id !== 'string' || id === '') return 'without a GeneID';
  if (typeof phage !== 'string' || !isObject(summary)) return 'without a PhageID';
  if (typeof protein !== 'string' || protein === '') return 'without a translation';
  if (gene['Orientation'] !== 'F' && gene['Orientation'] !== 'R') return 'without an orientation';
  if (typeof gene['Start'] !== 'number' || typeof gene['Stop'] !== 'number')
    return 'without Start and Stop';
  gene['Length'] ??= gene['Stop'] - gene['Start'];
  if (summary['Name'] === '') gene['PhageID'] = { ...summary, Name: phage };
  gene['PhamID'] = familyOf(gene['PhamID'], protein, notes);
  return { id, phage, json: JSON.stringify(gene), hasStopInside: hasStopInside(protein) };
}

/**
 * Earlier shapes: `translation`, `phams`, `HostStrain`, a subcluster in place of the cluster, and Python bytes as text.
 */
function inNewShape(record: JsonObject, { changed }: GeneNotes): JsonObject {
  const { translation, phams, ...gene } = record as Record<string, unknown>;
  if (translation !== undefined && gene['Translation'] === undefined) {
    changed('genes with translation, now Translation');
    gene['Translation'] = translation;
  }
  if (phams !== undefined && gene['PhamID'] === undefined) {
    changed('genes with phams, now PhamID');
    const [first, ...others] = Array.isArray(phams) ? (phams as unknown[]) : [];
    if (others.length > 0) changed('genes of several families, now of the first');
    gene['PhamID'] = { PhamID: Number(first ?? 0), Color: '' };
  }
  const notes = gene['Notes'];
  const text = typeof notes === 'string' ? bytesShown(notes) : null;
  if (text !== null) {
    changed("genes with b'…' in Notes, now the text in it");
    gene['Notes'] = text;
  }
  if (isObject(gene['PhageID'])) gene['PhageID'] = summaryInNewShape(gene['PhageID'], changed);
  return gene;
}

function summaryInNewShape(summary: JsonObject, changed: GeneNotes['changed']): JsonObject {
  const { HostStrain: host, ...rest } = summary as Record<string, unknown>;
  if (host !== undefined && rest['HostGenus'] === undefined) {
    changed('genes with HostStrain, now HostGenus');
    rest['HostGenus'] = host;
  }
  const cluster = rest['Cluster'];
  const both = typeof cluster === 'string' ? /^([A-Za-z]+)\d+$/.exec(cluster) : null;
  if (rest['Subcluster'] === undefined && both !== null) {
    changed('genes with a subcluster as Cluster, now Cluster and Subcluster');
    return { ...rest, Cluster: both[1], Subcluster: cluster };
  }
  return rest;
}

function familyOf(family: unknown, translation: string, { changed }: GeneNotes): unknown {
  const { PhamID: id, Color: color } = isObject(family) ? family : { PhamID: 0, Color: '' };
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) {
    if (color !== '') return { PhamID: id, Color: color };
    changed('families without a colour, now with one of their number (genes)');
    return { PhamID: id, Color: familyColor(id, manyGenes) };
  }
  changed('genes without a family, now in one by their translation');
  const made = familyId({ kind: 'translation', translation });
  return { PhamID: made, Color: familyColor(made, manyGenes) };
}

/** The size of the whole family is not known here: its colour is never white. */
const manyGenes = 2;

/** Fields of objects that are null if nothing is known. */
const shapes: { readonly [Field in 'program' | 'pcluster' | 'psubcluster']: PhageRecord[Field] } = {
  program: { short_name: '', program_name: '', program_URL: '', program_blurb: '' },
  pcluster: { cluster: '', temperate: false },
  psubcluster: { subcluster: '' },
};

/** Leaves out blank fields, which may be known from elsewhere. */
export function phageFields(
  record: JsonObject,
  name: string,
  notes: FieldNotes,
): Partial<ImportedPhage> {
  const blank = blankPhage(name);
  const shape = { ...blank };
  for (const [field, fields] of Object.entries(shapes)) {
    if (typeof record[field] === 'object' && record[field] !== null)
      Object.assign(shape, { [field]: fields });
  }
  const entries = Object.entries(fieldsOf(record, shape, notes)).filter(
    ([field, value]) =>
      field !== 'phage_name' &&
      JSON.stringify(value) !== JSON.stringify(blank[field as keyof ImportedPhage]),
  );
  return Object.fromEntries(entries);
}

/** Returns factors from 0.5 to 1, derived from the seed. */
export function createSpread(seed: string): () => number {
  let drawn = 0;
  return () => {
    return 0.5 + hash('sha256', `${seed} ${drawn++}`, 'buffer').readUInt32BE() / 2 ** 33;
  };
}
