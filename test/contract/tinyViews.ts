/** The views of the tiny site: every one but `temperate_phages`, which stands for those that are switched off. */
import { type LinkStyle, type PageLinks, pageLinks } from '../../src/contract/links.ts';
import type { ViewPages } from '../../src/contract/pageSizes.ts';
import { pageFile } from '../../src/contract/sitePaths.ts';
import { type ViewTemplate, viewFile, viewTemplates } from '../../src/contract/routes.ts';

/** The records of the tiny site by their names. */
type TinyRecords = ReadonlyMap<string, string>;

const phagesOfCluster = { A: ['Mr Spaced', 'Trixie'], 'Zéta 2': ['Éclair'] };
const host = { id: 7, genus_name: 'Gordonia' };
const species = { id: 12, genus: 'Gordonia', species_name: 'terrae' };
const strain = { genus: 'Gordonia', species: 'terrae', strain_name: '3612²' };
/** Those that are cut into pages: real ones have a thousand records on each. */
export const tinyViewPages: ViewPages = {
  sequenced_phages: 3,
  'host_strains/Gordonia terrae 3612²/phagelist': 2,
};
const onPage = 2;
const institution = { institution_code: 'PITT', institution_name: 'University of Pittsburgh' };

/** The files of the views by their path; `genes` belong to the phage with whose name they begin. */
export function tinyViews(
  phages: TinyRecords,
  genes: TinyRecords,
  features: TinyRecords,
  { baseUrl, links }: { readonly baseUrl: string; readonly links: LinkStyle },
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (segments: readonly string[], text: string) => files.set(viewFile(segments), text);
  const addAll = (view: string, items: Readonly<Record<string, object>>) => {
    add([view], JSON.stringify(Object.values(items)));
    for (const [name, item] of Object.entries(items)) add([view, name], JSON.stringify(item));
  };
  const addPages = (view: string, names: readonly string[]) => {
    const last = tinyViewPages[view] ?? 0;
    for (let page = 1; page <= last; page++) {
      const some = names.slice((page - 1) * onPage, page * onPage);
      const around = pageLinks(baseUrl, view, page, last, links);
      const text = envelope(
        some.map((name) => phages.get(name)),
        { count: names.length, ...around },
      );
      files.set(pageFile(view, page), text);
      if (page === 1) files.set(viewFile([view]), text);
    }
  };
  const listed = (names: readonly string[]) => envelope(names.map((name) => phages.get(name)));

  for (const phage of phages.keys()) {
    const own = [...genes].filter(([name]) => name.startsWith(`${phage}_CDS_`));
    add(['genesbyphage', phage], envelope(own.map(([, record]) => record)));
    add(['similarbyphage', phage], JSON.stringify({ phage_name: phage, similar: [] }));
  }
  for (const [phage, record] of features) add(['featuresbyphage', phage], envelope([record]));
  addPages('sequenced_phages', [...phages.keys()]);
  add(['lytic_phages'], listed(['100%']));

  addAll('clusters', {
    A: { cluster: 'A', subclusters_set: ['A1'] },
    'Zéta 2': { cluster: 'Zéta 2', subclusters_set: [] },
  });
  for (const [cluster, names] of Object.entries(phagesOfCluster)) {
    add(['clusters', cluster, 'phagelist'], listed(names));
  }
  addAll('subclusters', { A1: { subcluster: 'A1', cluster: 'A', phage_set: ['Trixie'] } });
  add(['subclusters', 'A1', 'phagelist'], listed(['Trixie']));
  addAll('host_genera', { [host.id]: host });
  add(['host_genera', String(host.id), 'phagelist'], listed(['Trixie', 'page']));
  addAll('host_species', { [species.id]: species });
  add(['host_species', String(species.id), 'phagelist'], listed(['Trixie']));
  const strainName = 'Gordonia terrae 3612²';
  addAll('host_strains', { [strainName]: strain });
  addPages(`host_strains/${strainName}/phagelist`, ['Mr Spaced', 'Trixie', 'page']);
  addAll('institutions', { PITT: institution });
  add(['institutions', 'PITT', 'phagelist'], listed(['Mr Spaced', 'Trixie']));
  add(['phams', '57'], envelope([genes.get('Trixie_CDS_1'), genes.get('Trixie_CDS_19')]));
  add(['phams', '57', 'neighbours'], JSON.stringify({ PhamID: 57, places: [] }));
  return files;
}

function envelope(
  records: readonly (string | undefined)[],
  { count, next, previous }: PageHead = { count: records.length, next: null, previous: null },
): string {
  const head = JSON.stringify({ count, next, previous });
  return `${head.slice(0, -1)},"results":[${records.join(',')}]}`;
}

interface PageHead extends PageLinks {
  readonly count: number;
}

type PublishedTemplate = Exclude<ViewTemplate, 'temperate_phages'>;

/** Of each template, the address of a view of the tiny site. */
const tinyViewAddresses: Readonly<Record<PublishedTemplate, string>> = {
  'genesbyphage/*': '/api/genesbyphage/Trixie/',
  'featuresbyphage/*': '/api/featuresbyphage/Trixie/',
  'similarbyphage/*': '/api/similarbyphage/Trixie/',
  sequenced_phages: '/api/sequenced_phages/',
  lytic_phages: '/api/lytic_phages/',
  clusters: '/api/clusters/',
  'clusters/*': '/api/clusters/A/',
  'clusters/*/phagelist': '/api/clusters/A/phagelist/',
  subclusters: '/api/subclusters/',
  'subclusters/*': '/api/subclusters/A1/',
  'subclusters/*/phagelist': '/api/subclusters/A1/phagelist/',
  host_genera: '/api/host_genera/',
  'host_genera/*': '/api/host_genera/7/',
  'host_genera/*/phagelist': '/api/host_genera/7/phagelist/',
  host_species: '/api/host_species/',
  'host_species/*': '/api/host_species/12/',
  'host_species/*/phagelist': '/api/host_species/12/phagelist/',
  host_strains: '/api/host_strains/',
  'host_strains/*': '/api/host_strains/Gordonia terrae 3612²/',
  'host_strains/*/phagelist': '/api/host_strains/Gordonia terrae 3612²/phagelist/',
  institutions: '/api/institutions/',
  'institutions/*': '/api/institutions/PITT/',
  'institutions/*/phagelist': '/api/institutions/PITT/phagelist/',
  'phams/*': '/api/phams/57/',
  'phams/*/neighbours': '/api/phams/57/neighbours/',
};

/** The same as the table of the contract knows them. */
export const tinyViewExamples = viewTemplates
  .filter((template) => template !== 'temperate_phages')
  .map((template) => {
    return { template, segments: tinyViewAddresses[template].slice('/api/'.length, -1).split('/') };
  });
