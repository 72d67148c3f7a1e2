/** The command line: every command, its options, and which function it runs. */
import { Argument, Command, Option } from 'commander';
import type { HostOptions } from './commands/host.ts';
import type { AnnotationImportOptions } from './commands/importAnnotations.ts';
import type { ApiImportOptions } from './commands/importApi.ts';
import type { PhameratorImportOptions } from './commands/importPhamerator.ts';
import type { TableImportOptions } from './commands/importTable.ts';
import type { InitOptions } from './commands/init.ts';
import type { WatchOptions } from './commands/previewWatched.ts';
import type { Terminal } from './commands/terminal.ts';
import type { VerifyOptions } from './commands/verify.ts';
import {
  columnsOption,
  dataOptions,
  hostOption,
  importDateOption,
  importedDataOption,
  previewOptions,
  reportOptions,
  siteOptions,
  verboseOption,
} from './commands/options.ts';
import { hostOptions } from './commands/hostOptions.ts';
import { verifyOptions } from './commands/verifyOptions.ts';
import { defaults, resolveConfig } from './config/config.ts';
import { type Config, type FindingFormat, profileNames, type Settings } from './config/settings.ts';
import {
  baseUrlFlag,
  contactFlag,
  hostNameOf,
  integerFlag,
  namesFlag,
  pathFlag,
  pathsFlag,
  releaseDateFlag,
} from './config/flags.ts';
import { Failure } from './failure.ts';
import { type HostName, hostNames } from './hosts/hostNames.ts';
import { phageStatuses } from './importing/phamerator/phageStatuses.ts';
import { maxGenes } from './sampling/planPhages.ts';
import { programVersion } from './installed.ts';

/** Loads a command that runs with a Config and returns an exit code: only the command that runs is loaded. */
type Load = () => Promise<(config: Config, terminal: Terminal) => Promise<number>>;

export interface ProgramEffects {
  readonly exit: (code: number) => void;
  /** Prints what is wrong with the command line. */
  readonly complain: (text: string) => void;
  /** Called with the report's format once it is known. */
  readonly formatted: (format: FindingFormat) => void;
}

/** Whether arguments ask for a report as JSON, even if they are otherwise wrong. */
export function asksForJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => arg === '--format=json' || (arg === '--format' && args[index + 1] === 'json'),
  );
}

/**
 * The program, ready to parse arguments. What a command returns goes to `exit`; commander's own errors
 * and a command's Failure are thrown.
 */
