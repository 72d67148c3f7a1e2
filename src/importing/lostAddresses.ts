/** The addresses that an import would take away: of phages, and of gene families. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { attempt, Failure } from '../failure.ts';
import { formatCount } from '../text/quantities.ts';
import type { StagedData } from './dataFolder.ts';
import type { ImportedFile } from './provenance.ts';

type Files = ReadonlyMap<string, ImportedFile>;

const shownNames = 10;

const genes = /"GeneID":"((?:[^"\\]|\\.)*)".*?"PhamID":\{"PhamID":(\d+)/g;

/** `before` is what earlier imports wrote. Throws a Failure that names what would go. */
export async function assertAddressesStay(before: Files, staged: StagedData): Promise<void> {
  const phages = lostPhages(before, staged.files);
  const families = await lostFamilies(before, staged);
  if (phages.length + families.length === 0) return;
  const lines = [
    ...(phages.length === 0 ? [] : [`  phages: ${listed(phages)}`]),
    ...(families.length === 0 ? [] : [`  gene families: ${listed(families)}`]),
  ];
  throw new Failure('data', 'The import would take addresses away that the data has now:', {
    lines,
    hint: 'Nothing was imported. If that is meant, add --accept-renames; if not, is an option missing, such as --names or --families?',
  });
}

function listed(names: readonly string[]): string {
  const more = names.length - shownNames;
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const nameIn = (file: string) => /^phages\/(.*)\.json$/.exec(file)?.[1];

/** `L5, now L5_draft` where the same inputs gave one phage and give one other. */
function lostPhages(before: Files, files: Files): string[] {
  const ofInputs = ([file, { inputs }]: [string, ImportedFile]) => {
    const name = nameIn(file);
    return name === undefined ? [] : [[inputs.join('\n'), name] as const];
  };
  const lost = [...before].filter(([file]) => !files.has(file)).flatMap(ofInputs);
  const made = [...files].filter(([file]) => !before.has(file)).flatMap(ofInputs);
  const only = (all: typeof lost, inputs: string) => {
    const [one, ...others] = all.filter(([key]) => key === inputs);
    return others.length === 0 ? one?.[1] : undefined;
  };
  return lost.map(([inputs, name]) => {
    const next = only(lost, inputs) === undefined ? undefined : only(made, inputs);
    return next === undefined ? name : `${name}, now ${next}`;
  });
}

/** `38, now 41` where all of its genes that are still there are in one other family. */
async function lostFamilies(before: Files, staged: StagedData): Promise<string[]> {
  const { files, data } = staged;
  const isOfGenes = (file: string) => file.startsWith('genes/');
  const textAfter = (file: string) => {
    const bytes = attempt(() => staged.readEdited(file)) ?? staged.readOwn(file);
    return bytes?.toString('utf8') ?? '';
  };
  const lost = new Map<number, string[]>();
  const next = new Map<string, number>();
  for (const [file, { sha256 }] of before) {
    if (!isOfGenes(file) || files.get(file)?.sha256 === sha256) continue;
    await staged.rest();
    const text = attempt(() => readFileSync(path.join(data, file), 'utf8')) ?? '';
    for (const [, gene = '', id] of text.matchAll(genes)) {
      const ofFamily = lost.get(Number(id));
      if (ofFamily === undefined) lost.set(Number(id), [gene]);
      else ofFamily.push(gene);
    }
    for (const [, gene = '', id] of files.has(file) ? textAfter(file).matchAll(genes) : []) {
      next.set(gene, Number(id));
    }
  }
  for (const id of next.values()) lost.delete(id);
  for (const file of files.keys()) {
    if (lost.size === 0) break;
    if (!isOfGenes(file)) continue;
    await staged.rest();
    for (const [, , id] of textAfter(file).matchAll(genes)) lost.delete(Number(id));
  }
  return [...lost].map(([id, of]) => {
    const [one, ...others] = new Set(of.flatMap((gene) => next.get(gene) ?? []));
    return one === undefined || others.length > 0 ? String(id) : `${id}, now ${one}`;
  });
}
