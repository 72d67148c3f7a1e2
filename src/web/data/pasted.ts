/** What a reader pastes: proteins, or nucleotides whose open reading frames are translated. */
import { reverseComplement } from './sequences.ts';

export interface PastedProtein {
  readonly name: string;
  readonly protein: string;
  /** Of an open reading frame: bases counted from 1, both ends included. */
  readonly place: {
    readonly first: number;
    readonly last: number;
    readonly isReverse: boolean;
  } | null;
}

export interface Pasted {
  readonly proteins: readonly PastedProtein[];
  /** How many of the records are nucleotides. */
  readonly nucleotides: number;
  readonly records: number;
}

/** Why a text is not looked for, in words for readers. */
export class NotPasted extends Error {}

const mostText = 4_000_000;
const mostBases = 1_000_000;
const mostProteins = 1000;
const longestProtein = 10_000;
const shortestProtein = 12;

/** Throws NotPasted for what is no sequence, or too much of it. */
export function readPasted(text: string): Pasted {
  if (text.length > mostText)
    throw new NotPasted(
      `This text has ${(text.length / 1e6).toFixed(1)} million characters. Paste one genome, or at most ${mostProteins.toLocaleString('en')} proteins.`,
    );
  const records = recordsIn(text);
  if (records.length === 0)
    throw new NotPasted('There is no sequence yet. Paste a protein, a gene or a genome.');
  const nucleic = records.filter(({ letters }) => areBases(letters));
  const bases = nucleic.reduce((sum, { letters }) => sum + letters.length, 0);
  if (bases > mostBases)
    throw new NotPasted(
      `These are ${bases.toLocaleString('en')} nucleotides, which is more than a phage has. Paste at most ${mostBases.toLocaleString('en')}.`,
    );
  const proteins = records.flatMap((record) => proteinsIn(record));
  if (proteins.length === 0)
    throw new NotPasted(
      nucleic.length > 0
        ? `These are nucleotides without an open reading frame of ${shortestFrame} codons or more.`
        : `A protein must have at least ${shortestProtein} amino acids to be found.`,
    );
  if (proteins.length > mostProteins)
    throw new NotPasted(
      `These are ${proteins.length.toLocaleString('en')} proteins. Paste at most ${mostProteins.toLocaleString('en')}.`,
    );
  return { proteins, nucleotides: nucleic.length, records: records.length };
}

interface PastedRecord {
  readonly name: string;
  /** In capitals; `*` may be among them. */
  readonly letters: string;
}

/** Records of FASTA, the sequence of a GenBank file, or letters alone. */
function recordsIn(text: string): PastedRecord[] {
  const lines = text.split(/\r\n?|\n/);
  const isGenBank = /^LOCUS\s/.test(text);
  const records: { name: string; parts: string[] }[] = [];
  let isOrigin = !isGenBank;
  for (const [at, line] of lines.entries()) {
    if (isGenBank && /^LOCUS\s/.test(line)) {
      records.push({ name: line.split(/\s+/)[1] ?? '', parts: [] });
      isOrigin = false;
    } else if (isGenBank && (/^ORIGIN\b/.test(line) || line === '//')) isOrigin = line !== '//';
    else if (line.startsWith('>')) records.push({ name: line.slice(1).trim(), parts: [] });
    else if (isOrigin && !line.startsWith(';')) {
      const letters = line.replace(/[\s\d.-]/g, '').toUpperCase();
      const [strange] = letters.match(/[^A-Z*]/u) ?? [];
      if (strange !== undefined)
        throw new NotPasted(
          `Line ${at + 1} has “${strange}”, which is no letter of a sequence. Paste FASTA, a GenBank file or letters alone.`,
        );
      if (letters === '') continue;
      if (records.length === 0) records.push({ name: '', parts: [] });
      records.at(-1)?.parts.push(letters);
    }
  }
  return records
    .map(({ name, parts }) => ({ name, letters: parts.join('') }))
    .filter(({ letters }) => letters !== '');
}

/** Whether letters are nucleotides, with some that are not known: no protein of so few kinds is as long. */
function areBases(letters: string): boolean {
  if (letters.length < shortestProtein || /[^ACGTUNRYSWKMBDHV]/.test(letters)) return false;
  const plain = letters.replace(/[^ACGTUN]/g, '').length;
  return plain >= letters.length * 0.8;
}

function proteinsIn({ name, letters }: PastedRecord): readonly PastedProtein[] {
  if (areBases(letters))
    return framesIn(letters.replaceAll('U', 'T')).map((frame) => ({ ...frame, name }));
  const protein = letters.replace(/\*+$/, '').replaceAll('*', 'X');
  if (protein.length > longestProtein)
    throw new NotPasted(
      `${name === '' ? 'This protein' : `“${name}”`} has ${protein.length.toLocaleString('en')} amino acids. Paste at most ${longestProtein.toLocaleString('en')}.`,
    );
  return protein.length < shortestProtein ? [] : [{ name, protein, place: null }];
}

const bases = 'TCAG';
// The codes of bacteria and phages (11) and of most others (1) have the same amino acids.
const aminoAcids = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG';
const starts = new Set(['ATG', 'GTG', 'TTG']);

/** In codons. */
const shortestFrame = 30;

