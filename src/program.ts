/** The command line: every command and option, and which function each runs. */
import { Argument, Command, Option } from 'commander';
import type { HostOptions } from './commands/host.ts';
import type { Terminal } from './commands/terminal.ts';
import type { VerifyOptions } from './commands/verify.ts';
import {
  type Config,
  defaultConfigFile,
  defaultPageSize,
  defaults,
  findingFormats,
  resolveConfig,
  type Settings,
} from './config/config.ts';
import {
  allowFlag,
  baseUrlFlag,
  hostFlag,
  hostNameOf,
  integerFlag,
  pageSizeFlag,
  pathFlag,
  percentFlag,
  precompressFlag,
  releaseDateFlag,
  viewsFlag,
  releaseIdFlag,
} from './config/flags.ts';
import { linkStyles } from './contract/links.ts';
import { viewNames } from './contract/viewAddresses.ts';
import { type HostName, hostNames } from './hosts/hostNames.ts';
import { maxGenes } from './sampling/planPhages.ts';
import { programVersion } from './version.ts';

const maxAgeLimit = 365 * 24 * 60 * 60;
// A record must fit into one string.
const maxRecordLimit = 256 * 1024 * 1024;

/** Loads a command that runs with a Config to its exit code: only what is asked for is ever loaded. */
type Load = () => Promise<(config: Config, terminal: Terminal) => Promise<number>>;

/**
 * The program, ready to parse arguments. What a command returns goes to `exit`; commander's own errors
 * and a command's Failure are thrown.
 */
export function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('phagepress')
    .description(
      'Turns folders of bacteriophage gene and phage records into a static site that answers like a read-only, paginated JSON service.',
    )
    .version(programVersion(), '--version', 'print the version')
    .helpOption('--help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .showHelpAfterError('Run "phagepress --help" for the commands.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();

  const configured = (load: Load) => async (flags: Settings & { config?: string }) => {
    const { config: file, ...settings } = flags;
    const run = await load();
    exit(await run(await resolveConfig(settings, file), terminal));
  };

  const build = command(program, 'build', 'build the site from the data');
  dataOptions(build);
  build
    .option('--out <dir>', `folder of the site (default: ${defaults.out})`, pathFlag)
    .option(
      '--base-url <url>',
      `address that every absolute link starts with (default: ${defaults.baseUrl})`,
      baseUrlFlag,
    )
    .option(
      '--page-size <n>',
      `records on a page; genes=<n> or phages=<n> for one collection (default: ${defaultPageSize})`,
      pageSizeFlag,
    )
    .option('--host <name>', `host to build for (repeatable): ${hostNames.join(', ')}`, hostFlag)
    .addOption(
      new Option(
        '--links <style>',
        `how a page names the next: query, as the service does, or path, for hosts that run no rules (default: ${defaults.links})`,
      ).choices(linkStyles),
    )
    .option(
      '--max-age <seconds>',
      `how long answers may be kept (Cache-Control) (default: ${defaults.maxAge})`,
      integerFlag(0, maxAgeLimit),
    )
    // In this order: alone, the second would make true a default that wins over the file.
    .option('--gene-files', 'give each gene an address of its own (the default)')
    .option('--no-gene-files', 'give single genes no address of their own')
    .option(
      '--views <list>',
      `what to publish besides the lists and their records, with commas between: ${viewNames.join(', ')} (default: all)`,
      viewsFlag,
    )
    .option('--no-views', 'publish the lists and their records only')
    .option(
      '--precompress <list>',
      'also write compressed files, for hosts that serve them: gzip, br or gzip,br',
      precompressFlag,
    )
    .option(
      '--max-drop <percent>',
      `how much of a collection may go missing from one release to the next (default: ${defaults.maxDrop}%)`,
      percentFlag,
    )
    .option('--release-date <date>', 'date to write into release.json', releaseDateFlag)
    .option('--cache', 'use what the last build left beside the site (the default)')
    .option('--no-cache', 'build everything afresh and leave nothing beside the site');
  reportOptions(build).action(
    configured(async () => (await import('./commands/build.ts')).runBuild),
  );

  const check = command(program, 'check', 'check the data and write nothing');
  dataOptions(check);
  reportOptions(check).action(
    configured(async () => (await import('./commands/check.ts')).runCheck),
  );

  command(program, 'preview', 'serve a built site on this machine')
    .option('--dir <dir>', 'folder of the site', pathFlag, defaults.out)
    .option('--port <n>', 'port to listen on; 0 takes a free one', integerFlag(0, 65535), 8080)
    .option('--address <host>', 'address to listen on', pathFlag, '127.0.0.1')
    .action(async (options: { dir: string; port: number; address: string }) => {
      const { runPreview } = await import('./commands/preview.ts');
      exit(await runPreview(options, terminal));
    });

  verifyOptions(command(program, 'verify', 'prove that a site keeps the contract')).action(
    async (target: string, options: Omit<VerifyOptions, 'target'>) => {
      const { runVerify } = await import('./commands/verify.ts');
      exit(await runVerify({ ...options, target }, terminal));
    },
  );

  command(program, 'host', 'print or write what a host reads outside the site')
    .addArgument(new Argument('[name]', `one of ${hostNames.join(', ')}`).argParser(hostNameOf))
    .option('--dir <dir>', 'folder of the site', pathFlag, defaults.out)
    .option('--out <dir>', 'folder to write the files into, instead of printing them', pathFlag)
    .option('--list', 'show what each host can do')
    .action(async (name: HostName | undefined, options: Omit<HostOptions, 'name'>) => {
      const { runHost } = await import('./commands/host.ts');
      exit(await runHost({ ...options, name: name ?? null }, terminal));
    });

  command(program, 'sample', 'make synthetic data to try the program with')
    .option('--genes <n>', 'how many genes', integerFlag(1, maxGenes), 2000)
    .option('--seed <n>', 'which sample', integerFlag(0, Number.MAX_SAFE_INTEGER), 1)
    .requiredOption('--out <dir>', 'new folder, or one that holds an earlier sample', pathFlag)
    .action(async (options: { genes: number; seed: number; out: string }) => {
      const { runSample } = await import('./commands/sample.ts');
      exit(runSample(options, terminal));
    });

  return program;
}

