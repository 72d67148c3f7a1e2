/** The public names of the fields of a site's records: the neutral ones, unless the publisher chooses others (F1). */
import { isObject } from './jsonObject.ts';

/** Maps neutral names to published names; a field without an entry keeps its neutral name. */
export type FieldNames = Readonly<Record<string, string>>;

/** Neutral names for all fields: those of `schemas/`. */
export const neutralNames: FieldNames = {};

export function publicName(names: FieldNames, field: string): string {
  return (Object.hasOwn(names, field) && names[field]) || field;
}

/** The entries that change a name, in the order of their names, however they were given. */
export function changedNames(names: FieldNames): FieldNames {
  const changed = Object.keys(names)
    .sort()
    .filter((field) => names[field] !== field);
  return Object.fromEntries(changed.map((field) => [field, publicName(names, field)]));
}

const braces = /\{(\w+)\}/g;

/** Replaces the fields in braces in a sentence by the site's names. */
export function withFields(text: string, names: FieldNames): string {
  return text.replace(braces, (_, field: string) => publicName(names, field));
}

/** The same for the path of an address, keeping the braces. */
export function withVariables(path: string, names: FieldNames): string {
  return path.replace(braces, (_, field: string) => `{${publicName(names, field)}}`);
}

/**
 * Renames the fields of an object, all of which have neutral names, to those of the site. Arrays hold the publisher's
 * own values and stay as they are.
 */
export function withPublicNames(value: unknown, names: FieldNames): unknown {
  if (!isObject(value)) return value;
  // For most sites: a copy of each object takes longer than its JSON.
  if (Object.keys(names).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [
      publicName(names, field),
      withPublicNames(member, names),
    ]),
  );
}

/** A pointer into a record, with the names of the site. */
export function publicPointer(pointer: string, names: FieldNames): string {
  // There are no fields after an array index.
  const [, own = '', rest = ''] = /^(.*?)(\/\d+(?:\/.*)?)?$/s.exec(pointer) ?? [];
  const fields = own.split('/').map((field) => publicName(names, field));
  return fields.join('/') + rest;
}

/** The fields of a pham in its list. */
export const fieldsOfPhams = ['PhamID', 'Color', 'gene_count', 'phage_count'] as const;

/** The fields of a place around the genes of a pham, in published order. */
export const fieldsOfPlaces = [
  'place',
  'gene_count',
  'pham_count',
  'phams',
  'note_count',
  'notes',
] as const;

/** The objects that only views have, as lists of fields: phams and their neighbours, clusters and subclusters. */
export const fieldsOfViews: readonly (readonly string[])[] = [
  [...fieldsOfPhams, 'places'],
  fieldsOfPlaces,
  ['Notes', 'gene_count'],
  ['cluster', 'subclusters_set'],
  ['subcluster', 'cluster'],
];
