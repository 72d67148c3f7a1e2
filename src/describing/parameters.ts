/** The parameters of requests: in queries, headers and paths. */
import { keyTitles, namedCollections, sortFields } from '../contract/collectionName.ts';
import { type FieldNames, publicName, withFields } from '../contract/fieldNames.ts';
import { sizesSentence } from '../contract/descriptions.ts';
import type { PageSize } from '../contract/pageSizes.ts';
import { type Address, pageVariable } from './addresses.ts';
import type { JsonObject } from '../contract/jsonObject.ts';
import type { SiteExamples } from './siteExamples.ts';

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

const name = { type: 'string', minLength: 1 } as const;
const number = { type: 'integer', minimum: 0 } as const;

const ofKeys = Object.fromEntries(
  namedCollections.map((list) => [
    sortFields[list][0],
    { description: `${keyTitles[list]}.`, schema: name },
  ]),
);

/** By the variable field of a path; fields in the texts are in braces. */
const variables: Readonly<
  Record<string, { readonly description: string; readonly schema: JsonObject }>
> = {
  ...ofKeys,
  cluster: { description: 'Label of a cluster.', schema: name },
  subcluster: { description: 'Label of a subcluster.', schema: name },
  strain: {
    description: 'Genus, species and name of a strain, with spaces between.',
    schema: name,
  },
  institution_code: { description: 'Code of an institution.', schema: name },
  id: { description: 'Number of a genus or species.', schema: number },
  PhamID: { description: 'Number of a gene family.', schema: number },
  [pageVariable]: {
    description: 'Number of a page, in plain digits.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const otherNames = {
  description:
    'Name of a phage, in any case where the host can change it; or the name and `_Draft`, an old name, or an accession.',
};

/** The variable of a path, with an example if the site has one. */
export function pathParameter(
  { of, variable, paging, hasAliases }: Address,
  { names }: SiteExamples,
  fieldNames: FieldNames,
): JsonObject {
  // The first page always exists (L6).
  const example = paging === 'path' ? 1 : names[of];
  const isAlias = hasAliases === true && variable === sortFields.phages[0];
  return variableInPath(variable ?? '', example, fieldNames, isAlias ? otherNames : {});
}

/** A variable, described by its field, or by its own text if it is more than that field. */
export function variableInPath(
  variable: string,
  example: string | number | undefined,
  fieldNames: FieldNames,
  own: { readonly description?: string } = {},
): JsonObject {
  const known = variables[variable];
  if (known === undefined) throw new Error(`nothing is known of {${variable}}`);
  return {
    name: publicName(fieldNames, variable),
    in: 'path',
    required: true,
    description: withFields(own.description ?? known.description, fieldNames),
    schema: known.schema,
    ...(example === undefined ? {} : { example }),
  };
}
