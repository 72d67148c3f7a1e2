/**
 * What the last import made of each annotation file, kept in `.imported/inputs.ndjson` below the data folder: a file
 * that would give the same again is not read again. Without these notes, all are read.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { type FileStamp, isSameStamp } from '../../sources/source.ts';
import type { StagedData } from '../dataFolder.ts';
import { inputId } from '../inputs.ts';
import { filesReplaced } from '../putPhage.ts';
import type { Families, Pairs } from '../readPairs.ts';
import { type ImportLog, shownPlaces } from '../report.ts';
import { readSealed, sealed, sha256Of } from '../knownHashes.ts';
import type { GeneChoices } from './genesOf.ts';
import { besideOf, type ChosenInput, nearOf } from './inputs.ts';
import type { InputOutcome, TakenPhage, Taking } from './takeInput.ts';

const notesFile = 'inputs.ndjson';

interface Choices extends GeneChoices {
  readonly names: Pairs;
  readonly families: (Pairs & Partial<Pick<Families, 'numbering'>>) | null;
}

/** What an annotation file gave. */
interface Notes extends Pick<InputOutcome, 'taken' | 'phages' | 'log'> {
  /** Of all that it was made from. */
  readonly key: string;
  /** The name of the FASTA file beside it that was read; null without one. */
  readonly beside: string | null;
  /** What was found in the tables of names and families. */
  readonly found: { readonly names: readonly string[]; readonly families: readonly string[] };
}

/** `tables` are the ids of the tables of names and families, which are recorded already. */
export function createLastImport(
  staged: StagedData,
  { pseudogenes, hypothetical, ...pairs }: Choices,
  tables: readonly string[],
) {
  const kept = staged.keptNotes(notesFile);
  const read = readSealed(kept);
  const known = notesIn(read ?? '');
  let hasChanged = false;
  const names = watched(pairs.names);
  const families = pairs.families === null ? null : watched(pairs.families);
  const idOf = (file: string) => inputId(staged.data, file);
  const recorded = (id: string) => staged.inputs.get(id)?.sha256 ?? '';
  const numbering = pairs.families?.numbering ?? '';
  const choices = [pseudogenes, hypothetical, ...tables.map(recorded), numbering];
  const keyOf = ({ input, kind }: ChosenInput, hashes: readonly string[]) => {
    const { isNamed, name } = input;
    // A table can name a phage by the file as it is called in reports.
    const all = [...choices, kind, isNamed, tables.length === 0 ? '' : name, ...hashes];
    return sha256Of(Buffer.from(JSON.stringify(all)));
  };
  return {
    /** As they were given; what is found in them is noted. */
    names,
    families,

    /** Whether its notes are another version's, which may have read files otherwise, or damaged. */
    isOfOther: kept !== null && read === null,

    /** What the input gave when it was last read; null if it has to be read. */
    async repeat(
      chosen: ChosenInput,
      before: ReadonlySet<string>,
      { names: ofPhages, genomes, onNames, sharedTags }: Taking,
    ): Promise<InputOutcome | null> {
      const { input, kind } = chosen;
      const id = idOf(input.absolutePath);
      const notes = known.get(id);
      if (notes === undefined || !isInPlace(notes.phages, id, before, staged)) return null;
      const isFree = ({ name, genome }: TakenPhage) =>
        !ofPhages.isTaken(name) && !genomes.has(genome);
      if (!notes.phages.every(isFree)) return null;
      const beside = notes.beside === null ? null : (besideOf(input) ?? nearOf(input));
      if (beside !== null && path.basename(beside) !== notes.beside) return null;
      const hashes: string[] = [];
      for (const file of filesRead(input, beside)) hashes.push(await staged.hashOf(file));
      if (keyOf(chosen, hashes) !== notes.key) return null;
      for (const key of notes.found.names) pairs.names.get(key);
      for (const key of notes.found.families) pairs.families?.get(key);
      const owner = { id, phages: notes.phages.map(({ name }) => name) };
      for (const key of notes.found.families) sharedTags.note(key, owner);
      for (const { name, line, genome, names: called } of notes.phages) {
        ofPhages.take({ file: input.name, line, kind, name });
        genomes.add(genome, name);
        if (called.length > 0) onNames(input, called);
      }
      staged.keep(notes.phages.flatMap(filesOfPhage));
      const [log, sequences] = [placedIn(notes.log, input.name), notes.phages.length];
      return { ...notes, ...nothingMore, beside, log, sequences };
    },

    /** Finds the phage with a genome that other inputs than these gave, and that the data has. */
    twinsBesides(inputs: readonly ChosenInput[]): (genome: string | null) => string | null {
      const own = new Set(inputs.map(({ input }) => idOf(input.absolutePath)));
      const byGenome = new Map<string, string>();
      for (const [id, { phages }] of known)
        for (const { name, genome } of own.has(id) ? [] : phages)
          if (genome !== null && staged.files.get(`genomes/${name}.fasta`)?.inputs[0] === id)
            byGenome.set(genome, name);
      return (genome) => byGenome.get(genome ?? '') ?? null;
    },

    /** Notes what an input gave that was read, and recorded, if that depends on nothing else. */
    remember(chosen: ChosenInput, outcome: InputOutcome): void {
      const { input } = chosen;
      const { beside, log, taken, phages, stamps, isLikeOthers } = outcome;
      const found = { names: names.taken(), families: families?.taken() ?? [] };
      const isAsRead = [...stamps].every(([file, stamp]) => {
        const now = statSync(file, { throwIfNoEntry: false });
        return now !== undefined && isSameStamp(now, stamp);
      });
      const isWhole = phages.length === taken.phages;
      if (isLikeOthers || !isWhole || !isAsRead || found.families === null || found.names === null)
        return;
      const hashes = filesRead(input, beside).map((file) => recorded(idOf(file)));
      hasChanged = true;
      known.set(idOf(input.absolutePath), {
        key: keyOf(chosen, hashes),
        beside: beside === null ? null : path.basename(beside),
        taken,
        phages,
        log: placedIn({ ...log, changed: log.changed.filter(isOfContent) }, ''),
        found: { names: found.names, families: found.families },
      });
    },

    /** To be called of each input that is read, before. */
    forget({ input }: ChosenInput): void {
      hasChanged = known.delete(idOf(input.absolutePath)) || hasChanged;
      names.taken();
      families?.taken();
    },

    /** To be called of inputs that depend on others. */
    forgetAll(ids: Iterable<string>): void {
      for (const id of ids) hasChanged = known.delete(id) || hasChanged;
    },

    /** Keeps the notes for the next import. */
    keep(): void {
      const isGone = ([id]: readonly [string, Notes]) => !staged.inputs.has(id);
      if (!hasChanged && !Array.from(known).some(isGone)) return;
      const rows = Array.from(known)
        .filter((entry) => !isGone(entry))
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .sort();
      staged.keepNotes(notesFile, sealed(rows.join('')));
    },
  };
}

