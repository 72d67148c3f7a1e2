/** Matches the sequences of a FASTA file with the names that a GFF3 file gives them. */
import { attempt } from '../../failure.ts';
import type { FastaSequence } from '../../sequences/readFasta.ts';
import { nameWithoutDatabase } from '../pathSafeName.ts';
import type { HeldFeatures } from './heldFeatures.ts';

interface Known {
  readonly held: Pick<HeldFeatures, 'has' | 'firstLines'>;
  /** By name: those of `##sequence-region`. */
  readonly stated: ReadonlyMap<string, unknown>;
}

/**
 * The name of a sequence's region. Blanks are escaped in feature columns and directives; in a FASTA header they may be
 * escaped or plain. If nothing else fits, names are compared without the database and the version: BV-BRC writes
 * `accn|NC_001416` into GFF3 files only, and NCBI has `NC_001416.1`.
 */
export function regionNames({ held, stated }: Known): (sequence: FastaSequence) => string {
  const isKnown = (name: string) => held.has(name) || stated.has(name);
  let plain: Map<string, string | null> | null = null;
  return ({ name, description }) => {
    const forms = [name, unescaped(name), `${name} ${description}`];
    const known = forms.find((one) => held.has(one)) ?? forms.find(isKnown);
    if (known !== undefined) return known;
    if (plain === null) {
      plain = new Map();
      for (const one of new Set([...stated.keys(), ...[...held.firstLines()].map(([of]) => of)])) {
        const key = withoutVersion(one);
        plain.set(key, plain.has(key) ? null : one);
      }
    }
    return plain.get(withoutVersion(name)) ?? name;
  };
}

function withoutVersion(name: string): string {
  return nameWithoutDatabase(name).replace(/\.\d+$/, '');
}

export function unescaped(name: string): string {
  return attempt(() => decodeURIComponent(name)) ?? name;
}
