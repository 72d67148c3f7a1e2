import { expect, test } from 'vitest';
import { proteins } from '../../../src/sinks/rows.ts';
import { createTextBuffer, writtenSince } from '../../../src/sinks/recordLines.ts';
import { findGene, geneSpans } from '../../../src/generated/plainRecords.ts';
import type { GeneRecord } from '../../../src/generated/records.ts';
import {
  genomeHeader,
  genusHeader,
  renderGenes,
  renderGenome,
} from '../../../src/sinks/phageGenome.ts';
import { reverseComplement } from '../../../src/sequences/nucleotides.ts';
import { geneAt, madePhage, randomBases } from '../../readers/genomesMade.ts';
import { tinyGene } from '../../integration/tinyData.ts';

const bases = randomBases(300, 7);

/** The header that the gene has among the proteins. */
function proteinHeader(gene: GeneRecord): string {
  const line = Buffer.from(JSON.stringify(gene));
  const spans = new Int32Array(geneSpans);
  findGene(line, 0, spans, 0);
  const text = createTextBuffer();
  proteins.add(text, { count: 1, bytes: line, spans, name: null, genomeLength: null });
  return writtenSince(text, 0).toString().split('\n')[0] ?? '';
}

const headers = (genes: readonly GeneRecord[]) =>
  renderGenes({ genes, bases })
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('>'));
const letters = (fasta: Buffer) => fasta.toString().replaceAll(/^>.*$|\n/gm, '');

test('a genome is named as in GFF3, with its cluster', () => {
  const named = (name: string, phage = {}) =>
    renderGenome(madePhage(name, 1, { phage }))
      .toString()
      .split('\n')[0];
  expect(named('Mr Spaced')).toBe('>Mr%20Spaced [cluster Q] [subcluster Q7]');
  const unknown = { pcluster: null as never, psubcluster: null, archive_accession: 'AB\n1' };
  expect(named('A', unknown)).toBe('>A [Unclustered] [accession AB 1]');
  expect(letters(renderGenome(madePhage('A', 1)))).toBe(randomBases(3000, 1).toString());
});

test('genes have the headers of their proteins', () => {
  const genes = [
    geneAt('A', 1, bases, { start: 0, stop: 30 }, { Notes: 'tail\u2028fibre\n"|' }),
    geneAt('A', 2, bases, { start: 0, stop: 30 }, { PhamID: null as never, Notes: '' }),
    geneAt('A', 3, bases, { start: 0, stop: 30 }, { PhageID: null as never }),
    geneAt(
      'A',
      4,
      bases,
      { start: 0, stop: 30 },
      { PhageID: { ...tinyGene('A', 1).PhageID, Cluster: null as never } },
    ),
  ];
  expect(headers(genes)).toEqual(genes.map(proteinHeader));
  expect(headers(genes)[3]).toContain('|Unclustered|');
});

test('genes are read on their strand, through the origin, and in their parts', () => {
  const other = reverseComplement(bases).toString();
  const text = bases.toString();
  const basesOf = (wanted: Parameters<typeof geneAt>[3]) =>
    letters(renderGenes({ genes: [geneAt('A', 1, bases, wanted)], bases }));
  expect(basesOf({ start: 30, stop: 90 })).toBe(text.slice(30, 90));
  expect(basesOf({ start: 30, stop: 90, isReverse: true })).toBe(other.slice(210, 270));
  expect(basesOf({ start: 290, stop: 20 })).toBe(text.slice(290) + text.slice(0, 20));
  expect(basesOf({ start: 290, stop: 20, isReverse: true })).toBe(
    other.slice(280) + other.slice(0, 10),
  );
  expect(basesOf({ start: 0, stop: 209, slip: [90, -1] })).toBe(
    text.slice(0, 90) + text.slice(89, 209),
  );
});

test('the whole span is said to be that where the parts are not known', () => {
  const gene = geneAt(
    'A',
    1,
    bases,
    { start: 0, stop: 31 },
    { Length: 30, Translation: 'WWWWWWWWWW' },
  );
  expect(headers([gene])[0]).toMatch(/ \[the whole span: which 30 bases are read is not known\]$/);
  expect(letters(renderGenes({ genes: [gene], bases }))).toBe(bases.toString('latin1', 0, 31));
});

test('genes that have no place on the genome are left out', () => {
  const places = [
    { Start: 0, Stop: 301 },
    { Start: 301, Stop: 5 },
    { Start: 300, Stop: 0 },
    { Start: 7, Stop: 7 },
    { Start: null as never, Stop: 7 },
    { Start: 7, Stop: null as never },
  ];
  const genes = places.map((place, at) => tinyGene('A', at, place));
  expect(renderGenes({ genes, bases })).toEqual(Buffer.alloc(0));
});

test('a cluster or subcluster with an empty name is none in any header', () => {
  const empty = { pcluster: { cluster: '' }, psubcluster: { subcluster: '' } } as never;
  const { phage } = madePhage('A', 1, { phage: empty });
  expect(genomeHeader(phage)).toBe('A [Unclustered]');
  expect(genusHeader(phage)).toMatch(/^\w+ phage A, Unclustered$/);
});
