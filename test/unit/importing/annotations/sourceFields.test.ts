import { expect, test } from 'vitest';
import { sourceFields } from '../../../../src/importing/annotations/sourceFields.ts';
import { createImportLog } from '../../../../src/importing/report.ts';
import { feature, sequenceOf } from './sequences.ts';

function read(...features: Parameters<typeof feature>[0][]) {
  return readSequence(sequenceOf({ features: features.map(feature) }));
}

function readSequence(sequence: ReturnType<typeof sequenceOf>) {
  const log = createImportLog();
  const fields = sourceFields(sequence, { phage: 'Trixie', log, file: 'a.gb' });
  const counts = (kinds: typeof log.changed) => kinds.map(({ kind, count }) => `${count} ${kind}`);
  const { changed, refused, fieldless } = log;
  return { fields, said: [changed, refused, fieldless].map(counts) };
}
const fieldsOf = (qualifiers: Record<string, string>) =>
  read({ type: 'source', qualifiers }).fields;

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
  expect(read()).toEqual({ fields: {}, said: [[], [], []] });
});

test.each([
  [{ geo_loc_name: 'Switzerland' }, { found_country: 'Switzerland' }],
  [
    { country: 'USA: Virginia, Chester' },
    { found_country: 'USA', found_city: 'Chester', found_state: 'Virginia' },
  ],
  [
    { country: 'USA: New York, New York' },
    { found_country: 'USA', found_city: 'New York', found_state: 'New York' },
  ],
  [
    { country: 'USA: Washington, D.C.' },
    { found_country: 'USA', found_city: 'Washington', found_state: 'D.C.' },
  ],
  [
    { country: 'USA: District of Columbia, Washington' },
    { found_country: 'USA', found_city: 'Washington', found_state: 'District of Columbia' },
  ],
  [
    { country: 'USA: NY, New York' },
    { found_country: 'USA', found_city: 'New York', found_state: 'NY' },
  ],
  [{ country: 'USA: PA' }, { found_country: 'USA', found_state: 'PA' }],
  [{ country: 'USA: Pittsburgh' }, { found_country: 'USA', found_city: 'Pittsburgh' }],
  [{ geo_loc_name: 'missing: control sample', country: 'USA' }, { found_country: 'USA' }],
  [{ geo_loc_name: 'not collected', collected_by: 'Missing', isolation_source: 'N/A' }, {}],
  [{ host: 'Not available', strain: 'missing' }, {}],
  [{ lat_lon: '95 N 10 E' }, {}],
  [{ lat_lon: 'somewhere' }, {}],
  [{ collection_date: '2010-10/2012-01' }, { found_year: 2010 }],
  [{ collection_date: 'Oct-2010' }, { found_year: 2010 }],
  [{ collection_date: 'missing' }, {}],
  [{ collection_date: 'box 1234, summer 2010' }, { found_year: 2010 }],
  [{ collection_date: 'sample 0231' }, {}],
  [{ host: 'soil bacterium' }, {}],
] as const)('%j gives %j', (qualifiers, fields) => {
  expect(fieldsOf(qualifiers)).toEqual(fields);
});

test('what no field has room for, or is not understood, is counted', () => {
  const { fields, said } = read(
    {
      type: 'source',
      qualifiers: {
        organism: 'Mycobacterium phage Trixie',
        mol_type: 'genomic DNA',
        strain: 'Trixie',
        host: 'Mycobacterium smegmatis',
        lab_host: 'Mycobacterium smegmatis mc2 155',
        country: 'USA',
        geo_loc_name: 'USA',
        lat_lon: 'somewhere',
        collection_date: '01-Oct-2010',
      },
    },
    { type: 'source', line: 9 },
  );
  expect(fields).not.toHaveProperty('naming_notes');
  expect(said).toEqual([
    [
      '1 collection dates, of which records keep the year',
      '1 organisms, of which the phage keeps the last words',
    ],
    ['1 features of the type source', '1 texts of /lat_lon that are not understood'],
    ['1 /mol_type', '1 /lab_host'],
  ]);
});

test('where the host is not understood, that of the lab is taken, and the other is told', () => {
  const qualifiers = { host: 'E. coli', lab_host: 'Escherichia coli K-12', collection_date: 'May' };
  const { fields, said } = read({ type: 'source', qualifiers });
  expect(fields).toMatchObject({ isolation_host: { genus: 'Escherichia', strain_name: 'K-12' } });
  expect(said).toEqual([
    [],
    [
      '1 texts of /collection_date that are not understood',
      '1 texts of /host that are not understood',
    ],
    [],
  ]);
});

test('of two texts of one qualifier, that which is understood is taken, and the other is told', () => {
  const qualifiers = new Map([
    ['host', ['E. coli', 'Escherichia coli']],
    ['nat_host', ['Gordonia terrae']],
  ]);
  const source = { ...feature({ type: 'source' }), qualifiers };
  const { fields, said } = readSequence(sequenceOf({ features: [source] }));
  expect(fields).toMatchObject({ isolation_host: { genus: 'Escherichia' } });
  expect(said).toEqual([[], ['1 texts of /host that are not understood'], ['1 /nat_host']]);
});

test('which of two places is the city is said where that is a guess', () => {
  const saidOf = (country: string) => read({ type: 'source', qualifiers: { country } }).said[0];
  expect(saidOf("France: Cote d'Azur, Antibes")).toEqual([
    '1 places of which the first part is taken for the city',
  ]);
  expect(saidOf('USA: Chester, VA')).toEqual([]);
});

test('a strain of another name than the phage is told in the notes on its name', () => {
  const { fields, said } = read({ type: 'source', qualifiers: { strain: 'mc 7' } });
  expect(fields).toEqual({ naming_notes: 'Strain mc 7' });
  expect(said).toEqual([[], [], []]);
});

test('the region of a GFF3 file of NCBI describes the whole sequence', () => {
  const region = (end: number) => ({
    type: 'region',
    parts: [{ start: 0, end, strand: 1 as const }],
    qualifiers: { 'collection-date': '2010', 'nat-host': 'Escherichia coli' },
  });
  const of = (end: number) => {
    const log = createImportLog();
    const bases = Buffer.alloc(100, 'A');
    const sequence = sequenceOf({ features: [feature(region(end))], bases });
    return sourceFields(sequence, { phage: 'T4', log, file: 'a.gff' });
  };
  expect(of(100)).toMatchObject({ found_year: 2010, host_genus: { genus_name: 'Escherichia' } });
  expect(of(50)).toEqual({});
});
