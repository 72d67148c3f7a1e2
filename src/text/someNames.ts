/** Lists of names, for a sentence. */
import { formatCount } from './quantities.ts';

/** For example `a, b, c and 2 more`. */
export function someNames(names: readonly string[], most = 3): string {
  const more = names.length - most;
  const first = names.slice(0, most).join(', ');
  return more > 0 ? `${first} and ${formatCount(more)} more` : first;
}

/** For example `a, b and c`. */
export function inWords(names: readonly string[], word: 'and' | 'or'): string {
  return names.join(', ').replace(/, ([^,]*)$/, ` ${word} $1`);
}
