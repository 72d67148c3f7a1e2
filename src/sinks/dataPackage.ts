/** Builds `bulk/datapackage.json`, which describes the bulk files as a Frictionless Data Package, version 1. */
import {
  bulkFiles,
  bulkIndexFile,
  type BulkName,
  type BulkPath,
  dataPackageFile,
  similarityBulk,
} from '../contract/bulkFiles.ts';
import {
  type CollectionName,
  isObject,
  type JsonObject,
  type NamedSchema,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import {
  contactOf,
  orcidAddress,
  publicName,
  type SiteAbout,
  type SiteOptions,
} from '../contract/siteOptions.ts';
import type { PublishedFile } from '../publishing/fileList.ts';
import { collections } from '../records/collections.ts';
import { bulkIndex } from './bulkIndex.ts';
import { type Column, columnsOf } from './maker.ts';
import { createSchemaReader, memberOf } from './recordLines.ts';
import { similarityColumns } from './similarity.ts';

export interface PackagedFile extends PublishedFile {
  readonly format: Exclude<BulkName, 'phages'>;
  readonly title: string;
  /** Of the decompressed content. */
  readonly mediaType: string;
  readonly compression: 'gzip' | null;
  /** The collection whose records it contains, or is made of. */
  readonly collection: CollectionName;
  readonly records: number;
}

export interface DataPackageContent extends Pick<
  SiteOptions,
  'about' | 'baseUrl' | 'releaseDate' | 'fieldNames'
> {
  /** The files of the package, all in its folder. */
  readonly files: readonly PackagedFile[];
  /** The record schemas under the names of the site, from which the fields of the tables are derived. */
  readonly schemas: readonly NamedSchema[];
  /** Whether the keys of each collection are unique; `--allow` makes duplicates possible. */
  readonly hasUniqueKeys: boolean;
  /** Whether cells that a spreadsheet would evaluate as formulas are escaped (`--spreadsheet-safe`). */
  readonly isGuarded: boolean;
}

const description =
  'All records of this site, each form in a file of its own. The tables have a column for each field that holds ' +
  'no other fields; an empty cell is null or empty text, which the other forms tell apart.';

const guarded =
  ' What begins like the formula of a spreadsheet has an apostrophe before it in the tables of text, and nowhere else.';

// All stated explicitly, since some readers and some versions of the profile have other defaults.
const dialect = {
  delimiter: '\t',
  lineTerminator: '\n',
  quoteChar: '"',
  doubleQuote: true,
  skipInitialSpace: false,
  header: true,
  caseSensitiveHeader: true,
} as const;

/** Deterministic: the same files, schemas and options give the same object. */
export function dataPackage(content: DataPackageContent) {
  const { about, baseUrl, releaseDate, files, isGuarded } = content;
  const licenses = licensesOf(about);
  return {
    profile: 'data-package',
    name: 'phage-records',
    title: about.title ?? 'Bacteriophage gene and phage records',
    description: [
      about.description,
      isGuarded ? description + guarded : description,
      // The profile has no place for these.
      about.citation && `To cite: ${about.citation}`,
      licenses.length === 0 && about.licence && `Licence: ${about.licence}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    homepage: `${baseUrl}/`,
    ...(licenses.length === 0 ? {} : { licenses }),
    ...contributorsOf(about),
    // The profile does not allow a date without a time.
    ...(releaseDate?.includes('T') === true ? { created: releaseDate } : {}),
    resources: files.map((file) => resourceOf(file, content)),
  };
}

const licenseName = /^[A-Za-z0-9._-]+$/;

/** Empty if there is neither an identifier nor an address. */
function licensesOf({ licence, licenceUrl }: SiteAbout) {
  const isName = licence !== undefined && licenseName.test(licence);
  if (!isName && licenceUrl === undefined) return [];
  // Members that are undefined are not written.
  const name = isName ? licence : undefined;
  return [{ name, path: licenceUrl, title: isName ? undefined : licence }];
}

function contributorsOf({ creators = [], contact }: SiteAbout) {
  const found = contactOf(contact);
  // Members that are undefined are not written.
  const contributors: object[] = creators.map(({ name, orcid, affiliation }) => ({
    title: name,
    path: orcid && orcidAddress(orcid),
    organization: affiliation,
    role: 'author',
  }));
  if (found !== null) {
    const { name, email, url } = found;
    contributors.push({ title: name ?? email ?? url ?? '', email, path: url, role: 'maintainer' });
  }
  return contributors.length === 0 ? {} : { contributors };
}

function resourceOf(file: PackagedFile, content: DataPackageContent) {
  const { path, title, format, mediaType, compression, bytes, sha256, records } = file;
  const isTable = format === 'tsv';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    profile: isTable ? 'tabular-data-resource' : 'data-resource',
    // Readers ask for tables by name.
    name: isTable ? name.replace(/\..*$/, '') : name.replace(/\.gz$/, '').replaceAll('.', '-'),
    path: name,
    title,
    format,
    mediatype: mediaType,
    // A binary format has no text encoding.
    ...(format === 'parquet' ? {} : { encoding: 'utf-8' }),
    // Not part of the profile, but supported by readers; size and hash are those of the compressed file.
    ...(compression === null ? {} : { compression: 'gz' }),
    bytes,
    hash: `sha256:${sha256}`,
    records,
    ...(isTable ? { dialect, schema: schemaOf(file, content) } : {}),
  };
}

function schemaOf({ path, collection }: PackagedFile, content: DataPackageContent) {
  if (path !== similarityBulk) return tableSchema(collection, content);
  const fields = similarityColumns(content.fieldNames).map((column) => {
    return { ...column, constraints: { required: true } };
  });
  const primaryKey = fields.slice(0, 2).map(({ name }) => name);
  return { fields, missingValues: [''], primaryKey };
}

function tableSchema(
  collection: CollectionName,
  { schemas, fieldNames, hasUniqueKeys }: DataPackageContent,
) {
  const isUnique = hasUniqueKeys && collections[collection].uniqueRule !== null;
  const keys = sortFields[collection].map((field) => publicName(fieldNames, field));
  return {
    fields: columnsOf(collection, schemas).map((column) => {
      const { name, type, description: fieldDescription } = column;
      const constraints = fieldConstraints(collection, column, schemas, { keys, isUnique });
      const isBound = Object.keys(constraints).length > 0;
      return { name, type, description: fieldDescription, ...(isBound ? { constraints } : {}) };
    }),
    missingValues: [''],
    ...(isUnique ? { primaryKey: keys[0] } : {}),
  };
}

/**
 * The constraints that always hold for a column's cells in a table where null and empty text are both empty cells, named
 * as in Table Schema; all but the first two apply to non-empty cells. `keys` are the fields that order the records;
 * `isUnique` says that no two records have the same key. Only the key is required: `--allow null-value` lets every other
 * field be null.
 */
export function fieldConstraints(
  collection: CollectionName,
  column: Column,
  schemas: readonly NamedSchema[],
  { keys, isUnique }: { readonly keys: readonly string[]; readonly isUnique: boolean },
) {
  const form = fieldForm(collection, column, schemas);
  const { minimum, maximum, pattern, enum: choices } = form;
  const portable = typeof pattern === 'string' ? portablePattern(pattern) : null;
  const isKey = keys.includes(column.name);
  const mayBeEmpty = form['type'] === 'string' && !(Number(form['minLength']) > 0);
  return {
    ...(isKey && !mayBeEmpty ? { required: true } : {}),
    ...(isKey && isUnique ? { unique: true } : {}),
    ...(typeof minimum === 'number' ? { minimum } : {}),
    ...(typeof maximum === 'number' ? { maximum } : {}),
    ...(Array.isArray(choices) ? { enum: choices.filter((one) => one !== null).map(String) } : {}),
    ...(portable === null ? {} : { pattern: portable }),
  };
}

/** The schema of the field, with references resolved; of a nullable field, the non-null alternative. */
function fieldForm(
  collection: CollectionName,
  { path }: Column,
  schemas: readonly NamedSchema[],
): JsonObject {
  const { find, follow } = createSchemaReader(schemas);
  const form = path.reduce(
    (schema: unknown, field) => follow(memberOf(memberOf(schema, 'properties'), field)),
    find(`${recordNouns[collection]}.schema.json`),
  );
  if (!isObject(form)) throw new Error(`there is no schema of ${path.join('/')}`);
  return form;
}

/**
 * Converts an anchored pattern: XML Schema takes anchors as literal characters and has no non-capturing groups. Null
 * for a pattern that cannot be converted.
 */
function portablePattern(pattern: string): string | null {
  const inner = /^\^(.*)\$$/s.exec(pattern)?.[1]?.replaceAll('(?:', '(');
  return inner === undefined || inner.includes('(?') ? null : inner;
}

/**
 * `files` are all files of the site, or at least those in `/bulk/`; `recordsIn` returns the number of records in a
 * file.
 */
export function describeBulk(
  wanted: ReadonlySet<BulkName>,
  files: readonly PublishedFile[],
  recordsIn: (file: BulkPath) => number,
  rowsOfPhages: number,
  content: Omit<DataPackageContent, 'files'>,
): { readonly path: string; readonly text: string }[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const packaged = bulkFiles.flatMap((file) => {
    const published = known.get(file.path);
    if (!wanted.has(file.name) || published === undefined) return [];
    return [{ ...file, ...published, format: file.name, records: recordsIn(file.path) }];
  });
  const described = dataPackage({ ...content, files: packaged });
  return [
    { path: bulkIndexFile, text: bulkIndex(wanted, files, recordsIn, rowsOfPhages) },
    { path: dataPackageFile, text: `${JSON.stringify(described, null, 2)}\n` },
  ];
}
