/** Reads the sequences of a GFF3 file with their features. */
import { attempt } from '../../base/failure.ts';
import { type FastaSequence, readFasta } from '../../sequences/fasta.ts';
import { copied } from '../../text/words.ts';
import type {
  AnnotatedFeature,
  AnnotatedSequence,
  FeaturePart,
  ImportFault,
  ReadingReports,
} from '../annotation.ts';
import { nameWithoutDatabase, type TextBlock, TextFault } from '../inputs.ts';
import { createSpill } from '../spill.ts';
import {
  assertSequenceName,
  escapeStray,
  type FoundFeature,
  type HeldFeatures,
  holdFeatures,
  parseFeatureLine,
  type Region,
  defaultLimits,
} from './gff3Features.ts';

// For each `##sequence-region`, with the longest name.
const bytesOfRegion = 1000;
const maxRegionBytes = 256 << 20;
const shownNames = 5;
const shownLetters = 100;
// Of a name, in the header of its sequence.
const mostWords = 6;

/** A FASTA file beside a GFF3 file without sequences. */
export interface BesideFasta {
  readonly name: string;
  /** Whether it belongs to this GFF3 file alone. */
  readonly isOwn: boolean;
  readonly sequences: AsyncIterable<FastaSequence>;
}

interface Found {
  readonly held: HeldFeatures;
  /** By name: the line of its `##sequence-region`, and the last base that this states. */
  readonly stated: Map<string, { readonly line: number; readonly end: number }>;
}

/**
 * Yields each sequence of the file's `##FASTA`, or of `beside` if it has none, in the order of the FASTA. Throws what
 * reading the blocks throws, and a TextFault for too many features. Those of large files wait in the file that `spillFile` names.
 */
export async function* readGff3(
  blocks: AsyncIterable<TextBlock>,
  beside: () => BesideFasta | null,
  reports: ReadingReports,
  spillFile: () => string,
  limits = defaultLimits,
): AsyncGenerator<AnnotatedSequence> {
  const spill = createSpill(spillFile, limits.letters);
  const lines = oneByOne(blocks);
  try {
    yield* readSequences(lines, beside, reports, holdFeatures(spill, reports, limits));
  } finally {
    spill.close();
    // They are asked for by hand, so that nothing else closes their file.
    await lines.return(undefined);
  }
}

async function* readSequences(
  lines: AsyncGenerator<TextBlock>,
  beside: () => BesideFasta | null,
  reports: ReadingReports,
  held: HeldFeatures,
): AsyncGenerator<AnnotatedSequence> {
  const { passOver } = reports;
  // A row that cannot be read may be of any sequence.
  let isFaulty = false;
  const report = (fault: ImportFault) => {
    isFaulty = true;
    reports.report(fault);
  };
  const stated: Found['stated'] = new Map();
  const fasta = await readFeatures(lines, { held, stated }, { ...reports, report });
  const near = fasta === null ? beside() : null;
  const reportBases = (fault: ImportFault) =>
    reports.report(fault.found === "'#'" ? { ...fault, hint: afterFasta } : fault);
  const sequences =
    fasta === null ? near?.sequences : readFasta(bytesOf(fasta, lines), reportBases, fasta.line);
  const found = new Set<string>();
  const others: string[] = [];
  let otherCount = 0;
  const nameOf = regionNames({ held, stated });
  for await (const sequence of sequences ?? []) {
    const name = nameOf(sequence);
    const { line, description, bases } = sequence;
    if (stated.has(name) || held.has(name)) found.add(name);
    else {
      if (otherCount++ < shownNames)
        others.push(`'${copied(sequence.name.slice(0, shownLetters))}'`);
      if (near?.isOwn === false) continue;
    }
    if (description !== '' && name !== `${sequence.name} ${description}`)
      passOver({ line, kind: 'descriptions of sequences', what: description });
    const region = stated.get(name);
    const isShort = region !== undefined && region.end > bases.length;
    if (isShort) {
      const expected = `the ${region.end} bases of ${name} that ##sequence-region states`;
      reports.report({ line: region.line, expected, found: `${bases.length}` });
    }
    const whole = joined(sequence, name, held.get(name, bases));
    if (region !== undefined && region.end < bases.length) {
      const kind = 'sequences longer than ##sequence-region states';
      reports.doubt({
        line: region.line,
        kind,
        what: `${name}: ${bases.length}, not ${region.end}`,
      });
    }
    const [of, other] = [name, sequence.name].map((one) => /\.\d+\|?$/.exec(one)?.[0]);
    if (of !== undefined && other !== undefined && of !== other) {
      const kind = 'sequences of another version than their features say';
      reports.doubt({ line, kind, what: `${copied(sequence.name)}, for ${name}` });
    }
    yield { ...whole, description, isFaulty: isFaulty || isShort || whole.isFaulty === true };
  }
  for (const [name, { line }] of stated) {
    if (!found.has(name) && !held.has(name))
      passOver({ line, kind: 'sequences without features and bases', what: name });
  }
  const more = otherCount - others.length;
  const elsewhere = near === null ? '' : ` in ${near.name}`;
  const instead = `only ${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}${elsewhere}`;
  for (const [name, line] of held.firstLines()) {
    if (found.has(name)) continue;
    const expected = `the sequence of ${name}: behind ##FASTA, or in a FASTA file of the same name beside this one`;
    const fault = { line, expected, found: others.length === 0 ? 'none' : instead, lacking: name };
    const hint = 'If one of these is the sequence, give it the same name in both files.';
    reports.report(others.length === 0 ? fault : { ...fault, hint });
  }
}

