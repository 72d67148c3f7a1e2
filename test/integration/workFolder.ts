/** Folders that tests work in, and what lies in them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** Runs `use` in a new folder outside the repository, which is gone afterwards. */
export async function inWorkFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder();
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder that all tests of a file share, made ready before the first and gone after the last. */
export function sharedFolder(prepare: (folder: string) => Promise<void>): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await makeFolder();
    await prepare(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

async function makeFolder(): Promise<string> {
  return mkdtemp(path.join(await realpath(tmpdir()), 'phagepress-test-'));
}

/** Writes files by their path relative to `folder`. */
export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

/** Every file below `folder` with its text, by its path; bytes that are no text become Latin-1. */
export async function readTree(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  // Of hundreds of small files, each waited for would take five times as long.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    tree[path.relative(folder, file).split(path.sep).join('/')] = readFileSync(file, 'latin1');
  }
  return tree;
}

/** Everything below `folder`, itself included, with its time of change and the hash of its bytes. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  const visit = async (file: string) => {
    const { mode, mtimeNs } = await stat(file, { bigint: true });
    const isFolder = (mode & 0o170000n) === 0o040000n;
    // Only root may look into what a test has shut.
    const isShut = (mode & 0o400n) === 0n;
    const bytes = isFolder || isShut ? '' : await readFile(file);
    seen[path.relative(folder, file)] =
      `${mode.toString(8)} ${mtimeNs} ${createHash('sha256').update(bytes).digest('hex')}`;
    if (isFolder && !isShut)
      for (const name of await readdir(file)) await visit(path.join(file, name));
  };
  await visit(folder);
  return seen;
}

/** The first few paths at which two trees or snapshots differ: in full it would fill the screen. */
export function differences(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): string[] {
  const paths = new Set([...Object.keys(a), ...Object.keys(b)]);
  const differing = [...paths].filter((file) => a[file] !== b[file]);
  return differing.sort().slice(0, 5);
}
