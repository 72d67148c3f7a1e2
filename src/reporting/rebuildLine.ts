/** The result of one of many builds, in a line. */
import type { RunSummary } from './summary.ts';
import { printable } from '../json/showToken.ts';
import { formatCount, formatCounted, formatSeconds } from '../text/quantities.ts';

export function rebuildLine({
  report,
  site,
  out,
  elapsedMs,
}: Pick<RunSummary, 'report' | 'site' | 'elapsedMs'> & { readonly out: string }): string {
  const folder = printable(out);
  if (site === null) {
    const errors = formatCounted(report.errors, 'error');
    return `The data is not fit to be published: ${errors}. ${folder} was not touched.`;
  }
  const warnings = report.warnings === 0 ? '' : `, ${formatCounted(report.warnings, 'warning')}`;
  const time = formatSeconds(elapsedMs);
  const changed = site.files - site.unchanged;
  return changed === 0
    ? `${folder} is up to date (${time}${warnings}).`
    : `Built ${folder}: ${formatCount(changed)} of ${formatCounted(site.files, 'file')} are new (${time}${warnings}).`;
}
