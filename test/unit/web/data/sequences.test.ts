import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetAll } from '../../../../src/web/data/fetching.ts';
import {
  fastaOf,
  hasGenome,
  massOf,
  mayHaveFeatures,
  partsIn,
  reverseComplement,
  sequenceOf,
} from '../../../../src/web/data/sequences.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

const index = { name: ['Alpha', 'Beta'], genes: [5, 5], features: [2, 0], genome: [1, 0] };
const site = {
  views: ['featuresbyphage'],
  bulk: ['genomes'],
  counts: [['features', 2]] as const,
};

/** The site has this index of its phages; null for a site without one. */
function withIndex(json: object | null) {
  vi.stubGlobal('fetch', async () =>
    json === null ? new Response('', { status: 404 }) : Response.json(json),
  );
}

describe('of the files of a phage', () => {
  test('none is asked for that the index says is not there', async () => {
    withIndex(index);
    expect(await mayHaveFeatures(site, 'Alpha')).toBe(true);
    expect(await mayHaveFeatures(site, 'Beta')).toBe(false);
    expect(await hasGenome(site, 'Alpha')).toBe(true);
    expect(await hasGenome(site, 'Beta')).toBe(false);
  });

  test('a phage without a record has no genome, and features where others do not have them all', async () => {
    withIndex(index);
    expect(await hasGenome(site, 'Gamma')).toBe(false);
    expect(await mayHaveFeatures(site, 'Gamma')).toBe(false);
    expect(await mayHaveFeatures({ ...site, counts: [['features', 3]] }, 'Gamma')).toBe(true);
  });

  test('each is asked for where there is no index', async () => {
    withIndex(null);
    expect(await hasGenome(site, 'Gamma')).toBe(true);
    expect(await mayHaveFeatures(site, 'Gamma')).toBe(true);
  });

  test('none is asked for that the site was built without', async () => {
    withIndex(index);
    expect(await hasGenome({ ...site, bulk: [] }, 'Alpha')).toBe(false);
    expect(await mayHaveFeatures({ ...site, views: [] }, 'Alpha')).toBe(false);
    expect(await mayHaveFeatures({ ...site, counts: [['features', 0]] }, 'Alpha')).toBe(false);
  });
});

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

test('a protein has the mass of its residues and one water', () => {
  // Glycine: 57.0513 + 18.0153.
  expect(massOf('G')).toBeCloseTo(0.0750666, 6);
  expect(massOf('MKT')).toBeCloseTo(0.3785, 3);
});

test('a protein has none where a letter may be several', () => {
  expect(massOf('MXK')).toBeNull();
  expect(massOf('')).toBeNull();
});

test('the other strand is read from its own beginning', () => {
  expect(reverseComplement('AACGTR')).toBe('YACGTT');
});

test('a FASTA file gives its first sequence, whatever its lines', () => {
  expect(sequenceOf('>Alpha x\r\nacg\r\nTT\r\n>Beta\nGG\n')).toBe('ACGTT');
  expect(sequenceOf('')).toBe('');
});

test('a header stays one line', () => {
  expect(fastaOf('A\n>B', 'M'.repeat(71))).toBe(`>A >B\n${'M'.repeat(70)}\nM\n`);
});
