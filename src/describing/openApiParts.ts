/** What the paths of `openapi.json` share: addresses, parameters, headers and common responses. */
import {
  type JsonObject,
  keyTitles,
  listNames,
  namedCollections,
  sortFields,
} from '../contract/collectionName.ts';
import {
  addressesWith,
  descriptions,
  optionsBody,
  type PublishedAddresses,
  sizesSentence,
  variableIn,
} from '../contract/descriptions.ts';
import {
  allowedMethods,
  apiHeaders,
  bulkHeaders,
  bulkPreflightHeaders,
  contentHeaders,
  errorHeaders,
  type HeaderFields,
  jsonType,
  optionsHeaders,
} from '../contract/headers.ts';
import { offeredSizes, type PageSize, type ViewPages } from '../contract/pageSizes.ts';
import { invalidPageBody, methodNotAllowedBody, notFoundBody } from '../contract/route.ts';
import {
  type FieldNames,
  publicName,
  type SiteOptions,
  withFields,
  withVariables,
} from '../contract/siteOptions.ts';
import { pagesFolder } from '../contract/sitePaths.ts';
import { type Description, matchRoute } from '../contract/routes.ts';
import { compareText } from '../text/order.ts';
import { schemaRef } from './openApiSchemas.ts';
import type { SiteExamples } from './siteExamples.ts';

export interface Address {
  /** Whether its phage has other names, too. */
  readonly hasAliases: boolean;
  readonly path: string;
  readonly name: string;
  readonly of: Description;
  /** The variable of the path, by its neutral name; null if there is none. The path has the site's name. */
  readonly variable: string | null;
  /** By the query, or by the path of the page's file; null if it has no pages. */
  readonly paging: 'query' | 'path' | null;
  readonly sizes: readonly PageSize[];
}

export type AddressOptions = PublishedAddresses &
  Pick<SiteOptions, 'furtherSizes' | 'pageSizes'> &
  Partial<Pick<SiteOptions, 'phageAliases'>> & { readonly viewPages?: ViewPages };

/** The variable for a page number in the path of a page's file. */
const pageVariable = 'page';

export function addressesOf(site: AddressOptions): Address[] {
  const { collections, pageSizes, furtherSizes, fieldNames } = site;
  const offered = offeredSizes(pageSizes, furtherSizes);
  const isOfCollection = (of: Description) =>
    collections.some((name) => pathOf(of).startsWith(`/api/${name}/`));
  const own = addressesWith(site);
  const paged = new Set<Description | undefined>(
    Object.keys(site.viewPages ?? {}).map((view) => matchRoute(view.split('/'))?.name),
  );
  const pathOf = (of: Description) => descriptions[of].path;
  const ordered: Description[] = [
    'root',
    ...own.filter(isOfCollection).sort((a, b) => compareText(pathOf(a), pathOf(b))),
    ...own.filter((of) => !isOfCollection(of)),
  ];
  return ordered.flatMap((of): Address[] => {
    const { key, path: neutral } = descriptions[of];
    const path = withVariables(neutral, fieldNames);
    const variable = variableIn(neutral);
    const hasAliases = site.phageAliases === true && variable === sortFields.phages[0];
    const plain = { hasAliases, path, name: key, of, variable, paging: null, sizes: [] };
    const list = listNames.find((name) => name === of);
    if (list === undefined) return [{ ...plain, paging: paged.has(of) ? 'query' : null }];
    // Its pages are files, too (L7), in each size.
    const sizes = offered[list] ?? [];
    const files = [null, ...sizes.slice(1)].map((size): Address => {
      const name = size === null ? `${list}_page` : `${list}_page_of_${size}`;
      const file = `${path}${pagesFolder(size)}/{${pageVariable}}.json`;
      const ofPage = { hasAliases: false, variable: pageVariable, paging: 'path' } as const;
      return { ...plain, ...ofPage, name, path: file };
    });
    return [{ ...plain, paging: 'query', sizes }, ...files];
  });
}

