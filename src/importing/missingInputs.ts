/** Inputs of earlier imports that are gone: files that data was made of, and that are there no more. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { labelsFile } from '../sources/familyLabels.ts';
import { formatCount } from '../text/quantities.ts';
import { someNames } from '../text/someNames.ts';
import type { StagedData } from './dataFolder.ts';
import { takeBack } from './putPhage.ts';

/** The phages that came from it, by the name of each input that is gone. */
export function missingInputs({
  data,
  files,
  inputs,
}: Pick<StagedData, 'data' | 'files' | 'inputs'>): Map<string, string[]> {
  const isGone = new Map<string, boolean>();
  const gone = new Map<string, Set<string>>();
  for (const [file, about] of files) {
    const phage = path.parse(file).name;
    for (const id of ownersOf(file, about)) {
      const isFile = inputs.get(id)?.kind !== 'api';
      if (!isGone.has(id)) isGone.set(id, isFile && !existsSync(path.resolve(data, id)));
      if (isGone.get(id) === true) gone.set(id, (gone.get(id) ?? new Set()).add(phage));
    }
  }
  return new Map([...gone].map(([id, phages]) => [id, [...phages]]));
}

/** What a file is made from: a table of names or families may be gone, once it was read. */
function ownersOf(
  file: string,
  { inputs, fields }: { inputs: readonly string[]; fields?: object },
) {
  if (file === labelsFile) return [];
  return file.startsWith('phages/')
    ? new Set<string>(Object.values(fields ?? {}))
    : inputs.slice(0, 1);
}

/** Removes what came from inputs that are gone. */
export function pruneMissing(staged: StagedData, gone: ReadonlyMap<string, unknown>): void {
  for (const [file, about] of staged.files) {
    for (const id of ownersOf(file, about)) if (gone.has(id)) takeBack(staged, file, id);
  }
}

const shownInputs = 10;
const shownPhages = 5;

/** The lines of a report. */
export function renderMissing(
  gone: ReadonlyMap<string, readonly string[]>,
  isPruned: boolean,
): string[] {
  if (gone.size === 0) return [];
  const named = Array.from(
    gone,
    ([id, phages]) => `  ${someNames(phages, shownPhages)} (${id} is gone)`,
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
