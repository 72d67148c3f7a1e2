/** What search engines are told of a gene and of a phage: Gene and Taxon of schema.org, by the profiles of Bioschemas. */
import type { Gene, Phage } from './data/records.ts';
import { massOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { textOf } from './data/values.ts';
import { linkTo } from './route.ts';

/** As JSON: what is undefined is left out. */
type LinkedData = Readonly<Record<string, unknown>>;
type SiteData = Pick<Site, 'baseUrl' | 'field'>;

export function phageData(site: SiteData, { name, cluster, record }: Phage): LinkedData {
  const text = (field: string) => textOf(site.field(record, field));
  const accession = text('archive_accession');
  const others = [text('old_names'), accession, text('reference_accession')].filter(Boolean);
  return {
    '@context': 'https://schema.org',
    ...profile('Taxon', `${site.baseUrl}/${linkTo('phage', name)}`),
    name,
    identifier: accession || name,
    alternateName: others.length === 0 ? undefined : [...new Set(others)],
    taxonRank: 'strain',
    parentTaxon: cluster === '' ? undefined : `Cluster ${cluster}`,
  };
}

export function geneData(site: SiteData, gene: Gene): LinkedData {
  const { id, name, notes, phage, locusTag, translation } = gene;
  const mass = massOf(translation);
  return {
    '@context': 'https://schema.org',
    ...profile('Gene', `${site.baseUrl}/${linkTo('gene', id)}`),
    identifier: id,
    name: name || id,
    description: notes || undefined,
    alternateName: locusTag || undefined,
    taxonomicRange: {
      '@type': 'Taxon',
      name: phage,
      url: `${site.baseUrl}/${linkTo('phage', phage)}`,
    },
    encodesBioChemEntity:
      translation === ''
        ? undefined
        : {
            '@type': 'Protein',
            name: notes || id,
            hasBioPolymerSequence: translation,
            molecularWeight: mass === null ? undefined : `${mass.toFixed(1)} kDa`,
          },
  };
}

function profile(type: 'Gene' | 'Taxon', url: string): LinkedData {
  return {
    '@id': url,
    '@type': type,
    'http://purl.org/dc/terms/conformsTo': {
      '@id': `https://bioschemas.org/profiles/${type}/1.0-RELEASE`,
      '@type': 'CreativeWork',
    },
    url,
  };
}
