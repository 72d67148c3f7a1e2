import { expect, test } from 'vitest';
import { columnsOf } from '../../../src/sinks/maker.ts';
import {
  findGene,
  geneFieldCount,
  geneFields,
  geneSpans,
} from '../../../src/generated/plainRecords.ts';
import {
  beyondAscii,
  escaped,
  nullValue,
  readInteger,
  spanLength,
} from '../../../src/text/plainJson.ts';
import type { GeneRecord } from '../../../src/generated/records.ts';
import { loadSchemas } from '../../../src/records/schemas.ts';
import { tinyGene } from '../../integration/tinyData.ts';

/** Each field's text, null for null, with what it was found to hold. */
function fieldsOf(gene: GeneRecord) {
  const bytes = Buffer.from(`before${JSON.stringify(gene)}behind`);
  const spans = new Int32Array(2 * geneSpans);
  findGene(bytes, 'before'.length, spans, geneSpans);
  return Object.fromEntries(
    Object.entries(geneFields).map(([name, field]) => {
      const [first = 0, end = 0, holds] = spans.subarray(geneSpans + field * spanLength);
      return [name, [first === nullValue ? null : bytes.toString('utf8', first, end), holds]];
    }),
  );
}

test('the fields of one value are the columns of genes, in their order', () => {
  const names = columnsOf('genes', loadSchemas()).map(({ name }) => name);
  expect(Object.keys(geneFields).slice(0, geneFieldCount)).toEqual(names);
});

test('every value is found, whatever stands in the others', () => {
  const gene = tinyGene('A","PhageID":{', 1, { Notes: 'é "x"', Name: '\\', LocusTag: null });
  expect(fieldsOf(gene)).toMatchObject({
    GeneID: [String.raw`A\",\"PhageID\":{_CDS_1`, escaped],
    PhageID_Accession: [gene.PhageID.Accession, 0],
    PhamID_PhamID: [String(gene.PhamID.PhamID), 0],
    Start: [String(gene.Start), 0],
    Name: [String.raw`\\`, escaped],
    Translation: [gene.Translation, 0],
    Notes: [String.raw`é \"x\"`, escaped | beyondAscii],
    LocusTag: [null, 0],
  });
});

test('of an object that is null, every field is', () => {
  const none = { PhageID: null, PhamID: null, Start: null } as unknown as Partial<GeneRecord>;
  expect(fieldsOf(tinyGene('A', 1, none))).toMatchObject({
    PhageID_PhageID: [null, 0],
    PhageID_Subcluster: [null, 0],
    PhamID_PhamID: [null, 0],
    PhamID_Color: [null, 0],
    Start: [null, 0],
    PhageID: [null, 0],
    Orientation: [tinyGene('A', 1).Orientation, 0],
  });
});

test('integers are read as they were written', () => {
  const bytes = Buffer.from('"a" 9007199254740991');
  expect(readInteger(bytes, 4, bytes.length)).toBe(Number.MAX_SAFE_INTEGER);
});
