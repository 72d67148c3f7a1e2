/** The texts about each kind of address: for OPTIONS (M3), the list at `/api/`, and `openapi.json`. */
import {
  type CollectionName,
  collectionNames,
  derivedNames,
  inAlphabet,
  listNames,
  namedCollections,
  recordFilesOf,
  recordNouns,
  sortFields,
} from './collectionName.ts';
import type { ListSizes, PageSize } from './pageSizes.ts';
import { anyName, type Description, routes, viewOfTemplate, viewTemplates } from './routes.ts';
import { type FieldNames, type SiteOptions, withFields, withVariables } from './siteOptions.ts';

const ofCollections = inAlphabet(collectionNames).map((name) => {
  const tag = capital(name);
  return [tag, `${tag}, in order of ${fieldsIn(name)}.`] as const;
});

/** The tags that group operations in `openapi.json`, in this order; fields are in braces (`withFields`). */
export const tags = {
  Service: 'What there is.',
  ...(Object.fromEntries(ofCollections) as Record<Capitalize<CollectionName>, string>),
  Clusters: 'Clusters and subclusters of related phages.',
  Hosts: 'Genera, species and strains of the bacteria that phages were found on.',
  Institutions: 'Where phages were found.',
  Files: 'All records at once, and the files of single phages and genomes.',
} as const;

interface AddressWords {
  /** Below the base URL, with the variable in place of `anyName`, by its neutral name, in braces. */
  readonly path: string;
  readonly key: string;
  readonly name: string;
  readonly schema: string;
  readonly tag: keyof typeof tags;
  /** A sentence on what it returns, with fields in braces: see `withFields`. */
  readonly description: string;
}

function fieldsIn(list: CollectionName): string {
  return sortFields[list].map((field) => `{${field}}`).join(', ');
}

