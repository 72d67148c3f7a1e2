/** Aligned proteins of a family: which are aligned, what their columns have in common, where each begins, and files of them. */
import { counted, groupedBy } from '../../text/values.ts';
import { openGap, pairScore } from './localAlignment.ts';
import type { Gene } from './records.ts';
import { fastaOf } from './sequences.ts';

export interface Aligned {
  readonly genes: readonly Gene[];
  /** As long as each other, with `-` for gaps, in the order of the genes. */
  readonly rows: readonly string[];
}

// So many are aligned in about a second, and can be read.
const mostProteins = 40;
const mostResidues = 30_000;

/** Genes whose proteins are aligned: all, or as many as a reader can wait for, evenly spread over all in their order. */
export function chosenForAlignment(genes: readonly Gene[]): readonly Gene[] {
  const whole = genes.filter(({ translation }) => translation !== '');
  const longest = Math.max(1, ...whole.map(({ translation }) => translation.length));
  const most = Math.max(2, Math.min(mostProteins, Math.floor(mostResidues / longest)));
  if (whole.length <= most) return whole;
  return Array.from(
    { length: most },
    (_, at) => whole[Math.floor((at * whole.length) / most)],
  ).filter((gene) => gene !== undefined);
}

/** Rejects if the proteins are no proteins. */
export async function alignProteins(genes: readonly Gene[]): Promise<Aligned> {
  const proteins = genes.map(({ translation }) => translation.replace(/\*$/, '').toUpperCase());
  if (proteins.length < 2) return { genes, rows: proteins };
  // Loaded when it is asked for.
  const { default: aligner } = await import('biomsa');
  const known = proteins.map((protein) =>
    protein.replace(/[^ACDEFGHIKLMNPQRSTVWY]/g, (letter, at: number) => standIn(letter, at)),
  );
  const rows = await aligner.align(known, { type: 'amino' });
  const own = rows.map((row, at) => {
    const letters = (proteins[at] ?? '')[Symbol.iterator]();
    return row.replace(/[^-]/g, () => letters.next().value ?? '');
  });
  return { genes, rows: withCloseEnds(own) };
}

const nearly: Readonly<Record<string, string>> = { B: 'N', J: 'L', O: 'K', U: 'C', Z: 'Q' };
const aminoAcids = 'ACDEFGHIKLMNPQRSTVWY';

/** The aligner would take one at random: this is always the same, and a row of X is like no protein. */
function standIn(letter: string, at: number): string {
  return nearly[letter] ?? aminoAcids.charAt((at * 7) % aminoAcids.length);
}

/**
 * Moves what stands at an end, beyond a gap, to the other amino acids of its protein, unless it fits the other proteins so
 * well that the gap is worth it: `M----KPW` is `----MKPW`. Otherwise proteins with other starts seem to begin together,
 * since all begin with M.
 */
export function withCloseEnds(rows: readonly string[]): readonly string[] {
  const reversed = (row: string) => [...row].toReversed().join('');
  const close = withCloseStarts(withCloseStarts(rows, true).map(reversed), false).map(reversed);
  const isEmpty = (column: number) => close.every((row) => row.charAt(column) === '-');
  return close.map((row) => [...row].filter((_, column) => !isEmpty(column)).join(''));
}

/** `isStart`: the rows begin where their proteins do, with M for whatever start codon. */
function withCloseStarts(rows: readonly string[], isStart: boolean): readonly string[] {
  // Rows whose first gap is the same are moved together: by itself, each fits the others where it is.
  const groups = groupedBy(rows.keys(), (at) => {
    const [, before = '', gap = ''] = /^(-*[^-]+)(-+)[^-]/.exec(rows[at] ?? '') ?? [];
    return `${before.length} ${gap.length}`;
  });
  const [best] = Array.from(groups, ([key, members]) => {
    const [from = 0, width = 0] = key.split(' ').map(Number);
    const gain = width === 0 ? 0 : gainOfMove(rows, new Set(members), { from, width, isStart });
    return { members, from, width, gain };
  }).sort((a, b) => b.gain - a.gain || a.from - b.from || a.width - b.width);
  if (best === undefined || best.gain <= 0) return rows;
  const { members, from, width } = best;
  const moved = rows.map((row, at) =>
    members.includes(at) ? '-'.repeat(width) + row.slice(0, from) + row.slice(from + width) : row,
  );
  return withCloseStarts(moved, isStart);
}

