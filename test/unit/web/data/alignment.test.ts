import { expect, test } from 'vitest';
import {
  alignedFasta,
  alignProteins,
  chosenForAlignment,
  clustalOf,
  columnsOf,
  startsOf,
  withCloseEnds,
} from '../../../../src/web/data/alignment.ts';
import { geneOf } from '../../../../src/web/data/records.ts';
import { siteOf } from '../../../../src/web/data/site.ts';

const gene = (id: string, Translation: string) =>
  geneOf(siteOf({}), { GeneID: id, Translation, PhageID: { PhageID: 'Alpha' } });

const protein = 'MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVK';
const genes = [
  gene('A_1', protein),
  gene('A_2', protein.slice(20)),
  gene('A_3', `${protein.slice(0, 30)}W${protein.slice(30)}*`),
  gene('A_4', protein.replace('QRQ', 'QKQ')),
];

test('proteins are aligned residue by residue, and nothing of them is lost', async () => {
  const aligned = await alignProteins(genes);
  expect(new Set(aligned.rows.map((row) => row.length)).size).toBe(1);
  expect(aligned.rows.map((row) => row.replaceAll('-', ''))).toEqual(
    genes.map(({ translation }) => translation.replace('*', '')),
  );
  const consensus = columnsOf(aligned.rows).map((column) => column.consensus);
  expect(consensus.join('').replaceAll('-', '')).toBe(protein);
  expect(startsOf(aligned).map(({ column, genes: own }) => [column, own.length])).toEqual([
    [1, 3],
    [21, 1],
  ]);
  expect(alignedFasta(aligned)).toMatch(/^>A_1 \[Alpha\]\nMKTAY/);
  const [head, , , first = '', second = ''] = clustalOf(aligned).split('\n');
  expect(head).toMatch(/^CLUSTAL/);
  expect(first).toBe(`A_1    ${aligned.rows[0]!.slice(0, 60)}`);
  expect(second).toBe(`A_2    ${aligned.rows[1]!.slice(0, 60)}`);
  const marked = { genes: genes.slice(0, 2), rows: ['MKA', 'MKT'] };
  expect(clustalOf(marked).split('\n').slice(3, 6)).toEqual([
    'A_1    MKA',
    'A_2    MKT',
    '       ** ',
  ]);
});

test.each([
  [
    'a start that fits nothing beyond its gap, of several proteins together',
    ['M-----ITAGLAGY', 'M-----ITAGVASY', 'MTAEEYITAGLATY'],
    ['-----MITAGLAGY', '-----MITAGVASY', 'MTAEEYITAGLATY'],
  ],
  [
    'an end likewise, and no column stays empty',
    ['MKEYRKPWHE---S', 'MKEYRKPW--RGA-'],
    ['MKEYRKPWHES', 'MKEYRKPWRGA'],
  ],
])('an alignment moves %s', (_, rows, moved) => {
  expect(withCloseEnds(rows)).toEqual(moved);
});

test.each([
  [['MKAWLF----KPWLFTV', 'MKAWLFGGGGKPWLFTV']],
  [['MS-ITAGLAGYW', 'MS-ITAGLAGYW', 'MSGITAGLAGYW']],
  [['MSG-QVFRRP', 'MSASDVFRRP', 'MSASDVFRRP']],
  [['MKKW---ITAGL', 'MKKW---ITAGL', 'MKKWCCCITAGL']],
  [['---MITAGL', 'MTAMITAGL']],
  [[protein]],
  [[]],
])('an alignment keeps a gap that others bear out, and ends that are close: %j', (rows) => {
  expect(withCloseEnds(rows)).toEqual(rows);
});

test('an alignment has the same ends whatever the order of its rows, and for good', () => {
  const rows = ['M--K----ITAGL', 'MSTKAEEYITAGL', '--TK----ITAGM', 'MS-K-EEYVTAGL'];
  const close = withCloseEnds(rows);
  expect(withCloseEnds(rows.toReversed()).toReversed()).toEqual(close);
  expect(withCloseEnds(close)).toEqual(close);
});

test('amino acids that are not known are aligned in the same way each time, and stay as they are', async () => {
  const withUnknown = [
    gene('X_1', `${protein.slice(0, 12)}${'X'.repeat(18)}${protein.slice(12)}`),
    gene('X_2', protein.replace('S', 'U').replace('D', 'B')),
    gene('X_3', `MKTAXXXXXXX${protein.slice(4)}`),
  ];
  const first = await alignProteins(withUnknown);
  expect(first.rows.map((row) => row.replaceAll('-', ''))).toEqual(
    withUnknown.map(({ translation }) => translation),
  );
  for (let time = 0; time < 20; time++) expect(await alignProteins(withUnknown)).toEqual(first);
});

test('of many or long proteins, some are chosen that are spread over all', () => {
  const many = Array.from({ length: 1000 }, (_, at) => gene(`G_${at}`, protein));
  const chosen = chosenForAlignment([gene('none', ''), ...many]).map(({ id }) => id);
  expect(chosen).toHaveLength(40);
  expect([chosen[0], chosen[1], chosen[39]]).toEqual(['G_0', 'G_25', 'G_975']);
  const long = many.map(({ id }) => gene(id, 'M'.repeat(5000)));
  expect(chosenForAlignment(long)).toHaveLength(6);
  expect(chosenForAlignment(genes)).toEqual(genes);
});

test('of residues as frequent the first in the alphabet counts, and a gap is nothing in common', () => {
  expect(columnsOf(['MA-', 'MC-'])).toEqual([
    { consensus: 'M', conservation: 1 },
    { consensus: 'A', conservation: 0.5 },
    { consensus: '-', conservation: 0 },
  ]);
  expect(columnsOf([])).toEqual([]);
});
