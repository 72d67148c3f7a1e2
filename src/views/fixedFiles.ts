/** The files that do not depend on the records: the API's root, errors, OPTIONS bodies, schemas. */
import {
  invalidPageBody,
  methodNotAllowedBody,
  notFoundBody,
  optionsBody,
} from '../contract/bodies.ts';
import { keyFields } from '../contract/collectionName.ts';
import { listLink } from '../contract/links.ts';
import {
  apiRootFile,
  described,
  errorFiles,
  optionsFile,
  schemaFile,
} from '../contract/sitePaths.ts';
import {
  anyName,
  templateVariables,
  type ViewName,
  type ViewTemplate,
  viewTemplates,
} from '../contract/viewAddresses.ts';
import { type SiteFile, textFile } from './siteFile.ts';

/** A schema as it ships: its file name, and its keywords with that name as `$id`. */
export interface ShippedSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

// What a client finds them under in the list of addresses.
const addressNames: Readonly<Record<ViewTemplate, string>> = {
  'genesbyphage/*': 'genesbyphage',
  sequenced_phages: 'sequenced_phages',
  temperate_phages: 'temperate_phages',
  lytic_phages: 'lytic_phages',
  clusters: 'clusters',
  'clusters/*': 'cluster',
  'clusters/*/phagelist': 'cluster_phagelist',
  subclusters: 'subclusters',
  'subclusters/*': 'subcluster',
  'subclusters/*/phagelist': 'subcluster_phagelist',
  host_genera: 'host_genera',
  'host_genera/*': 'host_genus',
  'host_genera/*/phagelist': 'host_genus_phagelist',
  host_species: 'host_species',
  'host_species/*': 'host_species_by_id',
  'host_species/*/phagelist': 'host_species_phagelist',
};

/** `/api/`: every address there is, with names in braces as URI templates have them. */
export function apiRoot(
  baseUrl: string,
  { geneFiles, views }: { readonly geneFiles: boolean; readonly views: readonly ViewName[] },
): SiteFile {
  const [genes, phages] = [listLink(baseUrl, 'genes'), listLink(baseUrl, 'phages')];
  const addresses = views.flatMap((view) =>
    viewTemplates
      .filter((template) => template.split('/')[0] === view)
      .map((template) => {
        const path = template.replace(anyName, `{${templateVariables[view]}}`);
        return [addressNames[template], `${baseUrl}/api/${path}/`] as const;
      }),
  );
  const links = {
    genes,
    phages,
    ...(geneFiles ? { gene: `${genes}{${keyFields.genes}}/` } : {}),
    phage: `${phages}{${keyFields.phages}}/`,
    ...Object.fromEntries(addresses),
  };
  return textFile(apiRootFile, JSON.stringify(links));
}

/** The bodies of errors and of OPTIONS, for hosts that answer with files (L4, D2, M3, M4). */
export function bodyFiles(): SiteFile[] {
  return [
    textFile(errorFiles.invalidPage, invalidPageBody),
    textFile(errorFiles.notFound, notFoundBody),
    textFile(errorFiles.methodNotAllowed, methodNotAllowedBody()),
    ...described.map((of) => textFile(optionsFile(of), optionsBody(of))),
  ];
}

/** The `$id` of a published schema: the address at which it is published. */
export function schemaId(baseUrl: string, name: string): string {
  return `${baseUrl}/${schemaFile(name)}`;
}

/** The schemas that the published records fulfil. */
export function schemaFiles(schemas: readonly ShippedSchema[], baseUrl: string): SiteFile[] {
  return schemas.map(({ name, schema }) => {
    const published = { ...schema, $id: schemaId(baseUrl, name) };
    return textFile(schemaFile(name), `${JSON.stringify(published, null, 2)}\n`);
  });
}