function capital<Word extends string>(word: Word): Capitalize<Word> {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` as Capitalize<Word>;
}

const ofLists = collectionNames.map((list) => {
  const [tag, noun] = [capital(list), capital(recordNouns[list])];
  return `${list} | ${list} | ${noun} List | PageOf${tag} | ${tag} | ${noun} records in numbered pages, ordered by ${fieldsIn(list)}.`;
});

const ofRecords = namedCollections.map((list) => {
  const noun = recordNouns[list];
  return `${list}/{${sortFields[list][0]}} | ${noun} | ${capital(noun)} Instance | ${recordSchema(list)} | ${capital(list)} | One ${noun} record.`;
});

// For each route a line: path, key, name, schema, tag, description.
const ofOthers = `
                                          | root                   | Api Root                | ApiRoot                | Service      | The lists of this service.
phams                                     | phams                  | Pham List               | PageOfPhams            | Genes        | Gene families in numbered pages, ordered by {PhamID}.
genesbyphage/{phage_name}                 | genesbyphage           | Genes By Phage          | PageOfGenes            | Genes        | All genes of a phage, by {GeneID}.
featuresbyphage/{phage_name}              | featuresbyphage        | Features By Phage       | PageOfFeatures         | Features     | All features of a phage, by {Start}.
similarbyphage/{phage_name}               | similarbyphage         | Similar By Phage        | PhageSimilarity        | Phages       | The phages that share most gene families with a phage, the most similar first.
sequenced_phages                          | sequenced_phages       | Sequenced Phage List    | PageOfPhages           | Phages       | All phages whose sequencing is finished, by {phage_name}.
temperate_phages                          | temperate_phages       | Temperate Phage List    | PageOfPhages           | Phages       | All phages of temperate clusters, by {phage_name}.
lytic_phages                              | lytic_phages           | Lytic Phage List        | PageOfPhages           | Phages       | All phages of clusters that are not temperate, by {phage_name}.
clusters                                  | clusters               | Cluster List            | ListOfClusters         | Clusters     | All clusters with their subclusters.
clusters/{cluster}                        | cluster                | Cluster Instance        | ClusterWithSubclusters | Clusters     | One cluster with its subclusters.
clusters/{cluster}/phagelist              | cluster_phagelist      | Cluster Phage List      | PageOfPhages           | Clusters     | All phages of a cluster, by {phage_name}.
subclusters                               | subclusters            | Subcluster List         | ListOfSubclusters      | Clusters     | All subclusters with their cluster.
subclusters/{subcluster}                  | subcluster             | Subcluster Instance     | SubclusterWithCluster  | Clusters     | One subcluster.
subclusters/{subcluster}/phagelist        | subcluster_phagelist   | Subcluster Phage List   | PageOfPhages           | Clusters     | All phages of a subcluster, by {phage_name}.
host_genera                               | host_genera            | Host Genus List         | ListOfGenera           | Hosts        | All genera of hosts, by name.
host_genera/{id}                          | host_genus             | Host Genus Instance     | Genus                  | Hosts        | One genus of hosts.
host_genera/{id}/phagelist                | host_genus_phagelist   | Host Genus Phage List   | PageOfPhages           | Hosts        | All phages of a genus of hosts, by {phage_name}.
host_species                              | host_species           | Host Species List       | ListOfSpecies          | Hosts        | All species of hosts, by name.
host_species/{id}                         | host_species_by_id     | Host Species Instance   | Species                | Hosts        | One species of hosts.
host_species/{id}/phagelist               | host_species_phagelist | Host Species Phage List | PageOfPhages           | Hosts        | All phages of a species of hosts, by {phage_name}.
host_strains                              | host_strains           | Host Strain List        | ListOfHostStrains      | Hosts        | All named strains of hosts, by name.
host_strains/{strain}                     | host_strain            | Host Strain Instance    | IsolationHost          | Hosts        | One strain of hosts, by genus, species and strain name with spaces between.
host_strains/{strain}/phagelist           | host_strain_phagelist  | Host Strain Phage List  | PageOfPhages           | Hosts        | All phages isolated on a strain of hosts, by {phage_name}.
institutions                              | institutions           | Institution List        | ListOfInstitutions     | Institutions | All institutions with a code, by code.
institutions/{institution_code}           | institution            | Institution Instance    | Institution            | Institutions | One institution.
institutions/{institution_code}/phagelist | institution_phagelist  | Institution Phage List  | PageOfPhages           | Institutions | All phages found at an institution, by {phage_name}.
phams/{PhamID}                            | pham                   | Pham Instance           | PageOfGenes            | Genes        | All genes of a gene family, by {GeneID}.
phams/{PhamID}/neighbours                 | pham_neighbours        | Pham Neighbours         | PhamNeighbours         | Genes        | What stands around the genes of a gene family, counted place by place.`;

const words = new Map(
  [...ofLists, ...ofRecords, ...ofOthers.split('\n').slice(1)].map((row) => {
    const [below = '', key, name, schema, tag, description] = row
      .split('|')
      .map((cell) => cell.trim());
    const path = below === '' ? '/api/' : `/api/${below}/`;
    return [below.replace(/\{\w+\}/, anyName), { path, key, name, schema, tag, description }];
  }),
);

export const descriptions = Object.fromEntries(
  routes.map(({ path, name }) => {
    const description = words.get(path);
    if (description === undefined)
      throw new Error(`/api/${path}/ needs a line in contract/descriptions.ts`);
    return [name, description];
  }),
) as Readonly<Record<Description, AddressWords>>;

export function variableIn(path: string): string | null {
  return /\{(\w+)\}/.exec(path)?.[1] ?? null;
}

export function recordSchema(list: CollectionName): string {
  return `${capital(recordNouns[list])}Record`;
}

/** The body of an OPTIONS response, in the style of Django REST framework (M3). */
export function optionsBody(of: Description, names: FieldNames, offered: ListSizes = {}): string {
  const { name, description: text } = descriptions[of];
  const plain = withFields(text, names);
  const sizes = listNames.flatMap((list) => (list === of && offered[list]) || []);
  const description = sizes.length === 0 ? plain : `${plain} ${sizesSentence(sizes)}`;
  return JSON.stringify({ name, description, renders: ['application/json'], parses: [] });
}

export function sizesSentence(sizes: readonly PageSize[]): string {
  return `The parameter page_size chooses pages of ${sizes.slice(0, -1).join(', ')} or ${sizes.at(-1)} records.`;
}

export type PublishedAddresses = Pick<
  SiteOptions,
  'collections' | 'geneFiles' | 'views' | 'fieldNames'
>;

export function addressesWith(published: PublishedAddresses): Description[] {
  const { collections, geneFiles, views } = published;
  const recordFiles = recordFilesOf(geneFiles);
  return [
    ...inAlphabet(collections),
    ...inAlphabet(namedCollections)
      .filter((name) => recordFiles[name])
      .map((name) => recordNouns[name]),
    ...derivedNames.filter((name) => views.includes(name)),
    ...viewTemplates.filter((template) => views.includes(viewOfTemplate(template))),
  ];
}

/** The body of `/api/`: all addresses, as URI templates. */
export function rootBody(baseUrl: string, published: PublishedAddresses): string {
  const links = addressesWith(published).map((of) => {
    const { key, path } = descriptions[of];
    return [key, baseUrl + withVariables(path, published.fieldNames)];
  });
  return JSON.stringify(Object.fromEntries(links));
}