/** Files are replaced once. */
const isOfContent = ({ kind }: ImportLog['changed'][number]) => kind !== filesReplaced;

const nothingMore = {
  copies: 0,
  isLikeOthers: false,
  lacking: [],
  stamps: new Map<string, FileStamp>(),
} as const;

function notesIn(rows: string): Map<string, Notes> {
  const lines = rows.split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as readonly [string, Notes]));
}

function filesRead({ absolutePath }: ChosenInput['input'], beside: string | null): string[] {
  return [absolutePath, ...(beside === null ? [] : [beside])];
}

function filesOfPhage({ name, genes, features, genome }: TakenPhage): string[] {
  return [
    `phages/${name}.json`,
    ...(genes > 0 ? [`genes/${name}.ndjson`] : []),
    ...(features > 0 ? [`features/${name}.ndjson`] : []),
    ...(genome === null ? [] : [`genomes/${name}.fasta`]),
  ];
}

/** Whether all that an input gave is in the data, from it, and nothing of it was taken away since. */
function isInPlace(
  phages: readonly TakenPhage[],
  id: string,
  before: ReadonlySet<string>,
  { files, inputs, hasFile }: Pick<StagedData, 'files' | 'inputs' | 'hasFile'>,
): boolean {
  const given = phages.flatMap(filesOfPhage);
  const isThere = (file: string) =>
    before.has(file) &&
    (file.startsWith('phages/') || files.get(file)?.inputs[0] === id) &&
    hasFile(file);
  if (given.length !== before.size || !given.every(isThere)) return false;
  return phages.every(({ name, fields }) => {
    const owners = files.get(`phages/${name}.json`)?.fields ?? {};
    // A table's value stays. What another file gave since, or no input gives any more, is to be read again.
    return fields.every((field) => {
      const owner = owners[field] ?? '';
      return owner === id || inputs.get(owner)?.kind === 'table';
    });
  });
}

/** The pairs, and the keys that were found since they were last asked for: null if one had several values. */
function watched(pairs: Pairs): Pick<Pairs, 'get'> & { readonly taken: () => string[] | null } {
  let found = new Set<string>();
  let contested = 0;
  return {
    get(key) {
      const value = pairs.get(key);
      if (value !== undefined) found.add(key);
      return value;
    },
    taken() {
      const [all, before] = [[...found], contested];
      found = new Set();
      contested = pairs.contested().length;
      return contested === before ? all : null;
    },
  };
}

/** With `file` in each place, and with as many places as a report shows without `--verbose`. */
function placedIn(log: ImportLog, file: string): ImportLog {
  const placed = (list: keyof ImportLog) =>
    log[list].map(({ kind, count, places }) => ({
      kind,
      count,
      // One shows that there are more.
      places: places.slice(0, Math.max(shownPlaces[list], 1)).map((place) => ({ ...place, file })),
    }));
  return {
    changed: placed('changed'),
    refused: placed('refused'),
    doubtful: placed('doubtful'),
    fieldless: placed('fieldless'),
  };
}
