/** The staging folder: where a site grows beside the live one until it is whole. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fse from 'fs-extra';
import { Failure, reasonOf, systemCode } from '../failure.ts';

export interface Staging {
  readonly dir: string;
  /** Writes one file; `file` is relative to the site's root, with `/`. */
  write(file: string, bytes: Uint8Array): void;
  readonly written: { readonly files: number; readonly bytes: number };
  discard(): Promise<void>;
}

/** Names beside `outDir` that only this program uses, so that leftovers can be told and swept. */
export function besideSite(outDir: string, what: 'staging' | 'old'): string {
  return path.join(path.dirname(outDir), `.${path.basename(outDir)}.phagepress-${what}`);
}

/** Starts an empty staging folder; what a killed run left there is swept. Throws a Failure. */
export async function createStaging(outDir: string): Promise<Staging> {
  const dir = besideSite(outDir, 'staging');
  const written = { files: 0, bytes: 0 };
  const folders = new Set<string>();
  try {
    await fse.remove(dir);
    await fse.ensureDir(dir);
  } catch (error) {
    throw writeFailure(dir, error);
  }
  return {
    dir,
    written,
    write(file, bytes) {
      const target = path.join(dir, file);
      // The views make paths from names that passed `unsafeNameReason`; this holds if they ever do not.
      if (!target.startsWith(dir + path.sep)) throw new Error(`${file} leads out of the site`);
      try {
        const folder = path.dirname(target);
        if (!folders.has(folder)) {
          mkdirSync(folder, { recursive: true });
          folders.add(folder);
        }
        writeFileSync(target, bytes);
      } catch (error) {
        throw writeFailure(target, error);
      }
      written.files++;
      written.bytes += bytes.length;
    },
    discard: () => fse.remove(dir),
  };
}

/** What to say when the site's place cannot be written to. */
export function writeFailure(target: string, error: unknown): Failure {
  const code = systemCode(error);
  const hint =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The disk is full: free some space or choose another place with --out.'
      : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
        ? 'Grant write permission there or choose another place with --out.'
        : undefined;
  return new Failure('machine', `Cannot write ${target}: ${reasonOf(error)}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
