/** Names the phages of an import's sequences, each once. */
import path from 'node:path';
import { foldName } from '../../contract/recordName.ts';
import { isAccession } from '../../text/accession.ts';
import { copied } from '../../text/words.ts';
import type { AnnotatedSequence, ImportFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { nameInOrganism, nameWithoutDatabase, pathSafeName } from '../inputs.ts';
import { saysNothing } from '../noValue.ts';
import { changedName, mayBeChanged } from '../phageColumns.ts';
import { unfitReason } from '../putPhage.ts';
import { phageOf } from '../renamedPhages.ts';
import type { Pairs } from '../readPairs.ts';
import { type ImportLog, type InputPlace, logTo } from '../report.ts';
import type { ChosenInput } from './inputs.ts';
import { sourceOf } from './sourceFields.ts';

interface NamedFile extends ChosenInput {
  /** Whether the sequence is the only one of its file. */
  readonly isAlone: boolean;
  /** Files that this input contributed to in an earlier import. */
  readonly before: ReadonlySet<string>;
  readonly log: ImportLog;
}

/** The place of a phage's sequence, and the kind of file that it is in. */
type SequencePlace = InputPlace & Pick<ChosenInput, 'kind'> & { readonly name: string };

interface NamedSequence {
  readonly name: string;
  /** Where this import has taken a phage of that name before. */
  readonly twice: SequencePlace | undefined;
}

const byNames =
  'Name it with --names: a table of this name, its accession or its file, and the name of its phage.';

const accessionsKept =
  'accessions as names, since another phage has the name of their descriptions';
const sources = {
  table: '--names',
  file: 'their files',
  description: 'their descriptions',
} as const;
const isSource = (from: string): from is keyof typeof sources => from in sources;

export type NamesOfPhages = ReturnType<typeof nameSequences>;

export function nameSequences(staged: Pick<StagedData, 'files'>, names: Pick<Pairs, 'get'>) {
  const taken = new Map<string, SequencePlace>();
  const recorded = [...staged.files.keys()].flatMap((file) => phageOf(file) ?? []);
  const known = new Map(recorded.map((name) => [foldName(name), name]));
  /** The accession instead where another phage has the name, or the data has the accession already. */
  const unlessTaken = (
    found: PhageName,
    { names: [own = ''] }: AnnotatedSequence,
    before: NamedFile['before'],
  ): PhageName => {
    const accession: PhageName = { name: nameWithoutDatabase(own), from: 'sequence' };
    const [described = '', plain = ''] = [found, accession].map(({ name }) => foldName(name));
    const other = known.get(described);
    const isOwn = other === undefined || before.has(`phages/${other}.json`);
    return taken.has(described) || !isOwn || known.has(plain) ? accession : found;
  };
  const take = (place: SequencePlace) => void taken.set(foldName(place.name), place);
  /** The name of a sequence's phage, or the reason why it cannot be used. */
  const nameOf = (
    sequence: AnnotatedSequence,
    { input, kind, isAlone, before, log }: NamedFile,
  ): NamedSequence | ImportFault => {
    const { line } = sequence;
    const place = { file: input.name, line, kind };
    const found = phageName(sequence, { name: input.name, isAlone }, names);
    const named = found.from === 'description' ? unlessTaken(found, sequence, before) : found;
    const { name: given, from } = named;
    const name = copied(pathSafeName(given));
    if (named !== found && !before.has(`phages/${name}.json`)) {
      logTo(log.doubtful, accessionsKept, `${name} (${found.name})`, place);
    }
    const isNone = from === 'table' && saysNothing(given);
    // Of `..` nothing is left.
    const shown = name === '' || isNone ? given : name;
    const unfit = isNone ? 'says that it has none' : unfitReason(shown);
    if (unfit !== null) {
      const shownName = `'${copied(shown.slice(0, 200))}', which ${unfit}`;
      return { line, expected: 'a name for the phage', found: shownName, hint: byNames };
    }
    const twice = taken.get(foldName(name));
    if (twice !== undefined) return { name, twice };
    if (name === given.replaceAll(/\s+/g, '_')) {
      if (name !== given) logTo(log.changed, 'blanks in names of phages, now _', name, place);
    } else {
      const changed =
        'names of phages that cannot be file names, now others (--names chooses them)';
      logTo(log.doubtful, changed, `${given}, now ${name}`, place);
    }
    const other = known.get(foldName(name));
    if (other !== undefined && other !== name && !before.has(`phages/${other}.json`)) {
      const expected = `the name as it is in the data: ${other}`;
      return { line, expected, found: name, hint: byNames };
    }
    take({ ...place, name });
    if (from === 'file' && isOfProgram(given))
      logTo(
        log.doubtful,
        'phages named after the file of a program (--names chooses)',
        name,
        place,
      );
    if (from === 'table' && mayBeChanged.test(given))
      logTo(log.doubtful, changedName, given, place);
    if (from === 'sequence' && generic.test(given))
      logTo(log.doubtful, 'phages with a name that programs give (--names chooses)', name, place);
    // A name of an archive is its accession, which the phage keeps.
    const [own = ''] = sequence.names;
    if (isSource(from) && own !== given && own !== '')
      logTo(log.changed, `names of sequences, now those of ${sources[from]}`, own, place);
    return { name, twice };
  };
  return { nameOf, isTaken: (name: string) => taken.has(foldName(name)), take };
}

interface PhageName {
  readonly name: string;
  /** Where it was found, for the report. */
  readonly from: 'table' | 'organism' | 'sequence' | 'file' | 'description';
}

// Default names that assemblers and annotation programs give to sequences.
const generic =
  /^(?:(?:contigs?|scaffolds?|sequences?|seq|node|unnamed|untitled|<?unknown|exported|chromosome|plasmid|tig|ctg|unitig|edge)[\s_.|(-]*\d*\)?|[up]tg\d+[lc]|k\d+_\d+|\d+|$)(?:[_.|]|$)/i;

// Names of files by programs and databases.
const ofProgram =
  /^(?:pharokka|phold|bakta|prokka\w*|phanotate|genom(?:e|ic)|annot|annotations?|assembly|consensus|output|results?|[\d.]+(?:\.PATRIC|\.RefSeq)?|GC[AF]_.*)$/i;

const isOfProgram = (name: string) => generic.test(name) || ofProgram.test(name);

/**
 * A name in `--names` for the sequence, its accession or its file wins; then the organism, such as `Mycobacterium phage
 * L5`, then the sequence's own name, unless an assembler gave it or it is an accession: then that of the file, if the
 * sequence is alone there, and an accession is no worse; then the organism in the description of an accession.
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
  // Bakta writes it behind the name of a sequence.
  const [, inHeader = ''] = /\[organism=([^\]]+)\]/.exec(sequence.description ?? '') ?? [];
  const [organism = inHeader] = sourceOf(sequence)?.qualifiers.get('organism') ?? [];
  const ofOrganism = nameInOrganism(organism);
  if (ofOrganism !== null) return { name: ofOrganism, from: 'organism' };
  const own = nameWithoutDatabase(sequence.names[0] ?? '');
  const isStemBetter =
    generic.test(own) ||
    (accessionOf(own) !== null && !isOfProgram(stem) && accessionOf(stem) === null);
  if (isStemBetter && file.isAlone) return { name: stem, from: 'file' };
  // As archives have it: the organism, then what the sequence is. More words may be those of a strain or clone.
  const [described = ''] = sequence.description?.split(',') ?? [];
  const ofDescription = nameInOrganism(
    described.replace(/ (?:DNA|(?:complete|genomic) .*)$|\.$/i, ''),
  );
  if (accessionOf(own) !== null && ofDescription !== null && isOneName(ofDescription))
    return { name: ofDescription, from: 'description' };
  return { name: own, from: 'sequence' };
}

function isOneName(text: string): boolean {
  return !/\s/.test(text) && !generic.test(text);
}

/**
 * The accession that a name of a sequence is, with its version; null if it is none. Pharokka writes `MW460250_1`, where
 * the number may be that of the contig.
 */
export function accessionOf(name: string): string | null {
  const own = nameWithoutDatabase(name).replace(/_\d$/, '');
  return isAccession(own.replace(/\.\d+$/, '')) ? own : null;
}
