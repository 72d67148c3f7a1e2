/** `openapi.json`: every address of a site, its parameters and its responses, in OpenAPI 3.1. */
import { isObject, type JsonObject, type NamedSchema } from '../contract/collectionName.ts';
import { descriptions, rootBody, tags } from '../contract/descriptions.ts';
import { jsonType } from '../contract/headers.ts';
import {
  contactOf,
  defaultTitle,
  type FieldNames,
  type SiteAbout,
  type SiteOptions,
  withFields,
} from '../contract/siteOptions.ts';
import { openApiFile, schemaFile } from '../contract/sitePaths.ts';
import { described, isListView } from '../contract/routes.ts';
import { bulkExamples, type BulkExamples, bulkPaths } from './bulkPaths.ts';
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
} from './openApiParts.ts';
import { bodySchemas, pascalCase, schemaRef } from './openApiSchemas.ts';
import { type ReadStart, type SiteExamples, siteExamples } from './siteExamples.ts';

/** The path item of an address; the example of its body, if there is one, is a component. */
function pathItem(
  address: Address,
  examples: SiteExamples,
  maxAgeSeconds: number,
  fieldNames: FieldNames,
): JsonObject {
  const { of, variable, paging, sizes } = address;
  const { name, description: said, schema, tag } = descriptions[of];
  const description = withFields(said, fieldNames);
  const title = paging === 'path' ? `${name}: a page as a file` : name;

  const operation = (method: string, summary: string, rest: JsonObject) => {
    const operationId = `${method}${pascalCase(address.name)}`;
    return { operationId, tags: [tag], summary, ...rest };
  };
  // A view that is a list has all of its items on its first page (V1).
  const isOnPage = isListView(of);
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
      : null;
  const shown = { examples: { first: { $ref: `#/components/examples/${exampleName(of)}` } } };
  const hasExample = examples.bodies[of] !== undefined;
  const content = { [jsonType]: { schema: schemaRef(schema), ...(hasExample ? shown : {}) } };
  return {
    ...(!isNamed ? {} : { parameters: [pathParameter(address, examples, fieldNames)] }),
    get: operation('get', title, {
      description,
      parameters,
      responses: {
        200: response(description, headerSets(maxAgeSeconds).content, content),
        304: responseRef('NotModified'),
        ...(missing === null ? {} : { 404: responseRef(missing) }),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    head: operation('head', `${title}: headers`, {
      parameters,
      responses: {
        200: responseRef('HeadersAlone'),
        304: responseRef('NotModified'),
        ...(missing === null ? {} : { 404: responseRef(headersAlone[missing]) }),
        405: responseRef('MethodNotAllowed'),
      },
    }),
    options: operation('describe', `${title}: description`, {
      responses: {
        200: responseRef('Description'),
        204: responseRef('NoDescription'),
        // For every page number (M3).
        ...(isNamed ? { 404: responseRef('NotFound') } : {}),
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
  Partial<Pick<SiteOptions, 'about' | 'phageAliases'>>;

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
  const license = { name: licence ?? licenceUrl ?? '', ...(licenceUrl && { url: licenceUrl }) };
  return {
    title: title ?? defaultTitle,
    version,
    description: [about, description(site)].filter(Boolean).join('\n\n'),
    ...(asked === null ? {} : { contact: { ...asked } }),
    ...(license.name === '' ? {} : { license }),
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
  const hasAliases = site.phageAliases === true;
  const addresses = addressesOf(site).map((address) => ({ ...address, hasAliases }));
  const files = bulkPaths(site, ofFiles, maxAge);
  const paths = {
    ...Object.fromEntries(
      addresses.map((address) => [address.path, pathItem(address, all, maxAge, fieldNames)]),
    ),
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
