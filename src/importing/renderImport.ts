/** What an import did, as text for people. */
import { formatCount, formatCounted } from '../text/quantities.ts';
import type { ImportReport } from './annotations/importAnnotations.ts';
import type { LoggedKind } from './importLog.ts';

const shownFaults = 50;

export function renderFaults({ faults }: Pick<ImportReport, 'faults'>): string {
  const shown = faults
    .slice(0, shownFaults)
    .map(
      ({ file, line, expected, found }) =>
        `${file}:${line}: expected ${expected}, found ${found}\n`,
    );
  const more = faults.length - shown.length;
  if (more > 0) shown.push(`… and ${formatCount(more)} more\n`);
  return `${shown.join('')}Nothing was imported: the data folder is as it was.\n`;
}

export function renderImport(
  report: ImportReport,
  options: {
    readonly data: string;
    readonly calledAs: string;
    readonly hasChanged: boolean;
    readonly verbose: boolean;
  },
): string {
  const { files, phages, genes, features, genomes, log, allow, skipped } = report;
  const { data, calledAs, hasChanged, verbose } = options;
  const what = [
    formatCounted(phages, 'phage'),
    formatCounted(genes, 'gene'),
    formatCounted(features, 'other feature'),
    formatCounted(genomes, 'genome'),
  ];
  const lines = [
    `${hasChanged ? 'Imported' : 'Unchanged:'} ${what.slice(0, -1).join(', ')} and ${what.at(-1)} from ${formatCounted(files, 'file')}, in ${data}.`,
  ];
  lines.push(...section('Changed on the way', log.changed, verbose));
  lines.push(...section('Not taken', log.refused, verbose));
  lines.push(...section('Not taken, since records have no field for it', log.fieldless, verbose));
  if (skipped.length > 0) {
    lines.push('Not read:', ...skipped.map(({ name, why }) => `  ${name}: ${why}`));
  }
  const isHidden = [...log.changed, ...log.refused, ...log.fieldless].some(
    ({ places }) => places.length > 0,
  );
  if (isHidden && !verbose) lines.push('Each of them is listed with --verbose.');
  const allowed = allow.map((rule) => ` --allow ${rule}`).join('');
  lines.push(`Next: ${calledAs} build --data ${data}${allowed}`);
  return `${lines.join('\n')}\n`;
}

function section(title: string, kinds: readonly LoggedKind[], verbose: boolean): string[] {
  if (kinds.length === 0) return [];
  return [
    `${title}:`,
    ...kinds.flatMap(({ kind, count, places }) => [
      `  ${kind}: ${formatCount(count)}`,
      ...(verbose ? places.map(({ file, line, what }) => `    ${file}:${line}: ${what}`) : []),
      ...(verbose && places.length > 0 && places.length < count
        ? [`    … and ${formatCount(count - places.length)} more`]
        : []),
    ]),
  ];
}