/** The parameters that many operations share, by the names used in references. */
export const parameterComponents = {
  Page: {
    name: 'page',
    in: 'query',
    description:
      'Number of a page, from 1, or `last`. Absent or empty it means 1; of several the last one counts.',
    schema: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', const: 'last' },
      ],
    },
    example: 1,
  },
  OnlyPage: {
    name: 'page',
    in: 'query',
    description: 'The view has one page: absent, empty and `last` mean 1.',
    schema: {
      anyOf: [
        { type: 'integer', const: 1 },
        { type: 'string', const: 'last' },
      ],
    },
    example: 1,
  },
  Format: {
    name: 'format',
    in: 'query',
    description: 'Takes any value and changes nothing: every answer is JSON.',
    schema: { type: 'string' },
    example: 'api',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'Validators (`ETag`) of bytes that the client has; with one of them it gets a 304.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'Which bytes of the file to send.',
    schema: { type: 'string' },
    example: 'bytes=0-65535',
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description:
      'ETag of the file that the client has a part of. If it differs, the whole file is sent.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonObject>;

export function parameterRef(name: keyof typeof parameterComponents): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

/** `page_size`, if there are several sizes to choose from (L5). */
export function sizeParameter(sizes: readonly PageSize[]): JsonObject {
  const [byDefault] = sizes;
  return {
    name: 'page_size',
    in: 'query',
    description: `${sizesSentence(sizes)} The largest that is at most this number counts, else the smallest. Anything but a number means ${byDefault}.`,
    schema: { type: 'integer', minimum: 1, default: Number(byDefault) },
    example: Number(byDefault),
  };
}

const nameSchema = { type: 'string', minLength: 1 } as const;
const number = { type: 'integer', minimum: 0 } as const;

const ofKeys = Object.fromEntries(
  namedCollections.map((list) => [
    sortFields[list][0],
    { description: `${keyTitles[list]}.`, schema: nameSchema },
  ]),
);

/** By the variable field of a path; fields in the texts are in braces. */
const variables: Readonly<
  Record<string, { readonly description: string; readonly schema: JsonObject }>
> = {
  ...ofKeys,
  cluster: { description: 'Label of a cluster.', schema: nameSchema },
  subcluster: { description: 'Label of a subcluster.', schema: nameSchema },
  strain: {
    description: 'Genus, species and name of a strain, with spaces between.',
    schema: nameSchema,
  },
  institution_code: { description: 'Code of an institution.', schema: nameSchema },
  id: { description: 'Number of a genus or species.', schema: number },
  PhamID: { description: 'Number of a gene family.', schema: number },
  [pageVariable]: {
    description: 'Number of a page, in plain digits.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const otherNames =
  'Name of a phage, in any case where the host can change it; or the name and `_Draft`, an old name, or an accession.';

export function pathParameter(
  { of, variable, paging, hasAliases }: Address,
  { names }: SiteExamples,
  fieldNames: FieldNames,
): JsonObject {
  // The first page always exists (L6).
  const example = paging === 'path' ? 1 : names[of];
  return variableInPath(variable ?? '', example, fieldNames, hasAliases ? otherNames : undefined);
}

/** A variable, described by its field, or by its own text if it is more than that field. */
export function variableInPath(
  variable: string,
  example: string | number | undefined,
  fieldNames: FieldNames,
  own?: string,
): JsonObject {
  const known = variables[variable];
  if (known === undefined) throw new Error(`nothing is known of {${variable}}`);
  return {
    name: publicName(fieldNames, variable),
    in: 'path',
    required: true,
    description: withFields(own ?? known.description, fieldNames),
    schema: known.schema,
    example,
  };
}

/** Describes response headers for OpenAPI, derived from those that hosts send (M1, M3, M5). */
const etag = 'ETag';
const contentRange = 'Content-Range';
const anyRange = '';
const anyTag = '';

const meanings: Readonly<Record<string, string>> = {
  Allow: 'The methods that are answered.',
  'Access-Control-Allow-Origin': 'Scripts of every site may read the answer.',
  'Access-Control-Allow-Headers': 'The headers that scripts of other sites may send.',
  'Access-Control-Expose-Headers': 'The headers that scripts of other sites may read.',
  'Access-Control-Allow-Methods': 'The methods that scripts of other sites may use.',
  'X-Content-Type-Options': 'The type of the answer is not to be guessed.',
  Vary: 'Holds Accept, and Accept-Encoding where the host compresses.',
  'Cache-Control': 'How long the answer may be kept.',
  [etag]: 'Changes whenever the bytes of the answer change; for If-None-Match.',
  [contentRange]: 'Which bytes these are, and of how many.',
};

// Hosts add to the first, and generate the others.
const patterns: Readonly<Record<string, string>> = {
  Vary: '(?:^|, *)Accept(?: *,|$)',
  [etag]: '^(?:W/)?"[^"]*"$',
  [contentRange]: '^bytes [0-9]+-[0-9]+/[0-9]+$',
};

/** The headers of each kind of answer. */
export function headerSets(maxAgeSeconds: number) {
  const content = contentHeaders(maxAgeSeconds);
  const validated = { ...content, [etag]: anyTag };
  const file = { ...bulkHeaders(maxAgeSeconds), [etag]: anyTag };
  return {
    content: validated,
    description: optionsHeaders(maxAgeSeconds),
    noDescription: { ...apiHeaders, 'Access-Control-Allow-Methods': apiHeaders['Allow'] ?? '' },
    error: errorHeaders,
    file,
    filePart: { ...file, [contentRange]: anyRange },
    filePreflight: bulkPreflightHeaders,
  } as const satisfies Readonly<Record<string, HeaderFields>>;
}

function headerRefs(fields: HeaderFields): JsonObject {
  return Object.fromEntries(
    described(fields).map(([name, value]) => [
      name,
      { $ref: `#/components/headers/${componentName(name, value)}` },
    ]),
  );
}

export function headerComponents(maxAgeSeconds: number): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.values(headerSets(maxAgeSeconds))
      .flatMap(described)
      .map(([name, value]) => [componentName(name, value), headerObject(name, value)]),
  );
}

function described(fields: HeaderFields): [name: string, value: string][] {
  return Object.entries(fields).filter(([name]) => name !== 'Content-Type');
}

/** Cache-Control has two components, since errors must not be cached. */
function componentName(name: string, value: string): string {
  return name === 'Cache-Control' && value === errorHeaders[name] ? `${name}-of-errors` : name;
}

function headerObject(name: string, value: string): JsonObject {
  const pattern = patterns[name];
  return {
    description: meanings[name] ?? name,
    required: true,
    schema: { type: 'string', ...(pattern === undefined ? { const: value } : { pattern }) },
  };
}

export function responseRef(name: keyof ReturnType<typeof commonResponses>): JsonObject {
  return { $ref: `#/components/responses/${name}` };
}

export function commonResponses(maxAgeSeconds: number, fieldNames: FieldNames) {
  const headers = headerSets(maxAgeSeconds);
  const error = (description: string, body: string) =>
    response(description, headers.error, jsonContent('Error', body));
  return {
    HeadersAlone: response('What GET answers, without the body.', headers.content),
    NotModified: response('The client has these bytes already.', headers.content),
    InvalidPage: error('There is no such page.', invalidPageBody),
    InvalidPageHeadersAlone: response('There is no such page.', headers.error),
    NotFound: error('There is nothing of that name.', notFoundBody),
    NotFoundOrPage: response('There is nothing of that name, or no such page.', headers.error, {
      [jsonType]: {
        schema: schemaRef('Error'),
        examples: {
          name: { value: parsed(notFoundBody) },
          page: { value: parsed(invalidPageBody) },
        },
      },
    }),
    NotFoundHeadersAlone: response('There is nothing of that name.', headers.error),
    MethodNotAllowed: error(
      `The answer to every other method than ${allowedMethods}; \`detail\` names it where the host can.`,
      methodNotAllowedBody('POST'),
    ),
    Description: response(
      'What the address is.',
      headers.description,
      jsonContent('AddressDescription', optionsBody('genes', fieldNames)),
    ),
    NoDescription: response('The same, from a host that cannot tell.', headers.noDescription),
    FileHeadersAlone: response('What GET answers, without the body.', headers.file),
    NotModifiedFile: response('The client has these bytes already.', headers.file),
    FilePreflight: response('Scripts of other sites may ask for parts.', headers.filePreflight),
    // Has the type of the whole file.
    Part: response('The part that was asked for.', headers.filePart, { '*/*': {} }),
    NoFile: response('There is no such file; the body is up to the host.', {}),
    NoPart: response('The part lies behind the end of the file; the body is up to the host.', {}),
    MethodRefused: response(
      'The answer to every other method, in the way of the host: 405, or 403, 404 or 501.',
      {},
    ),
  } as const;
}

export function response(
  description: string,
  headers: HeaderFields,
  content?: JsonObject,
): JsonObject {
  const named = Object.keys(headers).length === 0 ? undefined : headerRefs(headers);
  return { description, headers: named, content };
}

function jsonContent(schema: string, example: string): JsonObject {
  return { [jsonType]: { schema: schemaRef(schema), example: parsed(example) } };
}

function parsed(body: string): JsonObject {
  return JSON.parse(body) as JsonObject;
}
