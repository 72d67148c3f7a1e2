/** Detects from its first bytes that a file meant for one record per line holds something else. */
import path from 'node:path';
import { attempt } from '../failure.ts';
import type { Finding } from '../findings/finding.ts';
import { endOfRecord, examineJson, type JsonProblem } from '../json/examineJson.ts';
import { showToken } from '../json/showToken.ts';

const envelopeStart = /^\{\s*"(count|next|previous|results)"\s*:/;
// A record is an object: if none of the first lines looks like JSON, the file holds no records.
const judgedLines = 10;
const examination = { maxNesting: 1000, maxProblems: 1000 };
const expected = 'a record a line';

type Fault = Pick<Finding, 'expected' | 'found' | 'hint'>;

/** Null if it may be lines of records, good or bad. `isWhole`: this is the whole file. */
export function linesFault(start: Buffer, isWhole: boolean, file: string): Fault | null {
  const text = wholeLines(start.toString('utf8'), isWhole);
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '');
  const [first = ''] = said;
  const asDocument = `Name it ${showToken(path.basename(file).replace(/\.(ndjson|jsonl)/i, '.json'))}.`;
  if (envelopeStart.test(first)) {
    return { expected, found: 'a page of the service', hint: asDocument };
  }
  if (said.length < 2) return null;
  if (/^(\{.*\}|\[.*\])$/.test(first)) return behindRecords(lines, isWhole, asDocument);
  if (!/^[{[]/.test(first)) {
    const isJson = said.slice(0, judgedLines).some((line) => /^[{[]/.test(line));
    if (isJson) return null;
    return { expected, found: `lines that are no records, the first '${showToken(first)}'` };
  }
  const joined = said.slice(0, -1).filter((line) => line.endsWith(','));
  if (joined.length > 1 && joined.length === said.length - 1 && isObject(first.slice(0, -1))) {
    const hint = `Remove the commas, or put them all in [ and ]. ${asDocument}`;
    return { expected, found: 'records with commas between', hint };
  }
  if (first.startsWith('{') && said.some(isObject)) return null;
  return overSeveralLines(text, isWhole, first.startsWith('['), asDocument);
}

/** A record spread over several lines after good ones: its first line is a lone brace. */
function behindRecords(lines: readonly string[], isWhole: boolean, hint: string): Fault | null {
  const at = lines.indexOf('{');
  if (at < 0 || lines[at + 1]?.startsWith('"') !== true) return null;
  if (!lines.slice(0, at).every((line) => line === '' || isObject(line))) return null;
  const rest = lines.slice(at).join('\n');
  const fault = overSeveralLines(rest, isWhole, false, hint);
  return fault === null
    ? null
    : {
        ...fault,
        found: `records over several lines each, from line ${at + 1} on`,
        hint: oneLineEach,
      };
}

const oneLineEach = 'Put each on one line, for example with `jq -c .`.';

/** A value spread over several lines, as far as this excerpt shows. */
function overSeveralLines(
  text: string,
  isWhole: boolean,
  isArray: boolean,
  asDocument: string,
): Fault | null {
  const problem = examineJson(text, examination).find(isStop);
  const end = problem?.offset ?? text.length;
  if (problem === undefined ? isWhole : end >= text.trimEnd().length) {
    const what = isArray ? 'an array of records' : 'a record';
    return { expected, found: `${what} over several lines`, hint: asDocument };
  }
  const isOneOfSeveral = problem === undefined || problem.expected === endOfRecord;
  if (!isOneOfSeveral || !text.slice(0, end).trim().includes('\n')) return null;
  return { expected, found: 'records over several lines each', hint: oneLineEach };
}

function isStop({ kind }: JsonProblem): boolean {
  return kind === 'syntax' || kind === 'nesting';
}

/** Drops the last line, which may be cut off. */
function wholeLines(text: string, isWhole: boolean): string {
  return isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function isObject(line: string): boolean {
  if (!line.startsWith('{') || !line.endsWith('}')) return false;
  return attempt(() => Object.keys(JSON.parse(line) as object).length > 0) ?? false;
}
