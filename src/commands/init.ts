/** `phagepress init`: makes a publisher's project, from their own files if they name any. */
import { lstatSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resolveConfig, resolveSettings } from '../config/config.ts';
import type { ProfileName } from '../config/settings.ts';
import { Failure, systemCode } from '../failure.ts';
import { type RuleName, rules } from '../findings/rules.ts';
import type { HostName } from '../hosts/hostNames.ts';
import { exampleFiles } from '../project/exampleRecords.ts';
import { configFile, type ProjectFile, projectFiles } from '../project/projectFiles.ts';
import type { NeededRule } from '../project/projectReadme.ts';
import { writeFailure } from '../publishing/siteWriter.ts';
import { isSmallInput } from '../sources/isSmallInput.ts';
import { importFrom } from './importFrom.ts';
import { withoutOption } from './intoData.ts';
import { writePackage } from './projectPackage.ts';
import type { Terminal } from './terminal.ts';
import { withWorkFolder } from './workFolder.ts';

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
    host = null,
    profile,
    columns = [],
    verbose = false,
    package: spec,
    ...tables
  }: Options,
  terminal: Terminal,
  made: Undo,
): Promise<number | null> {
  const data = path.join(dir, 'data');
  await assertReadsFrom(data, path.join(dir, configFile));
  const isExample = from.length === 0 && !isThere(data);
  const imported =
    from.length === 0
      ? { said: '', imports: [] }
      : await importFrom(from, data, { columns, verbose, ...tables }, terminal);
  if (imported === null) return null;
  const { said, imports } = imported;
  const examples = isExample ? exampleFiles : [];
  const written = writeThoseMissing(dir, examples, made).written;
  const { allow, broken } = await neededRules(data);
  terminal.interruption().throwIfAborted();
  const name = path.basename(path.resolve(dir));
  const files = projectFiles({ name, host, profile, allow, imports, isExample });
  const own = writeThoseMissing(dir, files, made);
  const program = await writePackage(dir, spec, terminal.npm, made.file);
  // A signal ends npm, too.
  terminal.interruption().throwIfAborted();
  const left = [...own.left, ...program.left];
  const lines = [
    `Wrote in ${dir}: ${[...written, ...own.written, ...program.written].join(', ') || 'nothing'}.`,
  ];
  if (left.length > 0) lines.push(`Left as they are: ${left.join(', ')}.`);
  const missing = left.includes(configFile)
    ? await notAllowed(path.join(dir, configFile), allow)
    : [];
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
  terminal.out(`${said}${lines.join('\n')}\n`);
  return broken.length > 0 ? 1 : 0;
}

type Options = Omit<InitOptions, 'host'> & { readonly host?: HostName | null };

/** The rules that the data breaks: those that can be allowed, and the others. */
async function neededRules(data: string) {
  const config = resolveSettings({ data, quiet: true }, {});
  const { checkData } = await import('../pipeline/checkData.ts');
  const { withWorkers } = await import('../pipeline/workers.ts');
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

/** The rules that a configuration file does not allow yet. Throws a Failure. */
async function notAllowed(file: string, needed: readonly NeededRule[]): Promise<RuleName[]> {
  const { allowed } = await resolveConfig({}, file);
  return needed.flatMap(({ rule }) => (allowed.has(rule) ? [] : [rule]));
}

/** Writes the files that do not exist yet. Throws a Failure. */
function writeThoseMissing(dir: string, files: readonly ProjectFile[], made: Undo) {
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
