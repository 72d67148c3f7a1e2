/**
 * Plans `/api/phams/<PhamID>/neighbours/`: the neighbours of a pham's genes (V1). The main thread puts the
 * input into shared memory; worker threads make the files.
 */
import { type FieldNames, publicName } from '../contract/fieldNames.ts';
import {
  type GenomeOrder,
  membersOf,
  numbersPerPlace,
  orderOnGenomes,
} from '../collections/phams/genomeOrder.ts';
import { type PhamGroups, placeIn } from '../collections/phams/phamGroups.ts';
import { colorText } from '../pages/phamColor.ts';
import { colorAt, type PageNotes, phamCount as countPhams, textAt } from '../pages/pageNotes.ts';
import { packPieces } from '../pages/sharedPieces.ts';
import { sharedUint32 } from '../pages/sharedNumbers.ts';
import { compareText } from '../text/compareText.ts';
import { escapeLineSeparators } from '../text/lineSeparators.ts';
import { type Neighbourhoods, type PlannedNeighbours, reach } from './neighbourText.ts';

// Few enough that all threads end at about the same time.
const mostPhams = 1024;
const mostGenes = 1 << 15;

/** The neighbours of all phams; only of those in `wanted`, unless it is null. */
export function* planNeighbours(
  { ids, counts }: PhamGroups,
  wanted: ReadonlySet<number> | null,
  around: Neighbourhoods,
): Generator<PlannedNeighbours> {
  let numbers: number[] = [];
  let genes = 0;
  const planned = (): PlannedNeighbours => ({
    kind: 'neighbours',
    phams: Uint32Array.from(numbers),
    genes,
    around,
  });
  for (const [index, id] of ids.entries()) {
    if (wanted !== null && !wanted.has(id)) continue;
    numbers.push(index + 1);
    genes += counts().genes[index + 1] ?? 0;
    if (numbers.length < mostPhams && genes < mostGenes) continue;
    yield planned();
    numbers = [];
    genes = 0;
  }
  if (numbers.length > 0) yield planned();
}

/** The input for the files of `planNeighbours`. */
export function shareNeighbourhoods(
  notes: PageNotes,
  groups: PhamGroups,
  wanted: ReadonlySet<number> | null,
  names: FieldNames,
): Neighbourhoods {
  const { ids, numberOf } = groups;
  const genomes = orderOnGenomes(notes, numberOf, ids.length, reach);
  const near = wanted && nearby(genomes, groups, notes, wanted);
  const key = (field: string) => `${JSON.stringify(publicName(names, field))}:`;
  const [idKey, colorKey, notesKey, countKey] = ['PhamID', 'Color', 'Notes', 'gene_count'].map(key);
  const described = (pointer: number) => {
    const [id, color] =
      pointer === 0
        ? [null, null]
        : [ids[(numberOf[pointer] ?? 0) - 1], colorText(colorAt(notes, pointer))];
    return `{${idKey}${id},${colorKey}${JSON.stringify(color)},${countKey}`;
  };
  const quoted = (pointer: number) => {
    const text = escapeLineSeparators(JSON.stringify(textAt(notes, pointer)));
    return `{${notesKey}${text},${countKey}`;
  };
  return {
    ids,
    phageCounts: groups.counts().phages,
    genomes,
    phamPieces: packPieces(countPhams(notes) + 1, (pointer) =>
      near?.phams[pointer] === 0 ? '' : described(pointer),
    ),
    notePieces: packPieces(notes.texts.length + 1, (pointer) =>
      near?.notes[pointer] === 0 ? '' : quoted(pointer),
    ),
    noteRanks: rankTexts(notes, near?.notes ?? null),
    names,
  };
}

/** Flags, by pointer, of the phams and the Notes that occur around the genes of some phams. */
function nearby(
  genomes: GenomeOrder,
  { ids }: PhamGroups,
  notes: PageNotes,
  wanted: ReadonlySet<number>,
): { readonly phams: Uint8Array; readonly notes: Uint8Array } {
  const found = {
    phams: new Uint8Array(countPhams(notes) + 1),
    notes: new Uint8Array(notes.texts.length + 1),
  };
  for (const id of wanted) {
    const index = placeIn(ids, id);
    if (ids[index] !== id) continue;
    const [from, to] = membersOf(genomes, index + 1);
    for (let member = from; member < to; member++) {
      const position = Math.abs(genomes.members[member] ?? 0);
      for (let at = Math.max(1, position - reach); at <= position + reach; at++) {
        found.phams[genomes.named[at * numbersPerPlace + 1] ?? 0] = 1;
        found.notes[genomes.named[at * numbersPerPlace + 2] ?? 0] = 1;
      }
    }
  }
  return found;
}

/** The rank of each text in sorted order, by pointer; only for those in `flagged`, unless it is null. */
function rankTexts(notes: PageNotes, flagged: Uint8Array | null): Uint32Array {
  const pointers = Uint32Array.from({ length: notes.texts.length + 1 }, (_, pointer) => pointer)
    .filter((pointer) => flagged === null || flagged[pointer] === 1)
    .sort((a, b) => compareText(textAt(notes, a), textAt(notes, b)));
  const ranks = sharedUint32(notes.texts.length + 1);
  for (const [rank, pointer] of pointers.entries()) ranks[pointer] = rank;
  return ranks;
}
