/** The command line: every command, its options, and which function it runs. */
import { Argument, Command } from 'commander';
import type { HostOptions } from './commands/host.ts';
import type { Terminal } from './commands/terminal.ts';
import type { VerifyOptions } from './commands/verify.ts';
import { dataOptions, reportOptions, siteOptions, verifyOptions } from './commandOptions.ts';
import { type Config, defaults, resolveConfig, type Settings } from './config/config.ts';
import { hostNameOf, integerFlag, pathFlag } from './config/flags.ts';
import { type HostName, hostNames } from './hosts/hostNames.ts';
import { maxGenes } from './sampling/planPhages.ts';
import { programVersion } from './version.ts';

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
  siteOptions(build);
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
