/** Detects from its first bytes that a file cannot be read at all: one finding instead of one per line. */
import path from 'node:path';
import type { Finding } from '../findings/finding.ts';
import { showToken } from '../json/showToken.ts';
import { iconvHint, wideEncodingOf } from '../text/encoding.ts';
import { linesFault } from './linesFault.ts';
import type { Source } from './source.ts';

/** This many decompressed bytes decide. */
export const decisiveBytes = 1 << 16;

const shownBytes = 20;

/**
 * What is wrong with a file that starts like this; null if its records should be read. `isWhole`: this is all of it.
 */
export function faultOfStart(
  start: Buffer,
  isWhole: boolean,
  source: Pick<Source, 'file' | 'layout' | 'gzipped'>,
  text: 'JSON' | 'FASTA' = 'JSON',
): Finding | null {
  const place = { file: source.file, line: 0, pointer: '' };
  const expected = `${text} text`;
  const wide = wideEncodingOf(start);
  if (wide !== null) {
    const rule = 'unicode';
    return { ...place, rule, expected: 'UTF-8 text', found: wide, hint: iconvHint(wide) };
  }
  const kind = kinds.find(
    ({ magic, at = 0 }) => start.toString('latin1', at, at + magic.length) === magic,
  );
  if (kind !== undefined) {
    const name = path.basename(source.file);
    const hint =
      kind.found !== gzipFile
        ? kind.hint
        : source.gzipped
          ? 'It is packed twice: unpack it once.'
          : `Name it ${showToken(name)}.gz.`;
    return { ...place, rule: 'source', expected, found: kind.found, hint };
  }
  if (isBinary(start)) {
    const begun = showToken(start.toString('latin1', 0, shownBytes));
    const found = `bytes that are no text, beginning with '${begun}'`;
    const hint = text === 'JSON' ? exportHint : 'Export its sequences as FASTA.';
    return { ...place, rule: 'source', expected, found, hint };
  }
  const fault = source.layout === 'lines' ? linesFault(start, isWhole, source.file) : null;
  return fault === null ? null : { ...place, rule: 'json-syntax', ...fault };
}

const gzipFile = 'a gzip file';
const unpackHint = 'Unpack it: only files compressed by gzip alone (.gz) are read as they are.';
const exportHint = 'Export its records as JSON from the program that made it.';

const kinds: readonly {
  readonly magic: string;
  readonly at?: number;
  readonly found: string;
  readonly hint: string;
}[] = [
  { magic: '\u001f\u008b', found: gzipFile, hint: '' },
  { magic: 'PK\u0003\u0004', found: 'a zip archive or a spreadsheet', hint: unpackHint },
  { magic: 'PK\u0005\u0006', found: 'an empty zip archive', hint: unpackHint },
  { magic: 'BZh', found: 'a bzip2 file', hint: unpackHint },
  { magic: '\u00fd7zXZ\u0000', found: 'an xz file', hint: unpackHint },
  { magic: '\u0028\u00b5\u002f\u00fd', found: 'a zstd file', hint: unpackHint },
  { magic: '7z\u00bc\u00af\u0027\u001c', found: 'a 7z archive', hint: unpackHint },
  { magic: 'Rar!', found: 'a rar archive', hint: unpackHint },
  { magic: 'ustar', at: 257, found: 'a tar archive', hint: unpackHint },
  { magic: 'SQLite format 3\u0000', found: 'an SQLite database', hint: exportHint },
  { magic: 'PAR1', found: 'a Parquet file', hint: exportHint },
  { magic: '%PDF-', found: 'a PDF', hint: exportHint },
];

const judgedBytes = 4096;
// More than one control character per this many bytes means binary.
const rarely = 50;

function isBinary(start: Buffer): boolean {
  const judged = start.subarray(0, judgedBytes);
  if (/^\s*[[{"]/.test(judged.toString('latin1', 0, shownBytes))) return false;
  let controls = 0;
  for (const byte of judged)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  return controls * rarely > judged.length;
}
