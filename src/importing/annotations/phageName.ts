/** Chooses the name under which a sequence of an annotation file becomes a phage. */
import path from 'node:path';
import { nameWithoutDatabase } from '../pathSafeName.ts';
import type { Pairs } from '../table/readPairs.ts';
import type { AnnotatedSequence } from '../annotation.ts';
import { accessionOf } from './isAccession.ts';
import { sourceOf } from './sourceFields.ts';

/** Where a name was found, for the report. */
type NameSource = 'table' | 'organism' | 'sequence' | 'file';

export interface PhageName {
  readonly name: string;
  readonly from: NameSource;
}

// Default names that assemblers and annotation programs give to sequences.
const generic =
  /^(?:(?:contig|scaffold|sequence|seq|node|unnamed|untitled|exported|chromosome|plasmid|tig|edge)[\s_.|-]*\d*|\d+|$)(?:[_.|]|$)/i;

// Names of files by programs and databases.
const ofProgram =
  /^(?:pharokka|phold|bakta|prokka\w*|phanotate|genom(?:e|ic)|annotations?|output|results?|[\d.]+(?:\.PATRIC|\.RefSeq)?|GC[AF]_.*)$/i;

/**
 * A name in `--names` for the sequence, its accession or its file wins; then the organism, such as `Mycobacterium phage
 * L5`, then the sequence's own name, unless an assembler gave it or it is an accession: then that of the file, if the
 * sequence is alone there, and an accession is no worse.
 */
export function phageName(
  sequence: AnnotatedSequence,
  file: { readonly name: string; readonly isAlone: boolean },
  names: Pick<Pairs, 'get'>,
): PhageName {
  const stem = path
    .basename(file.name)
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]+$/, '');
  const plain = sequence.names.map(nameWithoutDatabase);
  const keys = [
    ...sequence.names,
    ...plain,
    sequence.accession,
    file.name,
    path.basename(file.name),
    stem,
  ];
  for (const key of keys) {
    const given = names.get(key);
    if (given !== undefined) return { name: given, from: 'table' };
  }
  const organism = organismOf(sequence);
  const [, ofOrganism] = /\b(?:phage|virus)\s+(\S.*)$/i.exec(organism) ?? [];
  if (ofOrganism !== undefined) return { name: ofOrganism.trim(), from: 'organism' };
  const own = nameWithoutDatabase(sequence.names[0] ?? '');
  const saysNothing = (name: string) =>
    generic.test(name) || ofProgram.test(name) || accessionOf(name) !== null;
  const isStemBetter = generic.test(own) || (accessionOf(own) !== null && !saysNothing(stem));
  if (isStemBetter && file.isAlone) return { name: stem, from: 'file' };
  return { name: own, from: 'sequence' };
}

/** The organism in the `source` feature; empty if there is none. */
function organismOf(sequence: AnnotatedSequence): string {
  return sourceOf(sequence)?.qualifiers.get('organism')?.[0] ?? '';
}
