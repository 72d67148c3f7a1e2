/** The command line: every command, its options, and which function it runs. */
import { Argument, Command, Option } from 'commander';
import { addImportCommands } from './commands/importCommands.ts';
import type { DiffOptions } from './commands/diff.ts';
import type { HostOptions } from './commands/host.ts';
import type { InitOptions } from './commands/init.ts';
import type { WatchOptions } from './commands/preview.ts';
import type { StepOptions } from './commands/shard.ts';
import type { PullOptions } from './commands/pull.ts';
import type { RollbackOptions } from './commands/rollback.ts';
import type { Terminal } from './commands/terminal.ts';
import type { VerifyOptions } from './commands/verify.ts';
import {
  columnsOption,
  configOption,
  dataOptions,
  familiesOption,
  hostOption,
  keyOption,
  hostOptions,
  namesOption,
  previewOptions,
  reportOptions,
  siteOptions,
  verboseOption,
  verifyOptions,
} from './commands/options.ts';
import { defaults, resolveConfig } from './commands/config.ts';
import {
  type Config,
  type FindingFormat,
  maxShards,
  profileNames,
  type Settings,
  type ShardStep,
  shardSteps,
} from './pipeline/settings.ts';
import { hostNameOf, integerFlag, pathFlag, pathsFlag, releaseIdFlag } from './commands/flags.ts';
import { Failure } from './base/failure.ts';
import { type HostName, hostNames } from './hosts/host.ts';
import { maxGenes } from './project/planPhages.ts';
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
    // An import repeats others, with options of its own.
    .enablePositionalOptions()
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
    configured(async () => (await import('./commands/build.ts')).runCheck),
  );

  previewOptions(command('preview', 'serve a built site on this machine')).action(
    async ({ watch, ...options }: WatchOptions & { readonly watch?: true }) => {
      if (watch) {
        const { runPreviewWatched } = await import('./commands/preview.ts');
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

  command('diff', 'show what changed from one release to another')
    .addArgument(
      new Argument('<old>', 'folder of the older site, or its address').argParser(pathFlag),
    )
    .addArgument(
      new Argument('<new>', 'folder of the newer site, or its address').argParser(pathFlag),
    )
    .addOption(
      new Option('--format <format>', 'how to print the changes')
        .choices(['text', 'json', 'tsv', 'github'])
        .default('text'),
    )
    .option(
      '--upload <dir>',
      'folder to write lists into: what to upload in which order, what to delete, what caches must forget',
      pathFlag,
    )
    .action(async (from: string, to: string, options: Pick<DiffOptions, 'format' | 'upload'>) => {
      const { runDiff } = await import('./commands/diff.ts');
      exit(await runDiff({ ...options, from, to }, terminal));
    });

  command('pull', 'keep a copy of a site current')
    .addArgument(new Argument('<site>', 'address of a site, or its folder').argParser(pathFlag))
    .addArgument(new Argument('<dir>', 'folder of the copy').argParser(pathFlag))
    .addOption(keyOption())
    .option('--quiet', 'print nothing but failures')
    .action(async (from: string, dir: string, options: Pick<PullOptions, 'key' | 'quiet'>) => {
      const { runPull } = await import('./commands/pull.ts');
      exit(await runPull({ ...options, from, dir }, terminal));
    });

  command('bundle', 'put a release into one zip file for an archive')
    .addArgument(
      new Argument('[dir]', 'folder of the site').argParser(pathFlag).default(defaults.out),
    )
    .requiredOption('--out <file>', 'zip file to write (required)', pathFlag)
    .action(async (dir: string, { out }: { readonly out: string }) => {
      const { runBundle } = await import('./commands/bundle.ts');
      exit(await runBundle({ dir, out }, terminal));
    });

  command('rollback', 'let a site have a former release again')
    .addArgument(
      new Argument(
        '[id]',
        'release, or at least its first 7 digits (default: the one before)',
      ).argParser(releaseIdFlag),
    )
    .option('--out <dir>', `folder of the site (default: ${defaults.out})`, pathFlag)
    .addOption(configOption(', for the folder of the site'))
    .action(async (id: string | undefined, options: Omit<RollbackOptions, 'id'>) => {
      const { runRollback } = await import('./commands/rollback.ts');
      exit(await runRollback({ ...options, id: id ?? null }, terminal));
    });

  hostOptions(command('host', 'print or write what a host reads outside the site'))
    .addArgument(new Argument('[name]', `one of ${hostNames.join(', ')}`).argParser(hostNameOf))
    .action(async (name: HostName | undefined, options: Omit<HostOptions, 'name'>) => {
      const { runHost } = await import('./commands/host.ts');
      exit(await runHost({ ...options, name: name ?? null }, terminal));
    });

  addImportCommands(
    command('import', "turn a lab's own files into data to build from"),
    terminal,
    exit,
  );

  addShardCommands(command('shard', 'build a site in shares, as jobs of a cluster'));

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
    .addOption(namesOption())
    .addOption(familiesOption())
    .addOption(columnsOption())
    .option(
      '--package <spec>',
      'where the project gets phagepress from: a packed copy, an address or a version',
    )
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
      const { runSample } = await import('./commands/init.ts');
      exit(await runSample(options, terminal));
    });

  return program;

  function addShardCommands(shard: Command): void {
    const step = (name: string, description: string) =>
      shard
        .command(name)
        .description(description)
        .allowExcessArguments(false)
        .showHelpAfterError(`Run "${terminal.calledAs} shard ${name} --help" for its options.`)
        .argument('<dir>', 'folder that all machines see at one path, beside the site', pathFlag);
    const threads = (of: Command) =>
      of
        .option('--jobs <n>', 'number of threads (default: one per core)', integerFlag(1, 256))
        .option('--quiet', 'print nothing but findings and failures');
    const plan = step('plan', 'say what is built, and in how many shares').requiredOption(
      '--shards <n>',
      'number of shares (required)',
      integerFlag(1, maxShards),
    );
    siteOptions(dataOptions(plan));
    reportOptions(plan).action(
      async (dir: string, { shards, ...settings }: Settings & { readonly shards: number }) => {
        const { runShardPlan } = await import('./commands/shard.ts');
        await configured(async () => (config) => runShardPlan(dir, shards, config, terminal))(
          settings,
        );
      },
    );
    for (const [name, what] of Object.entries(shardSteps)) {
      threads(step(name, what))
        .argument('<share>', 'number of the share, from 1', integerFlag(1, maxShards))
        .action(async (dir: string, share: number, options: StepOptions) => {
          const { runShardStep } = await import('./commands/shard.ts');
          exit(await runShardStep(name as ShardStep, dir, share, options, terminal));
        });
    }
    threads(step('join', 'publish the site when all shares of all steps are done')).action(
      async (dir: string, options: StepOptions) => {
        const { runShardJoin } = await import('./commands/shard.ts');
        exit(await runShardJoin(dir, options, terminal));
      },
    );
  }
}