export function createProgram(
  terminal: Terminal,
  { exit, complain, formatted }: ProgramEffects,
): Command {
  const program = new Command('phagepress')
    .description(
      'Turns folders of bacteriophage gene and phage records into a static site that answers like a read-only, paginated JSON service.',
    )
    .version(programVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError(`Run "${terminal.calledAs} --help" for the commands.`)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: complain,
      outputError: (text, write) =>
        write(
          text.replace(
            /(unknown command 'version')(?:\n\(Did you mean .*\))?/,
            '$1\n(Did you mean --version?)',
          ),
        ),
    })
    .exitOverride();

  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .allowExcessArguments(false)
      .showHelpAfterError(`Run "${terminal.calledAs} ${name} --help" for its options.`);

  const configured = (load: Load) => async (flags: Settings & { config?: string }) => {
    const { config: file, ...settings } = flags;
    const run = await load();
    const config = await resolveConfig(settings, file);
    formatted(config.format);
    exit(await run(config, terminal));
  };

  const build = command('build', 'build the site from the data');
  dataOptions(build);
  siteOptions(build);
  reportOptions(build).action(
    configured(async () => (await import('./commands/build.ts')).runBuild),
  );

  const check = command('check', 'check the data and write nothing');
  hostOption(dataOptions(check), 'host to check names for');
  reportOptions(check).action(
    configured(async () => (await import('./commands/check.ts')).runCheck),
  );

  previewOptions(command('preview', 'serve a built site on this machine')).action(
    async ({ watch, ...options }: WatchOptions & { readonly watch?: true }) => {
      if (watch) {
        const { runPreviewWatched } = await import('./commands/previewWatched.ts');
        exit(await runPreviewWatched(options, terminal));
        return;
      }
      const { data, config, dir = defaults.out, ...rest } = options;
      if (data !== undefined || config !== undefined) {
        const option = data === undefined ? '--config' : '--data';
        throw new Failure(
          'usage',
          `${option} says what to build, which is done with --watch only.`,
          {
            hint: 'Add --watch, or leave it out.',
          },
        );
      }
      const { runPreview } = await import('./commands/preview.ts');
      exit(await runPreview({ ...rest, dir }, terminal));
    },
  );

  verifyOptions(command('verify', 'prove that a site keeps the contract'))
    .addHelpText(
      'after',
      '\nEach clause of the report is explained in docs/contract.md, which comes with the program.',
    )
    .action(async (target: string, options: Omit<VerifyOptions, 'target'>) => {
      const { runVerify } = await import('./commands/verify.ts');
      exit(await runVerify({ ...options, target }, terminal));
    });

  hostOptions(command('host', 'print or write what a host reads outside the site'))
    .addArgument(new Argument('[name]', `one of ${hostNames.join(', ')}`).argParser(hostNameOf))
    .action(async (name: HostName | undefined, options: Omit<HostOptions, 'name'>) => {
      const { runHost } = await import('./commands/host.ts');
      exit(await runHost({ ...options, name: name ?? null }, terminal));
    });

  const importing = command('import', "turn a lab's own files into data to build from");
  importing
    .command('annotations')
    .description('import GenBank and GFF3 files: genes, other features, genomes and phages')
    .argument('<files...>', 'files and folders', pathsFlag)
    .addOption(importedDataOption())
    .option(
      '--names <file>',
      'table of two columns: a sequence or file, and the name of its phage',
      pathFlag,
    )
    .option(
      '--families <file>',
      'table of two columns: genes or locus tags, and their families',
      pathFlag,
    )
    .addOption(
      new Option('--pseudogenes <choice>', 'what to do with CDS that are marked as pseudogenes')
        .choices(['keep', 'refuse'])
        .default('keep'),
    )
    .addOption(
      new Option(
        '--hypothetical <choice>',
        'whether Notes say "hypothetical protein" or stay empty',
      )
        .choices(['keep', 'empty'])
        .default('keep'),
    )
    .addOption(importDateOption())
    .addOption(verboseOption())
    .action(async (files: string[], options: AnnotationImportOptions) => {
      const { runImportAnnotations } = await import('./commands/importAnnotations.ts');
      exit(await runImportAnnotations(files, options, terminal));
    });

  importing
    .command('api')
    .description('import the phages and genes of a running service with this interface')
    .argument('<url>', 'its address, with or without /api/ at the end', baseUrlFlag)
    .addOption(importedDataOption())
    .option('--rate <n>', 'largest number of requests per second', integerFlag(1, 1000), 2)
    .option(
      '--contact <who>',
      'mail address or URL, for the administrator of the service',
      contactFlag,
    )
    .option(
      '--since <date>',
      'only phages modified on this date (YYYY-MM-DD, in UTC) or later, with their genes',
      releaseDateFlag,
    )
    .option('--genomes', 'fetch the genome that each phage names as its fasta_file')
    .addOption(importDateOption())
    .addOption(verboseOption())
    .action(async (url: string, options: ApiImportOptions) => {
      const { runImportApi } = await import('./commands/importApi.ts');
      exit(await runImportApi(url, options, terminal));
    });

  importing
    .command('phamerator')
    .description(
      'import the dump of a Phamerator database: genes, families, genomes, tRNAs and phages',
    )
    .argument('<file>', 'dump by mysqldump or mariadb-dump, plain or compressed by gzip')
    .addOption(importedDataOption())
    .option(
      '--status <list>',
      'which phages to take, by their status, comma-separated: draft, final, unknown',
      (text: string) => namesFlag(text, phageStatuses, 'status'),
      ['final'],
    )
    .addOption(importDateOption())
    .addOption(verboseOption())
    .action(async (file: string, options: PhameratorImportOptions) => {
      const { runImportPhamerator } = await import('./commands/importPhamerator.ts');
      exit(await runImportPhamerator(file, options, terminal));
    });

  importing
    .command('table')
    .description(
      'import a table about phages (XLSX, CSV or TSV): fills the fields of their records',
    )
    .argument('[file]', 'table with a header and one phage per row')
    .addOption(importedDataOption())
    .addOption(columnsOption())
    .option('--template', 'print an empty table that explains each column')
    .addOption(importDateOption())
    .addOption(verboseOption())
    .action(async (file: string | undefined, options: TableImportOptions) => {
      const { runImportTable } = await import('./commands/importTable.ts');
      exit(await runImportTable(file, options, terminal));
    });

  command('init', 'make a project: data, configuration, README and a workflow that publishes it')
    .argument('<dir>', 'folder of the project: new, or one to add files to', pathFlag)
    .option(
      '--from <files...>',
      'GenBank and GFF3 files and tables about phages, or folders of them, to import',
      pathsFlag,
    )
    .option(
      '--host <name>',
      `host that the workflow deploys to: ${hostNames.join(', ')}`,
      hostNameOf,
    )
    .addOption(
      new Option('--profile <name>', 'defaults for the clients of a community').choices(
        profileNames,
      ),
    )
    .addOption(columnsOption())
    .addOption(verboseOption())
    .action(async (dir: string, options: InitOptions) => {
      const { runInit } = await import('./commands/init.ts');
      exit(await runInit(dir, options, terminal));
    });

  command('sample', 'make synthetic data to try the program with')
    .option('--genes <n>', 'how many genes', integerFlag(1, maxGenes), 2000)
    .option('--seed <n>', 'which sample', integerFlag(0, Number.MAX_SAFE_INTEGER), 1)
    .requiredOption(
      '--out <dir>',
      'new folder, or one that holds an earlier sample (required)',
      pathFlag,
    )
    .action(async (options: { genes: number; seed: number; out: string }) => {
      const { runSample } = await import('./commands/sample.ts');
      exit(await runSample(options, terminal));
    });

  return program;
}
