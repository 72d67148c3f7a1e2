/** The gene families of a site, and how many genes and phages each has, in numbers instead of objects. */
import { colorText } from './familyColor.ts';
import {
  colorAt,
  familyAt,
  familyCount,
  forEachMember,
  forEachRow,
  geneCount,
  type PageNotes,
  phageName,
  phamIdAt,
} from './pageNotes.ts';
import { sortByNumber } from './sortByNumber.ts';

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
  const families = familiesOf(notes);
  const numberOf = new Uint32Array(familyCount(notes) + 1);
  families.forEach(({ pointers }, index) => {
    for (const pointer of pointers) numberOf[pointer] = index + 1;
  });
  let counted: readonly Pham[] | null = null;
  return {
    ids: families.map(({ id }) => id),
    numberOf,
    phams: () => (counted ??= countPhams(notes, families, numberOf)),
  };
}

function countPhams(notes: PageNotes, families: readonly Family[], numberOf: Uint32Array): Pham[] {
  const phageOf = new Uint32Array(geneCount(notes));
  forEachRow(notes, (row, _, firstMember) =>
    forEachMember(notes, row, firstMember, (_family, _from, _to, gene) => {
      phageOf[gene] = row[phageName] ?? 0;
    }),
  );
  const genesOf = sortByNumber(
    phageOf.length,
    (gene) => numberOf[familyAt(notes, gene)] ?? 0,
    families.length + 1,
  );
  // By phage, the number of the last family that was seen to have a gene of it.
  const seen = new Uint32Array(notes.texts.length + 1);
  return families.map(({ id, color }, index) => {
    const genes = genesOf(index + 1);
    let phageCount = 0;
    for (const gene of genes) {
      const phage = phageOf[gene] ?? 0;
      if (phage === 0 || seen[phage] === index + 1) continue;
      seen[phage] = index + 1;
      phageCount++;
    }
    return { id, color: colorText(color), geneCount: genes.length, phageCount };
  });
}

interface Family {
  readonly id: number;
  /** As `packColor` gives it. */
  readonly color: number;
  /** More than one where its genes do not agree on the colour. */
  readonly pointers: number[];
}

function familiesOf(notes: PageNotes): Family[] {
  const families = new Map<number, Family>();
  for (let pointer = 1; pointer <= familyCount(notes); pointer++) {
    const id = phamIdAt(notes, pointer) ?? 0;
    const family = families.get(id) ?? { id, color: colorAt(notes, pointer), pointers: [] };
    families.set(id, family);
    family.pointers.push(pointer);
  }
  return [...families.values()].toSorted((a, b) => a.id - b.id);
}
