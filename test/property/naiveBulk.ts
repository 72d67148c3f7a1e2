/** The bulk files made from the lists of a site as simply as can be, to hold the program's against. */
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import { bulkFilesOf, type BulkName, bulkNames, isBulkPath } from '../../src/contract/bulkFiles.ts';
import { type Cell, cellOf, columnsOf } from '../../src/sinks/maker.ts';
import {
  type CollectionName,
  optionalNames,
  requiredNames,
} from '../../src/contract/collectionName.ts';
import type { Release } from '../../src/contract/release.ts';
import { unsafeNameReason } from '../../src/contract/recordName.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { loadSchemas } from '../../src/records/schemas.ts';
import { compareCodePoints, publishedJson } from './naive.ts';
import { similarTo } from './naiveViews.ts';

/** The data of these sites has no genomes. */
const ofRecords = bulkNames.filter((name) => name !== 'genomes');

/** Expects the bulk files of a site to be what its lists come to; `tree` gives every byte as a character of its own. */
export async function expectNaiveBulk(
  tree: Readonly<Record<string, string>>,
  names: readonly BulkName[] = ofRecords,
): Promise<void> {
  const [found, expected] = [await bulkIn(tree), naiveBulk(tree, names)];
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  // One by one: the difference between texts says more than that between all of them.
  for (const [file, text] of Object.entries(expected)) expect(found[file], file).toBe(text);
}

/** The bulk files as they are once unpacked, without those that describe them. */
async function bulkIn(tree: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [file, text] of Object.entries(tree)) {
    // What an index holds is shown by what tabix finds with it, in test/readers.
    if (!isBulkPath(file) || /\.(json|tbi)$/.test(file)) continue;
    const bytes = Buffer.from(text, 'latin1');
    if (file.endsWith('.parquet')) files[file] = await rowsOf(bytes);
    else files[file] = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  }
  return files;
}

async function rowsOf(bytes: Uint8Array): Promise<string> {
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
}

type Loose<T> = { [K in keyof T]: T[K] extends object ? Loose<T[K]> | null : T[K] | null };
type Gene = Loose<GeneRecord>;
type Phage = Loose<PhageRecord>;

/**
 * What each bulk file must hold once it is unpacked, by its path, without those that describe them; of a table
 * in columns, its rows as JSON.
 */
function naiveBulk(
  tree: Readonly<Record<string, string>>,
  names: readonly BulkName[],
): Record<string, string> {
  const genes = recordsOf(tree, 'genes') as unknown as Gene[];
  const phages = recordsOf(tree, 'phages') as unknown as Phage[];
  const groups = new Map<string, Gene[]>();
  for (const gene of genes) {
    const name = gene.PhageID?.PhageID ?? '';
    groups.set(name, [...(groups.get(name) ?? []), gene]);
  }
  const carriers = [...groups.keys()].filter((name) => name !== '').sort(compareCodePoints);
  const features = recordsOf(tree, 'features');
  const hasFeatures = 'api/features/index.json' in tree;
  const texts: Record<string, string> = {
    'bulk/features.ndjson.gz': ndjson(features),
    'bulk/features.tsv.gz': tsv('features', features),
    'bulk/features.parquet': inColumns('features', features),
    'bulk/genes.ndjson.gz': ndjson(genes),
    'bulk/phages.ndjson.gz': ndjson(phages),
    'bulk/genes.tsv.gz': tsv('genes', genes),
    'bulk/phages.tsv.gz': tsv('phages', phages),
    'bulk/genes.parquet': inColumns('genes', genes),
    'bulk/phages.parquet': inColumns('phages', phages),
    'bulk/proteins.faa.gz': [...carriers, ''].map((name) => fasta(groups.get(name) ?? [])).join(''),
    'bulk/similarity.tsv.gz': similarity(
      new Map([...groups].filter(([name]) => name !== '')) as Map<string, GeneRecord[]>,
      carriers,
    ),
    'bulk/genes.gff3.gz':
      head + carriers.map((name) => gff3(name, groups.get(name) ?? [], phages)).join(''),
  };
  const all: Record<string, string> = {};
  const collections = [...requiredNames, ...(hasFeatures ? optionalNames : [])];
  const { views } = JSON.parse(tree['release.json'] ?? '') as Release;
  for (const { path } of bulkFilesOf(names, collections, views))
    all[path] = texts[path] ?? 'unknown';
  if (names.includes('phagesdb')) Object.assign(all, naiveTables(genes, phages));
  for (const name of names.includes('phages') ? carriers : []) {
    if (unsafeNameReason(name) !== null || unsafeNameReason(`${name}.gff3`) !== null) continue;
    all[`bulk/phages/${name}.faa`] = fasta(groups.get(name) ?? []);
    all[`bulk/phages/${name}.gff3`] = head + gff3(name, groups.get(name) ?? [], phages);
  }
  return all;
}

