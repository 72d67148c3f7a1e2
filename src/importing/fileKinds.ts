/** What a file is by its first bytes, whatever its name: an annotation, or something that another command or program reads. */
import { showToken } from '../text/json.ts';

export type AnnotationKind = 'genbank' | 'gff3' | 'fasta';

/** A file of another kind: what it is, and what to do about it. */
export interface OtherKind {
  readonly what: string;
  readonly hint: string;
}

export const decidingBytes = 1 << 16;

/** By the first bytes of a file, as Latin-1; null for what is none of these. */
export function kindOfStart(start: string): AnnotationKind | OtherKind | null {
  const other = otherKinds.find(({ form }) => form.test(start));
  if (other !== undefined) return { what: other.what, hint: other.hint };
  // A table may begin with `LOCUS TAG`.
  if (/^(?:[^\n]*\n){0,20}LOCUS(?! TAG\b) +\S/.test(start)) return 'genbank';
  const lines = start.split(/\r\n|\r|\n/);
  const [first = '', second = '', third = second] = lines.filter(
    (line) => line !== '' && !line.startsWith('#'),
  );
  const isRow = /^[^\t]+\t[^\t]*\t[^\t]+\t\d+\t\d+\t[^\t]*\t[-+.?]\t(?:[012.]|NA)\t/.test(first);
  const isOlder = isRow && /^[^\t=]*"/.test(first.split('\t')[8] ?? '');
  if (isOlder || /^\s*##?(?:gff-version\s+[12]\b|gtf-version)/i.test(start)) return gtf;
  if (/^\s*##gff-version\s+3/i.test(start)) return 'gff3';
  // A table may have the names of FASTA headers.
  const isTable = [first, second, third].every((line) => /^>.*[\t,;]/.test(line));
  if (first.startsWith('>')) return isTable ? null : 'fasta';
  return isRow ? 'gff3' : null;
}

export const gtf: OtherKind = {
  what: 'a GTF or GFF2 file',
  hint: 'Convert it to GFF3, for example with gffread or AGAT.',
};

const unpack = 'Unpack it, and import the folder or the files.';
const asText = 'Save it as plain text (UTF-8).';
const repack = 'Unpack it, or pack it by gzip.';
/* oxlint-disable no-control-regex -- files of other kinds begin with such bytes */
/** A tar archive has its mark behind the first name. */
const otherKinds: readonly (OtherKind & { readonly form: RegExp })[] = [
  {
    form: /^PK\x03\x04[^]*?xl\/w/,
    what: 'a spreadsheet',
    hint: '`phagepress import table <file>` reads it if it is a table about phages.',
  },
  { form: /^PK\x03\x04[^]*?word\/d|^\{\\rtf/, what: 'a text document', hint: asText },
  { form: /^PK\x03\x04/, what: 'a zip archive', hint: unpack },
  { form: /^\x1f\x8b/, what: 'a gzip file within a gzip file', hint: 'Unpack it once.' },
  { form: /^[^]{257}ustar/, what: 'a tar archive', hint: unpack },
  { form: /^BZh\d/, what: 'a file packed by bzip2', hint: repack },
  { form: /^\xfd7zXZ\0/, what: 'a file packed by xz', hint: repack },
  { form: /^\x28\xb5\x2f\xfd/, what: 'a file packed by zstd', hint: repack },
  { form: /^(?:7z\xbc\xaf|Rar!)/, what: 'a 7z or RAR archive', hint: unpack },
  {
    form: /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/,
    what: 'text in UTF-16',
    hint: 'Save it as UTF-8, for example by `iconv -f UTF-16 -t UTF-8`.',
  },
  {
    form: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html|<head|<body)/i,
    what: 'a web page (HTML)',
    hint: 'Download the file that the page shows, or has a link to.',
  },
  {
    form: /^(?:ID {3}\S|AC {3}\S|XX\s)/,
    what: 'an EMBL flat file',
    hint: 'Convert it to GenBank, for example with seqret of EMBOSS or SeqIO.convert of Biopython.',
  },
  {
    form: /^LOCUS\t.*\d\s*bp\b/,
    what: 'a GenBank file with tabs in place of blanks',
    hint: 'Make blanks of them, for example by `expand`.',
  },
  {
    form: /^DEFINITION {2}/,
    what: 'a flat file without LOCUS',
    hint: 'Of Prodigal, import what it writes with -f gff, beside the FASTA file.',
  },
  {
    form: /^(?:>.*\r?\n\S+ +\d+ +\d+ +[-+]\d |# ?GeneMark|#id:\t|\s*CDS +(?:\w+\()?\d+ *(?:-|\.\.))/,
    what: 'a list of the places of genes',
    hint: 'Let the program write GenBank or GFF3 instead: Glimmer has others for that; GeneMarkS-2 has --format gff3, PHANOTATE -f genbank, and DNA Master the export of a GenBank file.',
  },
  {
    form: /^\s*\{\s*"count":\s*\d+,\s*"next":/,
    what: 'a page of a service (JSON)',
    hint: '`phagepress import api <address>` reads all pages from the service itself.',
  },
  {
    form: /^\s*[[{]\s*["{]/,
    what: 'a JSON file',
    hint: 'Import the GenBank, GFF3 or CSV file that the program writes, too.',
  },
  {
    form: /^(?:FT|FEATURES) {3}/,
    what: 'a part of a flat file, which begins with its features',
    hint: 'Save the whole entry as GenBank, with its LOCUS and sequence.',
  },
  {
    form: /^>Cluster \d+\s+\d+\t/,
    what: 'a file of clusters by CD-HIT',
    hint: 'Make a table of it, with a gene and its family in each row.',
  },
  {
    form: /^>Feature[ \t]/,
    what: 'a feature table',
    hint: 'Convert it and its FASTA file to GenBank, for example with table2asn -V b.',
  },
  {
    form: /^\s*(?:--|\/\*|CREATE|DROP|INSERT|LOCK|SET|USE|PRAGMA|BEGIN)[^]*?(?:CREATE|DROP|LOCK) TABLE|^\s*INSERT INTO/,
    what: 'the dump of a database (SQL)',
    hint: 'If it is one of Phamerator, `phagepress import phamerator <file>` reads it.',
  },
  {
    form: /^\s*<\?xml/,
    what: 'an XML file',
    hint: 'Download the record as “GenBank (full)” instead.',
  },
  { form: /^%PDF/, what: 'a PDF file', hint: 'Import the file that it shows.' },
  {
    form: /^\t\0\0\0\x0eSnapGene/,
    what: 'a file of SnapGene',
    hint: 'Export it from SnapGene as GenBank (standard).',
  },
];

export const fasta: OtherKind = {
  what: 'a FASTA file',
  hint: 'Annotate it, or put it beside a GFF3 file with its genes.',
};
const annotations = { genbank: 'a GenBank file', gff3: 'a GFF3 file' };

/** What a file is that the wrong command was given; null for what may be of the right kind. */
export function otherThan(isRight: (what: string) => boolean, start: string): OtherKind | null {
  const kind = kindOfStart(start);
  if (kind === null) return null;
  if (typeof kind === 'object') return isRight(kind.what) ? null : kind;
  if (kind === 'fasta') return fasta;
  return { what: annotations[kind], hint: '`phagepress import annotations <file>` reads it.' };
}

/** What is told of a file that is neither of what was expected. */
export function beginningOf(start: Buffer): string {
  if (start.length === 0) return 'an empty file';
  const [line = ''] = start
    .toString('utf8')
    .trimStart()
    .split(/[\r\n]/, 1);
  const isText = !/[\0-\x08\x0e-\x1f\uFFFD]/.test(line.slice(0, 100));
  return isText ? `neither: it begins with '${showToken(line)}'` : 'neither';
}
