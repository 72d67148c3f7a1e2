/**
 * Bundles the program into `lib/`. A run takes half a millisecond to load a file, and a bundler that may choose makes one
 * of whatever two commands have in common: a build would load a hundred. Here most of what it needs is in four.
 */
import path from 'node:path';
import { build } from 'rolldown';

const entries = {
  cli: './src/cli.ts',
  buildWorker: './src/pipeline/buildWorker.ts',
  verifyWorker: './src/verifying/folder/verifyWorker.ts',
};

const files = [
  ['program', 'src/cli.ts'],
  ['common', 'src/pipeline/buildSite.ts', 'src/commands/import.ts'],
  ['build', 'src/pipeline/buildSite.ts'],
  ['tasks', 'src/pipeline/buildWorker.ts'],
].map(([name, ...roots]) => [name, ...roots.map((root) => path.join(import.meta.dirname, root))]);

/** Packages stay what npm installs, and are loaded when they are needed. */
const isPackage = (id) => /^[^./]/.test(id);

/**
 * Cuts a program into files: each `[name, ...roots]` has the modules that all of these import, directly or not, and no earlier
 * file has; for all others, the bundler decides. Roots are absolute paths.
 */
export function cutByRoots(cuts, isOutside) {
  const importedByRoot = new Map();
  const importedBy = (root, modules) => {
    const known = importedByRoot.get(root);
    if (known !== undefined) return known;
    const found = new Set([root]);
    importedByRoot.set(root, found);
    // The loop reaches what is added meanwhile.
    for (const id of found) {
      for (const other of modules.getModuleInfo(id)?.importedIds ?? []) {
        if (!isOutside(other)) found.add(other);
      }
    }
    return found;
  };
  const fileOf = (id, modules) => {
    // Entries stay apart: one that waits for a command cannot share a file with what the command loads.
    if (modules.getModuleInfo(id)?.isEntry === true) return null;
    const own = cuts.find(([, ...roots]) =>
      roots.every((root) => importedBy(root, modules).has(id)),
    );
    return own?.[0] ?? null;
  };
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: fileOf, debugName: 'files' }],
  };
}

export const options = {
  cwd: import.meta.dirname,
  input: entries,
  external: isPackage,
  platform: 'node',
  transform: { target: 'node20' },
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
  output: {
    dir: path.join(import.meta.dirname, 'lib'),
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: cutByRoots(files, isPackage),
  },
};

if (process.argv[1] === import.meta.filename) await build(options);
