import { expect, test } from 'vitest';
import { phageOf } from '../../../src/web/data/records.ts';
import { siteOf } from '../../../src/web/data/site.ts';
import { geneData, phageData } from '../../../src/web/linkedData.ts';
import { examplePhage } from '../generated/exampleRecords.ts';
import { gene } from './geneOf.ts';

const site = siteOf({ base_url: 'https://phages.example/x' });

test('a phage is a Taxon with its accession and other names, once each', () => {
  const record = {
    ...examplePhage,
    phage_name: 'Quill & co',
    archive_accession: 'AB1',
    reference_accession: 'AB1',
    old_names: 'Feather',
  };
  expect(phageData(site, phageOf(site, record))).toMatchObject({
    '@type': 'Taxon',
    name: 'Quill & co',
    identifier: 'AB1',
    alternateName: ['Feather', 'AB1'],
    taxonRank: 'strain',
    parentTaxon: 'Cluster Q',
    url: 'https://phages.example/x/?phage=Quill+%26+co',
  });
});

test('a gene is a Gene of its phage, with its protein where it has one', () => {
  const whole = geneData(site, gene({ id: 'Alpha_CDS_1', notes: 'lysin', locusTag: 'A_1' }));
  expect(whole).toMatchObject({
    '@type': 'Gene',
    identifier: 'Alpha_CDS_1',
    description: 'lysin',
    alternateName: 'A_1',
    taxonomicRange: { name: 'Alpha', url: 'https://phages.example/x/?phage=Alpha' },
    encodesBioChemEntity: { '@type': 'Protein', name: 'lysin' },
  });
  const bare = geneData(site, gene({ translation: '', name: '' }));
  expect(bare).toMatchObject({ name: 'Alpha_CDS_1' });
  const written = JSON.stringify(bare);
  for (const left of ['encodesBioChemEntity', 'description']) expect(written).not.toContain(left);
});