type Plain = string | number | null | undefined;

function naiveTables(genes: readonly Gene[], phages: readonly Phage[]): Record<string, string> {
  const done = phages.filter(({ seq_finished }) => seq_finished === true);
  const placed = ({ pcluster, psubcluster }: Phage) => [
    pcluster?.cluster ?? 'None',
    psubcluster?.subcluster ?? 'None',
  ];
  const truth = (value: boolean | null | undefined) =>
    value === true ? 'True' : value === false ? 'False' : '';
  const full = done.map((phage) => {
    const { isolation_host: host, pcluster } = phage;
    const hosts = [host?.genus, host?.species, host?.strain_name].filter(Boolean).join(' ');
    return [
      phage.phage_name,
      hosts === '' ? 'None' : hosts,
      ...placed(phage),
      'True',
      truth(pcluster?.temperate),
      '',
      truth(phage.in_archive),
      phage.archive_accession,
      truth(phage.in_paper),
      phage.genome_length,
      phage.gcpercent,
      phage.end_type,
      phage.overhang_length,
      phage.overhang_sequence,
      truthOrText(phage.repeat_length),
      phage.num_ORFs,
      phage.num_tRNAs,
      phage.num_tmRNAs,
      phage.p_institution?.institution_name,
      phage.program?.program_name,
      phage.finder_name,
      phage.found_city,
      phage.found_state,
      phage.found_country,
      phage.found_GPS_lat,
      phage.found_GPS_long,
      phage.found_year,
      phage.morphotype,
      phage.seq_facility?.facility_name,
      phage.seq_method?.method_name,
      truthOrText(phage.enriched_sample),
      phage.old_names,
      phage.date_finished,
      truth(phage.is_grouped),
      truth(phage.is_annotated),
      truthOrText(phage.submitted_dnam_file),
      truthOrText(phage.submitted_minimal_dnam_file),
      truthOrText(phage.submitted_author_list),
      truthOrText(phage.submitted_cover_sheet),
      truthOrText(phage.submitted_annotation_date),
    ];
  });
  const titles =
    'Phage Name|Host|Cluster|Subcluster|Finished Sequence?|Temperate?|Archive Titer|In GenBank?|Accession #|Published in a Paper?|Genome Length(bp)|GC%|End Type|Overhang Length (bp)|Overhang Sequence|Term Rpt Length|# ORFs|# tRNAs|# tmRNAs|Finding Institution|Program|Finder Name(s)|Found City|Found State|Found Country|Found GPS Lat|Found GPS Long|Year Found|Morphotype|Seq Facility|Shotgun Seq Method|From Enriched Sample?|Former Name(s)|Date Finished|Phamerated?|Annotation Status|Submitted DNAM File?|Submitted Minimal File?|Author List?|Cover Sheet?|Annotation Submission Date';
  const families = new Map<number, Plain[][]>();
  for (const gene of genes) {
    const id = gene.PhamID?.PhamID ?? null;
    if (id === null) continue;
    const { GeneID, LocusTag, Start, Stop, Orientation, Notes, PhageID } = gene;
    const row = [PhageID?.PhageID, GeneID, LocusTag ?? 'None', Start, Stop, Orientation, Notes];
    families.set(id, [...(families.get(id) ?? []), row]);
  }
  const head = ['Phage', 'GeneID', 'Locus Tag', 'Start', 'Stop', 'Orientation', 'Product'];
  return {
    'data/full.tsv': plain([titles.split('|'), ...full]),
    'data/simple.tsv': plain([
      ['Phage Name', 'Cluster', 'Subcluster'],
      ...done.map((phage) => [phage.phage_name, ...placed(phage)]),
    ]),
    ...Object.fromEntries(
      Array.from(families, ([id, rows]) => [`phams/genelist/${id}.tsv`, plain([head, ...rows])]),
    ),
  };
}

