/** Which phages have other names since an import, so that the edits made by hand go along. */
import { attempt } from '../base/failure.ts';
import type { GeneRecord } from '../generated/records.ts';
import type { StagedData } from './dataFolder.ts';
import { sha256Of } from './knownHashes.ts';
import type { ImportedFile } from './provenance.ts';
import { addTo } from './spill.ts';

export type Files = ReadonlyMap<string, ImportedFile>;

/** The name of the phage whose record a file is; undefined for any other file. */
export function phageOf(file: string): string | undefined {
  return /^phages\/(.*)\.json$/.exec(file)?.[1];
}

/** The phages of `all` that `has` lacks or has from other inputs, by the input that they are read from. */
export function movedByInput(all: Files, has: Files): Map<string, string[]> {
  const byInput = new Map<string, string[]>();
  for (const [file, { inputs }] of all) {
    const name = phageOf(file);
    // The genome and its genes have the input that they are read from first.
    const [main = ''] = all.get(`genes/${name}.ndjson`)?.inputs ?? inputs;
    const there = has.get(file);
    const [other = ''] = has.get(`genes/${name}.ndjson`)?.inputs ?? there?.inputs ?? [];
    if (name !== undefined && (there === undefined || other !== main)) addTo(byInput, main, name);
  }
  return byInput;
}

const filesOf = (name: string) => [
  `phages/${name}.json`,
  `genes/${name}.ndjson`,
  `features/${name}.ndjson`,
  `genomes/${name}.fasta`,
];

/** Lets edits go along with their phage to its new name, which the same genome has, or most of its proteins. */
export async function carryEdits(staged: StagedData): Promise<void> {
  const { before, files } = staged;
  const lost = movedByInput(before, files);
  const edited = (name: string) => filesOf(name).some(staged.isEdited);
  if (![...lost.values()].flat().some(edited)) return;
  const made = movedByInput(files, before);
  const names = new Set([...made.values()].flat());
  const byGenome = new Map<string, string[]>();
  for (const name of names) {
    await staged.rest();
    const genome = genomeIn(staged.readOwn(`genomes/${name}.fasta`));
    if (genome !== null) addTo(byGenome, genome, name);
  }
  const carried = new Map<string, string>();
  const standing = findStanding(staged, edited);
  for (const [input, olds] of lost) {
    const own = made.get(input) ?? [];
    for (const old of olds) {
      await staged.rest();
      const genome = genomeIn(staged.liveBefore(`genomes/${old}.fasta`));
      const same = byGenome.get(genome ?? '') ?? [];
      const [first, ...others] = same.length > 1 ? same.filter((name) => own.includes(name)) : same;
      const only = olds.length === 1 && own.length === 1 ? own[0] : undefined;
      const renamed = others.length === 0 ? (first ?? only) : undefined;
      const now = renamed ?? (own.length === 0 && edited(old) ? standing(input) : undefined);
      if (now === undefined || now === old || same.includes(old)) continue;
      if (now !== first && !sharesProteins(staged, old, now)) continue;
      for (const [at, file] of filesOf(old).entries()) {
        const target = filesOf(now)[at] ?? '';
        const isNeeded = renamed !== undefined || (staged.isEdited(file) && !isGenome(file));
        if (isNeeded && before.has(file) && files.has(target) && !carried.has(target))
          carried.set(target, file);
      }
    }
  }
  staged.carryEdits(carried);
}

/** Whether a phage that another input gives now is the one that had its name; `next` is what its former input gives. */
export function isSamePhage(staged: StagedData, name: string, next: string): boolean {
  const before = genomeIn(staged.liveBefore(`genomes/${name}.fasta`));
  const [isSame, hasMoved] = [name, next].map(
    (of) => before !== null && before === genomeIn(staged.readOwn(`genomes/${of}.fasta`)),
  );
  // Where both have that genome, nothing tells.
  return hasMoved !== true && (isSame === true || sharesProteins(staged, name, name));
}

const isGenome = (file: string) => file.startsWith('genomes/');

/**
 * Finds the phage that an earlier import made of the same input under another name of its file, while what it had given
 * before stayed. Undefined where there are several, or it was edited itself.
 */
function findStanding({ files, inputs }: StagedData, isEdited: (name: string) => boolean) {
  const made = new Map<string, { readonly name: string; readonly main: string }[]>();
  return (input: string): string | undefined => {
    // Looking through all files for each phage takes hours if there are many.
    for (const [file, { inputs: own }] of made.size === 0 ? files : []) {
      const name = phageOf(file);
      const [main = ''] = files.get(`genes/${name}.ndjson`)?.inputs ?? own;
      const sha256 = inputs.get(main)?.sha256;
      if (name !== undefined && sha256 !== undefined) addTo(made, sha256, { name, main });
    }
    const same = made.get(inputs.get(input)?.sha256 ?? '') ?? [];
    const [only, ...others] = same.filter(({ main }) => main !== input);
    return only === undefined || others.length > 0 || isEdited(only.name) ? undefined : only.name;
  };
}

/** The hash of the sequence of a FASTA file; null without one. */
function genomeIn(fasta: Buffer | null): string | null {
  if (fasta === null) return null;
  const bases = fasta.toString('latin1', fasta.indexOf('\n') + 1).replaceAll(/\s/g, '');
  return sha256Of(Buffer.from(bases.toUpperCase()));
}

function sharesProteins(staged: StagedData, old: string, now: string): boolean {
  const before = proteinsIn(staged.liveBefore(`genes/${old}.ndjson`));
  const after = proteinsIn(staged.readOwn(`genes/${now}.ndjson`));
  const shared = [...before].filter((protein) => after.has(protein)).length;
  return shared > 0 && shared * 2 >= before.size;
}

function proteinsIn(genes: Buffer | null): Set<string> {
  return new Set(
    Array.from(genesIn(genes), ({ Translation }) => Translation ?? '').filter(Boolean),
  );
}

/** The genes of a file, which may be edited: lines that are no JSON are passed over. */
export function* genesIn(file: Buffer | null): Generator<Partial<GeneRecord>> {
  for (const line of file?.toString('utf8').split('\n') ?? []) {
    const gene = attempt(() => JSON.parse(line) as Partial<GeneRecord> | null);
    if (gene) yield gene;
  }
}
