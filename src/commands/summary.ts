/** The summary at the end of a command: what was done, how much, and what to do next. */
import {
  collectionNames,
  inAlphabet,
  listNames,
  type PerPublished,
  recordNouns,
} from '../contract/collectionName.ts';
import { leadsToThisMachine } from '../contract/links.ts';
import type { PublishedSite } from '../publishing/publishSite.ts';
import { shellWord } from '../text/escapes.ts';
import type { FindingKind, FindingReport } from '../text/findings.ts';
import { printable } from '../text/json.ts';
import { type RuleName, rules } from '../text/rules.ts';
import { formatBytes, formatCount, formatCounted, formatSeconds, inWords } from '../text/words.ts';

export interface RunSummary {
  readonly sources: { readonly files: number; readonly bytes: number };
  readonly counts: PerPublished<number>;
  /** Null if the data has no folder for genomes. */
  readonly genomes: number | null;
  readonly report: FindingReport;
  /** Null for a check, and if errors in the data prevented publishing. */
  readonly site: PublishedSite | null;
  /** What was asked for but is left out because there are no genomes. */
  readonly leftOut: readonly string[];
  /** The site's folder as the user spelt it; null for a check. */
  readonly out: string | null;
  /** Hosts of the site that need files outside it, which `phagepress host` writes. */
  readonly hostsToSetUp: readonly string[];
  /** How the program was called, for the commands to type next. */
  readonly calledAs: string;
  readonly elapsedMs: number;
}

export function renderSummary(summary: RunSummary): string {
  const { report, sources, site } = summary;
  const read = `${formatCounted(sources.files, 'file')} (${formatBytes(sources.bytes)})`;
  const found = { ...summary.counts, genomes: summary.genomes };
  const nouns = { ...recordNouns, genomes: 'genome' };
  const counts = inAlphabet([...collectionNames, 'genomes'] as const).flatMap((name) => {
    const count = found[name] ?? null;
    return count === null ? [] : [formatCounted(count, nouns[name])];
  });
  const rows: [label: string, value: string][] = [
    ['records', `${inWords(counts, 'and')}, from ${read}`],
  ];
  if (site !== null) {
    const { collections, base_url, links } = site.release;
    const pages = listNames.flatMap((name) => {
      const list = collections[name];
      if (list === undefined) return [];
      const [, ...further] = (list.page_sizes ?? []).map((size) =>
        size === 'all' ? size : formatCount(size),
      );
      const also = further.length === 0 ? '' : `; also ${inWords(further, 'and')}`;
      return `${formatCount(list.pages)} of ${name} (${formatCount(list.page_size)} on a page${also})`;
    });
    rows.push(['pages', pages.join(', ')]);
    const same = site.unchanged === 0 ? '' : `, ${formatCount(site.unchanged)} of them unchanged`;
    const files = `${formatCount(site.files)} (${formatBytes(site.bytes)})`;
    rows.push(['files', `${files} in ${shown(summary.out)}${same}`]);
    const departs = ', and lead to page/<n>.json, not to ?page=<n> (departs from L2)';
    const here = leadsToThisMachine(base_url) ? ', which works on this machine only' : '';
    rows.push(['links', `start with ${base_url}${here}${links === 'path' ? departs : ''}`]);
    const { leftOut } = summary;
    if (leftOut.length > 0)
      rows.push(['left out', `${inWords(leftOut, 'and')}: the data has no genomes`]);
  }
  const { errors, errorsByRule, warnings, warningsByRule, kinds } = report;
  if (errors > 0) rows.push(['errors', describeRules(errors, errorsByRule, kinds)]);
  rows.push(['warnings', describeRules(warnings, warningsByRule, kinds)]);
  rows.push(['time', formatSeconds(summary.elapsedMs)]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join('');
  return `${headline(summary)}\n${table}${nextStep(summary)}\n`;
}

/** The summary in the JSON output: everything the text says, as numbers. */
export function summaryToJson(run: RunSummary) {
  const { sources, counts, genomes, report, site, leftOut, elapsedMs } = run;
  return {
    ok: report.errors === 0,
    sources,
    records: counts,
    ...(genomes === null ? {} : { genomes }),
    errors: { total: report.errors, byRule: Object.fromEntries(report.errorsByRule) },
    warnings: { total: report.warnings, byRule: Object.fromEntries(report.warningsByRule) },
    geneLengths: Object.fromEntries(report.kinds),
    site,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    elapsedMs: Math.round(elapsedMs),
  };
}

function headline({ report, site, out }: RunSummary): string {
  if (site !== null) {
    return site.unchanged === site.files ? `${shown(out)} is up to date.` : `Built ${shown(out)}.`;
  }
  if (report.errors === 0) return 'The data is fit to be published.';
  const stayed = out === null ? '' : ` ${shown(out)} was not touched.`;
  return `The data is not fit to be published.${stayed}`;
}

function nextStep({ report, site, out, hostsToSetUp, calledAs }: RunSummary): string {
  if (site !== null) {
    const folder = shown(out);
    const commands = ['preview', ...hostsToSetUp.map((name) => `host ${name}`)];
    const steps = commands.map((command) => `${calledAs} ${command} --dir ${shellWord(out ?? '')}`);
    if (leadsToThisMachine(site.release.base_url)) {
      return `Next: ${steps.join(', then ')}. To publish it, build it for its address with --base-url.`;
    }
    return `Next: ${[...steps, `upload ${folder} to your host`].join(', then ')}.`;
  }
  if (report.errors === 0) return `Next: ${calledAs} build.`;
  // A rule that is an error only because of --deny is not suggested for --allow.
  const allowable = [...report.errorsByRule.keys()].filter(
    (rule) => rules[rule].allowable && rules[rule].severity === 'error',
  );
  if (isReal(report)) {
    return allowable.length === report.errorsByRule.size && allowable.length === 1
      ? 'Next: nothing needs fixing. Genomes have such genes: try again with --allow gene-length.'
      : 'Next: fix the rest, and try again with --allow gene-length: genomes have such genes.';
  }
  if (allowable.length < report.errorsByRule.size) return 'Next: fix the data and try again.';
  const flags = allowable.map((rule) => `--allow ${rule}`).join(' ');
  return `Next: fix the data, or publish it as it is with ${flags}.`;
}

/** A folder name on one line, escaped. */
function shown(out: string | null): string {
  return printable(out ?? '');
}

const realKinds: ReadonlySet<FindingKind> = new Set(['through-the-origin', 'in-two-parts']);

/** Whether all gene lengths that prevent publishing are of the kinds found in real genomes. */
function isReal({ errorsByRule, kinds }: FindingReport): boolean {
  if (!errorsByRule.has('gene-length') || kinds.size === 0) return false;
  return [...kinds.keys()].every((kind) => realKinds.has(kind));
}

function describeRules(
  total: number,
  byRule: ReadonlyMap<RuleName, number>,
  kinds: FindingReport['kinds'],
): string {
  if (total === 0) return 'none';
  const ofKinds = Array.from(
    kinds,
    ([kind, count]) => `${formatCount(count)} ${kind.replaceAll('-', ' ')}`,
  );
  const parts = [...byRule].map(([rule, count]) => {
    const suffix = rule === 'gene-length' && kinds.size > 0 ? ` (${ofKinds.join(', ')})` : '';
    return `${formatCount(count)} ${rule}${suffix}`;
  });
  return parts.length === 1 ? parts.join('') : `${formatCount(total)}: ${parts.join(', ')}`;
}

/** The result of one of many builds, in a line. */
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