const truthOrText = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value;

function plain(rows: readonly (readonly Plain[])[]): string {
  const cut = (cell: Plain) =>
    String(cell ?? '')
      // oxlint-disable-next-line no-control-regex -- they end a row for some programs
      .split(/[\t\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]+/)
      .join(' ');
  return rows.map((cells) => `${cells.map(cut).join('\t')}\n`).join('');
}

function recordsOf(tree: Readonly<Record<string, string>>, list: CollectionName): object[] {
  const records: object[] = [];
  for (let number = 1; ; number++) {
    const text = tree[`api/${list}/page/${number}.json`];
    if (text === undefined) return records;
    const page = Buffer.from(text, 'latin1').toString();
    records.push(...(JSON.parse(page) as { results: object[] }).results);
  }
}

function inColumns(collection: CollectionName, records: readonly object[]): string {
  const columns = columnsOf(collection, loadSchemas());
  return JSON.stringify(
    records.map((record) =>
      Object.fromEntries(columns.map((column) => [column.name, cellOf(record, column)])),
    ),
  );
}

function ndjson(records: readonly object[]): string {
  return records.map((record) => `${publishedJson(record)}\n`).join('');
}

function tsv(list: CollectionName, records: readonly object[]): string {
  const columns = columnsOf(list, loadSchemas());
  return quoted([
    columns.map(({ name }) => name),
    ...records.map((record) => columns.map((column) => cellOf(record, column))),
  ]);
}

