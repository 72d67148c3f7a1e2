/** `phagepress init` and `sample`: make a publisher's project, from their own files if they name any. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt, Failure, systemCode } from '../base/failure.ts';
import type { HostName } from '../hosts/host.ts';
import { installed, programVersion } from '../installed.ts';
import type { ProfileName } from '../pipeline/settings.ts';
import {
  configFile,
  exampleFiles,
  type NeededRule,
  type ProjectFile,
  projectFiles,
} from '../project/projectFiles.ts';
import type { Sample } from '../project/sampleRecords.ts';
import { writeSample } from '../project/writeSample.ts';
import { writeFailure, writing } from '../publishing/siteWriter.ts';
import { isSmallInput } from '../sources/planBundles.ts';
import { shellWord } from '../text/escapes.ts';
import { printable } from '../text/json.ts';
import { type RuleName, rules } from '../text/rules.ts';
import { formatBytes, formatCounted } from '../text/words.ts';
import { resolveConfig, resolveSettings } from './config.ts';
import { importFrom } from './import.ts';
import { withoutOption } from './importing.ts';
import { withWorkFolder } from './workFolder.ts';
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
 * Writes package.json with this program as a dependency, and its lock file, unless there is a package.json. `spec` is
 * what --package says of the source; without it, that is the registry if this program came from there, else a packed
 * copy in the project. `made` is told of each file; `program` is the folder of the program. Throws a Failure.
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
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writing(target, () => writeFileSync(target, text, { flag: 'wx' }));
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
    writing(target, () => copyFileSync(given, target));
    note(file);
  }
  return `file:${file}`;
}

export interface InitOptions {
  /** Files, and folders of files. */
  readonly from?: readonly string[];
  readonly host?: HostName;
  /** For the configuration. */
  readonly profile?: ProfileName;
  /** Pairs of a header and the name of a column. */
  readonly columns?: readonly (readonly [string, string])[];
  readonly names?: string;
  readonly families?: string;
  readonly verbose?: boolean;
  /** Where the project gets this program from, as npm understands it. */
  readonly package?: string;
}

/** Makes the project and reports; returns the exit code. Undoes everything if it fails. Throws a Failure. */
export async function runInit(
  dir: string,
  options: InitOptions,
  terminal: Terminal,
): Promise<number> {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) {
    throw new Failure('usage', `${dir} is no folder.`, { hint: 'Name another one.' });
  }
  const { columns = [], names, families, from = [] } = options;
  const [idle] = [
    ...(columns.length > 0 ? ['--columns'] : []),
    ...(names === undefined ? [] : ['--names']),
    ...(families === undefined ? [] : ['--families']),
  ];
  if (idle !== undefined && from.length === 0) {
    throw new Failure('usage', `${idle} says how to import, but --from names no file.`, {
      hint: `Name what to import with --from, or leave out ${idle}.`,
    });
  }
  const made = createUndo(dir);
  try {
    const code = await makeProject(dir, options, terminal, made);
    if (code !== null) return code;
  } catch (error) {
    made.undo();
    throw withoutOption(error, '');
  }
  made.undo();
  return 1;
}

/** Null if the inputs have faults. */
async function makeProject(
  dir: string,
  {
    from = [],
    host,
    profile,
    columns = [],
    verbose = false,
    package: spec,
    ...tables
  }: InitOptions,
  terminal: Terminal,
  made: Undo,
): Promise<number | null> {
  const data = path.join(dir, 'data');
  await assertReadsFrom(data, path.join(dir, configFile));
  const isExample = from.length === 0 && !isThere(data);
  const imported =
    from.length === 0
      ? { summary: '', imports: [] }
      : await importFrom(from, data, { columns, verbose, ...tables }, terminal);
  if (imported === null) return null;
  const { summary, imports } = imported;
  const examples = isExample ? exampleFiles : [];
  const written = writeMissing(dir, examples, made).written;
  const { allow, broken } = await neededRules(data);
  terminal.interruption().throwIfAborted();
  const name = path.basename(path.resolve(dir));
  const files = projectFiles({ name, host: host ?? null, profile, allow, imports, isExample });
  const own = writeMissing(dir, files, made);
  const program = await writePackage(dir, spec, terminal.npm, made.file);
  // A signal ends npm, too.
  terminal.interruption().throwIfAborted();
  const left = [...own.left, ...program.left];
  const lines = [
    `Wrote in ${dir}: ${[...written, ...own.written, ...program.written].join(', ') || 'nothing'}.`,
  ];
  if (left.length > 0) lines.push(`Left as they are: ${left.join(', ')}.`);
  const missing: RuleName[] = [];
  if (left.includes(configFile)) {
    const { allowed } = await resolveConfig({}, path.join(dir, configFile));
    missing.push(...allow.flatMap(({ rule }) => (allowed.has(rule) ? [] : [rule])));
  }
  if (profile !== undefined && left.includes(configFile)) {
    lines.push(
      `The profile ${profile} was not written: put "profile": "${profile}" into ${configFile}.`,
    );
  }
  if (imports.length > 0 && left.includes(configFile)) {
    lines.push(
      `So that \`phagepress import\` repeats this, put into ${configFile}:`,
      `  "imports": ${JSON.stringify(imports)}`,
    );
  }
  if (missing.length > 0) {
    lines.push(`The data also needs in "allow" of ${configFile}: ${missing.join(', ')}.`);
  }
  if (own.written.includes(configFile))
    lines.push(`Say in "about" of ${configFile} what the site is: it is called “${name}” so far.`);
  lines.push(...program.lines);
  if (broken.length > 0)
    lines.push(`The data breaks rules that cannot be allowed: ${broken.join(', ')}.`);
  const next = broken.length > 0 ? ['check'] : ['build', 'preview'];
  const first = isThere(path.join(dir, 'package-lock.json')) ? '  npm ci' : '  npm install';
  lines.push(`Next, in ${dir}:`, first, ...next.map((command) => `  npx phagepress ${command}`));
  terminal.out(`${summary}${lines.join('\n')}\n`);
  return broken.length > 0 ? 1 : 0;
}

