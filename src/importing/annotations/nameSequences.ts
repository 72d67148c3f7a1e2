/** Names the phages of an import's sequences, each once. */
import { foldName } from '../../contract/recordName.ts';
import { copied } from '../../text/copied.ts';
import type { AnnotatedSequence, ImportFault } from '../annotation.ts';
import type { StagedData } from '../dataFolder.ts';
import { type ImportLog, type InputPlace, logTo } from '../importLog.ts';
import { pathSafeName } from '../pathSafeName.ts';
import type { Pairs } from '../table/readPairs.ts';
import { unfitReason } from '../unfitReason.ts';
import type { ChosenInput } from './chooseInputs.ts';
import { phageName } from './phageName.ts';

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

const sources = { table: '--names', file: 'their files' } as const;

export interface NamesOfPhages {
  /** The name of a sequence's phage, or the reason why it cannot be used. */
  readonly nameOf: (sequence: AnnotatedSequence, file: NamedFile) => NamedSequence | ImportFault;
  readonly isTaken: (name: string) => boolean;
  readonly take: (place: SequencePlace) => void;
}

export function nameSequences(
  staged: Pick<StagedData, 'files'>,
  names: Pick<Pairs, 'get'>,
): NamesOfPhages {
  const taken = new Map<string, SequencePlace>();
  const recorded = [...staged.files.keys()].flatMap(
    (file) => /^phages\/(.*)\.json$/.exec(file)?.[1] ?? [],
  );
  const known = new Map(recorded.map((name) => [foldName(name), name]));
  const take = (place: SequencePlace) => void taken.set(foldName(place.name), place);
  const nameOf: NamesOfPhages['nameOf'] = (sequence, { input, kind, isAlone, before, log }) => {
    const { line } = sequence;
    const place = { file: input.name, line, kind };
    const { name: found, from } = phageName(sequence, { name: input.name, isAlone }, names);
    const name = copied(pathSafeName(found));
    const unfit = unfitReason(name);
    if (unfit !== null) {
      const shown = copied(name.slice(0, 200));
      return {
        line,
        expected: 'a name for the phage',
        found: `'${shown}', which ${unfit}`,
        hint: byNames,
      };
    }
    const twice = taken.get(foldName(name));
    if (twice !== undefined) return { name, twice };
    if (name === found.replaceAll(/\s+/g, '_')) {
      if (name !== found) logTo(log.changed, 'blanks in names of phages, now _', name, place);
    } else {
      const changed =
        'names of phages that cannot be file names, now others (--names chooses them)';
      logTo(log.doubtful, changed, `${found}, now ${name}`, place);
    }
    const other = known.get(foldName(name));
    if (other !== undefined && other !== name && !before.has(`phages/${other}.json`))
      return {
        line,
        expected: `the name as it is in the data: ${other}`,
        found: name,
        hint: byNames,
      };
    take({ ...place, name });
    // A name of an archive is its accession, which the phage keeps.
    const [own = ''] = sequence.names;
    if ((from === 'table' || from === 'file') && own !== found && own !== '')
      logTo(log.changed, `names of sequences, now those of ${sources[from]}`, own, place);
    return { name, twice };
  };
  return { nameOf, isTaken: (name) => taken.has(foldName(name)), take };
}
