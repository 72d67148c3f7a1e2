/** What a text may be, by its letters alone: nothing is fetched for what it is hardly. A reader can ask for that, too. */

/** Whether it may be words of notes: not where it is as short as a cluster, or looks like a GeneID or an accession. */
export function mayBeNote(text: string): boolean {
  return /\p{L}{3}/u.test(text) && (/\s/.test(text) || !/_|\d\d/.test(text));
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
