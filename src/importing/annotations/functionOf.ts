/** Finds what a gene does where its `product` is missing. */
import type { AnnotatedFeature } from '../annotation.ts';

export interface FoundFunction {
  readonly text: string;
  /** The qualifier that says it, and whether that is one of its gene or transcript. */
  readonly name: string;
  readonly isOfParent: boolean;
}

/** In this order; of each, first what the CDS says, then what its transcript and gene say. */
export const geneNames = ['product', 'Name', 'label', 'note', 'Note', 'tRNA'];
/** Other features have their notes besides. */
export const featureNames = ['product', 'Name', 'label'];
/** Attributes that hold identifiers: a text that one of them has is no function. */
const identifying = ['ID', 'Parent', 'locus_tag', 'protein_id', 'transcript_id', 'gene', 'Alias'];
const parental = /^(?:gene|pseudogene)$|RNA$|transcript$/;
// No file nests deeper than gene, transcript and CDS.
const maxDepth = 3;

/** Returns a function that finds it for a CDS or RNA of the same sequence; null if nothing says it. */
export function functionFinder(
  features: readonly AnnotatedFeature[],
  names: readonly string[],
): (feature: AnnotatedFeature) => FoundFunction | null {
  const byKey = new Map<string, AnnotatedFeature>();
  for (const feature of features) {
    if (!parental.test(feature.type)) continue;
    for (const name of ['ID', 'locus_tag']) {
      const value = feature.qualifiers.get(name)?.[0] ?? '';
      const key = `${name} ${value}`;
      if (value !== '' && !byKey.has(key)) byKey.set(key, feature);
    }
  }
  const parentOf = ({ qualifiers }: AnnotatedFeature) =>
    byKey.get(`ID ${qualifiers.get('Parent')?.[0]}`) ??
    byKey.get(`locus_tag ${qualifiers.get('locus_tag')?.[0]}`);
  return (feature) => {
    const line = [feature];
    for (let above = parentOf(feature); above !== undefined; above = parentOf(above)) {
      if (line.includes(above) || line.push(above) > maxDepth) break;
    }
    for (const name of names) {
      for (const one of line) {
        const text = textOf(one, name);
        if (text === '' || !isFunction(text, line)) continue;
        return { text, name, isOfParent: one !== feature };
      }
    }
    return null;
  };
}

/** All values as one text: Pharokka and Phold split texts at commas. */
export function textOf({ qualifiers }: Pick<AnnotatedFeature, 'qualifiers'>, name: string): string {
  return (qualifiers.get(name) ?? []).map((value) => value.trim()).join(', ');
}

/** Words that name no function by themselves. */
const generic =
  /^(?:cds|orf|gene|gp|peg|protein|product|feature|locus|mrna|transcript|exon|region|misc|unnamed|untitled)$/i;
/** What programs write into notes for themselves, such as SnapGene's colours. */
const ofProgram =
  /^(?:colou?r|direction|score|apeinfo\w*|label|source|evidence|e-?value|frame|length|geneious\b[^:]*|id|name)\s*[:=]/i;

/** Whether a text is words, and not an identifier, such as CDS:T7, gp12, terL, WP_000001.1 or ORF 12. */
function isFunction(text: string, line: readonly AnnotatedFeature[]): boolean {
  const isName = line.some((one) =>
    identifying.some((name) => textOf(one, name).toLowerCase() === text.toLowerCase()),
  );
  if (isName || ofProgram.test(text)) return false;
  if (/^tm?RNA\b/.test(text)) return true;
  const words = text.split(/[\s,;()]+/).filter((word) => word !== '');
  // A word alone may be the symbol of a gene: those have capitals within or few letters.
  if (words.length === 1)
    return /^[A-Za-z][a-z]{3,}(?:[-/][A-Za-z]+)*$/.test(text) && !generic.test(text);
  const isMark = (word: string) => /[\d_|:]/.test(word);
  return words.some((word) => !isMark(word) && (!generic.test(word) || !words.some(isMark)));
}
