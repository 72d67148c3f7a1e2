/** Turns the error that ended the reading of an input into a fault with its line. */
import path from 'node:path';
import { Failure, reasonOf, systemFailure } from '../failure.ts';
import type { ImportFault } from './annotation.ts';
import { notUtf8, TextFault } from './textLines.ts';

/** What every refusal of an input ends with. */
export const nothingImported = 'Nothing was imported: the data folder is as it was.';

/** A fault that ends an import before it has begun, such as a table that cannot be read. */
export function inputFailure(
  file: string,
  { line, expected, found }: ImportFault,
  hint?: string,
): Failure {
  const shown = path.relative(process.cwd(), path.resolve(file)).split(path.sep).join('/');
  return new Failure('data', `${shown}:${line}: expected ${expected}, found ${found}.`, {
    lines: [nothingImported],
    ...(hint === undefined ? {} : { hint }),
  });
}

// Far more than anybody reads; a hostile file has millions, which would fill the memory.
export const maxFaults = 10_000;

/** `expected` says what the input should be. Rethrows errors that the input did not cause. */
export function faultOf(error: unknown, expected = 'text'): ImportFault {
  if (error instanceof TextFault) {
    const found = error.message;
    const fault = { line: error.line, expected, found };
    return found === notUtf8 ? { ...fault, hint: 'Save it as UTF-8.' } : fault;
  }
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) throw ofSystem;
  const isPacked = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!isPacked) throw error;
  const found = `one that cannot be unpacked (${reasonOf(error)})`;
  return { line: 1, expected: 'a whole gzip file', found };
}
