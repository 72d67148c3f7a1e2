/** Keeps a service's responses beside the data folder, so that an interrupted fetch can resume. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFailure, saysNoFile } from '../../failure.ts';
import { besideSite } from '../../publishing/besideSite.ts';
import { makeFolder } from '../../publishing/makeFolder.ts';
import { writing } from '../../publishing/siteWriter.ts';

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

export interface FetchedAnswers {
  /** Null for a target that has not been fetched. */
  readonly get: (target: string) => Answer | null;
  readonly put: (target: string, answer: Answer) => void;
  readonly forget: (target: string) => void;
}

/** The folder of fetched responses beside a data folder. */
export function fetchedFolder(data: string): string {
  return besideSite(data, 'fetched');
}

// Older responses may be out of date.
const maxAgeMs = 24 * 60 * 60 * 1000;
const requestFile = 'request.json';

/**
 * The responses to the same request, which `request` describes in full; those to any other are removed. Throws a
 * Failure.
 */
export function openFetched(data: string, request: object, now: number): FetchedAnswers {
  const folder = fetchedFolder(data);
  const said = JSON.stringify(request);
  const saidFile = path.join(folder, requestFile);
  if (!isYoung(saidFile, now) || read(saidFile)?.toString() !== said) {
    writing(folder, () => {
      rmSync(folder, { recursive: true, force: true });
      makeFolder(folder);
      writeFileSync(saidFile, said);
    });
  }
  const fileOf = (target: string) => path.join(folder, sha256Of(target));
  return {
    get(target) {
      const bytes = read(fileOf(target));
      const end = bytes?.indexOf(newline) ?? -1;
      if (bytes === null || end < 0) return null;
      const body = bytes.subarray(end + 1);
      const [status, hash] = bytes.toString('latin1', 0, end).split(' ');
      // A power failure may have left half a file.
      return hash === sha256Of(body) ? { status: Number(status), body } : null;
    },
    put(target, { status, body }) {
      const file = fileOf(target);
      const head = Buffer.from(`${status} ${sha256Of(body)}\n`);
      writing(file, () => {
        writeFileSync(`${file}.new`, Buffer.concat([head, body]));
        renameSync(`${file}.new`, file);
      });
    },
    forget: (target) => rmSync(fileOf(target), { force: true }),
  };
}

/** Removes what was fetched for a data folder, once it is imported. */
export function removeFetched(data: string): void {
  rmSync(fetchedFolder(data), { recursive: true, force: true });
}

const newline = 10;

function isYoung(file: string, now: number): boolean {
  const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && Math.abs(now - at) < maxAgeMs;
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (saysNoFile(error)) return null;
    throw readFailure(file, error);
  }
}

function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
