/** Words for people: amounts, lists of names, the nearest name; and the order of texts. */
import { distance } from 'fastest-levenshtein';

const minPrefixLength = 3;

/** The nearest of `known` by edit distance, or by prefix, if near enough to be a typing error. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let smallest = Math.max(2, Math.floor(name.length / 3)) + 1;
  const wanted = name.toLowerCase();
  for (const candidate of known) {
    const meant = candidate.toLowerCase();
    const isBeginning = wanted.length >= minPrefixLength && meant.startsWith(wanted);
    // A lower bound of the edit distance.
    const unlike = wanted.length - meant.length;
    if ((isBeginning ? unlike : Math.abs(unlike)) >= smallest) continue;
    const edits = isBeginning ? Math.min(2, distance(wanted, meant)) : distance(wanted, meant);
    if (edits < smallest && edits < wanted.length) {
      smallest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** `1399` becomes `1,399`. */
export function formatCount(count: number): string {
  // Most numbers of tables, of which there are many.
  if (Number.isInteger(count) && count >= 0 && count < 1e6) {
    if (count < 1000) return String(count);
    const rest = count % 1000;
    return `${(count - rest) / 1000},${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
  }
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `formatCounted(1, 'gene')` is `1 gene`, `formatCounted(2, 'gene')` is `2 genes`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `{ added: 1, removed: 0, changed: 2000 }` is `1 added, 2,000 changed`; empty if all are 0. */
export function formatCounts(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

/** Decimal units, three significant figures: `490 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`;
}

/** `0.42 s`, `12.3 s`, `3 min 5 s`. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.995) return `${seconds.toFixed(2)} s`;
  if (seconds < 119.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

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

/**
 * Rewrites the commands in advice, `phagepress …` in backquotes, so that they can be typed as the program was called.
 */
export function asCalled(advice: string, calledAs: string): string {
  return advice.replaceAll('`phagepress ', () => `\`${calledAs} `);
}

// Line breaks of any program, and control characters.
// oxlint-disable-next-line no-control-regex -- these characters are meant
const unshown = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** Text for the header of a sequence: characters that would break the line or be invisible become blanks. */
export function onOneLine(text: string): string {
  return text.replaceAll(unshown, ' ');
}

// The engine copies shorter texts by itself.
const leastSlice = 13;

/**
 * Copies a text. A slice keeps its whole parent string alive: a name would retain a megabyte of its file. Lone
 * surrogates become U+FFFD.
 */
export function copied(text: string): string {
  const isOwn = text.length < leastSlice && text.isWellFormed();
  return isOwn ? text : Buffer.from(text).toString();
}

/** Whether file managers create files of that name (without folders) by themselves. */
export function isLitter(name: string): boolean {
  return ['.DS_Store', 'Thumbs.db', 'desktop.ini'].includes(name);
}
