/** Takes examples from the data of a site: the first bytes of its lists are enough. */
import {
  type DerivedName,
  derivedNames,
  inAlphabet,
  isObject,
  type JsonObject,
  namedCollections,
  objectIn,
  recordNouns,
  sortFields,
} from '../contract/collectionName.ts';
import {
  descriptions,
  type PublishedAddresses,
  recordSchema,
  variableIn,
} from '../contract/descriptions.ts';
import { strainName, unsafeNameReason } from '../contract/recordName.ts';
import { publicName } from '../contract/siteOptions.ts';
import { listFile } from '../contract/sitePaths.ts';
import {
  anyName,
  type Description,
  viewFile,
  type ViewName,
  type ViewTemplate,
  viewTemplates,
} from '../contract/routes.ts';
import { closeBracket, comma, endOfValue, openBracket } from '../text/json.ts';
import { schemaPointer } from './openApiSchemas.ts';

export interface SiteExamples {
  /** Example values for the variable of an address, by kind of address. */
  readonly names: Partial<Readonly<Record<Description, string | number>>>;
  /** Example bodies, by kind of address; that of a list has only one record. */
  readonly bodies: Partial<Readonly<Record<Description, unknown>>>;
}

/** Reads up to `maxBytes` from the start of a file of the site; null if it cannot be read. */
export type ReadStart = (file: string, maxBytes: number) => Buffer | null;

/** Where the example bodies of a list and of its items come from. */
interface ListedIn {
  readonly list: Description;
  readonly one: Description | null;
  readonly file: string;
  readonly nameOf: (item: JsonObject) => unknown;
  readonly item: string;
}

// Longer examples are of no use to readers.
const maxExampleBytes = 1 << 16;

/** Finds the examples of a site whose files `read` can read; `schemas` are the schemas of the bodies, by name. */
export function siteExamples(
  published: PublishedAddresses,
  schemas: Readonly<Record<string, JsonObject>>,
  read: ReadStart,
): SiteExamples {
  const names: Partial<Record<Description, string | number>> = {};
  const bodies: Partial<Record<Description, unknown>> = {};
  const phageId = publicName(published.fieldNames, 'PhageID');
  for (const { list, one, file, nameOf, item: itemSchema } of listsOf(published)) {
    const bytes = read(file, maxExampleBytes);
    const start = bytes === null ? null : listStart(bytes);
    if (bytes === null || start === null) continue;
    const schema = schemas[itemSchema] ?? {};
    const { first, named } = firstItems(bytes, start.items, nameOf, (item) =>
      fitsSchema(item, schema, schemas),
    );
    const name = named === null ? null : nameOf(named);
    if (one !== null) {
      if (isName(name)) names[one] = name;
      if (named !== null && named === first && itemSchema === descriptions[one].schema)
        bodies[one] = first;
    }
    // Without a record to show, only an empty list can be shown.
    if (first !== null || start.isEmpty) bodies[list] = start.around(first === null ? [] : [first]);
    // Among the items, only genes name their phage like this.
    const phage = named?.[phageId];
    const owner = isObject(phage) ? phage[phageId] : null;
    for (const view of ['genesbyphage/*', 'similarbyphage/*'] as const)
      if (isName(owner)) names[view] = owner;
  }
  for (const template of viewTemplates) {
    const [view = '', ...rest] = template.split('/');
    const known = names[`${view}/${anyName}` as Description];
    if (known !== undefined && rest.includes(anyName)) names[template] = known;
  }
  return { names, bodies };
}

const derivedItems: Readonly<Record<DerivedName, string>> = { phams: 'PhamWithCounts' };

