/** What a site calls the fields of its records: SPEC.md's neutral names, unless its publisher says otherwise (F1). */

/** By SPEC.md's name that which is published; a field without an entry is published under SPEC.md's. */
export type FieldNames = Readonly<Record<string, string>>;

/** SPEC.md's names for all fields. */
export const neutralNames: FieldNames = {};

export function publicName(names: FieldNames, field: string): string {
  return (Object.hasOwn(names, field) && names[field]) || field;
}

/** The entries that change anything, in the order of their names, however they were given. */
export function changedNames(names: FieldNames): FieldNames {
  const changed = Object.keys(names)
    .sort()
    .filter((field) => names[field] !== field);
  return Object.fromEntries(changed.map((field) => [field, publicName(names, field)]));
}

const braces = /\{(\w+)\}/g;

/** A sentence that has fields in braces, with what the site calls them. */
export function withFields(text: string, names: FieldNames): string {
  return text.replace(braces, (_, field: string) => publicName(names, field));
}

/** The same for the path of an address, where the braces stay. */
export function withVariables(path: string, names: FieldNames): string {
  return path.replace(braces, (_, field: string) => `{${publicName(names, field)}}`);
}

/**
 * An object all of whose fields have names of SPEC.md, with what the site calls them. What stands in an array is the
 * publisher's own.
 */
export function withPublicNames(value: unknown, names: FieldNames): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, member]: [string, unknown]) => [
      publicName(names, field),
      withPublicNames(member, names),
    ]),
  );
}

/** The pointer of a value in a record, by the names of the site. */
export function publicPointer(pointer: string, names: FieldNames): string {
  // Behind an index nothing is a field.
  const [, own = '', rest = ''] = /^(.*?)(\/\d+(?:\/.*)?)?$/s.exec(pointer) ?? [];
  const fields = own.split('/').map((field) => publicName(names, field));
  return fields.join('/') + rest;
}

/** A pham as its list has it. */
export const fieldsOfPhams = ['PhamID', 'Color', 'gene_count', 'phage_count'] as const;

/** A place around the genes of a pham, in the order in which it has them. */
export const fieldsOfPlaces = [
  'place',
  'gene_count',
  'pham_count',
  'phams',
  'note_count',
  'notes',
] as const;

/** The objects that only views have, by their fields: those of phams and their neighbours, clusters and subclusters. */
export const fieldsOfViews: readonly (readonly string[])[] = [
  [...fieldsOfPhams, 'places'],
  fieldsOfPlaces,
  ['Notes', 'gene_count'],
  ['cluster', 'subclusters_set'],
  ['subcluster', 'cluster'],
];
