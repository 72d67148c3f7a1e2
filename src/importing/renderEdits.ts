/** What was edited by hand since the last import, as text. */
import { labelsFile } from '../sources/familyLabels.ts';
import { formatCount, formatCounted } from '../text/quantities.ts';
import type { HandEdit } from './handEdits.ts';

const shownConflicts = 50;

/** An edit is listed with `verbose`; one that the input contradicts always is. */
export function renderEdits(edits: readonly HandEdit[], verbose: boolean): string[] {
  const lines: string[] = [];
  const said = [...counted(edits)].join(', ');
  if (said !== '') lines.push(`Edited by hand, and kept: ${said}.`);
  const restored = edits.filter(({ what }) => what === 'restored').length;
  if (restored > 0)
    lines.push(`Deleted by hand, and written again: ${formatCounted(restored, 'file')}.`);
  if (verbose) lines.push(...edits.map((edit) => `  ${named(edit)}`));
  const conflicts = edits.filter(({ inputNow }) => inputNow !== null);
  if (conflicts.length > 0) lines.push('Edited by hand, while the input changed, too:');
  for (const edit of conflicts.slice(0, shownConflicts)) {
    lines.push(`  ${named(edit)}; the input has ${edit.inputNow}`);
  }
  const more = conflicts.length - shownConflicts;
  if (more > 0) lines.push(`  … and ${formatCount(more)} more`);
  return lines;
}

function named({ file, record, field, what }: HandEdit): string {
  const of = record === file ? '' : `: ${record}`;
  return `${file}${of}${field === null ? '' : `: ${field}`} ${what}`;
}

/** `1 field of 1 gene`, `2 genes removed`. */
function* counted(edits: readonly HandEdit[]): Generator<string> {
  for (const [folder, noun] of nouns) {
    const some = edits.filter(({ file }) => file.startsWith(folder));
    const fields = some.filter(({ field }) => field !== null);
    const records = new Set(fields.map(({ file, record }) => `${file} ${record}`));
    if (fields.length > 0) {
      yield `${formatCounted(fields.length, 'field')} of ${formatCounted(records.size, noun)}`;
    }
    for (const what of ['changed', 'added', 'removed'] as const) {
      const whole = some.filter((edit) => edit.field === null && edit.what === what);
      const files = whole.filter(({ file, record }) => file === record).length;
      if (whole.length > files) yield `${formatCounted(whole.length - files, noun)} ${what}`;
      if (files > 0) yield `${formatCounted(files, 'file')} of ${noun}s ${what}`;
    }
  }
}

const nouns = [
  ['genes/', 'gene'],
  ['phages/', 'phage'],
  ['features/', 'feature'],
  ['genomes/', 'genome'],
  [labelsFile, 'family label'],
] as const;
