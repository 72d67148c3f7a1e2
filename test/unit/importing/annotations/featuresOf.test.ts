import { expect, test } from 'vitest';
import { featuresOf } from '../../../../src/importing/annotations/genesOf.ts';
import { createImportLog } from '../../../../src/importing/report.ts';
import { feature, part, sequenceOf } from './sequences.ts';

function made(...features: Parameters<typeof feature>[0][]) {
  const log = createImportLog();
  const sequence = sequenceOf({ features: features.map(feature) });
  return { features: featuresOf(sequence, { phage: 'L5', log, file: 'L5.gb' }), log };
}

test('an RNA, in order along the genome', () => {
  const { features, log } = made(
    { type: 'tmRNA', parts: [part(50, 90, 0)], qualifiers: { product: 'SsrA', note: 'tag AAA' } },
    { type: 'tRNA', parts: [part(5, 30, -1)], qualifiers: { product: 'tRNA-Met' } },
  );
  const shared = { PhageID: 'L5' };
  expect(features).toEqual([
    { ...shared, Type: 'tRNA', Start: 5, Stop: 30, Orientation: 'R', Name: 'tRNA-Met', Notes: '' },
    {
      ...shared,
      Type: 'tmRNA',
      Start: 50,
      Stop: 90,
      Orientation: null,
      Name: 'SsrA',
      Notes: 'tag AAA',
    },
  ]);
  expect(log.changed).toEqual([]);
});

test.each([
  ['tRNA', { trna: 'tRNA-Arg(TCT)', locus_tag: 'L5_tRNA_1' }, 'tRNA', 'tRNA-Arg(TCT)'],
  ['tRNA', { product: 'tRNA-\tMet\0', trna: 'tRNA-Met(CAT)' }, 'tRNA', 'tRNA- Met'],
  ['repeat_region', { rpt_family: 'CRISPR' }, 'CRISPR', expect.any(String)],
  ['repeat_region', { note: 'terminal' }, 'repeat', expect.any(String)],
  ['direct_repeat', {}, 'repeat', expect.any(String)],
  ['rRNA', {}, 'rRNA', expect.any(String)],
  ['regulatory', {}, 'other', expect.any(String)],
])('a %s with %j is of type %s, called %s', (type, qualifiers, is, name) => {
  const { features } = made({ type, qualifiers: { ...qualifiers } });
  expect(features).toMatchObject([{ Type: is, Name: name }]);
});

test('one of another type keeps that in its notes, and is said', () => {
  const { features, log } = made({ type: 'regulatory', qualifiers: { gene: 'P1', note: 'early' } });
  expect(features[0]).toMatchObject({ Type: 'other', Name: 'P1', Notes: 'regulatory; early' });
  expect(log.changed).toMatchObject([{ kind: 'features of other types', count: 1 }]);
});

test('what genes and the phage say already is left out; a gene without a CDS is not', () => {
  const { features } = made(
    { type: 'source', parts: [part(0, 100)] },
    { type: 'CDS', parts: [part(0, 9)] },
    { type: 'gene', parts: [part(0, 9)] },
    { type: 'CDS', parts: [part(20, 29)], qualifiers: { locus_tag: 'T2' } },
    { type: 'gene', parts: [part(10, 29)], qualifiers: { locus_tag: 'T2' } },
    { type: 'gene', parts: [part(40, 49)], qualifiers: { locus_tag: 'T3' } },
  );
  expect(features.map(({ Name, Start }) => [Name, Start])).toEqual([['T3', 40]]);
});

