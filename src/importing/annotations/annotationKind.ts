/** Detects what an annotation file is by its first bytes, whatever its name. */
import { decodeSource } from '../../sources/decodeSource.ts';

export type AnnotationKind = 'genbank' | 'gff3' | 'fasta';

/** A file of another kind: what it is, and what to do about it. */
export interface OtherKind {
  readonly what: string;
  readonly hint: string;
}

interface Detected {
  readonly kind: AnnotationKind;
  /** Whether its first sequence is one of RefSeq, which copies records of GenBank. */
  readonly isRefSeq: boolean;
}

const decidingBytes = 1 << 16;

/** Null for any other file. Throws the system's or zlib's error. */
export async function annotationKind(file: {
  readonly absolutePath: string;
  readonly gzipped: boolean;
}): Promise<Detected | OtherKind | null> {
  for await (const chunk of decodeSource(file)) {
    const start = chunk.toString('latin1', 0, decidingBytes);
    const other = otherKinds.find(({ form }) => form.test(start));
    if (other !== undefined) return { what: other.what, hint: other.hint };
    const kind = kindOf(start);
    if (kind === null || typeof kind === 'object') return kind;
    const isRefSeq = /^(?:(?:ACCESSION|VERSION) +|##sequence-region +)[A-Z]{2}_\d/m.test(start);
    return { kind, isRefSeq };
  }
  return null;
}

function kindOf(start: string): AnnotationKind | OtherKind | null {
  if (/^(?:[^\n]*\n){0,20}LOCUS +\S/.test(start)) return 'genbank';
  const lines = start.split(/\r\n|\r|\n/);
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
  const isRow = /^[^\t]+\t[^\t]*\t[^\t]+\t\d+\t\d+\t[^\t]*\t[-+.?]\t[012.]\t/.test(first);
  const isOlder = isRow && /^[^\t=]*"/.test(first.split('\t')[8] ?? '');
  if (isOlder || /^\s*##?(?:gff-version\s+[12]\b|gtf-version)/i.test(start)) return gtf;
  if (/^\s*##gff-version\s+3/i.test(start)) return 'gff3';
  if (first.startsWith('>')) return 'fasta';
  return isRow ? 'gff3' : null;
}

const gtf: OtherKind = {
  what: 'a GTF or GFF2 file',
  hint: 'Convert it to GFF3, for example with gffread or AGAT.',
};

const unpack = 'Unpack it, and import the folder or the files.';
/* oxlint-disable no-control-regex -- files of other kinds begin with such bytes */
/** By the first bytes, as Latin-1; a tar archive has its mark behind the first name. */
const otherKinds: readonly (OtherKind & { readonly form: RegExp })[] = [
  { form: /^PK\x03\x04/, what: 'a zip archive', hint: unpack },
  { form: /^[^]{257}ustar/, what: 'a tar archive', hint: unpack },
  { form: /^BZh\d/, what: 'a file packed by bzip2', hint: 'Unpack it, or pack it by gzip.' },
  { form: /^\xfd7zXZ\0/, what: 'a file packed by xz', hint: 'Unpack it, or pack it by gzip.' },
  {
    form: /^\x28\xb5\x2f\xfd/,
    what: 'a file packed by zstd',
    hint: 'Unpack it, or pack it by gzip.',
  },
  { form: /^(?:7z\xbc\xaf|Rar!)/, what: 'a 7z or RAR archive', hint: unpack },
  {
    form: /^(?:\xff\xfe|\xfe\xff|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/,
    what: 'text in UTF-16',
    hint: 'Save it as UTF-8, for example by `iconv -f UTF-16 -t UTF-8`.',
  },
  {
    form: /^\s*(?:<!doctype html|<html|<head|<body)/i,
    what: 'a web page (HTML)',
    hint: 'Download the file that the page shows, or has a link to.',
  },
  {
    form: /^(?:ID {3}\S|AC {3}\S|XX\s)/,
    what: 'an EMBL flat file',
    hint: 'Convert it to GenBank, for example with seqret of EMBOSS or SeqIO.convert of Biopython.',
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
  { form: /^%PDF/, what: 'a PDF file', hint: 'Import the file that it shows.' },
  {
    form: /^\t\0\0\0\x0eSnapGene/,
    what: 'a file of SnapGene',
    hint: 'Export it from SnapGene as GenBank (standard).',
  },
];
