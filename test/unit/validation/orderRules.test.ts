import { describe, expect, test } from 'vitest';
import type { RecordPlace } from '../../../src/findings/recordPlace.ts';
import { nameCaseFindings, repeatedKeyFinding } from '../../../src/validation/orderRules.ts';
import { exampleGene, examplePhage } from '../generated/exampleRecords.ts';
import { checkFiles } from './checkFiles.ts';

const files = ['a.ndjson', 'b.ndjson'];
const locate = ({ rank, line }: RecordPlace) => ({ file: files[rank] ?? '', line });

test.each([
  ['genes', 'gene-id-unique', 'GeneID', 'Quillon_CDS_1'],
  ['phages', 'phage-name-unique', 'phage_name', 'Éclair'],
] as const)(
  'a key of %s that repeats is found at the further record, which names the first',
  (collection, rule, field, key) => {
    const repeated = { key, first: { rank: 0, line: 4 }, again: { rank: 1, line: 2 } };
    expect(repeatedKeyFinding(collection, rule, repeated, locate)).toEqual({
      rule,
      file: 'b.ndjson',
      line: 2,
      pointer: `/${field}`,
      expected: `a ${field} that no other record has`,
      found: `"${key}", which is also at a.ndjson:4`,
    });
  },
);

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

  const unlike = [expect.stringMatching(/ \/GeneID name-case$/)];
  test.each<[genes: string[], phages: string[], found: unknown[]]>([
    // Also when their genes do.
    [['Quillon_CDS_1', 'QUILLON_CDS_2'], ['Quillon', 'QUILLON'], ['2 /phage_name name-case']],
    [['Quillon_CDS_1', 'Quillon_CDS_2', 'QUILLON_CDS_1'], ['x'], unlike],
    // Of another form, where they are allowed.
    [['Quillon', 'QUILLON'], ['x'], unlike],
    [['Quillon_cds_1', 'Quillon_Cds_1'], ['x'], unlike],
    [['Quillon_CDS_1', 'Quillon_cds_1'], ['x'], unlike],
    [['Quillon_CDS_1a', 'Quillon_CDS_1A'], ['x'], unlike],
    // Which only begin alike.
    [['A_CDS_1', 'A_CDS_10', 'A_CDS_11', 'AA_CDS_1'], ['A', 'AA'], []],
    [['Quillon_CDS_1'], ['Quillon', 'x', 'Quillon'], ['3 /phage_name phage-name-unique']],
    [
      ['Quillon_CDS_1', 'Quillon_CDS_1', 'Quillon_CDS_1'],
      ['x'],
      ['2 /GeneID gene-id-unique', '3 /GeneID gene-id-unique'],
    ],
  ])('of genes %j and phages %j finds %j', async (geneIds, phageNames, found) => {
    expect(await check(geneIds, phageNames)).toEqual(found);
  });
});
