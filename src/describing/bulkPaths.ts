/** What `openapi.json` says of files beside the API: bulk files, and those of single phages and genomes (B1). */
import {
  bulkFilesOf,
  bulkIndexesOf,
  bulkIndexFile,
  type BulkName,
  bulkTypes,
  dataPackageFile,
  genomeFile,
  genomeFormNames,
  genomeForms,
  mediaFolder,
  phageFormNames,
  phageForms,
} from '../contract/bulkFiles.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { type FieldNames, withVariables } from '../contract/fieldNames.ts';
import { jsonType } from '../contract/headers.ts';
import { headerSets } from './answerHeaders.ts';
import { response, responseRef } from './commonResponses.ts';
import { pascalCase, schemaRef } from './embeddedSchemas.ts';
import type { JsonObject } from './jsonValue.ts';
import { parameterRef, variableInPath } from './parameters.ts';
import type { ReadStart, SiteExamples } from './siteExamples.ts';

/** What decides which of these files there are. */
export interface BulkOptions {
  readonly bulk: readonly BulkName[];
  readonly collections: readonly CollectionName[];
  readonly fieldNames: FieldNames;
}

/** Phages whose files there are; null where none is known. */
export interface BulkExamples {
  readonly phage: string | null;
  readonly genome: string | null;
}

interface File {
  /** Relative to the site's root; `{phage_name}` stands for a phage. */
  readonly path: string;
  readonly title: string;
  /** Name of the schema of a file of JSON. */
  readonly schema?: string;
  readonly example?: string | null;
}

const phage = '{phage_name}';

/** A path for each file, or for all files of a kind; none where a site has no bulk files. */
export function bulkPaths(
  { bulk, collections, fieldNames }: BulkOptions,
  examples: BulkExamples,
  maxAgeSeconds: number,
): Record<string, JsonObject> {
  if (bulk.length === 0) return {};
  const files: File[] = [
    {
      path: bulkIndexFile,
      title: 'Every other bulk file: path, type, size, hash and number of records',
      schema: 'BulkIndex',
    },
    {
      path: dataPackageFile,
      title: 'The bulk files as a Frictionless Data Package, with the columns of tables',
      schema: 'DataPackage',
    },
    ...bulkFilesOf(bulk, collections),
    ...bulkIndexesOf(bulk),
    ...(bulk.includes('phages') ? phageFormNames : []).map((form) => {
      const { title } = phageForms[form];
      return { path: `bulk/phages/${phage}.${form}`, title, example: examples.phage };
    }),
    ...(bulk.includes('genomes') ? genomeFormNames : []).map((form) => {
      const { extension, title } = genomeForms[form];
      const path = `${mediaFolder}${form}/${phage}.${extension}`;
      return { path, title, example: examples.genome };
    }),
  ];
  return Object.fromEntries(
    files.map((file) => [
      `/${withVariables(file.path, fieldNames)}`,
      bulkPath(file, maxAgeSeconds, fieldNames),
    ]),
  );
}

/** Whose files there are, as far as examples and files of the site tell. */
export function bulkExamples({ names }: SiteExamples, read: ReadStart): BulkExamples {
  const owner = names['genesbyphage/*'];
  const index = read('bulk/genomes.fa.gz.fai', 1 << 12);
  // The name of a sequence is percent-encoded, as in GFF3.
  const [name = ''] = index?.toString().split('\t', 1) ?? [];
  const genome = /^[\w.-]+$/.test(name) && genomeFile(name, 'fastas') !== null ? name : null;
  return { phage: owner === undefined ? null : String(owner), genome };
}

function bulkPath(file: File, maxAgeSeconds: number, fieldNames: FieldNames): JsonObject {
  const { path, title, schema, example } = file;
  const type = typeOf(path);
  const isNamed = path.includes(phage);
  const whole: JsonObject =
    schema !== undefined
      ? { schema: schemaRef(schema) }
      : type.startsWith('text/')
        ? { schema: { type: 'string' } }
        : {};
  const operation = (method: string, summary: string, rest: JsonObject) => {
    return { operationId: `${method}${nameOf(path)}`, tags: ['Files'], summary, ...rest };
  };
  const parameters = ['Range', 'IfRange', 'IfNoneMatch'] as const;
  const missing = isNamed ? { 404: responseRef('NoFile') } : {};
  return {
    ...(isNamed
      ? { parameters: [variableInPath('phage_name', example ?? undefined, fieldNames)] }
      : {}),
    get: operation('get', title, {
      description: `${title}.`,
      parameters: parameters.map(parameterRef),
      responses: {
        200: response(`${title}.`, headerSets(maxAgeSeconds).file, { [type]: whole }),
        206: responseRef('Part'),
        304: responseRef('NotModifiedFile'),
        ...missing,
        405: responseRef('MethodRefused'),
        416: responseRef('NoPart'),
      },
    }),
    head: operation('head', `${title}: headers`, {
      parameters: [parameterRef('IfNoneMatch')],
      responses: {
        200: responseRef('FileHeadersAlone'),
        304: responseRef('NotModifiedFile'),
        ...missing,
        405: responseRef('MethodRefused'),
      },
    }),
    options: operation('describe', `${title}: whether scripts of other sites may ask for parts`, {
      responses: {
        200: responseRef('FilePreflight'),
        204: responseRef('FilePreflight'),
        405: responseRef('MethodRefused'),
      },
    }),
  };
}

/** As in the table of clause B1. */
function typeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const types: Readonly<Record<string, string>> = bulkTypes;
  return types[extension] ?? jsonType;
}

/** For operations: `bulk/genes.tsv.gz` is BulkGenesTsvGz. */
function nameOf(path: string): string {
  return pascalCase(path.replaceAll(/[{}]/g, ''));
}
