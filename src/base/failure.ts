/** The one error the program throws when something other than a record is wrong: what, and what to do. */
import { programVersion } from '../installed.ts';

/**
 * Who can fix it: the owner of the data (exit 1), the user of the command line (2), or the administrator of the machine
 * or a maintainer of the program (3).
 */
export type FailureKind = 'data' | 'usage' | 'machine';

export const exitCodes: Readonly<Record<FailureKind, number>> = { data: 1, usage: 2, machine: 3 };

export class Failure extends Error {
  readonly kind: FailureKind;
  /** What the reader can do about it. */
  readonly hint: string | undefined;
  /** Details of the message, each on its own line. */
  readonly lines: readonly string[];

  constructor(
    kind: FailureKind,
    message: string,
    options: { hint?: string | undefined; lines?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.hint = options.hint;
    this.lines = options.lines ?? [];
  }
}

/** Thrown when work ends early because of a signal; the message says what state the site is in. */
export class Interrupted extends Error {}

/** Thrown when stored data, such as sorted runs or an earlier site, is not as it was written. */
export class DamagedCache extends Error {}

/** The `code` of a system error, such as `ENOENT`; undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Whether a system error only says that the file does not exist. */
export function saysNoFile(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENOTFILE'].includes(systemCode(error) ?? '');
}

/** The reason of a failure, as the end of a sentence: in words even if the system gave only a code. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  const words = code === undefined ? undefined : systemWords[code];
  return words ?? (error instanceof Error ? error.message : String(error));
}

/** What `use` returns; undefined if it throws, for any reason. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** What `use` returns, which reads or writes an open file. Its errors get the name of the file, which they lack. */
export function naming<T>(file: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const isNameless =
      systemCode(error) !== undefined && error instanceof Error && !('path' in error);
    throw isNameless ? Object.assign(error, { path: file }) : error;
  }
}

/** The Failure for an error of the system, such as a full disk; null for any other error. */
export function systemFailure(error: unknown): Failure | null {
  const code = systemCode(error);
  if (!(error instanceof Error) || code === undefined || !('syscall' in error)) return null;
  const target = 'path' in error ? ` ${String(error.path)}` : '';
  return new Failure('machine', `Cannot ${String(error.syscall)}${target}: ${reasonOf(error)}.`, {
    hint: systemHints[code],
    cause: error,
  });
}

/** The failure to report when a temporary file or folder cannot be written; any error but the system's stays. */
export function temporaryFailure(target: string, error: unknown): unknown {
  if (error instanceof Failure || systemCode(error) === undefined) return error;
  return new Failure('machine', `Cannot write ${target}: ${reasonOf(error)}.`, {
    hint: 'Temporary files go there: make room and grant write permission, or name another folder in the environment variable TMPDIR.',
    cause: error,
  });
}

/** The failure to report when something of the site, or beside it, cannot be read. */
export function readFailure(target: string, error: unknown, hints = readHints): Failure {
  return new Failure('machine', `Cannot read ${target}: ${reasonOf(error)}.`, {
    hint: hints[systemCode(error) ?? ''],
    cause: error,
  });
}

const readHints: Readonly<Record<string, string>> = {
  EACCES: 'Nothing was changed. Grant read permission there.',
  EPERM: 'Nothing was changed. Grant read permission there.',
  EMFILE: 'Nothing was changed. Allow more open files, for example with `ulimit -n 4096`.',
  EIO: 'Nothing was changed. The disk may be failing: look at the log of the system.',
};

/** Hints for system errors on writing. */
export const systemHints: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space or choose another place with --out.',
  EDQUOT: 'The disk is full: free some space or choose another place with --out.',
  EFBIG: 'Raise the limit on the size of files (ulimit -f), or choose another place with --out.',
  EACCES: 'Grant write permission there or choose another place with --out.',
  EPERM: 'Grant write permission there or choose another place with --out.',
  EROFS: 'Grant write permission there or choose another place with --out.',
  ENOTDIR: 'Remove the file that is in the way, or choose another place with --out.',
  EBUSY: 'Is it a mount point? Mount the folder around it, or name a folder in it with --out.',
  EMFILE: 'Allow more open files, for example with `ulimit -n 4096`.',
  EIO: 'The disk may be failing: look at the log of the system, and choose another place with --out.',
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
  EIO: 'the disk failed (EIO)',
  EMFILE: 'too many files are open (EMFILE)',
  ENFILE: 'too many files are open (ENFILE)',
  ENOTDIR: 'a part of the path is a file (ENOTDIR)',
  EADDRINUSE: 'it is in use (EADDRINUSE)',
  EBUSY: 'it is in use (EBUSY)',
};

/** Turns whatever was thrown into a Failure, which says what to do. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const ofSystem = systemFailure(error);
  if (ofSystem !== null) return ofSystem;
  return new Failure('machine', `something went wrong that should not: ${reasonOf(error)}`, {
    hint: `Please report this, with the command and its data (phagepress ${programVersion()}, Node ${process.version}).`,
    cause: error,
  });
}
