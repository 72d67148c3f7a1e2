/** Describes the files beside the API in `openapi.json`: bulk files, and those of single phages and genomes (B1). */
import {
  bulkFilesOf,
  bulkIndexesOf,
  bulkIndexFile,
  type BulkName,
  bulkTypes,
  dataPackageFile,
  familyFile,
  familyTitle,
  genomeFile,
  genomeFormNames,
  genomeForms,
  genomesIndex,
  mediaFolder,
  phageFormNames,
  phageForms,
  phageTableNames,
  phageTables,
  phageTableTitles,
} from '../contract/bulkFiles.ts';
import type { CollectionName, JsonObject } from '../contract/collectionName.ts';
import { jsonType } from '../contract/headers.ts';
import { type FieldNames, withVariables } from '../contract/siteOptions.ts';
import { headerSets, parameterRef, response, responseRef, variableInPath } from './openApiParts.ts';
import { pascalCase, schemaRef } from './openApiSchemas.ts';
import type { ReadStart, SiteExamples } from './siteExamples.ts';

interface BulkOptions {
  readonly bulk: readonly BulkName[];
  readonly collections: readonly CollectionName[];
  readonly fieldNames: FieldNames;
  readonly genomesFile?: string | null;
}

/** Examples of phages and families that have such files; null if none is known. */
export interface BulkExamples {
  readonly phage: string | null;
  readonly genome: string | null;
  readonly family: number | null;
}

interface File {
  /** Relative to the site's root; `{phage_name}` stands for a phage. */
  readonly path: string;
  readonly title: string;
  readonly schema?: string;
  /** The field in braces in its path, if there is a file for each value. */
  readonly variable?: 'phage_name' | 'PhamID';
  readonly example?: string | number | null;
}

/** A path for each file, or for all files of a kind; none if a site has no bulk files. */
export function bulkPaths(
  { bulk, collections, fieldNames, genomesFile }: BulkOptions,
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
      const path = `bulk/phages/{phage_name}.${form}`;
      return { path, title, variable: 'phage_name', example: examples.phage } as const;
    }),
    ...(bulk.includes('genomes') ? genomeFormNames : []).map((form) => {
      const { extension, title } = genomeForms[form];
      const path = `${mediaFolder}${form}/{phage_name}.${extension}`;
      return { path, title, variable: 'phage_name', example: examples.genome } as const;
    }),
    ...(typeof genomesFile === 'string'
      ? [{ path: `${mediaFolder}${genomesFile}`, title: 'The genomes of all phages, not packed' }]
      : []),
    ...(bulk.includes('phagesdb')
      ? [
          ...phageTableNames.map((name) => ({
            ...phageTables[name],
            title: phageTableTitles[name],
          })),
          {
            path: familyFile('{PhamID}'),
            title: familyTitle,
            variable: 'PhamID' as const,
            example: examples.family,
          },
        ]
      : []),
  ];
  return Object.fromEntries(
    files.map((file) => [
      `/${withVariables(file.path, fieldNames)}`,
      bulkPath(file, maxAgeSeconds, fieldNames),
    ]),
  );
}

export function bulkExamples({ names }: SiteExamples, read: ReadStart): BulkExamples {
  const owner = names['genesbyphage/*'];
  const index = read(genomesIndex, 1 << 12);
  // The name of a sequence is percent-encoded, as in GFF3.
  const [name = ''] = index?.toString().split('\t', 1) ?? [];
  const genome = /^[\w.-]+$/.test(name) && genomeFile(name, 'fastas') !== null ? name : null;
  const family = names['phams/*'];
  return {
    phage: owner === undefined ? null : String(owner),
    genome,
    family: typeof family === 'number' ? family : null,
  };
}

function bulkPath(file: File, maxAgeSeconds: number, fieldNames: FieldNames): JsonObject {
  const { path, title, schema, variable, example } = file;
  const type = typeOf(path);
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
  const missing = variable === undefined ? {} : { 404: responseRef('NoFile') };
  return {
    ...(variable === undefined
      ? {}
      : { parameters: [variableInPath(variable, example ?? undefined, fieldNames)] }),
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

/** Operation names: `bulk/genes.tsv.gz` becomes BulkGenesTsvGz. */
function nameOf(path: string): string {
  return pascalCase(path.replaceAll(/[{}]/g, ''));
}
