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

/** Thrown when what was kept for later, sorted runs or an earlier site, is not what was kept. */
export class DamagedCache extends Error {}

/** The `code` of a system error, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Why something failed, for a sentence that goes on: in words where the system gave only a code. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  const words = code === undefined ? undefined : systemWords[code];
  return words ?? (error instanceof Error ? error.message : String(error));
}

/** The Failure for an error of the system, such as a full disk; null for any other error. */
export function systemFailure(error: unknown): Failure | null {
  const code = systemCode(error);
  if (!(error instanceof Error) || code === undefined || !('syscall' in error)) return null;
  const target = 'path' in error ? ` ${String(error.path)}` : '';
  const hint = systemHints[code];
  return new Failure('machine', `Cannot ${String(error.syscall)}${target}: ${reasonOf(error)}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

/** What can be done about an error of the system where something is written. */
export const systemHints: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space or choose another place with --out.',
  EDQUOT: 'The disk is full: free some space or choose another place with --out.',
  EFBIG: 'Raise the limit on the size of files (ulimit -f), or choose another place with --out.',
  EACCES: 'Grant write permission there or choose another place with --out.',
  EPERM: 'Grant write permission there or choose another place with --out.',
  EROFS: 'Grant write permission there or choose another place with --out.',
  ENOTDIR: 'Remove the file that is in the way, or choose another place with --out.',
  EMFILE: 'Allow more open files, for example with `ulimit -n 4096`.',
};

const systemWords: Readonly<Record<string, string>> = {
  EACCES: 'no permission (EACCES)',
  EPERM: 'no permission (EPERM)',
  EROFS: 'the disk can only be read (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC)',
  EDQUOT: 'the quota is used up (EDQUOT)',
  EFBIG: 'files may not be so large here (EFBIG)',
  ENOENT: 'it is not there (ENOENT)',
  EISDIR: 'it is a folder (EISDIR)',
  ENOTDIR: 'a part of the path is a file (ENOTDIR)',
  EADDRINUSE: 'it is in use (EADDRINUSE)',
};
