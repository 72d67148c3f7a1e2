/** Makes the tables of the genes of gene families (B1): the first column is the phage, the last is the product. */
import { familyFile } from '../contract/tableAddresses.ts';
import { geneFields, geneSpans } from '../generated/plainRecords.ts';
import { escaped, nullValue, spanLength } from '../json/plainJson.ts';
import { readString } from '../json/readString.ts';
import type { Cell } from './columns.ts';
import type { Family } from './familyBatches.ts';
import { createGeneReader, placesOf } from './geneStretches.ts';
import type { TableOptions } from './maker.ts';
import { noneCell, plainRow } from './plainRow.ts';
import { placeLength, type RecordPages } from './recordLines.ts';

/** The titles of the columns, and the fields of genes that fill them. */
const columns = {
  Phage: geneFields.PhageID_PhageID,
  GeneID: geneFields.GeneID,
  'Locus Tag': geneFields.LocusTag,
  Start: geneFields.Start,
  Stop: geneFields.Stop,
  Orientation: geneFields.Orientation,
  Product: geneFields.Notes,
} as const;

const familyColumns = Object.keys(columns);

/**
 * The table of a family. `text` gives it in pieces, each valid until the next; read them to the end before the next
 * table.
 */
export interface FamilyTable {
  readonly path: string;
  readonly text: Iterable<Buffer>;
}

const chunkGenes = 1024;

/** The tables of a batch, one after the other. Throws the system's error when a page cannot be read. */
export function* familyTables(
  families: readonly Family[],
  pages: RecordPages,
  options: TableOptions,
): Generator<FamilyTable> {
  const [first] = families;
  // A large family is alone in its batch, and is not held in memory.
  if (families.length === 1 && first !== undefined) {
    const rows = rowsInOrder(first.places, pages, options);
    yield { path: familyFile(first.id), text: withHead(rows) };
    return;
  }
  const all = Buffer.concat(families.map(({ places }) => bytesOf(places)));
  const places = new Uint32Array(all.buffer, all.byteOffset, all.length / 4);
  const rows = rowsByPage(places, pages, options);
  let from = 0;
  for (const { id, places: own } of families) {
    const to = from + own.length / placeLength;
    yield { path: familyFile(id), text: withHead([rows.slice(from, to)]) };
    from = to;
  }
}

function* withHead(rows: Iterable<readonly string[]>): Generator<Buffer> {
  yield Buffer.from(plainRow(familyColumns, { isGuarded: false }));
  for (const some of rows) yield Buffer.from(some.join(''));
}

function* rowsInOrder(
  places: Uint32Array,
  pages: RecordPages,
  options: TableOptions,
): Generator<string[]> {
  const readGenes = createGeneReader(pages);
  for (let from = 0; from < places.length; from += chunkGenes * placeLength) {
    const { count, bytes, spans } = readGenes(
      places.subarray(from, from + chunkGenes * placeLength),
    );
    yield Array.from({ length: count }, (_, gene) =>
      rowOf(bytes, spans, gene * geneSpans, options),
    );
  }
}

/** The same rows, read page by page: the genes of a family are spread over all pages. */
function rowsByPage(places: Uint32Array, pages: RecordPages, options: TableOptions): string[] {
  const genes = Uint32Array.from({ length: places.length / placeLength }, (_, gene) => gene);
  const at = (gene: number, column: number) => places[gene * placeLength + column] ?? 0;
  genes.sort((a, b) => at(a, 0) - at(b, 0) || at(a, 1) - at(b, 1));
  const rows: string[] = Array.from(genes, () => '');
  let done = 0;
  for (const some of rowsInOrder(placesOf(places, genes), pages, options)) {
    for (const row of some) rows[genes[done++] ?? 0] = row;
  }
  return rows;
}

function rowOf(bytes: Buffer, spans: Int32Array, gene: number, options: TableOptions): string {
  const cells = Object.values(columns).map((field): Cell => {
    const at = gene + field * spanLength;
    const from = spans[at] ?? nullValue;
    const to = spans[at + 1] ?? nullValue;
    if (from === nullValue) return field === geneFields.LocusTag ? noneCell : null;
    return ((spans[at + 2] ?? 0) & escaped) === 0
      ? bytes.toString('utf8', from, to)
      : readString(bytes, from, to);
  });
  return plainRow(cells, options);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
