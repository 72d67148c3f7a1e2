/** Findings as text: for people, for programs, and as annotations of GitHub workflows (S5). */
import type { Finding, FindingReport, LoggedFinding } from '../text/findings.ts';
import { printable } from '../text/json.ts';
import type { Severity } from '../text/rules.ts';
import { asCalled, formatCount } from '../text/words.ts';

/** `file:line: /json/pointer: expected …, found … [rule]`; each hint once, on a line of its own. */
export function renderFindings(
  findings: readonly (Finding & { readonly severity?: Severity })[],
): string[] {
  const hinted = new Set<string>();
  return findings.flatMap((finding) => {
    const place = [placeOf(finding), finding.pointer].filter((part) => part !== '').map(printable);
    const severity = finding.severity === 'warning' ? 'warning: ' : '';
    const line = `${place.join(': ')}: ${severity}${sentenceOf(finding)} [${finding.rule}]`;
    if (finding.hint === undefined || hinted.has(finding.hint)) return [line];
    hinted.add(finding.hint);
    return [line, `  hint: ${finding.hint}`];
  });
}

/** Every kept finding, and a line about those not kept; `calledAs` is how the program was called. */
export function renderFindingsText(report: FindingReport, calledAs: string): string {
  const shown = toShow(report);
  const lines = renderFindings(
    shown.map(({ hint, ...finding }) =>
      hint === undefined ? finding : { ...finding, hint: asCalled(hint, calledAs) },
    ),
  );
  const alike = report.kept.length - shown.length;
  const nulls = report.warningsByRule.get(summedUp) ?? 0;
  if (alike > 0) {
    const more = formatCount(nulls - shownAlike);
    lines.push(`… and ${more} more of ${summedUp}, which is allowed`);
  }
  const counted = alike > 0 ? nulls - shownAlike : 0;
  const hidden = report.errors + report.warnings - shown.length - counted;
  if (hidden > 0) lines.push(`… and ${formatCount(hidden)} more (--max-errors shows more of them)`);
  return lines.map((line) => `${line}\n`).join('');
}

// Every imported phage has a few of these, and they would hide everything else.
const summedUp = 'null-value';
const shownAlike = 10;

/** The kept findings, leaving out allowed ones that only repeat the first few. */
function toShow({ kept }: FindingReport): readonly LoggedFinding[] {
  const nulls = kept.filter(({ rule, severity }) => rule === summedUp && severity === 'warning');
  const left = new Set(nulls.slice(shownAlike));
  return kept.filter((finding) => !left.has(finding));
}

/** Workflow commands, which GitHub shows beside the lines of a change; `calledAs` is how the program was called. */
export function renderFindingsGithub(report: FindingReport, calledAs: string): string {
  return toShow(report)
    .map((finding) => {
      const line = finding.line > 0 ? { line: String(finding.line) } : {};
      const place = { file: finding.file, ...line, title: `phagepress: ${finding.rule}` };
      const pointer = finding.pointer === '' ? '' : `${finding.pointer}: `;
      const hint = finding.hint === undefined ? '' : ` (${asCalled(finding.hint, calledAs)})`;
      return workflowCommand(finding.severity, place, pointer + sentenceOf(finding) + hint);
    })
    .join('');
}

/** A line that GitHub's runner reads as a message about a place. */
export function workflowCommand(
  level: Severity | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const shown = Object.entries(properties).map(
    ([name, of]) => `${name}=${property(printable(of))}`,
  );
  return `::${level} ${shown.join(',')}::${data(printable(message))}\n`;
}

/** A finding in the JSON output. */
export function findingToJson({ severity, rule, file, line, pointer, ...rest }: LoggedFinding) {
  return { severity, rule, file, line: line > 0 ? line : null, pointer, ...rest };
}

function placeOf({ file, line }: Finding): string {
  return line > 0 ? `${file}:${line}` : file;
}

function sentenceOf({ expected, found }: Finding): string {
  return `expected ${expected}, found ${found}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
