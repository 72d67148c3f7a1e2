/** Reads one entry of a GenBank flat file. */
import { upperCase } from '../../sequences/nucleotides.ts';
import type { AnnotatedSequence, ImportFault, ReadingReports } from '../annotation.ts';
import { parseFeatures } from './parseFeatures.ts';

/** An entry as it is in the file. */
export interface EntryLines {
  /** From LOCUS up to `//`, without that line. */
  readonly lines: readonly string[];
  /** The line of the file on which it starts, from 1. */
  readonly firstLine: number;
  /** Whether `//` ends it. */
  readonly isWhole: boolean;
}

/** Null if nothing in it is usable; every reason is reported. */
export function parseEntry(
  { lines, firstLine, isWhole }: EntryLines,
  told: ReadingReports,
): AnnotatedSequence | null {
  let isFaulty = false;
  const report = (fault: ImportFault) => {
    isFaulty ||= fault.isRefusal !== true;
    told.report(fault);
  };
  const reports = { ...told, report };
  const { passOver } = reports;
  const sections = sectionsOf(lines);
  const textIn = ({ start, end }: Section) =>
    lines
      .slice(start, end)
      .map((line) => line.slice(12).trim())
      .join(' ')
      .trim();
  const textOf = (keyword: string) => {
    const section = sections.find((one) => one.keyword === keyword);
    return section === undefined ? '' : textIn(section);
  };
  if (!isWhole) {
    const line = firstLine + lines.length - 1;
    report({ line, expected: '// at the end of the entry', found: 'the end of the file' });
    return null;
  }
  const table = sections.find(({ keyword }) => keyword === 'FEATURES');
  const origin = sections.find(({ keyword }) => keyword === 'ORIGIN');
  const bases =
    origin === undefined ? null : basesOf(lines, origin.start + 1, origin.end, firstLine, report);
  const count = bases?.length ?? 0;
  const locus = locusOf(lines[0] ?? '', count);
  if (locus === null) {
    const expected = 'LOCUS with a name and a length in bp';
    report({ line: firstLine, expected, found: `'${(lines[0] ?? '').trim()}'` });
    return null;
  }
  const { name, length } = locus;
  const contig = sections.find(({ keyword }) => keyword === 'CONTIG');
  if (count === 0 && contig !== undefined) {
    const line = firstLine + contig.start;
    const expected = `the sequence of ${name} (download it as “GenBank (full)”, which efetch calls gbwithparts)`;
    report({ line, expected, found: 'CONTIG, which only says where it is' });
    return null;
  }
  if (count > 0 && length !== null && count !== length) {
    const found = `${count} in its ORIGIN`;
    report({ line: firstLine, expected: `${length} bases, as LOCUS says`, found });
  }
  const isCircular = /\scircular\s/.test(lines[0] ?? '');
  const statedLength = count === 0 ? (length ?? undefined) : undefined;
  if (statedLength !== undefined) {
    const kind = 'phages without a sequence, whose length is that of LOCUS';
    reports.doubt({ line: firstLine, kind, what: `${name}, ${statedLength} bp` });
  }
  const isPlain = (text: string) => text !== '' && text !== '.';
  // NCBI adds `REGION: 1..12` to what was cut out of a larger sequence.
  const [accessions = '', region = ''] = textOf('ACCESSION').split(/\s*\bREGION:\s*/);
  const [accession = '', ...furtherAccessions] = accessions.split(/\s+/);
  const [version = '', ...besideVersion] = textOf('VERSION').split(/\s+/);
  const pass = (start: number, kind: string, what: string) =>
    passOver({ line: firstLine + start, kind, what });
  pass(0, 'LOCUS: molecule, topology, division and date', name);
  for (const section of sections) {
    const { keyword: kind, start } = section;
    if (usedSections.has(kind)) continue;
    const text = textIn(section);
    // Programs that know nothing write dots, or what their language calls nothing.
    if (/[^.\s]/.test(text) && !/^None[.\s]*$/.test(text)) pass(start, kind, text.slice(0, 100));
  }
  const startOf = (kind: string) => sections.find((one) => one.keyword === kind)?.start ?? 0;
  for (const one of furtherAccessions) pass(startOf('ACCESSION'), 'further accessions', one);
  if (region !== '') pass(startOf('ACCESSION'), 'ACCESSION: REGION', region);
  for (const one of besideVersion) pass(startOf('VERSION'), 'VERSION', one);
  if (/\.\d+$/.test(version) && version !== name) pass(startOf('VERSION'), 'VERSION', version);
  const features =
    table === undefined
      ? []
      : parseFeatures(
          lines.slice(table.start + 1, table.end),
          firstLine + table.start + 1,
          isCircular ? count || (length ?? 0) : null,
          reports,
        );
  return {
    line: firstLine,
    names: [...new Set([name, version, accession])].filter(isPlain),
    accession: isPlain(accession) ? accession : '',
    isCircular,
    features,
    isFaulty,
    bases: bases === null || bases.length === 0 ? null : bases,
    statedLength,
  };
}