function command(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .allowExcessArguments(false)
    .showHelpAfterError(`Run "phagepress ${name} --help" for its options.`);
}

function verifyOptions(of: Command): Command {
  return of
    .addArgument(
      new Argument('<target>', 'folder of a site, or the address it is served at').argParser(
        pathFlag,
      ),
    )
    .option(
      '--host <name>',
      'what serves the address: what it cannot keep is noted and no failure',
      hostNameOf,
    )
    .option(
      '--allow <rule>',
      'take what breaks a rule as published on purpose (repeatable)',
      allowFlag,
    )
    .option(
      '--expect-release <id>',
      'release that must be there, or how its id begins',
      releaseIdFlag,
    )
    .option(
      '--max-age <seconds>',
      'Cache-Control that an address must answer with (default: as its release.json says)',
      integerFlag(0, maxAgeLimit),
    )
    .option(
      '--sample <n>',
      'ask an address for so many random pages of each list instead of all',
      integerFlag(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--seed <n>', 'which sample', integerFlag(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--rate <n>', 'requests a second at most, to an address', integerFlag(1, 100_000))
    .option(
      '--jobs <n>',
      'threads for a folder (default: one a core), connections to an address (default: 4)',
      integerFlag(1, 256),
    )
    .addOption(
      new Option('--format <format>', 'how to print the report')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(
      '--config <file>',
      `configuration file, for the rules that it allows (default: ${defaultConfigFile} if it is there)`,
      pathFlag,
    )
    .option('--quiet', 'print nothing but failures');
}

function dataOptions(of: Command): Command {
  return of
    .option('--data <dir>', `folder with genes/ and phages/ (default: ${defaults.data})`, pathFlag)
    .option('--allow <rule>', 'turn the findings of a rule into warnings (repeatable)', allowFlag)
    .option(
      '--max-record-bytes <n>',
      `longest record that is read (default: ${defaults.maxRecordBytes})`,
      integerFlag(1, maxRecordLimit),
    )
    .option(
      '--max-nesting <n>',
      `deepest nesting in a record (default: ${defaults.maxNesting})`,
      integerFlag(1, 1000),
    )
    .option(
      '--jobs <n>',
      'how many threads to work with (default: one a core)',
      integerFlag(1, 256),
    );
}

function reportOptions(of: Command): Command {
  return of
    .option(
      '--max-errors <n>',
      `how many findings to print (default: ${defaults.maxErrors})`,
      integerFlag(0, 1_000_000),
    )
    .addOption(
      new Option(
        '--format <format>',
        `how to print findings (default: ${defaults.format})`,
      ).choices(findingFormats),
    )
    .option(
      '--config <file>',
      `configuration file (default: ${defaultConfigFile} if it is there)`,
      pathFlag,
    )
    .option('--quiet', 'print nothing but findings and failures');
}
