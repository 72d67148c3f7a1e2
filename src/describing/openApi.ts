/** `openapi.json`: every address of a site, its parameters and its responses, in OpenAPI 3.1. */
import { contactOf, defaultTitle, type SiteAbout } from '../contract/about.ts';
import { tags } from '../contract/addressWords.ts';
import { descriptions } from '../contract/descriptions.ts';
import { withFields } from '../contract/fieldNames.ts';
import { rootBody } from '../contract/rootBody.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { described, openApiFile, schemaFile } from '../contract/sitePaths.ts';
import { type SiteFile, textFile } from './siteFile.ts';
import { type AddressOptions, addressesOf } from './addresses.ts';
import { headerComponents } from './answerHeaders.ts';
import { bodySchemas } from './bodySchemas.ts';
import { bulkExamples, type BulkExamples, bulkPaths } from './bulkPaths.ts';
import { commonResponses } from './commonResponses.ts';
import { isObject, type JsonObject, type NamedSchema } from '../contract/jsonObject.ts';
import { parameterComponents } from './parameters.ts';
import { exampleName, pathItem } from './pathItem.ts';
import { type ReadStart, type SiteExamples, siteExamples } from './siteExamples.ts';

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

/** Describes a site whose files `read` can read. */
export function openApiOf(
  site: DescribedSite,
  schemas: readonly NamedSchema[],
  read: ReadStart,
): SiteFile {
  const bodies = bodySchemas(schemas, site.baseUrl, site);
  const examples = siteExamples(site, bodies, read);
  return renderOpenApi(site, bodies, examples, bulkExamples(examples, read));
}

/** The document; `bodies` are the schemas that `bodySchemas` gives. */
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
