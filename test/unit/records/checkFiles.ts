/** Checks data as `phagepress check` does, without a process. */
import { checkData } from '../../../src/pipeline/checkData.ts';
import type { LoggedFinding } from '../../../src/text/findings.ts';
import type { RuleName } from '../../../src/text/rules.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from './inProcessWorkers.ts';

/** What is found in a data folder with these files; files are named relative to it. */
export async function checkFiles(
  files: Readonly<Record<string, string>>,
  allowed: readonly RuleName[] = [],
): Promise<LoggedFinding[]> {
  const data = tempFolder({ 'genes/.keep': '', 'phages/.keep': '', ...files });
  const limits = { maxRecordBytes: 1 << 20, maxNesting: 10 };
  const options = {
    data,
    allowed: new Set(allowed),
    denied: new Set<RuleName>(),
    limits,
    maxErrors: 1000,
  };
  const silent = { stage() {}, advance() {}, end() {} };
  const { findings } = await checkData(options, inProcessWorkers, tempFolder(), silent);
  const relative = (text: string) => text.replaceAll(`${data}/`, '');
  return findings.report().kept.map((finding) => ({
    ...finding,
    file: relative(finding.file),
    expected: relative(finding.expected),
    found: relative(finding.found),
  }));
}
