/**
 * Bundles the program into `lib/`. A run takes half a millisecond to load a file, and a bundler that may choose makes one
 * of whatever two commands have in common: a build would load a hundred. Here most of what it needs is in three.
 */
import path from 'node:path';
import { build } from 'rolldown';

const entries = {
  cli: './src/cli.ts',
  buildWorker: './src/pipeline/buildWorker.ts',
  verifyWorker: './src/verifying/folder/verifyWorker.ts',
};

/** Each with the modules that the ones of this path import, directly or not, and no earlier one does. */
const files = [
  ['program', '/src/cli.ts'],
  ['build', '/src/pipeline/buildSite.ts'],
  ['tasks', '/src/pipeline/buildWorker.ts'],
];

/** Packages stay what npm installs, and are loaded when they are needed. */
const isPackage = (id) => /^[^./]/.test(id);

/** The name of the file that a module goes to; null where the bundler may decide. */
function fileOf(id, modules) {
  // Entries stay apart: one that waits for a command cannot share a file with what the command loads.
  if (Object.values(entries).some((entry) => id.endsWith(entry.slice(1)))) return null;
  return files.find(([, root]) => importedBy(root, modules).has(id))?.[0] ?? null;
}

const importedByRoot = new Map();

/** All modules that are loaded with the one whose path ends so. */
function importedBy(root, modules) {
  const known = importedByRoot.get(root);
  if (known !== undefined) return known;
  const found = new Set([import.meta.dirname + root]);
  importedByRoot.set(root, found);
  // The loop reaches what is added meanwhile.
  for (const id of found) {
    for (const other of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!isPackage(other)) found.add(other);
    }
  }
  return found;
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
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: fileOf, debugName: 'files' }],
    },
  },
};

if (process.argv[1] === import.meta.filename) await build(options);
