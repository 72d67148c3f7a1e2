/** A failure as text for people and as JSON for programs. */
import { exitCodes, type Failure } from '../failure.ts';
import { printable } from '../json/showToken.ts';
import { asCalled } from '../text/asCalled.ts';

/** What failed and what to do; `calledAs` is how the program was called, for commands in the hint. */
export function renderFailure({ message, lines, hint }: Failure, calledAs: string): string {
  const shown = [`phagepress: ${message}`, ...lines];
  if (hint !== undefined) shown.push(`  hint: ${asCalled(hint, calledAs)}`);
  return shown.map((line) => `${printable(line)}\n`).join('');
}

/** The JSON output of a command that failed before there was a report. */
export function failureToJson({ kind, message, lines, hint }: Failure) {
  const failure = {
    exitCode: exitCodes[kind],
    message,
    ...(lines.length === 0 ? {} : { lines }),
    ...(hint === undefined ? {} : { hint }),
  };
  return { ok: false, failure };
}