/** The collections, and the views whose items have addresses of their own. */
function listsOf({ collections, views, fieldNames }: PublishedAddresses): ListedIn[] {
  const field = (name: string) => (item: JsonObject) => item[publicName(fieldNames, name)];
  const nameOfStrain = (item: JsonObject) =>
    strainName(
      Object.fromEntries(
        ['genus', 'species', 'strain_name'].map((name) => [name, field(name)(item)]),
      ),
    );
  const ofCollections = inAlphabet(collections).map((list): ListedIn => {
    const named = namedCollections.find((name) => name === list);
    // Records without names are found by the view of their phage.
    const byPhage = viewTemplates.find((template) => template === `${list}byphage/${anyName}`);
    const one = named === undefined ? (byPhage ?? null) : recordNouns[named];
    return {
      list,
      one,
      file: listFile(list),
      nameOf: field(sortFields[list][0]),
      item: recordSchema(list),
    };
  });
  const derived = derivedNames.map((list): ListedIn => {
    const [one, file] = [`${list}/${anyName}` as const, listFile(list)];
    return { list, one, file, nameOf: field(sortFields[list][0]), item: derivedItems[list] };
  });
  const isList = (view: ViewName): view is ViewName & ViewTemplate =>
    viewTemplates.some((template) => template === view);
  return [
    ...ofCollections,
    ...derived.filter(({ list }) => views.some((view) => view === list)),
    ...views.filter(isList).flatMap((list): ListedIn[] => {
      const one = viewTemplates.find((template) => template === `${list}/${anyName}`);
      if (one === undefined) return [];
      const { path, schema } = descriptions[one];
      const nameOf = list === 'host_strains' ? nameOfStrain : field(variableIn(path) ?? '');
      return [{ list, one, file: viewFile([list]), nameOf, item: schema }];
    }),
  ];
}

interface ListStart {
  readonly items: number;
  readonly isEmpty: boolean;
  /** The body with these records instead of its own. */
  readonly around: (records: readonly unknown[]) => unknown;
}

const results = '"results":[';

/** Reads the start of a list in canonical form (L1): an array, or an envelope around one. */
function listStart(bytes: Buffer): ListStart | null {
  if (bytes[0] === openBracket) {
    return { items: 1, isEmpty: bytes[1] === closeBracket, around: (records) => records };
  }
  const at = bytes.indexOf(results);
  const envelope = at < 0 ? null : objectIn(`${bytes.toString('utf8', 0, at)}${results}]}`);
  if (envelope === null) return null;
  const items = at + results.length;
  const isEmpty = bytes[items] === closeBracket;
  return { items, isEmpty, around: (records) => ({ ...envelope, results: records }) };
}

/**
 * `first`: the first record that can be shown and has an address, else the first that can be shown. `named`: the same
 * record if it has an address, else the first that has one.
 */
function firstItems(
  bytes: Buffer,
  start: number,
  nameOf: ListedIn['nameOf'],
  canBeShown: (item: JsonObject) => boolean,
): { first: JsonObject | null; named: JsonObject | null } {
  let first: JsonObject | null = null;
  let named: JsonObject | null = null;
  for (const item of itemsFrom(bytes, start)) {
    const hasAddress = isName(nameOf(item));
    const isShown = canBeShown(item);
    if (hasAddress && isShown) return { first: item, named: item };
    if (isShown) first ??= item;
    if (hasAddress) named ??= item;
  }
  return { first, named };
}

function* itemsFrom(bytes: Buffer, start: number): Generator<JsonObject> {
  for (let at = start; at < bytes.length && bytes[at] !== closeBracket;) {
    const end = endOfValue(bytes, at);
    const item = objectIn(bytes.toString('utf8', at, end));
    // Cut off at the end of what was read.
    if (item === null) return;
    yield item;
    if (bytes[end] !== comma) return;
    at = end + 1;
  }
}

/** Whether it can be part of an address (A3). */
function isName(value: unknown): value is string | number {
  return (
    typeof value === 'number' || (typeof value === 'string' && unsafeNameReason(value) === null)
  );
}

/**
 * Whether a valid record is null only where its schema allows it: some are published with other nulls on purpose (S3).
 * `schemas` are the targets of references, by name. Everything but nulls is taken as valid.
 */
function fitsSchema(
  value: unknown,
  schema: JsonObject,
  schemas: Readonly<Record<string, JsonObject>>,
): boolean {
  const fits = (part: unknown, of: unknown): boolean => {
    if (!isObject(of)) return true;
    const { $ref: reference, anyOf, type, properties, items } = of;
    if (typeof reference === 'string')
      return fits(part, schemas[reference.slice(schemaPointer.length)]);
    if (isArray(anyOf)) return anyOf.some((choice) => fits(part, choice));
    if (part === null) return type === 'null' || (isArray(type) && type.includes('null'));
    if (type === 'null') return false;
    if (isArray(part)) return part.every((item) => fits(item, items));
    if (!isObject(part) || !isObject(properties)) return true;
    return Object.entries(properties).every(([name, own]) => {
      const member = part[name];
      return member === undefined || fits(member, own);
    });
  };
  return fits(value, schema);
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
