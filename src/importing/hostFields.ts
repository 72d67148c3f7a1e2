/** Reads fields of a phage's record from the name of its host. */
import { genusNamed, speciesNamed, type ImportedPhage } from './blankPhage.ts';

const noGenus = /^(?:Unknown|Unidentified|Unclassified|Uncultured|None)$/;

/** `Mycobacterium smegmatis mc2 155`: genus, species and strain; empty if it does not start with a genus. */
export function hostFields(host: string): Partial<ImportedPhage> {
  const [genus = '', species = '', ...strain] = host.split(/\s+/);
  if (!/^[A-Z][a-z]+$/.test(genus) || noGenus.test(genus)) return {};
  const isSpecies = /^[a-z]+$/.test(species);
  const host_species = speciesNamed(genus, isSpecies ? species : '');
  return {
    isolation_host: {
      genus,
      species: isSpecies ? species : '',
      strain_name: [...(isSpecies || species === '' ? [] : [species]), ...strain].join(' '),
      strain_species: host_species,
      ATCC_ID: '',
      archive_accession: '',
      strain_information: '',
    },
    host_species,
    host_genus: genusNamed(genus),
  };
}
