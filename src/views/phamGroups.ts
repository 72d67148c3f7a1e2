/** The gene families of a site, and how many genes and phages each has, in numbers instead of objects. */
import { countBefore } from '../sorting/countBefore.ts';
import { colorText } from '../pages/familyColor.ts';
import {
  colorAt,
  familyAt,
  familyCount,
  geneCount,
  type PageNotes,
  phamIdAt,
} from '../pages/pageNotes.ts';
import { groupRowsByPhage } from '../pages/rowsByPhage.ts';

interface Pham {
  readonly id: number;
  /** What the first of its genes says; null where that says none. */
  readonly color: string | null;
  readonly geneCount: number;
  readonly phageCount: number;
}

/** A family has a number: its place in the order of PhamIDs, counted from 1. */
export interface PhamGroups {
  /** PhamIDs, sorted as numbers. */
  readonly ids: Float64Array;
  /** The number of the family that a member points to; 0 for none. */
  readonly numberOf: Uint32Array;
  /** The families at the places [start, end) of `ids`. All are counted when it is first asked for one. */
  readonly phams: (start: number, end: number) => Pham[];
}

export function groupByPham(notes: PageNotes): PhamGroups {
  const idAt = (pointer: number) => phamIdAt(notes, pointer) ?? 0;
  // A family whose genes do not agree on its colour is pointed to by more than one.
  const all = Float64Array.from({ length: familyCount(notes) }, (_, at) => idAt(at + 1)).sort();
  const ids = all.filter((id, index) => index === 0 || id !== all[index - 1]);
  const numberOf = Uint32Array.from({ length: all.length + 1 }, (_, pointer) =>
    pointer === 0 ? 0 : placeIn(ids, idAt(pointer)) + 1,
  );
  let counted: PhamCounts | null = null;
  return {
    ids,
    numberOf,
    phams(start, end) {
      counted ??= countPhams(notes, ids.length, numberOf);
      const { genes, phages, colors } = counted;
      return Array.from(ids.subarray(start, end), (id, index) => {
        const number = start + index + 1;
        return {
          id,
          color: colorText(colors[number] ?? 0),
          geneCount: genes[number] ?? 0,
          phageCount: phages[number] ?? 0,
        };
      });
    },
  };
}

/** The place of a PhamID that is one of `ids`. */
export function placeIn(ids: Float64Array, id: number): number {
  return countBefore(ids.length, (place) => (ids[place] ?? 0) < id);
}

/** By number of the family. */
interface PhamCounts {
  readonly genes: Uint32Array;
  readonly phages: Uint32Array;
  /** As `packColor` gives them. */
  readonly colors: Float64Array;
}

function countPhams(notes: PageNotes, families: number, numberOf: Uint32Array): PhamCounts {
  const genes = new Uint32Array(families + 1);
  const phages = new Uint32Array(families + 1);
  // The phage whose gene was the last that was seen of a family.
  const lastPhage = new Uint32Array(families + 1);
  const count = (gene: number, phage: number) => {
    const number = numberOf[familyAt(notes, gene)] ?? 0;
    genes[number] = (genes[number] ?? 0) + 1;
    if (phage === 0 || lastPhage[number] === phage) return;
    lastPhage[number] = phage;
    phages[number] = (phages[number] ?? 0) + 1;
  };
  const { rowsOf, firstGenes } = groupRowsByPhage(notes);
  for (let phage = 0; phage <= notes.texts.length; phage++) {
    for (const row of rowsOf(phage)) {
      const first = firstGenes[row] ?? 0;
      const end = firstGenes[row + 1] ?? geneCount(notes);
      for (let gene = first; gene < end; gene++) count(gene, phage);
    }
  }
  // The first that points to a family has the colour of its first gene.
  const colors = new Float64Array(families + 1);
  for (let pointer = numberOf.length - 1; pointer > 0; pointer--) {
    colors[numberOf[pointer] ?? 0] = colorAt(notes, pointer);
  }
  return { genes, phages, colors };
}
