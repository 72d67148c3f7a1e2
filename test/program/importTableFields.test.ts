/** `phagepress import table`: headers as labs write them, and what is recorded of the table. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { test } from './lab.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { programSaid } from '../integration/importedData.ts';

const table = `Lab name,Found by,University,Course,Town,Region,Country,Latitude,Long,GenBank accession,RefSeq,Comment
Quillon,A. Finder,University of Examples,SEA-PHAGES,Chester,VA,USA,37.32 N,-77.45,Z18946,NC_001335,kept
`;

test('a table with headers of a lab fills its fields, and is recorded as it is', async ({
  lab,
}) => {
  await lab.write({ 'lab/phages.csv': table });
  const columns = 'Lab name=phage_name, Comment=naming_notes';
  const args = ['lab/phages.csv', '--columns', columns, '--date', '2026-11-22'];
  const { stdout } = await lab.import('table', ...args);
  expect(stdout).toContain('of 1 phage, in data.\n');
  const json = (file: string) => lab.json(file);
  expect(json('data/phages/Quillon.json')).toMatchObject({
    phage_name: 'Quillon',
    finder_name: 'A. Finder',
    p_institution: { institution_name: 'University of Examples' },
    program: { short_name: 'SEA-PHAGES' },
    found_city: 'Chester',
    found_state: 'VA',
    found_country: 'USA',
    found_GPS_lat: '37.32 N',
    found_GPS_long: '77.45 W',
    in_archive: true,
    archive_accession: 'Z18946',
    reference_accession: 'NC_001335',
    naming_notes: 'kept',
  });
  const { inputs, files } = json('data/provenance.json');
  expect(inputs).toEqual({
    '../lab/phages.csv': {
      kind: 'table',
      bytes: Buffer.byteLength(table),
      sha256: createHash('sha256').update(table).digest('hex'),
      program: programSaid,
      date: '2026-11-22',
    },
  });
  expect(files['phages/Quillon.json'].fields).toMatchObject({ found_city: '../lab/phages.csv' });
});

test('the tables of a site are read back, every field', async ({ lab }) => {
  const verified_hosts = ['https://phages.example/hosts/31/', { id: 32 }];
  const record = tinyPhage('Quillon', {
    verified_hosts,
    plaque_notes: 'clear "halo"',
    // An empty cell says nothing.
    em_file: null,
  });
  await lab.write({
    'data/phages/a.ndjson': asLines([record]),
    'data/genes/a.ndjson': asLines([tinyGene('Quillon', 1)]),
  });
  const build = ['build', '--bulk', 'tsv,phagesdb', '--base-url', 'https://phages.example'];
  await lab.run(...build);
  const importInto = (data: string, file: string) => lab.import('table', file, '--data', data);
  const read = (data: string) => lab.json(`${data}/phages/Quillon.json`);
  await importInto('again', 'dist/bulk/phages.tsv.gz');
  expect(read('again')).toEqual(record);
  const { stdout } = await importInto('less', 'dist/data/full.tsv');
  expect(stdout).not.toContain('Not taken');
  const { pcluster, psubcluster, genome_length, gcpercent, seq_finished, found_year } = record;
  expect(read('less')).toMatchObject({
    pcluster,
    psubcluster,
    genome_length,
    gcpercent,
    seq_finished,
    found_year,
    isolation_host: { genus: 'Exemplibacter', species: 'fictus', strain_name: 'E1' },
  });
});
