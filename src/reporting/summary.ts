/** What a command says at its end: what was done, how much, and what to do next. */
import { listNames, type PerCollection } from '../contract/collectionName.ts';
import type { FindingReport } from '../findings/findingLog.ts';
import { type RuleName, rules } from '../findings/rules.ts';
import type { PublishedSite } from '../publishing/publishSite.ts';
import { formatBytes, formatCount, formatCounted, formatSeconds } from '../text/quantities.ts';

export interface RunSummary {
  readonly sources: { readonly files: number; readonly bytes: number };
  readonly counts: PerCollection<number>;
  readonly report: FindingReport;
  /** Null after a check, and where errors kept the site from being published. */
  readonly site: PublishedSite | null;
  /** The site's folder as the user named it; null for a check. */
  readonly out: string | null;
  /** Hosts that the site was built for and that read more than the site: `phagepress host` makes it. */
  readonly hostsToSetUp: readonly string[];
  readonly elapsedMs: number;
}

export function renderSummary(summary: RunSummary): string {
  const { report, sources, site } = summary;
  const read = `${formatCounted(sources.files, 'file')} (${formatBytes(sources.bytes)})`;
  const rows: [label: string, value: string][] = [
    ['records', `${describeCounts(summary.counts)}, from ${read}`],
  ];
  if (site !== null) {
    const { collections, base_url, links } = site.release;
    const pages = listNames.flatMap((name) => {
      const list = collections[name];
      if (list === undefined) return [];
      return `${formatCount(list.pages)} of ${name} (${formatCount(list.page_size)} on a page)`;
    });
    rows.push(['pages', pages.join(', ')]);
    const same = site.unchanged === 0 ? '' : `, ${formatCount(site.unchanged)} of them unchanged`;
    rows.push([
      'files',
      `${formatCount(site.files)} (${formatBytes(site.bytes)}) in ${summary.out}${same}`,
    ]);
    const departs = ', and lead to page/<n>.json, not to ?page=<n> (departs from L2)';
    rows.push(['links', `start with ${base_url}${links === 'path' ? departs : ''}`]);
  }
  if (report.errors > 0) rows.push(['errors', describeRules(report.errors, report.errorsByRule)]);
  rows.push(['warnings', describeRules(report.warnings, report.warningsByRule)]);
  rows.push(['time', formatSeconds(summary.elapsedMs)]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join('');
  return `${headline(summary)}\n${table}${nextStep(summary)}\n`;
}

/** The summary for programs: everything the text says, as numbers. */
export function summaryToJson({ sources, counts, report, site, elapsedMs }: RunSummary) {
  return {
    ok: report.errors === 0,
    sources,
    records: counts,
    errors: { total: report.errors, byRule: Object.fromEntries(report.errorsByRule) },
    warnings: { total: report.warnings, byRule: Object.fromEntries(report.warningsByRule) },
    site,
    elapsedMs: Math.round(elapsedMs),
  };
}

function headline({ report, site, out }: RunSummary): string {
  if (site !== null) {
    return site.unchanged === site.files ? `${out} is up to date.` : `Built ${out}.`;
  }
  if (report.errors === 0) return 'The data is fit to be published.';
  const stayed = out === null ? '' : ` ${out} was not touched.`;
  return `The data is not fit to be published.${stayed}`;
}

function nextStep({ report, site, out, hostsToSetUp }: RunSummary): string {
  if (site !== null) {
    const commands = ['preview', ...hostsToSetUp.map((name) => `host ${name}`)];
    const steps = commands.map((command) => `phagepress ${command} --dir ${out}`);
    return `Next: ${[...steps, `upload ${out} to your host`].join(', then ')}.`;
  }
  if (report.errors === 0) return 'Next: phagepress build.';
  const allowable = [...report.errorsByRule.keys()].filter((rule) => rules[rule].allowable);
  if (allowable.length < report.errorsByRule.size) return 'Next: mend the data and try again.';
  const flags = allowable.map((rule) => `--allow ${rule}`).join(' ');
  return `Next: mend the data, or publish it as it is with ${flags}.`;
}

function describeCounts(counts: PerCollection<number>): string {
  return `${formatCounted(counts.genes, 'gene')} and ${formatCounted(counts.phages, 'phage')}`;
}

function describeRules(total: number, byRule: ReadonlyMap<RuleName, number>): string {
  if (total === 0) return 'none';
  const parts = [...byRule].map(([rule, count]) => `${formatCount(count)} ${rule}`);
  return parts.length === 1 ? parts.join('') : `${formatCount(total)}: ${parts.join(', ')}`;
}
