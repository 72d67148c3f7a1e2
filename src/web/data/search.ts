/** What a text means that a reader types: phages and families by what they are called, or what it may be by its letters alone. */
import { type PhageRow, rowOf } from './indexes.ts';

// Old names are one text, in which people name several in one of these ways.
const between = /[,;/|\r\n\t]/;
const version = /\.[0-9]+$/;

/** The phage of just this name, or else those that are called so in another way. */
export function phagesNamed(rows: readonly PhageRow[], name: string): readonly PhageRow[] {
  const own = rowOf(rows, name);
  return own === null ? phagesCalled(rows, name) : [own];
}

export function phagesCalled(rows: readonly PhageRow[], text: string): readonly PhageRow[] {
  const wanted = folded(text);
  const bare = wanted.replace(/_draft$/, '');
  const unversioned = wanted.replace(version, '');
  if (wanted === '') return [];
  const byName = rows.filter(({ name }) => [wanted, bare].includes(folded(name)));
  if (byName.length > 0) return byName;
  return rows.filter(({ oldNames, accession, reference }) => {
    if (oldNames !== '' && oldNames.split(between).some((one) => folded(one) === wanted))
      return true;
    return [accession, reference].some(
      (one) => one !== '' && folded(one).replace(version, '') === unversioned,
    );
  });
}

function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/**
 * Those whose names, old names or accessions begin with or hold the text, or with each of its words: at most `most`, the
 * nearest first, and in the order of the index where they are as near. Nothing is prepared, so that the first letter is
 * answered as soon as the index is there.
 */
export function phagesLike(
  rows: readonly PhageRow[],
  text: string,
  most: number,
): readonly PhageRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const ranked: PhageRow[][] = Array.from({ length: farthest + 1 }, () => []);
  for (const row of rows) {
    const distance = distanceOf(row, wanted, words);
    if (distance !== null) ranked[distance]?.push(row);
  }
  return ranked.flat().slice(0, most);
}

const farthest = 4;

function distanceOf(
  { name, oldNames, accession, reference }: PhageRow,
  wanted: string,
  words: readonly string[],
): number | null {
  const own = name.toLowerCase();
  if (own === wanted) return 0;
  if (own.startsWith(wanted)) return 1;
  const others = `${oldNames} ${accession} ${reference}`.toLowerCase();
  if (begins(others, wanted)) return 2;
  if (own.includes(wanted)) return 3;
  const all = `${own} ${others}`;
  return words.length > 1 && words.every((word) => begins(all, word)) ? farthest : null;
}

/** Whether a word of the text begins with another. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[\s,;/|(_-]/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/** Those whose label is the text or has it, in any case: the whole label first, then those that begin with it. */
export function familiesLabelled(labels: ReadonlyMap<number, string>, text: string): number[] {
  const wanted = text.toLowerCase();
  const found: { readonly pham: number; readonly rank: number }[] = [];
  for (const [pham, label] of wanted === '' ? [] : labels) {
    const at = label.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const isWhole = label.length === wanted.length;
    found.push({ pham, rank: isWhole ? 0 : at === 0 ? 1 : 2 });
  }
  return found.sort((a, b) => a.rank - b.rank || a.pham - b.pham).map(({ pham }) => pham);
}

/** Whether it may be words of notes: not where it is as short as a cluster, or looks like a GeneID or an accession. */
export function mayBeNote(text: string): boolean {
  return /\p{L}{3}/u.test(text) && (/\s/.test(text) || !/_|\d\d/.test(text));
}

/** Whether it looks like a protein or nucleotides, which are looked for elsewhere: no word of notes is as long. */
export function mayBeSequence(text: string): boolean {
  return /^>|^[a-z*]{40,}$/i.test(text);
}

/** Whether GeneIDs may begin with it: with less than three letters too many would, and none has a blank. */
export function canBeginGene(text: string): boolean {
  return text.length > 2 && !/\s/.test(text);
}

/**
 * Whether it looks like a GeneID or a locus tag, as far as it is typed: these have numbers in them, or such signs. A
 * number alone is that of a family.
 */
export function mayBeGene(text: string): boolean {
  return canBeginGene(text) && /[\d_.:|]/.test(text) && !/^\d+$/.test(text);
}
