/** Worker tasks: write the tables of phages and of gene families from staged pages. */
import { familyFile, type PhageTable, phageTables } from '../contract/bulkFiles.ts';
import { geneFields } from '../generated/plainRecords.ts';
import type { WrittenFiles } from '../publishing/fileList.ts';
import type { Family } from './bulkPlan.ts';
import {
  type Cell,
  createGeneReader,
  type GeneRange,
  placesOf,
  stringOf,
  type TableOptions,
} from './maker.ts';
import type { LoosePhage } from './phageGenome.ts';
import { placeLength, type RecordPages } from './recordLines.ts';
import { type BulkPlace, writeBulk } from './renderBulk.ts';
import { noneCell, parsedRecords, plainRow } from './rows.ts';

/** The titles of the columns, and the fields of genes that fill them. */
const phageColumns = {
  Phage: geneFields.PhageID_PhageID,
  GeneID: geneFields.GeneID,
  'Locus Tag': geneFields.LocusTag,
  Start: geneFields.Start,
  Stop: geneFields.Stop,
  Orientation: geneFields.Orientation,
  Product: geneFields.Notes,
} as const;

const familyColumns = Object.keys(phageColumns);

/**
 * The table of a family. `text` gives it in pieces, each valid until the next; read them to the end before the next
 * table.
 */
interface FamilyTable {
  readonly path: string;
  readonly text: Iterable<Buffer>;
}

const genesPerRead = 1024;

