import { describe, expect, test } from 'vitest';
import type { RecordPlace } from '../../../src/findings/recordPlace.ts';
import { nameCaseFindings, repeatedKeyFinding } from '../../../src/validation/orderRules.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { checkFiles } from './checkFiles.ts';

const files = ['a.ndjson', 'b.ndjson'];
const locate = ({ rank, line }: RecordPlace) => ({ file: files[rank] ?? '', line });

describe('a key that repeats', () => {
  test('is found at the further record, which names the first', () => {
    const repeated = {
      key: 'Quillon_CDS_1',
      first: { rank: 0, line: 4 },
      again: { rank: 1, line: 2 },
    };
    expect(repeatedKeyFinding('genes', 'gene-id-unique', repeated, locate)).toEqual({
      rule: 'gene-id-unique',
      file: 'b.ndjson',
      line: 2,
      pointer: '/GeneID',
      expected: 'a GeneID that no other record has',
      found: '"Quillon_CDS_1", which is also at a.ndjson:4',
    });
  });

  test('has a rule of its own for phages', () => {
    const repeated = { key: 'Éclair', first: { rank: 0, line: 1 }, again: { rank: 0, line: 9 } };
    expect(repeatedKeyFinding('phages', 'phage-name-unique', repeated, locate)).toEqual({
      rule: 'phage-name-unique',
      file: 'a.ndjson',
      line: 9,
      pointer: '/phage_name',
      expected: 'a phage_name that no other record has',
      found: '"Éclair", which is also at a.ndjson:1',
    });
  });
});

describe('GeneIDs that differ only by case', () => {
  test('are found beside the first in source order, in whatever order they come', () => {
    const suspects = [
      { key: 'quillon_CDS_1', place: { rank: 1, line: 7 } },
      { key: 'Quillon_CDS_3', place: { rank: 0, line: 9 } },
      { key: 'QUILLON_CDS_1', place: { rank: 1, line: 3 } },
      { key: 'Quillon_CDS_1', place: { rank: 0, line: 8 } },
    ];
    const finding = {
      rule: 'name-case',
      file: 'b.ndjson',
      pointer: '/GeneID',
      expected: 'a name that differs from others by more than case',
    };
    const findings = [
      { ...finding, line: 3, found: '"QUILLON_CDS_1", beside "Quillon_CDS_1" at a.ndjson:8' },
      { ...finding, line: 7, found: '"quillon_CDS_1", beside "Quillon_CDS_1" at a.ndjson:8' },
    ];
    expect([...nameCaseFindings('genes', suspects, locate)]).toEqual(findings);
    expect([...nameCaseFindings('genes', suspects.toReversed(), locate)]).toEqual(findings);
  });

  test('are none where there is nothing to suspect', () => {
    expect([...nameCaseFindings('genes', [], locate)]).toEqual([]);
  });
});

describe('a check of all data', () => {
  /** The findings about records with these keys, every other rule allowed. */
  async function check(geneIds: readonly string[], phageNames: readonly string[]) {
    const genes = geneIds.map((GeneID, index) => ({
      ...exampleGene,
      GeneID,
      PhageID: { ...exampleGene.PhageID, PhageID: `Phage${index}` },
    }));
    const phages = phageNames.map((phage_name) => ({ ...examplePhage, phage_name }));
    const findings = await checkFiles(
      {
        'genes/a.ndjson': genes.map((gene) => `${JSON.stringify(gene)}\n`).join(''),
        'phages/a.ndjson': phages.map((phage) => `${JSON.stringify(phage)}\n`).join(''),
      },
      ['gene-id-form'],
    );
    return findings
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, line, pointer }) => `${line} ${pointer} ${rule}`);
  }

  test('finds two phages that differ by case once, also when their genes do, too', async () => {
    const geneIds = ['Quillon_CDS_1', 'QUILLON_CDS_2'];
    expect(await check(geneIds, ['Quillon', 'QUILLON'])).toEqual(['2 /phage_name name-case']);
  });

  test('finds genes that differ by case in the name of their phage', async () => {
    expect(await check(['Quillon_CDS_1', 'Quillon_CDS_2', 'QUILLON_CDS_1'], ['x'])).toHaveLength(1);
  });

  test.each([
    [['Quillon', 'QUILLON']],
    [['Quillon_cds_1', 'Quillon_Cds_1']],
    [['Quillon_CDS_1', 'Quillon_cds_1']],
    [['Quillon_CDS_1a', 'Quillon_CDS_1A']],
  ])(
    'finds GeneIDs of another form that differ by case, where they are allowed: %j',
    async (ids) => {
      const found = await check(ids, ['x']);
      expect(found).toEqual([expect.stringMatching(/ \/GeneID name-case$/)]);
    },
  );

  test('finds nothing in keys that only begin alike', async () => {
    expect(await check(['A_CDS_1', 'A_CDS_10', 'A_CDS_11', 'AA_CDS_1'], ['A', 'AA'])).toEqual([]);
  });

  test('finds a phage name that repeats, and its genes have nothing to do with it', async () => {
    expect(await check(['Quillon_CDS_1'], ['Quillon', 'x', 'Quillon'])).toEqual([
      '3 /phage_name phage-name-unique',
    ]);
  });

  test('finds three genes of one GeneID twice', async () => {
    const ids = ['Quillon_CDS_1', 'Quillon_CDS_1', 'Quillon_CDS_1'];
    expect(await check(ids, ['x'])).toEqual([
      '2 /GeneID gene-id-unique',
      '3 /GeneID gene-id-unique',
    ]);
  });
});
