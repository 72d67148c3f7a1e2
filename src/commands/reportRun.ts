/** Prints the result of a build or a check in the requested format. */
import type { BuildOutcome } from '../pipeline/building.ts';
import { mediaFolder } from '../contract/genomePaths.ts';
import type { Config } from '../config/settings.ts';
import {
  findingToJson,
  renderFindingsGithub,
  renderFindingsText,
} from '../reporting/renderFindings.ts';
import { renderSummary, type RunSummary, summaryToJson } from '../reporting/summary.ts';
import type { Terminal } from './terminal.ts';

/** Prints findings and summary; returns the exit code, 0 or 1. */
export function reportRun(
  run: BuildOutcome & Pick<RunSummary, 'out' | 'hostsToSetUp' | 'calledAs'>,
  config: Config,
  terminal: Terminal,
  elapsedMs: number,
): number {
  const report = run.findings.report();
  const summary: RunSummary = { ...run, report, leftOut: leftOutOf(run, config), elapsedMs };
  switch (config.format) {
    case 'json': {
      const findings = report.kept.map(findingToJson);
      terminal.out(`${JSON.stringify({ ...summaryToJson(summary), findings }, null, 2)}\n`);
      break;
    }
    case 'github':
      terminal.out(renderFindingsGithub(report, run.calledAs));
      if (!config.quiet) terminal.out(renderSummary(summary));
      break;
    case 'text':
      terminal.err(renderFindingsText(report, run.calledAs));
      if (!config.quiet) terminal.out(renderSummary(summary));
      break;
  }
  return report.errors > 0 ? 1 : 0;
}

/** What the configuration asks for but needs genomes, if the data has none. */
function leftOutOf(
  { site, genomes }: BuildOutcome,
  { genomesFile = null, linkGenomes }: Config,
): string[] {
  if (site === null || genomes !== null) return [];
  return [
    ...(genomesFile === null ? [] : [`${mediaFolder}${genomesFile}`]),
    ...(linkGenomes ? ['links to genomes'] : []),
  ];
}