const afterFasta =
  'Behind ##FASTA stand only sequences: if several files were joined into this one, import these.';

// Prodigal names it above the genes of each sequence.
const tableForm = /\b(?:transl(?:ation)?[_ -]?table|genetic[_ -]?code)\b\W{0,3}(\d{1,2})\b/i;
const directive = /^##?(?:[#!]\s*)?\S*/;

/** Reads a line that begins with #: of the directives, only the ends of sequences are used. */
function readRemark(
  text: string,
  line: number,
  stated: Found['stated'],
  passOver: ReadingReports['passOver'],
): void {
  const [, name, end] = /^##sequence-region\s+(\S+)\s+\d+\s+(\d+)\s*$/.exec(text) ?? [];
  if (name !== undefined) {
    assertSequenceName(name, line);
    stated.set(copied(unescaped(name)), { line, end: Number(end) });
  }
  // `###` only separates groups of features.
  else if (!/^(?:##gff-version\b|#+\s*$)/i.test(text)) {
    const isDirective = /^#[#!]/.test(text);
    const [word = ''] = directive.exec(text) ?? [];
    passOver({
      line,
      kind: isDirective ? word.slice(0, 40) : 'comments',
      what: text.slice(0, 100),
    });
  }
}

/** Reads up to the sequences; returns the line at which they start, or null if there are none. */
async function readFeatures(
  lines: AsyncGenerator<TextBlock>,
  { held, stated }: Found,
  { report, passOver }: ReadingReports,
): Promise<TextBlock | null> {
  let table: string | undefined;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const { text, line } = next.value;
    if (text.startsWith('##FASTA')) return { text: '', line };
    if (text.startsWith('>')) return { text, line };
    if (text.startsWith('#')) {
      readRemark(text, line, stated, passOver);
      table = tableForm.exec(text)?.[1] ?? table;
      if (stated.size * bytesOfRegion > maxRegionBytes)
        throw new TextFault(line, 'more ##sequence-region than fit into memory');
      continue;
    }
    if (text.trim() === '') continue;
    const parsed = parseFeatureLine(text);
    if ('found' in parsed) {
      report({ line, expected: 'a feature: nine columns, separated by tabs', ...parsed });
      continue;
    }
    for (const kind of parsed.untaken) passOver({ line, kind, what: parsed.type });
    held.add(parsed, line, table);
  }
  return null;
}

function joined(
  sequence: FastaSequence,
  regionName: string,
  region: Region | undefined,
): AnnotatedSequence {
  const { name, description, line, bases } = sequence;
  const isSame = regionName === unescaped(name) || beginsWith(`${name} ${description}`, regionName);
  const features = (region?.features ?? []).map((found) =>
    featureOf(found, bases.length, region?.isCircular ?? false),
  );
  return {
    line: region?.line ?? line,
    names: [...new Set(isSame ? [regionName, name] : [name, regionName])],
    accession: '',
    isCircular: region?.isCircular ?? false,
    isFaulty: region?.isFaulty ?? false,
    features,
    bases,
    headerTable: region?.headerTable,
  };
}

async function* oneByOne(blocks: AsyncIterable<TextBlock>): AsyncGenerator<TextBlock> {
  for await (const { text: lines, line } of blocks) {
    for (const [at, text] of lines.split('\n').entries()) yield { text, line: line + at };
  }
}

