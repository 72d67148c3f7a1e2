/** The package.json of a project: this program as a dependency, from where the same one can be had again. */
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt, Failure } from '../failure.ts';
import { installed, programVersion } from '../installed.ts';
import { writeFailure } from '../publishing/siteWriter.ts';
import type { Terminal } from './terminal.ts';

const manifestFile = 'package.json';
const lockFile = 'package-lock.json';

interface ProjectPackage {
  /** Files that were written, and those that were there. */
  readonly written: readonly string[];
  readonly left: readonly string[];
  /** What is still to be done, as lines of the report. */
  readonly lines: readonly string[];
}

/**
 * Writes package.json and its lock file, unless there is a package.json. `spec` is what --package says of the source;
 * without it, that is the registry if this program came from there, else a packed copy in the project. `made` is told
 * of each file; `program` is the folder of the program. Throws a Failure.
 */
export async function writePackage(
  dir: string,
  spec: string | undefined,
  npm: Terminal['npm'],
  made: (file: string) => void,
  program = fileURLToPath(installed('')),
): Promise<ProjectPackage> {
  if (existsSync(path.join(dir, manifestFile))) {
    const isNamed = readFileSync(path.join(dir, manifestFile), 'utf8').includes('"phagepress"');
    const lines = isNamed
      ? []
      : [
          `The workflow needs phagepress in ${manifestFile}: run npm install there, with a packed copy of it.`,
        ];
    return { written: [], left: [manifestFile], lines };
  }
  const written: string[] = [];
  const note = (file: string) => {
    made(path.join(dir, file));
    written.push(file);
  };
  const source =
    spec === undefined
      ? (registrySource(program) ?? `file:${await packed(dir, program, npm, note)}`)
      : givenSource(spec, dir, note);
  const target = path.join(dir, manifestFile);
  const manifest = { private: true, dependencies: { phagepress: source } };
  try {
    writeFileSync(target, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    throw writeFailure(target, error);
  }
  note(manifestFile);
  // Without a network it is the user who tries again, not npm for a minute.
  const quickly = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  const { fault } = await npm(['install', '--package-lock-only', ...quickly], dir);
  if (fault === null) {
    note(lockFile);
    return { written, left: [], lines: [] };
  }
  const lines = [
    `npm could not write ${lockFile}, which the workflow needs: ${fault}`,
    'Run npm install in the project before you publish it.',
  ];
  return { written, left: [], lines };
}

/** The exact version, if npm says that it installed this program from a registry; undefined if it does not. */
function registrySource(program: string): string | undefined {
  const lock = path.join(program, '..', '.package-lock.json');
  const known = attempt(() => JSON.parse(readFileSync(lock, 'utf8')) as InstalledPackages);
  const { version, resolved = '' } = known?.packages?.['node_modules/phagepress'] ?? {};
  return version === programVersion() && /^https?:/.test(resolved) ? version : undefined;
}

interface InstalledPackages {
  readonly packages?: Readonly<Record<string, { readonly version?: string; resolved?: string }>>;
}

/** Packs this program into the project; returns the name of the file. */
async function packed(
  dir: string,
  program: string,
  npm: Terminal['npm'],
  note: (file: string) => void,
): Promise<string> {
  const file = `phagepress-${programVersion()}.tgz`;
  if (existsSync(path.join(dir, file))) return file;
  // Without scripts: the program is compiled already.
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', path.resolve(dir)];
  const { fault } = await npm(args, program);
  if (fault !== null) {
    throw new Failure('machine', `npm cannot pack phagepress for the project: ${fault}`, {
      hint: 'Say with --package where the project gets it from: a packed copy, an address, or a version in the registry.',
    });
  }
  note(file);
  return file;
}

/** A file is copied into the project, so that whoever clones it has it; anything else is npm's to understand. */
function givenSource(spec: string, dir: string, note: (file: string) => void): string {
  const given = spec.replace(/^file:/, '');
  if (statSync(given, { throwIfNoEntry: false })?.isFile() !== true) return spec;
  const file = path.basename(given);
  const target = path.join(dir, file);
  if (!existsSync(target)) {
    try {
      copyFileSync(given, target);
    } catch (error) {
      throw writeFailure(target, error);
    }
    note(file);
  }
  return `file:${file}`;
}
