/** The one error the program throws when something other than a record is wrong: what, and what to do. */

/** Whose turn it is: the data's owner (exit 1), whoever typed the command (2), or the machine and this program (3). */
export type FailureKind = 'data' | 'usage' | 'machine';

export const exitCodes: Readonly<Record<FailureKind, number>> = { data: 1, usage: 2, machine: 3 };

export class Failure extends Error {
  readonly kind: FailureKind;
  /** What the reader can do about it. */
  readonly hint: string | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.hint = options.hint;
  }
}

/** The `code` of a system error, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** What an error says of itself, for a sentence that goes on. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