/**
 * The length is null if there is only a name. Long names may run into the length, as Prokka writes them: then the name
 * is what precedes the actual number of `bases`.
 */
function locusOf(line: string, bases: number): { name: string; length: number | null } | null {
  const [name = '', size = '', unit = ''] = line.slice(12).trim().split(/\s+/);
  if (unit.toLowerCase() === 'bp' && /^\d+$/.test(size)) return { name, length: Number(size) };
  if (name !== '' && size === '') return { name, length: null };
  const own = name.slice(0, -String(bases).length);
  const isJoined = size.toLowerCase() === 'bp' && bases > 0 && name === `${own}${bases}`;
  return isJoined && own !== '' ? { name: own, length: bases } : null;
}

interface Section {
  readonly keyword: string;
  readonly start: number;
  readonly end: number;
}

const keyword =
  /^(LOCUS|DEFINITION|ACCESSION|VERSION|NID|PROJECT|DBLINK|DBSOURCE|KEYWORDS|SEGMENT|SOURCE|REFERENCE|COMMENT|PRIMARY|FEATURES|BASE COUNT|CONTIG|ORIGIN|WGS|TSA)(?=\s*$| {2})/;
const usedSections: ReadonlySet<string> = new Set([
  'LOCUS',
  'ACCESSION',
  'VERSION',
  'FEATURES',
  'ORIGIN',
]);
/** Some programs continue broken lines of a feature table in the first column, where keywords are. */
const endOfFeatures = /^(BASE COUNT|CONTIG|ORIGIN|WGS|TSA)(?=\s*$| {2})/;

function sectionsOf(lines: readonly string[]): Section[] {
  const starts: { keyword: string; start: number }[] = [];
  for (const [start, line] of lines.entries()) {
    // Most lines are those of features and bases, which are indented.
    if (line.startsWith(' ')) continue;
    const form = starts.at(-1)?.keyword === 'FEATURES' ? endOfFeatures : keyword;
    const found = form.exec(line)?.[0];
    if (found !== undefined) starts.push({ keyword: found, start });
  }
  return starts.map((one, at) => ({ ...one, end: starts[at + 1]?.start ?? lines.length }));
}

/** For each byte of ORIGIN: its nucleotide, `aside` for blanks and numbers of lines, or 0 if it is neither. */
const aside = 1;
const meaning = Uint8Array.from(upperCase);
for (const byte of Buffer.from(' 0123456789')) meaning[byte] = aside;

/** The sequence in upper case. Null, and reported, if it contains other letters. */
function basesOf(
  lines: readonly string[],
  start: number,
  end: number,
  firstLine: number,
  report: (fault: ImportFault) => void,
): Buffer | null {
  // One loop over all lines, in place: a call for each line or letter would take several times as long.
  const bases = Buffer.from(lines.slice(start, end).join(''));
  let used = 0;
  for (let at = 0; at < bases.length; at++) {
    const base = meaning[bases[at] ?? 0] ?? 0;
    bases[used] = base;
    if (base > aside) used++;
    else if (base === 0) {
      report(strangerIn(lines, start, firstLine));
      return null;
    }
  }
  return bases.subarray(0, used);
}

function strangerIn(lines: readonly string[], start: number, firstLine: number): ImportFault {
  for (let at = start; ; at++) {
    const [other] = /[^ACGTURYSWKMBDHVNacgturyswkmbdhvn\d ]/u.exec(lines[at] ?? '') ?? [];
    if (other === undefined) continue;
    const found = `'${other}' in its ORIGIN`;
    return { line: firstLine + at, expected: 'nucleotides (IUPAC)', found };
  }
}
