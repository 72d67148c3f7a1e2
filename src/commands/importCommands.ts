/** The command line of import: a command for each kind of input. */
import { Command, Option } from 'commander';
import path from 'node:path';
import {
  baseUrlFlag,
  contactFlag,
  integerFlag,
  namesFlag,
  pathFlag,
  pathsFlag,
  releaseDateFlag,
} from './flags.ts';
import type {
  AnnotationImportOptions,
  PhameratorImportOptions,
  TableImportOptions,
} from './import.ts';
import type { RepeatOptions } from './importing.ts';
import type { ApiImportOptions } from './importService.ts';
import {
  columnsOption,
  familiesOption,
  importDateOption,
  importedDataOption,
  namesOption,
  verboseOption,
} from './options.ts';
import type { Terminal } from './terminal.ts';

/** What all imports take, behind options of their own. */
function commonOptions(of: Command): Command {
  return of
    .addOption(importDateOption())
    .option(
      '--accept-renames',
      'take away the addresses of phages and gene families that the inputs no longer give',
    )
    .option('--prune', 'remove what came from inputs that are gone')
    .addOption(verboseOption());
}

/** Adds them to `importing`; what the one that runs returns goes to `exit`. */
export function addImportCommands(
  importing: Command,
  terminal: Terminal,
  exit: (code: number) => void,
): void {
  const keepGoing = [
    '--keep-going',
    'import what has no faults, list the rest, and exit with 1',
  ] as const;
  commonOptions(importing)
    .option(...keepGoing)
    // Those behind a kind of input are its own, and win over those before it.
    .enablePositionalOptions()
    .hook('preSubcommand', (all, kind) => {
      for (const [name, value] of Object.entries(all.opts())) kind.setOptionValue(name, value);
    })
    .allowExcessArguments()
    .action(async (options: RepeatOptions) => {
      const { assertKind, repeatImports } = await import('./importing.ts');
      assertKind(
        importing.args,
        importing.commands.map((command) => command.name()),
      );
      const run = async (words: readonly string[]) => {
        let code = 0;
        const again = new Command('import').copyInheritedSettings(importing);
        addImportCommands(again, terminal, (ended) => (code = ended));
        await again.parseAsync(words, { from: 'user' });
        return code;
      };
      exit(await repeatImports(options, terminal, run));
    });

  commonOptions(
    importing
      .command('annotations')
      .description('import GenBank and GFF3 files: genes, other features, genomes and phages')
      .argument('<files...>', 'files and folders', pathsFlag)
      .addOption(importedDataOption())
      .addOption(namesOption())
      .addOption(familiesOption())
      .option(
        '--families-from <site>',
        'folder or address of a site whose numbers the families of --families keep, by the genes that they share',
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
      .option(...keepGoing),
  ).action(async (files: string[], options: AnnotationImportOptions) => {
    const { runImportAnnotations } = await import('./import.ts');
    exit(await runImportAnnotations(files, options, terminal));
  });

  commonOptions(
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
      .option('--genomes', 'fetch the genome that each phage names as its fasta_file'),
  ).action(async (url: string, options: ApiImportOptions) => {
    const { runImportApi } = await import('./importService.ts');
    exit(await runImportApi(url, options, terminal));
  });

  commonOptions(
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
        (text: string) => namesFlag(text, ['draft', 'final', 'unknown'], 'status'),
        ['final'],
      ),
  ).action(async (file: string, options: PhameratorImportOptions) => {
    const { runImportPhamerator } = await import('./import.ts');
    exit(await runImportPhamerator(file, options, terminal));
  });

  commonOptions(
    importing
      .command('table')
      .description(
        'import a table about phages (XLSX, CSV or TSV): fills the fields of their records',
      )
      .argument('[file]', 'table with a header and one phage per row')
      .addOption(importedDataOption())
      .addOption(columnsOption())
      .option('--template', 'print an empty table that explains each column'),
  ).action(async (file: string | undefined, options: TableImportOptions) => {
    const { runImportTable } = await import('./import.ts');
    exit(await runImportTable(file, options, terminal));
  });
}

/** `script` is the file that Node was started with: a link in a bin folder, or the file itself. */
export function calledAs(script: string | undefined, cwd: string): string {
  if (script === undefined) return 'phagepress';
  const parts = script.split(/[\\/]/);
  const [folder, name = ''] = parts.slice(-2);
  const isProgram = /^phagepress(?:\.cmd|\.ps1)?$/.test(name);
  if (parts.includes('node_modules') && (folder === '.bin' || parts.includes('phagepress')))
    return 'npx phagepress';
  if (isProgram) return 'phagepress';
  const shown = path.relative(cwd, script);
  const short = shown.length < script.length ? shown : script;
  return `node ${/[^\w./\\:@+-]/.test(short) ? JSON.stringify(short) : short}`;
}
