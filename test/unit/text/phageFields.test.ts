import { expect, test } from 'vitest';
import { briefOfPhage, factsOfPhage, phageTaxon } from '../../../src/text/phageFields.ts';
import { examplePhage } from '../generated/exampleRecords.ts';

test('a phage is a Taxon with its accession and other names, once each', () => {
  const record: Readonly<Record<string, string>> = {
    archive_accession: 'AB1',
    reference_accession: 'AB1',
    old_names: 'Feather',
  };
  const url = 'https://phages.example/phages/Quill/';
  const taxon = phageTaxon({ name: 'Quill', cluster: 'Q', url }, (field) => record[field] ?? '');
  expect(taxon).toMatchObject({
    '@type': 'Taxon',
    name: 'Quill',
    identifier: 'AB1',
    alternateName: ['Feather', 'AB1'],
    taxonRank: 'strain',
    parentTaxon: 'Cluster Q',
    url,
  });
});

test('what a reader wants to know first is said where the record has it, and no zero for it', () => {
  const brief = (record: Readonly<Record<string, string>>) =>
    briefOfPhage((field, inner) => record[inner ?? field] ?? '', String);
  expect(
    brief({
      genome_length: '53526',
      gcpercent: '64.5',
      genus_name: 'Gordonia',
      found_year: '2009',
    }),
  ).toEqual(['53526 bp', '64.5 % GC', 'host Gordonia', 'found 2009']);
  expect(brief({ genome_length: '', gcpercent: '0', found_year: '0' })).toEqual([]);
});

/** The facts of a record, in one list. */
function factsOf(record: object, nameOf = (field: string) => field) {
  const { groups, empty } = factsOfPhage(record, nameOf);
  return { facts: groups.flatMap(({ facts }) => facts), empty };
}

test('no field of a phage is left out, whether it has a value or not', () => {
  const { facts, empty } = factsOf({ ...examplePhage, own_field: 'kept', own_empty: '' });
  expect(facts.length + empty.length).toBe(Object.keys(examplePhage).length + 2 - 1);
  expect(facts).toContainEqual({ label: 'own_field', value: { kind: 'text', text: 'kept' } });
  expect(empty).toContain('own_empty');
  const labels = [...facts.map(({ label }) => label), ...empty];
  expect(labels.filter((label) => label.includes('_'))).toEqual(['own_field', 'own_empty']);
});

test('what a field of its own tells is not told again inside another', () => {
  const genus = { id: 3, genus_name: 'Gordonia', genus_domain: 'Bacteria' };
  const species = { id: 31, genus: 'Gordonia', species_name: 'terrae', species_genus: genus };
  const text = (of: object, name: string) =>
    JSON.stringify(factsOf(of).facts.find(({ label }) => label === name));
  const record = { isolation_host: { strain_name: '3612', strain_species: species } };
  expect(text(record, 'Isolation host')).toContain('Bacteria');
  const all = { ...record, host_genus: genus, host_species: species };
  expect(text(all, 'Isolation host')).not.toContain('Bacteria');
  expect(text(all, 'Host genus')).toContain('Bacteria');
  // Another genus is told.
  const other = { ...all, host_genus: { ...genus, id: 4 } };
  expect(text(other, 'Host species')).toContain('Bacteria');
});

test('values are shown as what they are: days, links, lists, objects by their names', () => {
  const { facts } = factsOf({
    date_added: '2020-01-02T03:04:05Z',
    fasta_file: 'https://phages.example/media/fastas/Quill.fasta',
    discovery_notes: 'javascript:alert(1)',
    verified_hosts: ['one', 'two'],
    isolation_host: { genus: 'Gordonia', species: 'terrae', strain_name: '3612', note: 'old' },
    found_year: 0,
    genome_length: 58758,
  });
  const values = Object.fromEntries(facts.map(({ label, value }) => [label, value]));
  expect(values).toEqual({
    'Record added': { kind: 'day', text: '2020-01-02', whole: '2020-01-02T03:04:05Z' },
    FASTA: {
      kind: 'link',
      text: 'Quill.fasta',
      href: 'https://phages.example/media/fastas/Quill.fasta',
    },
    Discovery: { kind: 'text', text: 'javascript:alert(1)' },
    'Verified hosts': {
      kind: 'list',
      items: [
        { kind: 'text', text: 'one' },
        { kind: 'text', text: 'two' },
      ],
    },
    'Isolation host': {
      kind: 'object',
      text: 'Gordonia terrae 3612',
      parts: [{ label: 'note', value: { kind: 'text', text: 'old' } }],
    },
    Year: { kind: 'text', text: 'unknown' },
    'Genome length (bp)': { kind: 'text', text: '58,758' },
  });
});

test('no two fields have one label, whether they have a value or not', () => {
  const without = Object.keys(examplePhage).map((field) => [field, null]);
  const { facts, empty } = factsOf(Object.fromEntries(without));
  const labels = [...facts.map(({ label }) => label), ...empty];
  expect(labels.length).toBeGreaterThan(50);
  expect(new Set(labels).size).toBe(labels.length);
});

test('fields are known by the names of a site', () => {
  const { facts } = factsOf({ accession_there: 'AB1' }, (field) =>
    field === 'archive_accession' ? 'accession_there' : field,
  );
  expect(facts).toEqual([{ label: 'Accession', value: { kind: 'text', text: 'AB1' } }]);
});
