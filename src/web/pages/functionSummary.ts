/** How many genes, families and phages have a function, in a sentence or two. */
import { countOf, formatCount } from '../parts/files.ts';

export interface FunctionCounts {
  /** Genes with such notes, in families or not. */
  readonly genes: number;
  /** Those of them in families. */
  readonly inFamilies: number;
  readonly families: number;
  /** Null until they are known. */
  readonly phages: number | null;
}

export function functionSummary({ genes, inFamilies, families, phages }: FunctionCounts): string {
  const alone = genes - inFamilies;
  const verbs = alone === 1 ? ['has', 'is'] : ['have', 'are'];
  const unlisted = `${verbs[0]} such notes, but no family, and ${verbs[1]} not listed.`;
  if (families === 0) return `${countOf(alone, 'gene')} ${unlisted}`;
  const said = [
    `${countOf(inFamilies, 'gene')} in ${families === 1 ? 'one family' : `${formatCount(families)} families`}`,
    phages === null ? '.' : `, of ${countOf(phages, 'phage')}.`,
    alone > 0 ? ` ${formatCount(alone)} more ${alone === 1 ? 'gene' : 'genes'} ${unlisted}` : '',
  ];
  return said.join('');
}
