/** The gene families of a site, and how many genes and phages each has, in numbers instead of objects. */
import { colorText } from './familyColor.ts';
import {
  colorAt,
  familyAt,
  familyCount,
  geneCount,
  type PageNotes,
  phamIdAt,
} from './pageNotes.ts';
import { groupRowsByPhage } from './rowsByPhage.ts';

interface Pham {
  readonly id: number;
  /** What the first of its genes says; null where that says none. */
  readonly color: string | null;
  readonly geneCount: number;
  readonly phageCount: number;
}

export interface PhamGroups {
  /** In order of PhamID as a number. */
  readonly ids: readonly number[];
  /** The families in the same order, counted when it is first asked for. */
  readonly phams: () => readonly Pham[];
  /** The place in `phams`, counted from 1, of the family that a member points to; 0 for none. */
  readonly numberOf: Uint32Array;
}

export function groupByPham(notes: PageNotes): PhamGroups {
  const pointers = Array.from({ length: familyCount(notes) }, (_, at) => at + 1);
  // A family whose genes do not agree on its colour has more than one.
  const ids = [...new Set(pointers.map((pointer) => phamIdAt(notes, pointer) ?? 0))].sort(
    (a, b) => a - b,
  );
  const numbers = new Map(ids.map((id, index) => [id, index + 1]));
  const numberOf = Uint32Array.from([0, ...pointers], (pointer) =>
    pointer === 0 ? 0 : (numbers.get(phamIdAt(notes, pointer) ?? 0) ?? 0),
  );
  let counted: readonly Pham[] | null = null;
  return { ids, numberOf, phams: () => (counted ??= countPhams(notes, ids, numberOf)) };
}

function countPhams(notes: PageNotes, ids: readonly number[], numberOf: Uint32Array): Pham[] {
  const genes = new Uint32Array(ids.length + 1);
  const phages = new Uint32Array(ids.length + 1);
  // The phage whose gene was the last that was seen of a family.
  const lastPhage = new Uint32Array(ids.length + 1);
  const { rowsOf, firstGenes } = groupRowsByPhage(notes);
  const count = (gene: number, phage: number) => {
    const number = numberOf[familyAt(notes, gene)] ?? 0;
    genes[number] = (genes[number] ?? 0) + 1;
    if (phage === 0 || lastPhage[number] === phage) return;
    lastPhage[number] = phage;
    phages[number] = (phages[number] ?? 0) + 1;
  };
  for (let phage = 0; phage <= notes.texts.length; phage++) {
    for (const row of rowsOf(phage)) {
      const first = firstGenes[row] ?? 0;
      const end = firstGenes[row + 1] ?? geneCount(notes);
      for (let gene = first; gene < end; gene++) count(gene, phage);
    }
  }
  const colors = new Float64Array(ids.length + 1).fill(-1);
  for (let pointer = 1; pointer < numberOf.length; pointer++) {
    const number = numberOf[pointer] ?? 0;
    if (colors[number] === -1) colors[number] = colorAt(notes, pointer);
  }
  return ids.map((id, index) => {
    const number = index + 1;
    return {
      id,
      color: colorText(colors[number] ?? 0),
      geneCount: genes[number] ?? 0,
      phageCount: phages[number] ?? 0,
    };
  });
}
