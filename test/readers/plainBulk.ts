/** Bulk files written by plain code, as long as the program writes none of its own. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { cellOf, columnsOf } from '../../src/bulk/columns.ts';
import { dataPackage, type DataPackage } from '../../src/bulk/dataPackage.ts';
import { FileBytes } from '../../src/bulk/fileBytes.ts';
import { createParquetTable } from '../../src/bulk/parquetTable.ts';
import { type CollectionName, collectionNames } from '../../src/contract/collectionName.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { loadSchemas } from '../../src/validation/loadSchemas.ts';

const schemas = loadSchemas();

/** Each part becomes a member of its own, as parallel writers leave them. */
const packed = (parts: readonly string[]) => Buffer.concat(parts.map((part) => gzipSync(part)));

export function writePlainBulk(
  dir: string,
  genes: readonly GeneRecord[],
  phages: readonly PhageRecord[],
): void {
  mkdirSync(dir, { recursive: true });
  const write = (name: string, parts: readonly string[]) =>
    writeFileSync(path.join(dir, name), packed(parts));
  const records: Record<CollectionName, readonly object[]> = { genes, phages };
  for (const collection of collectionNames) {
    const columns = columnsOf(collection, schemas);
    const of = records[collection];
    write(
      `${collection}.ndjson.gz`,
      of.map((record) => `${JSON.stringify(record)}\n`),
    );
    const rows = of.map((record) => columns.map((column) => showCell(cellOf(record, column))));
    const lines = [columns.map(({ name }) => name), ...rows].map((row) => `${row.join('\t')}\n`);
    write(`${collection}.tsv.gz`, lines);
    const bytes = new FileBytes(path.join(dir, `${collection}.parquet`));
    const table = createParquetTable(bytes, { columns, rowsPerGroup: 3 });
    for (const record of of) table.add(record);
    table.finish();
    bytes.close();
  }
  write('proteins.faa.gz', genes.map(proteinEntry));
  const lengths = new Map(phages.map((phage) => [phage.phage_name, phage.genome_length]));
  const names = [...new Set(genes.map(({ PhageID }) => PhageID.PhageID))];
  write('genes.gff3.gz', [
    '##gff-version 3\n',
    ...names.map((name) => {
      const own = genes
        .filter(({ PhageID }) => PhageID.PhageID === name)
        .toSorted((a, b) => a.Start - b.Start);
      const end = Math.max(lengths.get(name) ?? 0, ...own.map(({ Stop }) => Stop));
      const region = encodeURIComponent(name);
      return `##sequence-region ${region} 1 ${end}\n${own.map((gene) => featureLine(region, gene)).join('')}`;
    }),
  ]);
}

function showCell(cell: string | number | boolean | null): string {
  const text = cell === null ? '' : String(cell);
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function proteinEntry({ GeneID, PhageID, PhamID, Notes, Translation }: GeneRecord): string {
  const head = `${GeneID} ${PhageID.Name}|${PhageID.Accession}|pham ${PhamID.PhamID}|${Notes}`;
  const shown = head.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
  return `>${shown}\n${Translation.replaceAll(/.{1,70}/g, '$&\n')}`;
}

function featureLine(region: string, gene: GeneRecord): string {
  const attributes = [
    ['ID', gene.GeneID],
    ['Name', gene.Name],
    ['locus_tag', gene.LocusTag],
    ['product', gene.Notes],
    ['pham', gene.PhamID.PhamID],
  ] as const;
  const shown = attributes
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        `${name}=${String(value).replaceAll(/[\p{Cc}%;=&,]/gu, encodeURIComponent)}`,
    );
  const strand = gene.Orientation === 'F' ? '+' : '-';
  const place = [gene.Start + 1, gene.Stop, '.', strand, 0];
  return `${[region, 'phagepress', 'CDS', ...place, shown.join(';')].join('\t')}\n`;
}

const forms = [
  { format: 'ndjson', ends: '.ndjson.gz', mediaType: 'application/x-ndjson' },
  { format: 'tsv', ends: '.tsv.gz', mediaType: 'text/tab-separated-values' },
  { format: 'fasta', ends: '.faa.gz', mediaType: 'text/x-fasta' },
  { format: 'gff3', ends: '.gff3.gz', mediaType: 'text/x-gff3' },
  { format: 'parquet', ends: '.parquet', mediaType: 'application/vnd.apache.parquet' },
] as const;

export function plainDataPackage(dir: string): DataPackage {
  const files = readdirSync(dir).flatMap((name) => {
    const form = forms.find(({ ends }) => name.endsWith(ends));
    if (form === undefined) return [];
    const bytes = readFileSync(path.join(dir, name));
    return {
      path: `bulk/${name}`,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      records: 0,
      format: form.format,
      title: name,
      mediaType: form.mediaType,
      compression: name.endsWith('.gz') ? ('gzip' as const) : null,
      collection: name.startsWith('phages') ? ('phages' as const) : ('genes' as const),
    };
  });
  const hasUniqueKeys = { genes: true, phages: true };
  const baseUrl = 'https://example.org/phages';
  return dataPackage({ baseUrl, releaseDate: null, files, schemas, hasUniqueKeys });
}