/** The tables of some families, one after the other. Throws the system's error when a page cannot be read. */
export function* familyTables(
  families: readonly Family[],
  pages: RecordPages,
  options: TableOptions,
): Generator<FamilyTable> {
  const [first] = families;
  // A large family is alone, and is not held in memory.
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
  for (let from = 0; from < places.length; from += genesPerRead * placeLength) {
    const genes = readGenes(places.subarray(from, from + genesPerRead * placeLength));
    yield Array.from({ length: genes.count }, (_, gene) => rowOf(genes, gene, options));
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

function rowOf(genes: GeneRange, gene: number, options: TableOptions): string {
  const cells = Object.values(phageColumns).map((field): Cell => {
    const text = stringOf(genes, gene, field);
    return text === null && field === geneFields.LocusTag ? noneCell : text;
  });
  return plainRow(cells, options);
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

// Makes the tables of phages at `/data/` (B1): columns, wording and rows are those that programs read at PhagesDB. A
// column that no record can fill is empty.

/** The title of a column, and its cell; null if records have no such field. */
type PhageColumn = readonly [title: string, cell: ((phage: LoosePhage) => Cell) | null];

const name: PhageColumn = ['Phage Name', ({ phage_name }) => phage_name];
const cluster: PhageColumn = ['Cluster', ({ pcluster }) => pcluster?.cluster ?? noneCell];
const subcluster: PhageColumn = [
  'Subcluster',
  ({ psubcluster }) => psubcluster?.subcluster ?? noneCell,
];

const phageTableColumns: Readonly<Record<PhageTable, readonly PhageColumn[]>> = {
  full: [
    name,
    ['Host', hostOf],
    cluster,
    subcluster,
    ['Finished Sequence?', ({ seq_finished }) => seq_finished],
    ['Temperate?', ({ pcluster }) => pcluster?.temperate ?? null],
    ['Archive Titer', null],
    ['In GenBank?', ({ in_archive }) => in_archive],
    ['Accession #', ({ archive_accession }) => archive_accession],
    ['Published in a Paper?', ({ in_paper }) => in_paper],
    ['Genome Length(bp)', ({ genome_length }) => genome_length],
    ['GC%', ({ gcpercent }) => gcpercent],
    ['End Type', ({ end_type }) => end_type],
    ['Overhang Length (bp)', ({ overhang_length }) => overhang_length],
    ['Overhang Sequence', ({ overhang_sequence }) => overhang_sequence],
    ['Term Rpt Length', ({ repeat_length }) => repeat_length],
    ['# ORFs', ({ num_ORFs }) => num_ORFs],
    ['# tRNAs', ({ num_tRNAs }) => num_tRNAs],
    ['# tmRNAs', ({ num_tmRNAs }) => num_tmRNAs],
    ['Finding Institution', ({ p_institution }) => p_institution?.institution_name ?? null],
    ['Program', ({ program }) => program?.program_name ?? null],
    ['Finder Name(s)', ({ finder_name }) => finder_name],
    ['Found City', ({ found_city }) => found_city],
    ['Found State', ({ found_state }) => found_state],
    ['Found Country', ({ found_country }) => found_country],
    ['Found GPS Lat', ({ found_GPS_lat }) => found_GPS_lat],
    ['Found GPS Long', ({ found_GPS_long }) => found_GPS_long],
    ['Year Found', ({ found_year }) => found_year],
    ['Morphotype', ({ morphotype }) => morphotype],
    ['Seq Facility', ({ seq_facility }) => seq_facility?.facility_name ?? null],
    ['Shotgun Seq Method', ({ seq_method }) => seq_method?.method_name ?? null],
    ['From Enriched Sample?', ({ enriched_sample }) => enriched_sample],
    ['Former Name(s)', ({ old_names }) => old_names],
    ['Date Finished', ({ date_finished }) => date_finished],
    ['Phamerated?', ({ is_grouped }) => is_grouped],
    ['Annotation Status', ({ is_annotated }) => is_annotated],
    ['Submitted DNAM File?', ({ submitted_dnam_file }) => submitted_dnam_file],
    ['Submitted Minimal File?', ({ submitted_minimal_dnam_file }) => submitted_minimal_dnam_file],
    ['Author List?', ({ submitted_author_list }) => submitted_author_list],
    ['Cover Sheet?', ({ submitted_cover_sheet }) => submitted_cover_sheet],
    ['Annotation Submission Date', ({ submitted_annotation_date }) => submitted_annotation_date],
  ],
  simple: [name, cluster, subcluster],
};

/** The species and strain of the isolation host. */
function hostOf({ isolation_host: host }: LoosePhage): string {
  const words = [host?.genus, host?.species, host?.strain_name].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return words.length === 0 ? noneCell : words.join(' ');
}

/**
 * The text in pieces, a row for each sequenced phage in the order of the list; `blocks` are the places of all phages.
 * Throws the system's error when a page cannot be read.
 */
export function* phageTableText(
  table: PhageTable,
  blocks: Iterable<Uint32Array>,
  pages: RecordPages,
  options: TableOptions,
): Generator<Buffer> {
  const columns = phageTableColumns[table];
  const phagesAt = parsedRecords<LoosePhage>('phages', pages);
  yield Buffer.from(
    plainRow(
      columns.map(([title]) => title),
      { isGuarded: false },
    ),
  );
  for (const places of blocks) {
    const rows = phagesAt(places)
      .filter(({ seq_finished }) => seq_finished === true)
      .map((phage) =>
        plainRow(
          columns.map(([, cell]) => cell?.(phage) ?? null),
          options,
        ),
      );
    yield Buffer.from(rows.join(''));
  }
}

export interface RenderPhageTableTask {
  readonly site: BulkPlace;
  readonly options: TableOptions;
  readonly table: PhageTable;
  /** The places of all phages, by block. */
  readonly blocks: readonly Uint32Array[];
}

/** Throws a Failure. */
export function renderPhageTable(task: RenderPhageTableTask): Promise<WrittenFiles> {
  const { site, options, table, blocks } = task;
  return writeBulk(site, async (pages, writer) => {
    await writer.putParts(phageTables[table].path, phageTableText(table, blocks, pages, options));
    return {};
  });
}

export interface RenderFamiliesTask {
  readonly site: BulkPlace;
  readonly options: TableOptions;
  readonly families: readonly Family[];
}

/** Throws a Failure. */
export function renderFamilies(task: RenderFamiliesTask): Promise<WrittenFiles> {
  const { site, options, families } = task;
  return writeBulk(site, async (pages, writer) => {
    for (const { path, text } of familyTables(families, pages, options)) {
      if (families.length === 1) await writer.putParts(path, text);
      else writer.put(path, Buffer.concat([...text]));
    }
    return {};
  });
}
