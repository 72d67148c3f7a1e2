/**
 * Makes the tables of phages at `/data/` (B1): columns, wording and rows are those that programs read at PhagesDB. A
 * column that no record can fill is empty.
 */
import type { PhageTable } from '../contract/tableAddresses.ts';
import type { LoosePhage } from '../genomes/phageGenome.ts';
import type { Cell } from './columns.ts';
import type { TableOptions } from './maker.ts';
import { parsedRecords } from './parsedRecords.ts';
import { noneCell, plainRow } from './plainRow.ts';
import type { RecordPages } from './recordLines.ts';

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
