/** Files that were staged, and what is told of them. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Files = Readonly<Record<string, Buffer>>;

/** The bytes of every file below a folder, by its relative path, in the order of the paths. */
export function bytesBelow(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

/** Their hashes: Vitest compares bytes one by one. */
export function hashesOf(files: Files): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, hash('sha256', bytes)]),
  );
}
