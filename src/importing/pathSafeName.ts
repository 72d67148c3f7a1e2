/** Makes a phage's name one that can be a file name and an address everywhere. */

const unsafe = String.raw`[\s\p{Cc}\p{Bidi_Control}<>:"|?*/\\]+`;
const runs = new RegExp(unsafe, 'gu');
const ends = new RegExp(String.raw`^${unsafe}|[.\s\p{Cc}\p{Bidi_Control}<>:"|?*/\\]+$`, 'gu');
const longest = 1000;

/** `mu1/6` is `mu1_6`: blanks and signs that no path can have become `_`, and go at both ends, as do dots at the end. */
export function pathSafeName(name: string): string {
  // Nobody's name is that long; it is refused.
  if (name.length > longest) return name;
  return name.replaceAll(ends, '').replaceAll(runs, '_');
}

/** The name of a sequence without that of its database: `gi|9626243|ref|NC_001416.1|`, `accn|NC_001416`, `gnl|X|P1`. */
export function nameWithoutDatabase(name: string): string {
  const [, archived] =
    /^(?:gi\|\d+\|)?(?:gb|ref|emb|dbj|tp[gde])\|([^|]+)(?:\||$)/.exec(name) ?? [];
  const [, local] = /^(?:lcl|accn|gnl\|[^|]*)\|(.+)$/.exec(name) ?? [];
  return archived ?? local ?? name;
}
