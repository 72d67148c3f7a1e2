/** The made-up institutions and education programs of the sample. */
import type { Institution, Program } from '../generated/records.ts';

/** What a phage has whose finder belongs to none: an object all the same. */
export const noInstitution: Institution = {
  institution_code: '',
  institution_name: '',
  institution_logo: '',
  institution_url: '',
  institution_city: '',
  institution_state: '',
  institution_country: '',
  institution_latitude: '',
  institution_longitude: '',
};

// Both forms of position appear: a hemisphere letter, and a sign.
export const institutions: readonly Institution[] = [
  {
    institution_code: 'USAM',
    institution_name: 'University of Sampleton',
    institution_logo: 'https://usam.example/logo.png',
    institution_url: 'https://usam.example/',
    institution_city: 'Sampleton',
    institution_state: 'New Example',
    institution_country: 'Exemplaria',
    institution_latitude: '40.44 N',
    institution_longitude: '79.99 W',
  },
  {
    institution_code: 'PLCC',
    institution_name: 'Placeholder Community College',
    institution_logo: 'https://plcc.example/img/logo.svg',
    institution_url: 'https://plcc.example/biology?lang=en&dept=7',
    institution_city: 'Upper Placeholder',
    institution_state: 'New Example',
    institution_country: 'Exemplaria',
    institution_latitude: '41.13',
    institution_longitude: '-78.00',
  },
  {
    institution_code: 'UPRU',
    institution_name: 'Universidad Nacional de la Prueba',
    institution_logo: '',
    institution_url: 'https://prueba.example/',
    institution_city: 'Puerto Prueba',
    institution_state: 'Muestra del Río',
    institution_country: 'República de Ejemplo',
    institution_latitude: '-34.33',
    institution_longitude: '-58.51',
  },
  {
    institution_code: 'ØVEL',
    institution_name: 'Øvelseshøyskolen',
    institution_logo: '',
    institution_url: '',
    institution_city: 'Småprøve',
    institution_state: '',
    institution_country: 'Prøveland',
    institution_latitude: '59.72 N',
    institution_longitude: '10.75 E',
  },
];

export const programs: readonly Program[] = [
  {
    short_name: 'SAMPLE-PHAGES',
    program_name: 'Sample Alliance for Made-up Phages in Learning and Education',
    program_blurb: 'First-year students find phages that nobody has, and name them.',
    program_URL: 'https://sample-phages.example/',
  },
  {
    short_name: 'PREP',
    program_name: 'Placeholder Research Experience Program',
    program_blurb: 'A summer of "pretend" discovery; open to all.',
    program_URL: 'https://prep.example/?track=phage&year=2',
  },
  {
    short_name: 'Muestreo',
    program_name: 'Muestreo de Fagos Imaginarios',
    program_blurb: '',
    program_URL: '',
  },
];
