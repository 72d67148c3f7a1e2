import { expect, test } from 'vitest';
import { columnsOf } from '../../../../src/bulk/columns.ts';
import {
  beyondAscii,
  escaped,
  findGeneFields,
  geneFields,
  geneSpans,
  nullValue,
  readInteger,
  spanLength,
} from '../../../../src/collections/genes/geneFields.ts';
import type { GeneRecord } from '../../../../src/generated/records.ts';
import { loadSchemas } from '../../../../src/validation/loadSchemas.ts';
import { tinyGene } from '../../../integration/tinyData.ts';

/** Each field's text, null for null, with what it was found to hold. */
function fieldsOf(gene: GeneRecord) {
  const bytes = Buffer.from(`before${JSON.stringify(gene)}behind`);
  const spans = new Int32Array(2 * geneSpans);
  findGeneFields(bytes, 'before'.length, spans, geneSpans);
  return Object.fromEntries(
    Object.entries(geneFields).map(([name, field]) => {
      const [first = 0, end = 0, holds] = spans.subarray(geneSpans + field * spanLength);
      return [name, [first === nullValue ? null : bytes.toString('utf8', first, end), holds]];
    }),
  );
}

test('the fields are the columns of genes, in their order', () => {
  const names = columnsOf('genes', loadSchemas()).map(({ name }) => name);
  expect(names).toHaveLength(Object.keys(geneFields).length);
  expect(names[geneFields.phageName]).toBe('PhageID_Name');
  expect(names[geneFields.phamId]).toBe('PhamID_PhamID');
  expect(names[geneFields.translation]).toBe('Translation');
  expect(names[geneFields.locusTag]).toBe('LocusTag');
});

test('every value is found, whatever stands in the others', () => {
  const gene = tinyGene('A","PhageID":{', 1, { Notes: 'é "x"', Name: '\\', LocusTag: null });
  expect(fieldsOf(gene)).toMatchObject({
    geneId: [String.raw`A\",\"PhageID\":{_CDS_1`, escaped],
    accession: [gene.PhageID.Accession, 0],
    phamId: [String(gene.PhamID.PhamID), 0],
    start: [String(gene.Start), 0],
    label: [String.raw`\\`, escaped],
    translation: [gene.Translation, 0],
    notes: [String.raw`é \"x\"`, escaped | beyondAscii],
    locusTag: [null, 0],
  });
});

test('of an object that is null, every field is', () => {
  const none = { PhageID: null, PhamID: null, Start: null } as unknown as Partial<GeneRecord>;
  expect(fieldsOf(tinyGene('A', 1, none))).toMatchObject({
    phageId: [null, 0],
    subcluster: [null, 0],
    phamId: [null, 0],
    color: [null, 0],
    start: [null, 0],
    orientation: [tinyGene('A', 1).Orientation, 0],
  });
});

test('integers are read as they were written', () => {
  const bytes = Buffer.from('"a" 9007199254740991');
  expect(readInteger(bytes, 4, bytes.length)).toBe(Number.MAX_SAFE_INTEGER);
});
