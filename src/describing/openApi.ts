/** `openapi.json`: every address of a site, its parameters and its responses, in OpenAPI 3.1. */
import {
  bulkFilesOf,
  bulkIndexesOf,
  bulkIndexFile,
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
import { isObject, type JsonObject, type NamedSchema } from '../contract/collectionName.ts';
import { descriptions, rootBody, tags } from '../contract/descriptions.ts';
import { jsonType } from '../contract/headers.ts';
import { described, isListView } from '../contract/routes.ts';
import {
  contactOf,
  defaultTitle,
  type SiteAbout,
  type SiteOptions,
  withFields,
  withVariables,
} from '../contract/siteOptions.ts';
import { openApiFile, schemaFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from './fixedFiles.ts';
import {
  type Address,
  addressesOf,
  type AddressOptions,
  commonResponses,
  headerComponents,
  headerSets,
  parameterComponents,
  parameterRef,
  pathParameter,
  response,
  responseRef,
  sizeParameter,
  variableInPath,
} from './openApiParts.ts';
import { bodySchemas, pascalCase, schemaRef } from './openApiSchemas.ts';
import { type ReadStart, type SiteExamples, siteExamples } from './siteExamples.ts';

/** Examples of phages and families that have such files; null if none is known. */
interface BulkExamples {
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
function bulkPaths(site: DescribedSite, examples: BulkExamples): Record<string, JsonObject> {
  const { bulk, collections, views, fieldNames, genomesFile } = site;
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
    ...bulkFilesOf(bulk, collections, views),
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
    files.map((file) => [`/${withVariables(file.path, fieldNames)}`, bulkPath(file, site)]),
  );
}

function bulkExamples({ names }: SiteExamples, read: ReadStart): BulkExamples {
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

function bulkPath(file: File, { maxAge, fieldNames }: DescribedSite): JsonObject {
  const { path, title, schema, variable, example } = file;
  const types: Readonly<Record<string, string>> = bulkTypes;
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? jsonType;
  const whole: JsonObject =
    schema !== undefined
      ? { schema: schemaRef(schema) }
      : type.startsWith('text/')
        ? { schema: { type: 'string' } }
        : {};
  const operation = operationsOf(path.replaceAll(/[{}]/g, ''), 'Files');
  const parameters = ['Range', 'IfRange', 'IfNoneMatch'] as const;
  const missing = variable && responseRef('NoFile');
  return {
    parameters: variable && [variableInPath(variable, example ?? undefined, fieldNames)],
    get: operation('get', title, {
      description: `${title}.`,
      parameters: parameters.map(parameterRef),
      responses: {
        200: response(`${title}.`, headerSets(maxAge).file, { [type]: whole }),
        206: responseRef('Part'),
        304: responseRef('NotModifiedFile'),
        404: missing,
        405: responseRef('MethodRefused'),
        416: responseRef('NoPart'),
      },
    }),
    head: operation('head', `${title}: headers`, {
      parameters: [parameterRef('IfNoneMatch')],
      responses: {
        200: responseRef('FileHeadersAlone'),
        304: responseRef('NotModifiedFile'),
        404: missing,
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

/** Makes operations with ids like getBulkGenesTsvGz. */
function operationsOf(name: string, tag: string) {
  return (method: string, summary: string, rest: JsonObject): JsonObject => {
    return { operationId: method + pascalCase(name), tags: [tag], summary, ...rest };
  };
}

/** The path item of an address; the example of its body, if there is one, is a component. */
function pathItem(
  address: Address,
  examples: SiteExamples,
  { maxAge, fieldNames }: DescribedSite,
): JsonObject {
  const { of, variable, paging, sizes } = address;
  const { name, description: text, schema, tag } = descriptions[of];
  const description = withFields(text, fieldNames);
  const title = paging === 'path' ? `${name}: a page as a file` : name;

  const operation = operationsOf(address.name, tag);
  // Most views that are lists have all of their items on the first page (V1).
  const isOnPage = isListView(of) && paging === null;
  const isPaged = paging === 'query' || isOnPage;
  const parameters = [
    ...(paging === 'query' ? [parameterRef('Page')] : []),
    ...(isOnPage ? [parameterRef('OnlyPage')] : []),
    ...(sizes.length > 0 ? [sizeParameter(sizes)] : []),
    ...(isPaged ? [parameterRef('Format')] : []),
    parameterRef('IfNoneMatch'),
  ];
  // The first page of a list always exists; a named item may not.
  const isNamed = variable !== null;
  const missing = isNamed
    ? isPaged
      ? 'NotFoundOrPage'
      : 'NotFound'
    : isPaged
      ? 'InvalidPage'
      : undefined;
  const first = { $ref: `#/components/examples/${exampleName(of)}` };
  const shown = examples.bodies[of] === undefined ? undefined : { first };
  const content = { [jsonType]: { schema: schemaRef(schema), examples: shown } };
  return {
    parameters: isNamed ? [pathParameter(address, examples, fieldNames)] : undefined,
    get: operation('get', title, {
      description,
      parameters,
      responses: {
        200: response(description, headerSets(maxAge).content, content),
        304: responseRef('NotModified'),
        404: missing && responseRef(missing),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    head: operation('head', `${title}: headers`, {
      parameters,
      responses: {
        200: responseRef('HeadersAlone'),
        304: responseRef('NotModified'),
        404: missing && responseRef(headersAlone[missing]),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    options: operation('describe', `${title}: description`, {
      responses: {
        200: responseRef('Description'),
        204: responseRef('NoDescription'),
        // For every page number (M3).
        404: isNamed ? responseRef('NotFound') : undefined,
        405: responseRef('MethodNotAllowed'),
      },
    }),
  };
}

const headersAlone = {
  InvalidPage: 'InvalidPageHeadersAlone',
  NotFound: 'NotFoundHeadersAlone',
  NotFoundOrPage: 'NotFoundHeadersAlone',
} as const;

function exampleName(of: Address['of']): string {
  return pascalCase(of.replace('*', 'one'));
}

export type DescribedSite = AddressOptions &
  Pick<SiteOptions, 'baseUrl' | 'maxAge' | 'bulk' | 'caseInsensitiveNames'> &
  Partial<Pick<SiteOptions, 'about' | 'genomesFile' | 'phageAliases'>>;

// The version of the contract, not of the program: published bytes do not change with every program version.
const version = '1.0.0';

const description = (site: DescribedSite) =>
  [
    'Genes and phages as read-only, paginated JSON.',
    'GET, HEAD and OPTIONS are answered, other methods get 405 below `/api/`.',
    'An address without its final slash answers 301 and leads to the one with it, the query kept.',
    'A name in a path is percent-encoded UTF-8.',
    ...(site.caseInsensitiveNames
      ? ['Lower case matches, too; on hosts that can change case, any case does.']
      : []),
    'Query parameters that are not named here change nothing, nor does `Accept`.',
    'Not every host of files can keep all of this.',
  ].join(' ');

function infoOf(site: DescribedSite): JsonObject {
  const { title, description: about, licence, licenceUrl, contact }: SiteAbout = site.about ?? {};
  const asked = contactOf(contact);
  const name = licence ?? licenceUrl;
  return {
    title: title ?? defaultTitle,
    version,
    description: [about, description(site)].filter(Boolean).join('\n\n'),
    contact: asked ?? undefined,
    license: name ? { name, url: licenceUrl || undefined } : undefined,
  };
}

export function openApiOf(
  site: DescribedSite,
  schemas: readonly NamedSchema[],
  read: ReadStart,
): SiteFile {
  const bodies = bodySchemas(schemas, site.baseUrl, site);
  const examples = siteExamples(site, bodies, read);
  return renderOpenApi(site, bodies, examples, bulkExamples(examples, read));
}

export function renderOpenApi(
  site: DescribedSite,
  bodies: Readonly<Record<string, JsonObject>>,
  examples: SiteExamples,
  ofFiles: BulkExamples = { phage: null, genome: null, family: null },
): SiteFile {
  const { baseUrl, maxAge, fieldNames } = site;
  const root: unknown = JSON.parse(rootBody(baseUrl, site));
  const all = { ...examples, bodies: { ...examples.bodies, root } };
  const addresses = addressesOf(site);
  const files = bulkPaths(site, ofFiles);
  const paths = {
    ...Object.fromEntries(addresses.map((address) => [address.path, pathItem(address, all, site)])),
    ...files,
  };
  const used = new Set<keyof typeof tags>(addresses.map(({ of }) => descriptions[of].tag));
  if (Object.keys(files).length > 0) used.add('Files');
  const document = {
    openapi: '3.1.0',
    info: infoOf(site),
    servers: [{ url: baseUrl }],
    // No authentication.
    security: [],
    tags: Object.entries(tags)
      .filter(([name]) => [...used].some((tag) => tag === name))
      .map(([name, about]) => ({ name, description: withFields(about, fieldNames) })),
    externalDocs: {
      description: 'The schema of a gene record by itself; that of a phage record lies beside it.',
      url: `${baseUrl}/${schemaFile('gene.schema.json')}`,
    },
    paths,
    components: usedComponents(paths, {
      schemas: bodies,
      responses: commonResponses(maxAge, fieldNames),
      headers: headerComponents(maxAge),
      parameters: parameterComponents,
      examples: exampleComponents(all.bodies),
    }),
  };
  return textFile(openApiFile, `${JSON.stringify(document, null, 2)}\n`);
}

function exampleComponents(bodies: SiteExamples['bodies']): Record<string, JsonObject> {
  return Object.fromEntries(
    described.flatMap((of) => {
      const value = bodies[of];
      return value === undefined ? [] : [[exampleName(of), { value }] as const];
    }),
  );
}

/** The components reachable from `root`, in their original order. */
function usedComponents(
  root: unknown,
  components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>,
): JsonObject {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string') follow(member);
      else visit(member);
    }
  };
  const follow = (reference: string) => {
    if (used.has(reference)) return;
    used.add(reference);
    const [kind = '', name = ''] = reference.split('/').slice(2);
    const component = components[kind]?.[name];
    if (component === undefined) throw new Error(`there is no ${reference}`);
    visit(component);
  };
  visit(root);

  const kept = Object.entries(components).map(([kind, all]) => {
    const some = Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(some)] as const;
  });
  return Object.fromEntries(kept.filter(([, some]) => Object.keys(some).length > 0));
}