test('a gene is described by the CDS below it, also of another extent; transcripts are left out', () => {
  const { features, log } = made(
    { type: 'gene', parts: [part(0, 50)], qualifiers: { ID: 'g', locus_tag: 'T', note: 'early' } },
    { type: 'transcript', parts: [part(0, 50)], qualifiers: { ID: 't', Parent: 'g' } },
    { type: 'CDS', parts: [part(9, 18), part(20, 29)], qualifiers: { Parent: 'g' } },
    { type: 'start_codon', parts: [part(9, 12)], qualifiers: { Parent: 't' } },
  );
  expect(features).toEqual([]);
  expect(log.refused.map(({ kind }) => kind)).toEqual([
    'features of the type transcript',
    'features of the type start_codon',
  ]);
  // The CDS has the locus tag of its gene.
  expect(log.fieldless.map(({ kind }) => kind)).toEqual(['/ID', '/note']);
});

test('what a feature says that records have no field for is counted', () => {
  const { log } = made(
    {
      type: 'tRNA',
      qualifiers: { product: 'tRNA-Met', gene: 't1', locus_tag: 'T1', ID: 'T1', pseudo: '' },
    },
    { type: 'direct_repeat', parts: [part(50, 60)], qualifiers: { rpt_family: 'x' } },
    { type: 'exon' },
  );
  const counts = (kinds: typeof log.changed) => kinds.map(({ kind, count }) => `${count} ${kind}`);
  expect(counts(log.fieldless)).toEqual([
    '1 /gene',
    '1 /locus_tag',
    '1 /ID',
    '1 /pseudo',
    '1 /rpt_family',
  ]);
  expect(counts(log.changed)).toEqual(['1 features now of the type repeat']);
  expect(counts(log.refused)).toEqual(['1 features of the type exon']);
});

test('of a gene that its CDS describes, only what the CDS does not say is counted', () => {
  const { log } = made(
    { qualifiers: { locus_tag: 'T1', gene: '1' } },
    { type: 'gene', qualifiers: { locus_tag: 'T1', gene: '1', old_locus_tag: 'S1' } },
  );
  expect(log.fieldless).toMatchObject([{ kind: '/old_locus_tag', count: 1 }]);
});

test('the symbol of a gene that its CDS does not get is reported', () => {
  const gene = (qualifiers: Record<string, string>) => ({
    type: 'gene',
    parts: [part(0, 9, 1)],
    qualifiers: { gene: 'terL', ...qualifiers },
  });
  const cds = (qualifiers: Record<string, string>) => ({
    type: 'CDS',
    parts: [part(0, 9, 1)],
    qualifiers,
  });
  const unsaid = (...of: Parameters<typeof made>) =>
    made(...of).log.fieldless.map(({ kind }) => kind);
  expect(unsaid(gene({}), cds({ locus_tag: 'X_1' }))).toEqual(['/gene']);
  expect(unsaid(gene({ locus_tag: 'X_1' }), cds({ locus_tag: 'X_1' }))).toEqual([]);
  expect(unsaid(gene({}), cds({}))).toEqual([]);
});

test.each([2, 20])('what only a gene says is reported, also where %d CDS have its tag', (count) => {
  const cds = Array.from({ length: count }, (_, at) => ({
    type: 'CDS',
    parts: [part(at * 10, at * 10 + 9, 1)],
    qualifiers: { locus_tag: 'T', gene: `g${at}` },
  }));
  const gene = (name: string) => ({
    type: 'gene',
    parts: [part(500, 590, 1)],
    qualifiers: { locus_tag: 'T', gene: name },
  });
  const { features, log } = made(...cds, gene(`g${count - 1}`), gene('unsaid'));
  expect(features).toEqual([]);
  expect(log.fieldless).toMatchObject([{ kind: '/gene', count: 1 }]);
});

test('an empty locus tag ties no gene to a CDS', () => {
  const { features } = made(
    { type: 'CDS', line: 1, parts: [part(0, 9, 1)], qualifiers: { locus_tag: '' } },
    {
      type: 'gene',
      line: 2,
      parts: [part(20, 50, 1)],
      qualifiers: { locus_tag: '', gene: 'alone' },
    },
  );
  expect(features.map(({ Name }) => Name)).toEqual(['alone']);
});
