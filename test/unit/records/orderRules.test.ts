/** What is found in the keys of all records: those that repeat, and those that differ by case only. */
import { expect, test } from 'vitest';
import { compareFindings } from '../../../src/text/findings.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { exampleGene } from '../generated/exampleRecords.ts';
import { checkFiles } from './checkFiles.ts';

const name = 'a name that differs from others by more than case, not';
const normalization = 'how letters with marks are encoded (Unicode normalization)';
const alike = (line: number, text: string, first: string, at = 1) =>
  `genes/a.ndjson:${line}/GeneID name-case: ${name} "${text}", beside "${first}" at genes/a.ndjson:${at}`;
const repeated = (file: string, field: string, rule: string, key: string) =>
  `${file}/${field} ${rule}: a ${field} that no other record has, not "${key}", which is also at`;

test.each<[genes: string[], phages: string[], found: string[]]>([
  // Also when their genes differ by case, too.
  [
    ['Quillon_CDS_1', 'QUILLON_CDS_2'],
    ['Quillon', 'QUILLON'],
    [
      `phages/a.ndjson:2/phage_name name-case: ${name} "QUILLON", beside "Quillon" at phages/a.ndjson:1`,
    ],
  ],
  // Each is held against the first in source order, whatever the order of the keys.
  [
    ['quillon_CDS_1', 'Quillon_CDS_2', 'QUILLON_CDS_1', 'Quillon_CDS_1'],
    ['x'],
    [alike(3, 'QUILLON_CDS_1', 'quillon_CDS_1'), alike(4, 'Quillon_CDS_1', 'quillon_CDS_1')],
  ],
  // Of another form, where they are allowed.
  ...[
    ['Quillon', 'QUILLON'],
    ['Quillon_cds_1', 'Quillon_Cds_1'],
    ['Quillon_CDS_1', 'Quillon_cds_1'],
    ['Quillon_CDS_1a', 'Quillon_CDS_1A'],
  ].map(([one = '', other = '']): [string[], string[], string[]] => [
    [one, other],
    ['x'],
    [alike(2, other, one)],
  ]),
  // Of which a terminal shows no difference.
  [
    ['Mu\u0308_CDS_1', 'M\u00FC_CDS_1', 'M\u00DC_CDS_1'],
    ['x'],
    [
      alike(2, 'M\u00FC_CDS_1', 'Mu\u0308_CDS_1').replace('case,', `${normalization},`),
      alike(3, 'M\u00DC_CDS_1', 'Mu\u0308_CDS_1').replace('case,', `case and ${normalization},`),
    ],
  ],
  // Which only begin alike.
  [['A_CDS_1', 'A_CDS_10', 'A_CDS_11', 'AA_CDS_1'], ['A', 'AA'], []],
  [
    ['Quillon_CDS_1'],
    ['Éclair', 'x', 'Éclair'],
    [
      `${repeated('phages/a.ndjson:3', 'phage_name', 'phage-name-unique', 'Éclair')} phages/a.ndjson:1`,
    ],
  ],
  [
    ['Quillon_CDS_1', 'Quillon_CDS_1', 'Quillon_CDS_1'],
    ['x'],
    [2, 3].map(
      (line) =>
        `${repeated(`genes/a.ndjson:${line}`, 'GeneID', 'gene-id-unique', 'Quillon_CDS_1')} genes/a.ndjson:1`,
    ),
  ],
])('of genes %j and phages %j finds %j', async (geneIds, phageNames, due) => {
  // Each gene has a phage of its own, so that their summaries agree.
  const genes = geneIds.map((GeneID, at) => {
    const PhageID = { ...exampleGene.PhageID, PhageID: `Phage${at}` };
    return tinyGene('any', 1, { GeneID, PhageID });
  });
  const phages = phageNames.map((one) => tinyPhage(one));
  const files = { 'genes/a.ndjson': asLines(genes), 'phages/a.ndjson': asLines(phages) };
  const findings = await checkFiles(files, ['gene-id-form']);
  const said = findings
    .filter(({ severity }) => severity === 'error')
    .toSorted(compareFindings)
    .map(({ file, line, pointer, rule, expected, found }) => {
      return `${file}:${line}${pointer} ${rule}: ${expected}, not ${found}`;
    });
  expect(said).toEqual(due);
});
