/** Detects the kind of an annotation file by its first bytes, whatever its name. */
import { decodeSource } from '../../sources/decodeSource.ts';

export type AnnotationKind = 'genbank' | 'gff3' | 'fasta';

const decidingBytes = 1 << 16;

/** Null for any other file. Throws the system's or zlib's error. */
export async function annotationKind(file: {
  readonly absolutePath: string;
  readonly gzipped: boolean;
}): Promise<AnnotationKind | null> {
  for await (const chunk of decodeSource(file)) {
    const start = chunk.toString('latin1', 0, decidingBytes);
    if (/^(?:[^\n]*\n){0,20}LOCUS +\S/.test(start)) return 'genbank';
    if (/^\s*##gff-version\s+3/i.test(start)) return 'gff3';
    const lines = start.split(/\r\n|\r|\n/);
    const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? '';
    if (first.startsWith('>')) return 'fasta';
    return /^[^\t]+\t[^\t]*\t[^\t]+\t\d+\t\d+\t[^\t]*\t[-+.?]\t[012.]\t/.test(first)
      ? 'gff3'
      : null;
  }
  return null;
}
