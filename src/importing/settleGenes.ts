/** Brings gene files into step with all that was imported: colours of families, and what genes say of their phage. */
import type { PhageSummary } from '../generated/records.ts';
import type { ImportedPhage } from './blankPhage.ts';
import type { StagedData } from './dataFolder.ts';
import { familyColor } from './families.ts';

// In a string of JSON its quotes would be escaped: this is never part of a text.
const family = /"PhamID":\{"PhamID":(\d+),"Color":"#[\dA-Fa-f]{6}"\}/g;
const summary = /"PhageID":\{.*?\},(?="PhamID":\{)/g;

/** Returns how many files of earlier imports were changed. */
export function settleGenes(staged: StagedData): number {
  const files = [...staged.files.keys()].filter((file) => file.startsWith('genes/'));
  const taken = new Set(staged.touched);
  const genesOf = new Map<number, number>();
  for (const file of files) {
    const text = staged.readOwn(file)?.toString('utf8') ?? '';
    for (const [, id] of text.matchAll(family)) {
      genesOf.set(Number(id), (genesOf.get(Number(id)) ?? 0) + 1);
    }
  }
  const colors = new Map<number, string>();
  for (const [id, genes] of genesOf) {
    const color = familyColor(id, genes);
    colors.set(id, `"PhamID":{"PhamID":${id},"Color":"${color}"}`);
  }
  let settled = 0;
  for (const file of files) {
    const before = staged.readOwn(file)?.toString('utf8');
    // Edited or deleted since: it is left as it is.
    if (before === undefined) continue;
    const phageFile = file.replace(/^genes\//, 'phages/').replace(/\.ndjson$/, '.json');
    const said = taken.has(file) || !taken.has(phageFile) ? null : summaryIn(staged, phageFile);
    const colored = before.replaceAll(
      family,
      (found, id: string) => colors.get(Number(id)) ?? found,
    );
    const after = said === null ? colored : colored.replaceAll(summary, () => said);
    const known = staged.files.get(file);
    if (known === undefined || after === before) continue;
    if (!taken.has(file)) settled++;
    staged.put(file, Buffer.from(after), { inputs: known.inputs });
  }
  return settled;
}

function summaryIn(staged: StagedData, file: string): string {
  const phage = JSON.parse(staged.read(file).toString('utf8')) as ImportedPhage;
  return `"PhageID":${JSON.stringify(summaryOf(phage))},`;
}

/** What the genes of a phage say of it. */
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