function quoted(rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => {
    const text = String(value ?? '');
    return /[\t\n\r"]/.test(text) ? `"${text.split('"').join('""')}"` : text;
  };
  return rows.map((cells) => `${cells.map(cell).join('\t')}\n`).join('');
}

const similarityTitles = [
  'phage_name',
  'similar_phage_name',
  'similarity',
  'shared_pham_count',
  'pham_count',
  'similar_pham_count',
];

/** A row for each phage that the view names beside another. */
function similarity(groups: ReadonlyMap<string, readonly GeneRecord[]>, names: readonly string[]) {
  const rows = names.flatMap((name) => {
    const { pham_count: own, similar } = similarTo(name, groups);
    return similar.map((one) => {
      const { phage_name: other, shared_pham_count: shared, pham_count: others } = one;
      return [name, other, one.similarity, shared, own, others];
    });
  });
  return quoted([similarityTitles, ...rows]);
}

function fasta(genes: readonly Gene[]): string {
  const shown = (value: string | null | undefined) =>
    Array.from(value ?? '', (letter) => (/[\p{Cc}\u2028\u2029]/u.test(letter) ? ' ' : letter)).join(
      '',
    );
  return genes
    .map(({ GeneID, PhageID, PhamID, Notes, Translation }) => {
      const pham = PhamID?.PhamID ?? null;
      const cluster = PhageID?.Cluster;
      const parts = [
        shown(PhageID?.Name),
        shown(PhageID?.Accession),
        pham === null ? '' : `pham ${pham}`,
        typeof cluster === 'string' && cluster !== '' ? `cluster ${shown(cluster)}` : 'Unclustered',
        shown(Notes),
      ];
      const lines = (Translation ?? '').match(/.{1,70}/g) ?? [];
      return `>${shown(GeneID)} ${parts.join('|')}\n${lines.map((line) => `${line}\n`).join('')}`;
    })
    .join('');
}

const head = `##gff-version 3
# Made by phagepress from gene records, whose Start and Stop are 0-based and half-open; here they are 1-based and closed.
# A gene is a CDS. Where Stop lies before Start it runs over the origin: two parts, one at the end of the genome, one at its beginning, with one ID.
# A gene whose Length is not that of its span, as after a frameshift, spans all from Start to Stop, and coding_length is its Length.
# A region ends with genome_length, or with the last gene where that lies behind it. What has no phage, no Start or no Stop is not told here.
`;

function gff3(name: string, genes: readonly Gene[], phages: readonly Phage[]): string {
  const placed = genes
    .map((gene, at) => ({ gene, at, repeats: at > 0 && genes[at - 1]?.GeneID === gene.GeneID }))
    .filter(({ gene }) => gene.Start !== null && gene.Stop !== null)
    .map((one) => ({ ...one, start: one.gene.Start ?? 0, stop: one.gene.Stop ?? 0 }));
  const genome = phages.find((phage) => phage.phage_name === name)?.genome_length ?? null;
  const turned = placed
    .filter(({ start, stop }) => genome === null && stop < start)
    .map(({ gene, start, stop }) => start + (gene.Length ?? 0) - stop);
  const ends = placed.flatMap(({ start, stop }) => [start, stop]);
  const end = Math.max(1, genome ?? 0, ...ends, ...turned);
  const region = encode(name, (letter) => /[a-zA-Z0-9.:^*$@!+_?|-]/.test(letter));
  const lines = placed
    .flatMap(({ gene, start, stop, repeats, at }) => {
      const strand = gene.Orientation === 'F' ? '+' : gene.Orientation === 'R' ? '-' : '.';
      const span = stop >= start ? stop - start : end - start + stop;
      const said: (readonly [string, unknown])[] = [
        ['ID', repeats ? null : gene.GeneID],
        ['Name', gene.Name],
        ['locus_tag', gene.LocusTag],
        ['product', gene.Notes],
        ['pham', gene.PhamID?.PhamID],
        ['coding_length', gene.Length === span ? null : gene.Length],
      ];
      const attributes = said
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(
          ([key, value]) =>
            `${key}=${encode(String(value), (letter) => !/[%;=&,]/.test(letter) && letter >= ' ' && letter !== '\x7f')}`,
        );
      return partsOf(start, stop, end, strand).map(([first, last, phase]) => {
        const told = attributes.join(';') || '.';
        const row = [region, 'phagepress', 'CDS', first, last, '.', strand, phase, told];
        return { first, last, at, line: row.join('\t') };
      });
    })
    .sort((a, b) => a.first - b.first || a.last - b.last || a.at - b.at)
    .map(({ line }) => line);
  return [`##sequence-region ${region} 1 ${end}`, ...lines].map((line) => `${line}\n`).join('');
}

/** First and last nucleotide of each part, and how many nucleotides there finish a codon of the part before. */
function partsOf(
  start: number,
  stop: number,
  end: number,
  strand: string,
): (readonly [number, number, number])[] {
  if (start === stop) return [[Math.max(1, start), Math.max(1, start), 0]];
  if (start < stop) return [[start + 1, stop, 0]];
  // Codon by codon, along the gene.
  const tail = Array.from({ length: end - start }, (_, at) => start + 1 + at);
  const front = Array.from({ length: stop }, (_, at) => 1 + at);
  const along = [...tail, ...front];
  if (strand === '-') along.reverse();
  const phaseOf = (part: readonly number[]) => {
    const first = strand === '-' ? part.at(-1) : part[0];
    return (3 - (along.indexOf(first ?? 0) % 3)) % 3;
  };
  const parts = [tail, front]
    .filter((part) => part.length > 0)
    .map((part) => [part[0] ?? 0, part.at(-1) ?? 0, phaseOf(part)] as const);
  return parts.length > 0 ? parts : [[Math.max(1, start), Math.max(1, start), 0]];
}

function encode(text: string, stays: (letter: string) => boolean): string {
  return Array.from(text, (letter) =>
    stays(letter)
      ? letter
      : Array.from(
          Buffer.from(letter),
          (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
        ).join(''),
  ).join('');
}