// The share of an open reading frame that may lie in a likelier one.
const mostOverlap = 0.3;

// In codons: so long, an open reading frame is hardly there by chance. Its codons tell genes from what is none.
const surelyCoding = 200;
// From so many codons, their frequencies are known.
const enoughCodons = 1000;

type Frame = Pick<PastedProtein, 'place' | 'protein'>;
type StrandFrame = ReturnType<typeof framesOfStrand> extends Generator<infer Found> ? Found : never;

/**
 * Open reading frames of both strands, in order of place. Of those that overlap, the one is taken whose codons are more like
 * those of the longest; where too few are long, the longer one.
 */
function framesIn(sequence: string): readonly Frame[] {
  const all = [
    ...framesOfStrand(sequence, false),
    ...framesOfStrand(reverseComplement(sequence), true),
  ];
  const lengthOf = ({ codons }: StrandFrame) => codons.length / 3;
  const longest = apart(all, lengthOf, sequence.length);
  const coding = longest.filter((frame) => lengthOf(frame) >= surelyCoding);
  const isKnown = coding.reduce((sum, frame) => sum + lengthOf(frame), 0) >= enoughCodons;
  const kept = isKnown ? apart(all, likelihoodOf(coding, sequence), sequence.length) : longest;
  return kept
    .sort((a, b) => a.first - b.first || a.last - b.last)
    .map(({ protein, first, last, isReverse }) => ({ protein, place: { first, last, isReverse } }));
}

/** Those that have a score above 0 and do not overlap one with a higher score by too much. */
function apart(
  frames: readonly StrandFrame[],
  scoreOf: (frame: StrandFrame) => number,
  length: number,
): StrandFrame[] {
  // 1 for each base that one with a higher score has.
  const taken = new Uint8Array(length + 1);
  return frames
    .map((frame) => ({ frame, score: scoreOf(frame) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.frame.first - b.frame.first)
    .flatMap(({ frame }) => {
      const { first, last } = frame;
      const over = taken.subarray(first, last + 1).reduce((sum, base) => sum + base, 0);
      if (over > mostOverlap * (last - first + 1)) return [];
      taken.fill(1, first, last + 1);
      return [frame];
    });
}

/** How much likelier the codons of a frame are in genes than by chance, as a logarithm. */
function likelihoodOf(coding: readonly StrandFrame[], sequence: string) {
  const frequencies = new Float64Array(64).fill(1);
  for (const frame of coding) {
    for (const codon of codonsOf(frame)) frequencies[codon] = (frequencies[codon] ?? 0) + 1;
  }
  const all = frequencies.reduce((sum, count) => sum + count, 0);
  const gc = sequence.replace(/[^GC]/g, '').length / sequence.length;
  const chanceOf = (digit: number) => (digit % 2 === 0 ? 1 - gc : gc) / 2;
  const scores = frequencies.map((count, codon) => {
    const chance = chanceOf(codon >> 4) * chanceOf((codon >> 2) & 3) * chanceOf(codon & 3);
    return Math.log(count / all / chance);
  });
  return (frame: StrandFrame) =>
    codonsOf(frame).reduce((sum, codon) => sum + (scores[codon] ?? 0), 0);
}

/** The codons that have known bases, as numbers. */
function codonsOf({ codons }: StrandFrame): number[] {
  const found: number[] = [];
  for (let at = 0; at < codons.length; at += 3) {
    const number = codonNumber(codons.slice(at, at + 3));
    if (number !== null) found.push(number);
  }
  return found;
}

function* framesOfStrand(strand: string, isReverse: boolean) {
  for (let frame = 0; frame < 3; frame++) {
    // Where the codons behind the last stop begin, and the first that can be a start; -1 for none yet.
    let open = frame;
    let start = -1;
    let letters = '';
    for (let at = frame; at + 3 <= strand.length + 3; at += 3) {
      const codon = strand.slice(at, at + 3);
      const isEnd = codon.length < 3;
      const letter = isEnd ? '*' : translated(codon);
      if (letter !== '*') {
        if (start < 0 && starts.has(codon)) start = at;
        letters += letter;
        continue;
      }
      // One that runs over the edge may have its start before it.
      const from = open === frame ? open : start;
      const codons = (at - from) / 3;
      if (from >= 0 && codons >= shortestFrame) {
        const whole = letters.slice((from - open) / 3);
        const ends = [from + 1, Math.min(at + (isEnd ? 0 : 3), strand.length)] as const;
        const [first, last] = isReverse
          ? [strand.length - ends[1] + 1, strand.length - ends[0] + 1]
          : ends;
        const protein = from === start ? `M${whole.slice(1)}` : whole;
        yield { first, last, isReverse, protein, codons: strand.slice(from, at) };
      }
      [open, start, letters] = [at + 3, -1, ''];
    }
  }
}

function translated(codon: string): string {
  const number = codonNumber(codon);
  return number === null ? 'X' : aminoAcids.charAt(number);
}

/** From 0 to 63, in the order of the table; null with a base that is not known. */
function codonNumber(codon: string): number | null {
  let number = 0;
  for (const base of codon) {
    const digit = bases.indexOf(base);
    if (digit < 0) return null;
    number = number * 4 + digit;
  }
  return number;
}
