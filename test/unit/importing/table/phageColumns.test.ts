import { expect, test } from 'vitest';
import { blankInstitution, blankPhage } from '../../../../src/importing/blankPhage.ts';
import { phageColumns } from '../../../../src/importing/table/phageColumns.ts';

function read(name: string, text: string, before = blankPhage('L5')) {
  return phageColumns.find((column) => column.name === name)?.read(text, before);
}

test('cluster and lifestyle are one field, in either order of their saying', () => {
  expect(read('cluster', 'A')).toEqual({ pcluster: { cluster: 'A', temperate: false } });
  const clustered = { ...blankPhage('L5'), pcluster: { cluster: 'B', temperate: true } };
  const kept = { pcluster: { cluster: 'A', temperate: true } };
  expect(read('cluster', 'A', clustered)).toEqual(kept);
  const lytic = { pcluster: { cluster: 'B', temperate: false } };
  expect(read('lifestyle', 'Lytic', clustered)).toEqual(lytic);
  expect(read('lifestyle', 'temperate')).toMatch(/a cluster/);
  expect(read('lifestyle', 'constructor', clustered)).toBe('temperate or lytic');
});

test.each([
  ['found_GPS_lat', '40.44 N', '40.44 N'],
  ['found_GPS_lat', '-33.9', '33.9 S'],
  ['found_GPS_lat', '40.44° s', '40.44 S'],
  ['found_GPS_long', '79.95 W', '79.95 W'],
  ['found_GPS_long', '+10', '10 E'],
])('%s takes %s as %s', (name, text, value) => {
  expect(read(name, text)).toEqual({ [name]: value });
});

test.each([
  ['found_GPS_lat', '91 N'],
  ['found_GPS_lat', '40 E'],
  ['found_GPS_lat', '-40 N'],
  ['found_GPS_long', "79°57'"],
  ['found_year', '20'],
  ['found_year', 'about 2010'],
  ['host', 'smegmatis'],
  ['date_finished', '13/3/2020'],
])('%s does not take %j', (name, text) => {
  expect(typeof read(name, text)).toBe('string');
});

test('no header means two columns', () => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const headers = phageColumns.flatMap(({ name, aliases }) => [
    ...new Set([name, ...aliases].map(plain)),
  ]);
  expect(headers).toEqual([...new Set(headers)]);
});

test.each([
  ['finder_name', 'A. Finder', { finder_name: 'A. Finder' }],
  ['found_city', 'Chester', { found_city: 'Chester' }],
  ['found_state', 'VA', { found_state: 'VA' }],
  ['found_country', 'USA', { found_country: 'USA' }],
  ['archive_accession', 'Z18946', { archive_accession: 'Z18946', in_archive: true }],
  ['reference_accession', 'NC_001335', { reference_accession: 'NC_001335' }],
  ['subcluster', 'A2', { psubcluster: { subcluster: 'A2' } }],
  [
    'program',
    'SEA-PHAGES',
    {
      program: {
        short_name: 'SEA-PHAGES',
        program_name: 'SEA-PHAGES',
        program_blurb: '',
        program_URL: '',
      },
    },
  ],
])('%s takes %s', (name, text, fields) => {
  expect(read(name, text)).toEqual(fields);
});

test('an institution keeps what is known of it besides its name', () => {
  const code = { ...blankInstitution, institution_code: 'UPIT' };
  const named = read('institution', 'Pitt', { ...blankPhage('L5'), p_institution: code });
  expect(named).toEqual({ p_institution: { ...code, institution_name: 'Pitt' } });
  expect(read('institution', 'Pitt')).toEqual({
    p_institution: { ...blankInstitution, institution_name: 'Pitt' },
  });
});
