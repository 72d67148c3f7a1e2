/** What an import would take away: data of inputs that are gone, and addresses of phages and gene families. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../base/failure.ts';
import { labelsFile } from '../sources/familyLabels.ts';
import { formatCount, someNames } from '../text/words.ts';
import type { StagedData } from './dataFolder.ts';
import type { ImportedFile } from './provenance.ts';
import { shownName } from './inputs.ts';
import { takeBack } from './putPhage.ts';
import { type LoggedKind, renderKinds, shownPlaces } from './report.ts';
import { type Files, genesIn, isSamePhage, movedByInput } from './renamedPhages.ts';
import { addTo } from './spill.ts';

/** The ids of the inputs that data came from and that are gone. */
export function missingInputs({
  data,
  files,
  inputs,
}: Pick<StagedData, 'data' | 'files' | 'inputs'>): ReadonlySet<string> {
  const owners = new Set([...files].flatMap(([file, about]) => [...ownersOf(file, about)]));
  const isGone = (id: string) =>
    inputs.get(id)?.kind !== 'api' && !existsSync(path.resolve(data, id));
  return new Set([...owners].filter(isGone));
}

/** What a file is made from: a table of names or families may be gone, once it was read. */
function ownersOf(file: string, { inputs, fields = {} }: ImportedFile): Iterable<string> {
  if (file === labelsFile) return [];
  return file.startsWith('phages/') ? new Set(Object.values(fields)) : inputs.slice(0, 1);
}

/** Those of `gone` of whose data in `before` other inputs do not give all, with the phages of the rest. */
export function notGivenAgain(
  gone: ReadonlySet<string>,
  before: Files,
  { files }: Pick<StagedData, 'files'>,
): Map<string, string[]> {
  const left = new Map<string, Set<string>>();
  for (const [file, about] of gone.size === 0 ? [] : before) {
    const now = files.get(file);
    for (const id of ownersOf(file, about)) {
      if (!gone.has(id) || (now !== undefined && isOfOthers(file, about, now, id))) continue;
      left.set(id, (left.get(id) ?? new Set()).add(path.parse(file).name));
    }
  }
  return new Map([...left].map(([id, phages]) => [id, [...phages]]));
}

/** Whether others own what an input gave. */
function isOfOthers(file: string, was: ImportedFile, now: ImportedFile, id: string): boolean {
  if (!file.startsWith('phages/')) return now.inputs[0] !== id;
  const owners = now.fields ?? {};
  return Object.entries(was.fields ?? {}).every(
    ([field, owner]) => owner !== id || (owners[field] ?? id) !== id,
  );
}

/** Removes what came from inputs that are gone. */
export function pruneMissing(staged: StagedData, gone: ReadonlySet<string>): void {
  for (const [file, about] of staged.files) {
    for (const id of ownersOf(file, about)) if (gone.has(id)) takeBack(staged, file, id);
  }
}

const shownInputs = 10;
const shownPhages = 5;
const shownNames = 10;

/** The lines of a report. */
export function renderMissing(
  data: string,
  gone: ReadonlyMap<string, readonly string[]>,
  isPruned: boolean,
): string[] {
  if (gone.size === 0) return [];
  const named = Array.from(
    gone,
    ([id, phages]) =>
      `  ${someNames(phages, shownPhages)} (${shownName(path.resolve(data, id))} is gone)`,
  );
  const more = named.length - shownInputs;
  const what = isPruned ? 'Removed, since they have' : 'These have';
  return [
    `${what} no input any more:`,
    ...named.slice(0, shownInputs),
    ...(more > 0 ? [`  … and ${formatCount(more)} more`] : []),
    ...(isPruned ? [] : ['The same command with --prune removes what came from it.']),
  ];
}

/**
 * `before` is what earlier imports wrote. Throws a Failure that names the addresses that would go, of phages and of
 * gene families, and what of `refused` may be why.
 */
export async function assertAddressesStay(
  before: Files,
  staged: StagedData,
  refused: readonly LoggedKind[],
): Promise<void> {
  const lost = [
    ['phages', lostPhages(before, staged)],
    ['gene families', await lostFamilies(before, staged)],
  ] as const;
  const lines = lost.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`  ${what}: ${someNames(names, shownNames)}`],
  );
  if (lines.length === 0) return;
  const ofFamilies = refused.filter(({ kind }) => kind.includes('--families'));
  if (ofFamilies.length > 0)
    lines.push('Not taken:', ...renderKinds(ofFamilies, shownPlaces.refused));
  throw new Failure('data', 'The import would take addresses away that the data has now:', {
    lines,
    hint: 'Nothing was imported. If that is meant, add --accept-renames; if not, is an option missing, such as --names or --families?',
  });
}

/** A line that names the families which go with `pruned`, files of inputs that are gone; none if there are none. */
export async function prunedFamilies(pruned: Files, staged: StagedData): Promise<string[]> {
  const families = await lostFamilies(pruned, staged);
  if (families.length === 0) return [];
  return [`  and with them gene families: ${someNames(families, shownNames)}`];
}

/** `L5, now L5_draft` where the input that gave one phage gives one other, and not where inputs swapped theirs. */
function lostPhages(before: Files, staged: StagedData): string[] {
  const { files } = staged;
  const [lost, made] = [movedByInput(before, files), movedByInput(files, before)];
  return [...lost].flatMap(([input, names]) => {
    const [next, ...others] = made.get(input) ?? [];
    return names.flatMap((name) => {
      const isThere = files.has(`phages/${name}.json`);
      const isOnly = names.length === 1 && others.length === 0;
      if (next !== undefined && isOnly && !(isThere && isSamePhage(staged, name, next)))
        return `${name}, now ${next}`;
      // Another input may give a phage of that name.
      return isThere ? [] : name;
    });
  });
}

/** `38, now 41` where all of its genes that are still there are in one other family. */
async function lostFamilies(before: Files, staged: StagedData): Promise<string[]> {
  const { files, data } = staged;
  const isOfGenes = (file: string) => file.startsWith('genes/');
  const genesAfter = (file: string) =>
    familiesIn(attempt(() => staged.readEdited(file)) ?? staged.readOwn(file));
  const lost = new Map<number, string[]>();
  const next = new Map<string, number>();
  for (const [file, { sha256 }] of before) {
    if (!isOfGenes(file) || files.get(file)?.sha256 === sha256) continue;
    await staged.rest();
    const genesBefore = familiesIn(attempt(() => readFileSync(path.join(data, file))) ?? null);
    for (const { gene, pham } of genesBefore) addTo(lost, pham, gene);
    for (const { gene, pham } of files.has(file) ? genesAfter(file) : []) next.set(gene, pham);
  }
  for (const id of next.values()) lost.delete(id);
  for (const file of files.keys()) {
    if (lost.size === 0) break;
    if (!isOfGenes(file)) continue;
    await staged.rest();
    for (const { pham } of genesAfter(file)) lost.delete(pham);
  }
  return [...lost].map(([id, of]) => {
    const [one, ...others] = new Set(of.flatMap((gene) => next.get(gene) ?? []));
    return one === undefined || others.length > 0 ? String(id) : `${id}, now ${one}`;
  });
}

/** The genes of a file that are in a family. */
function* familiesIn(file: Buffer | null): Generator<{ gene: string; pham: number }> {
  for (const { GeneID: gene, PhamID } of genesIn(file))
    if (typeof gene === 'string' && typeof PhamID?.PhamID === 'number')
      yield { gene, pham: PhamID.PhamID };
}