/** The rules that the data breaks: those that can be allowed, and the others. */
async function neededRules(data: string) {
  const config = resolveSettings({ data, quiet: true }, {});
  const { checkData } = await import('../pipeline/checkData.ts');
  const { withWorkers } = await import('../pipeline/tasks.ts');
  const progress = { stage() {}, advance() {}, end() {} };
  const { findings } = await withWorkFolder((workDir) =>
    withWorkers(isSmallInput(data, false) ? 0 : config.jobs, (workers) =>
      checkData(config, workers, workDir, progress),
    ),
  );
  const { errorsByRule, kept } = findings.report();
  const allow: NeededRule[] = [];
  const broken: RuleName[] = [];
  for (const [rule, count] of errorsByRule) {
    if (!rules[rule].allowable) broken.push(rule);
    else {
      const { file, line } = kept.find((one) => one.rule === rule) ?? { file: data, line: 0 };
      const place = path.relative(path.dirname(data), file);
      allow.push({ rule, count, first: line > 0 ? `\`${place}\`, line ${line}` : `\`${place}\`` });
    }
  }
  return { allow, broken };
}

/** Throws a Failure if there is a configuration file that is invalid, or that makes builds read another folder. */
async function assertReadsFrom(data: string, file: string): Promise<void> {
  if (!isThere(file)) return;
  const config = await resolveConfig({}, file);
  if (path.resolve(config.data) === path.resolve(data)) return;
  throw new Failure('usage', `${file} says that the data lies in ${config.data}, not in ${data}.`, {
    hint: 'A project has its data in the folder data: rename that folder, or keep this project as it is.',
  });
}

/** Writes the files that do not exist yet. Throws a Failure. */
function writeMissing(dir: string, files: readonly ProjectFile[], made: Undo) {
  const written: string[] = [];
  const left: string[] = [];
  for (const { path: file, text } of files) {
    const target = path.join(dir, file);
    try {
      made.folder(path.dirname(target));
      writeFileSync(target, text, { flag: 'wx' });
      made.file(target);
      written.push(file);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writeFailure(target, error);
      left.push(file);
    }
  }
  return { written, left };
}

type Undo = ReturnType<typeof createUndo>;

/** Remembers what is made below `dir`, so that exactly this can be removed again. */
function createUndo(dir: string) {
  const files: string[] = [];
  const data = path.join(dir, 'data');
  const hadData = isThere(data);
  const folders = missingFolders(path.resolve(dir));
  return {
    file: (target: string) => void files.push(target),
    folder(target: string) {
      folders.push(...missingFolders(path.resolve(target)));
      mkdirSync(target, { recursive: true });
    },
    undo() {
      for (const file of files) rmSync(file, { force: true });
      if (!hadData) rmSync(data, { recursive: true, force: true });
      // The deepest first; a folder with other content stays.
      for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
        try {
          rmdirSync(folder);
        } catch {
          // It was never made, or has other content by now.
        }
      }
    },
  };
}

/** The folder and its parents that do not exist. */
function missingFolders(folder: string): string[] {
  if (isThere(folder) || path.dirname(folder) === folder) return [];
  return [folder, ...missingFolders(path.dirname(folder))];
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/**
 * `phagepress sample`: writes synthetic records for trying out the program, and prints their size; returns the exit
 * code. Throws a Failure when the folder holds anything else.
 */
export async function runSample(
  { out, ...sample }: Sample & { readonly out: string },
  terminal: Terminal,
): Promise<number> {
  const written = await writeSample(out, sample, terminal.interruption());
  const { genes, phages, files, bytes } = written;
  const records = `${formatCounted(genes, 'gene')} and ${formatCounted(phages, 'phage')}`;
  const size = `${formatCounted(files, 'file')} (${formatBytes(bytes)})`;
  terminal.out(
    `Made ${records} up, in ${size} below ${printable(out)}.\n` +
      `Next: ${terminal.calledAs} build --data ${shellWord(out)}\n`,
  );
  return 0;
}
