/** Reports to render, as a log would give them. */
import { createFindingLog, type Finding, type FindingReport } from '../../../src/text/findings.ts';
import type { RuleName } from '../../../src/text/rules.ts';

export const aFinding: Finding = {
  rule: 'gene-length',
  file: 'data/genes/a.ndjson',
  line: 7,
  pointer: '/Length',
  expected: '12 (Stop 12 − Start 0)',
  found: '13',
};

export function reportOf(
  findings: readonly Finding[],
  options: {
    readonly allowed?: readonly RuleName[];
    readonly denied?: readonly RuleName[];
    readonly maxKept?: number;
  } = {},
): FindingReport {
  const log = createFindingLog({
    allowed: new Set(options.allowed),
    denied: new Set(options.denied),
    maxKept: options.maxKept ?? 50,
  });
  for (const finding of findings) log.add(finding);
  return log.report();
}