interface Move {
  readonly from: number;
  readonly width: number;
  readonly isStart: boolean;
}

/** A gap within a protein; one at its end costs nothing. A few amino acids come and go more easily than a start. */
const gapCost = (width: number) => Math.min(openGap, 2 + width);

/** What all pairs of a row that moves and one that stays score more, when the first columns change places with the gap behind. */
function gainOfMove(
  rows: readonly string[],
  members: ReadonlySet<number>,
  { from, width, isStart }: Move,
): number {
  const firstOf = (row: string) => (isStart ? row.search(/[^-]/) : -1);
  const beside = (letter: string, other: string) => (other === '-' ? 0 : pairScore(letter, other));
  const others = rows
    .filter((_, at) => !members.has(at))
    .map((row) => ({ row, first: firstOf(row) }));
  let gain = 0;
  for (const member of members) {
    const own = rows[member] ?? '';
    const first = firstOf(own);
    const start = own.slice(0, from).split('');
    for (const { row, first: firstOfOther } of others) {
      if (/[^-]/.test(row.slice(from, from + width))) gain += gapCost(width);
      for (const [column, letter] of start.entries()) {
        if (letter === '-') continue;
        gain += beside(letter, row.charAt(column + width));
        // That both begin with M says nothing.
        if (column !== first || column !== firstOfOther) gain -= beside(letter, row.charAt(column));
      }
    }
  }
  return gain;
}

export interface AlignedColumn {
  /** The most frequent residue, the first in the alphabet of several; `-` where most have a gap. */
  readonly consensus: string;
  /** The share of the proteins that have it, from 0 to 1; 0 for a gap. */
  readonly conservation: number;
}

export function columnsOf(rows: readonly string[]): readonly AlignedColumn[] {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, at) => {
    const counts = counted(rows.map((row) => row.charAt(at)));
    const [consensus, count] = [...counts].reduce((best, one) =>
      one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
    );
    return { consensus, conservation: consensus === '-' ? 0 : count / rows.length };
  });
}

export interface Start {
  /** The column of the first residue, from 1. */
  readonly column: number;
  readonly genes: readonly Gene[];
}

/** Where the proteins begin, the most frequent first. */
export function startsOf({ genes, rows }: Aligned): readonly Start[] {
  const starts = new Map<number, Gene[]>();
  for (const [at, gene] of genes.entries()) {
    const column = (rows[at] ?? '').search(/[^-]/) + 1;
    starts.set(column, [...(starts.get(column) ?? []), gene]);
  }
  return [...starts]
    .map(([column, own]) => ({ column, genes: own }))
    .sort((a, b) => b.genes.length - a.genes.length || a.column - b.column);
}

export function alignedFasta({ genes, rows }: Aligned): string {
  return genes.map(({ id, phage }, at) => fastaOf(`${id} [${phage}]`, rows[at] ?? '')).join('');
}

const lettersInLine = 60;

/** In the Clustal format; a star stands below columns in which all are the same. */
export function clustalOf({ genes, rows }: Aligned): string {
  const names = genes.map(({ id }) => id.replace(/\s/g, '_'));
  const width = Math.max(0, ...names.map((name) => name.length)) + 4;
  const columns = columnsOf(rows);
  const blocks: string[] = [];
  for (let from = 0; from < columns.length; from += lettersInLine) {
    const lines = names.map(
      (name, at) => name.padEnd(width) + (rows[at] ?? '').slice(from, from + lettersInLine),
    );
    const marks = columns
      .slice(from, from + lettersInLine)
      .map(({ conservation }) => (conservation === 1 ? '*' : ' '));
    // Biopython reads no file whose marks end before the proteins.
    blocks.push([...lines, ' '.repeat(width) + marks.join('')].join('\n'));
  }
  return `CLUSTAL multiple sequence alignment\n\n\n${blocks.join('\n\n')}\n`;
}
