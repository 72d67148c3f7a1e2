/** What a fuzzer finds: the first of each kind with what it takes to see it again, the rest counted. */
import type { Finding } from '../../src/text/findings.ts';
import { isRuleName } from '../../src/text/rules.ts';

export interface Violations {
  /** `about` is only called for the first few of a kind. */
  readonly add: (kind: string, about: () => string) => void;
  /** A line a kind; empty when all is well. */
  readonly report: () => string[];
}

const shown = 2;
const maxShownCharacters = 2000;

export function createViolations(): Violations {
  const kinds = new Map<string, { count: number; shown: string[] }>();
  return {
    add(kind, about) {
      const known = kinds.get(kind) ?? { count: 0, shown: [] };
      kinds.set(kind, known);
      known.count++;
      if (known.shown.length < shown) known.shown.push(about().slice(0, maxShownCharacters));
    },
    report: () =>
      [...kinds].map(
        ([kind, { count, shown: first }]) => `${kind} (${count}): ${first.join(' | ')}`,
      ),
  };
}

/** Bytes so that they can be read and typed in again. */
export function showBytes(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1'));
}

// What would break a line, move a cursor or hide in a terminal.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** What is wrong with a finding, whatever it is about; null when it is as it should be. `lines`: of its file. */
export function faultOf(finding: Finding, file: string, lines: number): string | null {
  const { rule, line, pointer, expected, found, hint } = finding;
  if (finding.file !== file) return `names ${finding.file}`;
  if (!Number.isInteger(line) || line < 0 || line > lines) return `is at line ${line} of ${lines}`;
  const isOfFiles = ['source', 'unicode', 'json-syntax'].includes(rule);
  if (line === 0 && !isOfFiles) return `is of ${rule} and names no line`;
  if (!isRuleName(rule)) return `has the unknown rule ${String(rule)}`;
  for (const text of [expected, found, hint ?? 'none']) {
    if (text.trim() === '') return 'says nothing where something was expected or found';
    if (unprintable.test(text)) return `cannot be printed on one line: ${JSON.stringify(text)}`;
    if (text.length > 1000) return `says too much: ${text.length} characters`;
  }
  if (pointer !== '' && !pointer.startsWith('/')) return `has no pointer but ${pointer}`;
  return null;
}

/** How many lines a file has; where it ends in a line break, the empty one behind that counts. */
export function countLines(bytes: Buffer): number {
  let count = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Whether any object has something that it did not have at the start. */
export function isPolluted(): boolean {
  const bare: Record<string, unknown> = {};
  for (const name in bare) return name !== '';
  return bare['polluted'] !== undefined || ([] as unknown as typeof bare)['polluted'] !== undefined;
}
