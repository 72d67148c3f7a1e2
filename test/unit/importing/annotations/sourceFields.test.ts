import { expect, test } from 'vitest';
import { sourceFields } from '../../../../src/importing/annotations/sourceFields.ts';
import { feature, sequenceOf } from './sequences.ts';

const fieldsOf = (qualifiers: Record<string, string>) =>
  sourceFields(sequenceOf({ features: [feature({ type: 'source', qualifiers })] }));

test('place, position, year, finder and host', () => {
  const fields = fieldsOf({
    country: 'USA: Chester, VA',
    lat_lon: '37.32 N 77.45 W',
    collection_date: '01-Oct-2010',
    collected_by: 'S. Williamson',
    isolation_source: 'soil',
    lab_host: 'Mycobacterium smegmatis mc2 155',
  });
  expect(fields).toMatchObject({
    found_country: 'USA',
    found_city: 'Chester',
    found_state: 'VA',
    found_GPS_lat: '37.32 N',
    found_GPS_long: '77.45 W',
    found_year: 2010,
    finder_name: 'S. Williamson',
    discovery_notes: 'Isolated from soil',
    isolation_host: { genus: 'Mycobacterium', species: 'smegmatis', strain_name: 'mc2 155' },
    host_species: { genus: 'Mycobacterium', species_name: 'smegmatis' },
    host_genus: { genus_name: 'Mycobacterium' },
  });
});

test('nothing is said of what the file does not know', () => {
  expect(fieldsOf({})).toEqual({});
  expect(sourceFields(sequenceOf({}))).toEqual({});
});

test.each([
  [{ geo_loc_name: 'Switzerland' }, { found_country: 'Switzerland' }],
  [{ lat_lon: '95 N 10 E' }, {}],
  [{ lat_lon: 'somewhere' }, {}],
  [{ collection_date: '2010-10/2012-01' }, { found_year: 2010 }],
  [{ collection_date: 'Oct-2010' }, { found_year: 2010 }],
  [{ collection_date: 'missing' }, {}],
  [{ host: 'soil bacterium' }, {}],
] as const)('%j gives %j', (qualifiers, fields) => {
  expect(fieldsOf(qualifiers)).toEqual(fields);
});
