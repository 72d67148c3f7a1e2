/** Lists of names, for a sentence. */
import { formatCount } from './quantities.ts';

const maxNamed = 3;

/** For example `a, b, c and 2 more`. */
export function someNames(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const first = names.slice(0, maxNamed).join(', ');
  return more > 0 ? `${first} and ${formatCount(more)} more` : first;
}

/** For example `a, b and c`. */
export function inWords(names: readonly string[], word: 'and' | 'or'): string {
  return names.join(', ').replace(/, ([^,]*)$/, ` ${word} $1`);
}
