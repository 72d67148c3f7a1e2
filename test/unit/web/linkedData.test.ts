import { expect, test } from 'vitest';
import { siteOf } from '../../../src/web/data/site.ts';
import { geneData } from '../../../src/web/linkedData.ts';
import { gene } from './geneOf.ts';

const site = siteOf({ base_url: 'https://phages.example/x' });

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
