/** The genes of a site by family, in numbers, so that a million of them cost no objects. */
import {
  familyAt,
  geneFinder,
  type GenePlace,
  geneCount,
  type PageNotes,
  phageName,
} from './pageNotes.ts';
import { sortByNumber } from './sortByNumber.ts';

export interface Pham {
  readonly id: number;
  /** What the first of its genes says; null where that says none. */
  readonly color: string | null;
  readonly geneCount: number;
  readonly phageCount: number;
  /** Where its genes lie, in the order of the list. */
  readonly genes: () => Generator<GenePlace>;
}

/** The families in order of PhamID as a number, made as they are asked for. */
export function* phamsOf(notes: PageNotes): Generator<Pham> {
  const families = familiesOf(notes);
  // 0 for genes without a family.
  const numbers = new Uint32Array(notes.texts.length + 1);
  families.forEach(({ pointers }, index) => {
    for (const pointer of pointers) numbers[pointer] = index + 1;
  });
  const genesOf = sortByNumber(
    geneCount(notes),
    (gene) => numbers[familyAt(notes, gene)] ?? 0,
    families.length + 1,
  );
  const find = geneFinder(notes);
  // By phage, the number of the last family that was seen to have a gene of it.
  const seen = new Uint32Array(notes.texts.length + 1);
  for (const [index, { id, color }] of families.entries()) {
    const number = index + 1;
    const own = genesOf(number);
    let phageCount = 0;
    for (const gene of own) {
      const phage = find(gene).row[phageName] ?? 0;
      if (phage === 0 || seen[phage] === number) continue;
      seen[phage] = number;
      phageCount++;
    }
    yield {
      id,
      color,
      geneCount: own.length,
      phageCount,
      *genes() {
        for (const gene of own) yield find(gene);
      },
    };
  }
}

/** The PhamID of a family as it is noted. */
export function phamIdOf(text: string): number {
  return parseFamily(text).PhamID;
}

function parseFamily(text: string): { readonly PhamID: number; readonly Color: string | null } {
  const family: { PhamID: number; Color: string | null } = JSON.parse(text);
  return family;
}

interface Family {
  readonly id: number;
  readonly color: string | null;
  /** More than one where its genes do not agree on the colour. */
  readonly pointers: number[];
}

function familiesOf(notes: PageNotes): Family[] {
  const families = new Map<number, Family>();
  const isFamily = new Uint8Array(notes.texts.length + 1);
  for (let gene = 0; gene < geneCount(notes); gene++) isFamily[familyAt(notes, gene)] = 1;
  notes.texts.forEach((text, at) => {
    if (isFamily[at + 1] !== 1) return;
    const { PhamID: id, Color: color } = parseFamily(text);
    const family = families.get(id) ?? { id, color, pointers: [] };
    families.set(id, family);
    family.pointers.push(at + 1);
  });
  return [...families.values()].toSorted((a, b) => a.id - b.id);
}
