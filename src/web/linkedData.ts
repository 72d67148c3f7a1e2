/** What search engines are told of a gene: Gene of schema.org, by the profile of Bioschemas. */
import { bioschemas } from '../text/phageFields.ts';
import type { Gene } from './data/records.ts';
import { massOf } from './data/sequences.ts';
import type { Site } from './data/site.ts';
import { linkTo } from './route.ts';

export function geneData(site: Pick<Site, 'baseUrl'>, gene: Gene) {
  const { id, name, notes, phage, locusTag, translation } = gene;
  const mass = massOf(translation);
  return {
    '@context': 'https://schema.org',
    ...bioschemas('Gene', `${site.baseUrl}/${linkTo('gene', id)}`),
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
