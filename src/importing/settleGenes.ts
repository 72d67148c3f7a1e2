/** Updates gene files to match everything imported: colours of families, and the summaries of phages. */
import { attempt } from '../failure.ts';
import type { PhageSummary } from '../generated/records.ts';
import type { ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { familyColor } from './families.ts';

// In a JSON string its quotes would be escaped, so this never matches inside a text.
const family = /"PhamID":\{"PhamID":(\d+),"Color":"#[\dA-Fa-f]{6}"\}/g;
const summary = /"PhageID":(\{.*?\}),(?="PhamID":\{)/g;

const mostColors = 100_000;

/** Returns the files of earlier imports that changed, by path below the data folder. */
export async function settleGenes(staged: StagedData): Promise<string[]> {
  if (await staged.isAsImported()) return [];
  const files = [...staged.files.keys()].filter((file) => file.startsWith('genes/'));
  const colored = new Set(files.filter((file) => !hasOwnColors(staged, file)));
  await staged.rest();
  const taken = new Set(staged.touched);
  const genesOf = new Map<number, number>();
  for (const file of colored) {
    await staged.rest();
    const text = staged.readOwn(file)?.toString('utf8') ?? '';
    for (const [, id] of text.matchAll(family)) {
      genesOf.set(Number(id), (genesOf.get(Number(id)) ?? 0) + 1);
    }
  }
  const colors = new Map<number, string>();
  const colorOf = (id: number) => {
    // Of millions of families, the texts would fill the memory.
    if (colors.size > mostColors) colors.clear();
    const color = colors.get(id) ?? familyColor(id, genesOf.get(id) ?? 0);
    colors.set(id, color);
    return color;
  };
  staged.colorEdited((file) => (colored.has(file) ? colorOf : null));
  const inOwnColor = (id: string) => `"PhamID":{"PhamID":${id},"Color":"${colorOf(Number(id))}"}`;
  const settled: string[] = [];
  for (const file of files) {
    await staged.rest();
    const phageFile = file.replace(/^genes\//, 'phages/').replace(/\.ndjson$/, '.json');
    const edited = attempt(() => staged.readEdited(phageFile)) ?? null;
    // A service and a database give genes summaries of their own.
    const isAsGiven = taken.has(file) && !colored.has(file);
    const isUpToDate = edited === null && (isAsGiven || !taken.has(phageFile));
    const phage = isUpToDate ? null : phageIn(edited ?? staged.read(phageFile));
    if (phage === null && !colored.has(file)) continue;
    const before = staged.readOwn(file)?.toString('utf8');
    // Edited since an earlier version of the program imported it: stays as it is.
    if (before === undefined) continue;
    const inColor = colored.has(file)
      ? before.replaceAll(family, (_, id: string) => inOwnColor(id))
      : before;
    const after = phage === null ? inColor : withSummary(inColor, phage);
    const known = staged.files.get(file);
    if (known === undefined || after === before) continue;
    // Not where a file that no input changed was edited and is no JSON any more.
    if (!taken.has(file) && attempt(() => staged.readEdited(file)) === undefined) continue;
    if (!taken.has(file)) settled.push(file);
    staged.put(file, Buffer.from(after), { inputs: known.inputs });
  }
  return settled;
}

/** Whether its families and their colours come from a database or a service. */
function hasOwnColors({ files, inputs }: StagedData, file: string): boolean {
  const own = (id: string) => ['api', 'phamerator'].includes(inputs.get(id)?.kind ?? '');
  return files.get(file)?.inputs.some(own) === true;
}

function phageIn(bytes: Buffer): ImportedPhage {
  return JSON.parse(bytes.toString('utf8')) as ImportedPhage;
}

/** The genes with the current summary of their phage; the name that they show stays. */
function withSummary(genes: string, phage: ImportedPhage): string {
  // The genes of a file have few different ones.
  let last = { before: '', after: '' };
  return genes.replaceAll(summary, (_, before: string) => {
    if (before !== last.before) {
      const { Name } = JSON.parse(before) as PhageSummary;
      last = { before, after: `"PhageID":${JSON.stringify({ ...summaryOf(phage), Name })},` };
    }
    return last.after;
  });
}

/** The summary of a phage in its genes. */
export function summaryOf(phage: ImportedPhage): PhageSummary {
  const name = phage.phage_name ?? '';
  return {
    PhageID: name,
    Accession: phage.archive_accession ?? '',
    Name: name,
    HostGenus: phage.host_genus?.genus_name ?? '',
    Cluster: phage.pcluster?.cluster ?? '',
    Subcluster: phage.psubcluster?.subcluster ?? null,
  };
}
