/** Data that changes, and the sites that must come of it: what a live site is compared with. */
import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runWell } from '../integration/runCli.ts';
import { sharedFolder } from '../integration/workFolder.ts';

/** Every file below a folder with the hash of its bytes, every folder with none. */
export type Tree = Readonly<Record<string, string>>;

/**
 * `a`: the data to begin with. `b`: other records and fewer of them. `c`: the records of `a`, some of
 * them changed, so that most pages can be carried over.
 */
export type Version = 'a' | 'b' | 'c';

export const versions: readonly Version[] = ['a', 'b', 'c'];

export interface SiteVersions {
  /** Makes `data` in a folder that of a version. */
  readonly putData: (cwd: string, version: Version) => void;
  /** The whole site that a build of that version must give, whatever was there before. */
  readonly site: (version: Version) => Tree;
  /** Folder that holds the version's data. */
  readonly data: (version: Version) => string;
  /** Folder that holds that site. */
  readonly folder: (version: Version) => string;
}

// Beyond these, the program's own settings. The versions shrink by more than it takes for an accident. What is told of
// former releases depends on them.
export const buildArgs = ['build', '--no-changes', '--page-size', '25', '--max-drop', '100'];

/** Makes the versions ready before the first test of a file. */
export function sharedVersions(genes: number): SiteVersions {
  const sites = new Map<Version, Tree>();
  const folder = sharedFolder(async (cwd) => {
    const sample = (seed: number, count: number, out: Version) =>
      runWell(['sample', '--genes', String(count), '--seed', String(seed), '--out', out], { cwd });
    await sample(1, genes, 'a');
    await sample(2, Math.floor(genes * 0.8), 'b');
    cpSync(path.join(cwd, 'a'), path.join(cwd, 'c'), { recursive: true });
    editSomeGenes(path.join(cwd, 'c/genes'));
    for (const version of versions) {
      const out = `site-${version}`;
      await runWell([...buildArgs, '--no-cache', '--data', version, '--out', out], { cwd });
      sites.set(version, hashTree(path.join(cwd, out)));
    }
  });
  const data = (version: Version) => path.join(folder(), version);
  return {
    data,
    folder: (version) => path.join(folder(), `site-${version}`),
    putData(cwd, version) {
      rmSync(path.join(cwd, 'data'), { recursive: true, force: true });
      // With their times, by which the cache tells sources that did not change.
      cpSync(data(version), path.join(cwd, 'data'), { recursive: true, preserveTimestamps: true });
    },
    site(version) {
      const tree = sites.get(version);
      if (tree === undefined) throw new Error(`version ${version} was not built`);
      return tree;
    },
  };
}

/** Every third file gets a note on the first gene that has none. */
function editSomeGenes(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const sources = files.filter((name) => name.endsWith('.ndjson'));
  for (const [index, name] of sources.entries()) {
    if (index % 3 > 0) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"Notes":""', '"Notes":"edited"'));
  }
}

export function hashTree(folder: string): Tree {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    tree[name] = entry.isFile() ? hash('sha256', readFileSync(file)) : '';
  }
  return tree;
}