/** The remaining lines as bytes. */
async function* bytesOf(first: TextBlock, lines: AsyncIterable<TextBlock>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${first.text}\n`);
  for await (const { text } of lines) yield Buffer.from(`${text}\n`);
}

/**
 * The name of a sequence's region. Blanks are escaped in feature columns and directives; in a FASTA header they may be
 * escaped or plain. If nothing else fits, names are compared without the database and the version: BV-BRC writes
 * `accn|NC_001416` into GFF3 files only, and NCBI has `NC_001416.1`.
 */
function regionNames({ held, stated }: Found): (sequence: FastaSequence) => string {
  const isKnown = (name: string) => held.has(name) || stated.has(name);
  let plain: Map<string, string | null> | null = null;
  return ({ name, description }) => {
    const header = `${name} ${description}`;
    const forms = [name, unescaped(name), header];
    const known = forms.find((one) => held.has(one)) ?? forms.find(isKnown);
    if (known !== undefined) return known;
    if (plain === null) {
      plain = new Map();
      for (const one of new Set([...stated.keys(), ...[...held.firstLines()].map(([of]) => of)])) {
        const key = withoutVersion(one);
        plain.set(key, plain.has(key) ? null : one);
      }
    }
    const words = header.split(' ', mostWords);
    const begun = words.map((_, at) => words.slice(0, at + 1).join(' ')).find(isKnown);
    return plain.get(withoutVersion(name)) ?? begun ?? unescaped(name);
  };
}

/** Whether the first words of a header are a name. */
function beginsWith(header: string, name: string): boolean {
  return `${header} `.startsWith(`${name} `);
}

function withoutVersion(name: string): string {
  return nameWithoutDatabase(name).replace(/\.\d+$/, '');
}

function unescaped(name: string): string {
  return attempt(() => decodeURIComponent(escapeStray(name))) ?? name;
}

/** The feature with its parts in reading order, and which of its ends are open. */
function featureOf(
  { line, first, parts }: FoundFeature,
  length: number,
  isCircular: boolean,
): AnnotatedFeature {
  const isOneStrand = parts.every(({ strand }) => strand === parts[0]?.strand);
  const ordered = isOneStrand ? inReadingOrder(parts, length) : parts;
  const { type, qualifiers } = first;
  const ends = openEnds(qualifiers, ordered[0]?.strand === -1);
  const inSequence = ordered.flatMap((part) => throughOrigin(part, isCircular ? length : Infinity));
  return { line, type, parts: inSequence, ...ends, qualifiers, phase: ordered[0]?.phase ?? 0 };
}

/** NCBI states an open end as a range; Prodigal has a digit for the left end and one for the right, 1 if it is open. */
function openEnds(
  qualifiers: AnnotatedFeature['qualifiers'],
  isReverse: boolean,
): Pick<AnnotatedFeature, 'isPartial' | 'isStartOpen'> {
  const isSet = (name: string) => (qualifiers.get(name)?.[0] ?? 'false') !== 'false';
  const partial = qualifiers.get('partial')?.[0] ?? '';
  const [, left = '0', right = '0'] = /^([01])([01])$/.exec(partial) ?? [];
  const isLeftOpen = left === '1' || isSet('start_range');
  const isRightOpen = right === '1' || isSet('end_range');
  const isPartial = isLeftOpen || isRightOpen || (isSet('partial') && partial !== '00');
  // Where nothing says which end it is, it may be the start.
  const isEitherOpen = isLeftOpen || isRightOpen;
  const isStartOpen = isEitherOpen ? (isReverse ? isRightOpen : isLeftOpen) : isPartial;
  return { isPartial, isStartOpen };
}

/** Lines may be in any order; of a feature that wraps around the origin, the part before the origin is read first. */
export function inReadingOrder<Part extends FeaturePart>(
  parts: readonly Part[],
  length: number,
): Part[] {
  const ordered = parts.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (ordered.length > 1 && first?.start === 0 && last?.end === length) {
    // The widest gap is the rest of the genome: parts of one gene may skip only a base or two.
    const gaps = ordered.map((part, at) => part.start - (ordered[at - 1]?.end ?? part.start));
    const most = gaps.slice(1).reduce((a, b) => Math.max(a, b));
    const widest = gaps.indexOf(most, 1);
    ordered.push(...ordered.splice(0, widest));
  }
  return first?.strand === -1 ? ordered.toReversed() : ordered;
}

/** On a circular sequence, an end past the last base wraps around to the first. */
function throughOrigin({ start, end, strand }: FeaturePart, length: number): FeaturePart[] {
  if (end <= length || start >= length || end - length > start) return [{ start, end, strand }];
  const parts = [
    { start, end: length, strand },
    { start: 0, end: end - length, strand },
  ];
  return strand === -1 ? parts.toReversed() : parts;
}
