import { expect, test } from 'vitest';
import { partsIn } from '../../../../src/web/data/geneBases.ts';

const row = (type: string, first: number, last: number, attributes: string) =>
  ['Alpha', 'phagepress', type, first, last, '.', '+', '0', attributes].join('\t');

test('the parts of a gene are the rows with its ID, in the order of the genome from its start', () => {
  const gff3 = [
    '##gff-version 3',
    row('CDS', 1, 20, 'ID=Alpha_CDS_3;Name=3'),
    row('CDS', 61, 69, 'ID=Alpha_CDS_2;Name=2'),
    row('CDS', 71, 82, 'ID=Alpha_CDS_2;Name=2'),
    row('tRNA', 83, 90, 'ID=Alpha_CDS_2'),
    row('CDS', 91, 99, 'Name=a%3Bb;ID=Alpha%2C4'),
    row('CDS', 191, 200, 'ID=Alpha_CDS_3;Name=3'),
    '##FASTA',
    row('CDS', 1, 2, 'ID=Alpha_CDS_2'),
  ].join('\n');
  const parts = (id: string, start: number) => partsIn(gff3, { id, start }, 200);
  expect(parts('Alpha_CDS_2', 60)).toEqual([
    { first: 61, last: 69 },
    { first: 71, last: 82 },
  ]);
  expect(parts('Alpha_CDS_3', 190)).toEqual([
    { first: 191, last: 200 },
    { first: 1, last: 20 },
  ]);
  expect(parts('Alpha,4', 90)).toEqual([{ first: 91, last: 99 }]);
  expect(parts('Alpha_CDS_9', 0)).toEqual([]);
});
