/** The options of larger commands, in groups; several commands share most of them. */
import { Argument, type Command, Option } from 'commander';
import { bulkNames, defaultBulk } from '../contract/bulkFiles.ts';
import { linkStyles } from '../contract/links.ts';
import { recordForms } from '../contract/packs.ts';
import { mostPlainFiles } from '../hosts/hosts.ts';
import { formatCount } from '../text/words.ts';
import { viewNames } from '../contract/routes.ts';
import { hostNames } from '../hosts/host.ts';
import { findingFormats, profileNames } from '../pipeline/settings.ts';
import { defaultConfigFile, defaultPageSize, defaults } from './config.ts';
import {
  allowFlag,
  allowHostFlag,
  baseUrlFlag,
  bulkFlag,
  columnsFlag,
  denyFlag,
  genomesFileFlag,
  hostFlag,
  hostingFlag,
  hostNameOf,
  integerFlag,
  keepFlag,
  pageSizeFlag,
  pathFlag,
  percentFlag,
  precompressFlag,
  releaseDateFlag,
  releaseIdFlag,
  viewsFlag,
} from './flags.ts';

/** A year in seconds. */
const maxAgeLimit = 365 * 24 * 60 * 60;
// A record must fit into one JavaScript string.
const maxRecordLimit = 256 * 1024 * 1024;

/** `use` says what the file is for. */
export function configOption(use: string): Option {
  const text = `configuration file${use} (default: ${defaultConfigFile} if it is there)`;
  return new Option('--config <file>', text).argParser(pathFlag);
}

/** Names of phages for imported sequences. */
export function namesOption(): Option {
  const text = 'table of two columns: a sequence or file, and the name of its phage';
  return new Option('--names <file>', text).argParser(pathFlag);
}

export function familiesOption(): Option {
  const text =
    'table of genes, locus tags or proteins and their families, or strain_genes.tsv of PhaMMSeqs';
  return new Option('--families <file>', text).argParser(pathFlag);
}

/** What the headers of a table about phages mean. */
export function columnsOption(): Option {
  return new Option(
    '--columns <list>',
    'what headers mean, comma-separated: "Lab name=phage_name"; "Notebook=" leaves a column out (repeatable)',
  ).argParser(columnsFlag);
}

/** The data folder of imports, which read no configuration file. */
export function importedDataOption(): Option {
  return new Option('--data <dir>', 'folder of the data')
    .argParser(pathFlag)
    .default(defaults.data);
}

export function importDateOption(): Option {
  return new Option(
    '--date <date>',
    'date of the import, for provenance.json (YYYY-MM-DD)',
  ).argParser(releaseDateFlag);
}

/** Who must have signed a release. */
export function keyOption(): Option {
  const text = 'public key of minisign that must have signed the release: a file, or its text';
  return new Option('--key <key>', text).argParser(pathFlag);
}

export function verboseOption(): Option {
  return new Option('--verbose', 'list each change');
}

/** The hosts that must be able to serve every name. */
export function hostOption(of: Command, what: string): Command {
  return of.option('--host <name>', `${what} (repeatable): ${hostNames.join(', ')}`, hostFlag);
}

export function siteOptions(of: Command): Command {
  return (
    hostOption(of, 'host to build for')
      .option('--out <dir>', `folder of the site (default: ${defaults.out})`, pathFlag)
      .option(
        '--base-url <url>',
        `address that every absolute link starts with (default: ${defaults.baseUrl})`,
        baseUrlFlag,
      )
      .option(
        '--page-size <n>',
        `records on a page; genes=<n>, phages=<n> or phams=<n> for one list; 100,1000,all lets page_size choose (default: ${defaultPageSize})`,
        pageSizeFlag,
      )
      .option('--pages', 'publish pages for people, beside the JSON (the default)')
      .option('--no-pages', 'publish a welcome page only')
      .option(
        '--html',
        'publish a page of each phage and cluster that needs no script, for readers and search engines (the default)',
      )
      .option('--no-html', 'publish no such pages')
      .addOption(
        new Option(
          '--profile <name>',
          'defaults for the clients of a community, which any other setting overrides',
        ).choices(profileNames),
      )
      .option('--no-profile', 'no such defaults (the default)')
      .option('--static <dir>', 'folder of your own files to publish unchanged', pathFlag)
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
      // In this order: alone, `--no-gene-files` would set a default of true that overrides the file.
      .option('--gene-files', 'publish an address for each gene (the default)')
      .option('--no-gene-files', 'publish no addresses of single genes')
      .addOption(
        new Option(
          '--records <form>',
          `how single records and other small files are published: files, each as one, or packed, many in one, for hosts that can take them out again (default: packed for such hosts once there are more than ${formatCount(mostPlainFiles)} files)`,
        ).choices(recordForms),
      )
      .option(
        '--case-insensitive-names',
        'also publish every name in lower case, so that it matches in any case where the host can fold it',
      )
      .option('--no-case-insensitive-names', 'match names exactly (the default)')
      .option(
        '--phage-aliases',
        'also answer a phage by its name in any case, with _Draft, and by its old names and accessions',
      )
      .option('--no-phage-aliases', 'answer a phage by its exact name only (the default)')
      .option(
        '--views <list>',
        `what to publish besides the lists and their records, comma-separated: ${viewNames.join(', ')} (default: all)`,
        viewsFlag,
      )
      .option('--no-views', 'publish the lists and their records only')
      .option(
        '--bulk <list>',
        `which files with all records at once to publish, comma-separated: ${bulkNames.join(', ')} (default: ${defaultBulk.join(', ')})`,
        bulkFlag,
      )
      .option('--no-bulk', 'publish no files with all records at once')
      .option(
        '--spreadsheet-safe',
        'in TSV tables, put an apostrophe before cells that a spreadsheet would run as formulas',
      )
      .option('--no-spreadsheet-safe', 'write cells as they are (the default)')
      .option(
        '--link-genomes',
        'where fasta_file is null, publish the address of the genome on this site',
      )
      .option('--no-link-genomes', 'publish fasta_file as it is (the default)')
      .option(
        '--genomes-file <name>',
        'also publish all genomes in one uncompressed file below media/',
        genomesFileFlag,
      )
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
      .option(
        '--max-renumbered <percent>',
        `how many gene families may get another number before a warning (default: ${defaults.maxRenumbered}%)`,
        percentFlag,
      )
      .option('--release-date <date>', 'date to write into release.json', releaseDateFlag)
      .option(
        '--changes',
        'tell in changes/ what changed since the release that was published before (the default)',
      )
      .option('--no-changes', 'tell no changes')
      .option(
        '--keep <n>',
        'how many releases stay available in releases/, the current one included; or all (default: none)',
        keepFlag,
      )
      .option('--sign <file>', 'sign release.json with this secret key of minisign', pathFlag)
      .addOption(
        new Option(
          '--switch <how>',
          'how the new site takes the place of the old one: link makes the path of the site a link to the folder of the release, so that readers never meet a moment without a site (default: as before, by renames at first)',
        ).choices(['link']),
      )
      .option('--cache', 'use what the last build left beside the site (the default)')
      .option('--no-cache', 'build from scratch and leave nothing beside the site')
      .option('--check-live', 'hash every file that is carried over from the live site')
  );
}

/** Where to serve a site and, with `--watch`, what to build it from. */
export function previewOptions(of: Command): Command {
  return of
    .option(
      '--dir <dir>',
      `folder of the site (default: ${defaults.out}, or with --watch as configured)`,
      pathFlag,
    )
    .option('--port <n>', 'port to listen on; 0 takes a free one', integerFlag(0, 65535), 8080)
    .option('--address <host>', 'address to listen on', pathFlag, '127.0.0.1')
    .option(
      '--allow-host <name>',
      'host name that requests, and the web pages that send them, may have besides those of this machine; * is any (repeatable)',
      allowHostFlag,
    )
    .option(
      '--watch',
      'build the site first, build it again whenever its sources change, and reload open pages',
    )
    .option(
      '--data <dir>',
      `with --watch, folder with genes/ and phages/ (default: ${defaults.data})`,
      pathFlag,
    )
    .addOption(configOption(', with --watch'));
}
/** Where the data is and how to read it. */
export function dataOptions(of: Command): Command {
  return of
    .option('--data <dir>', `folder with genes/ and phages/ (default: ${defaults.data})`, pathFlag)
    .option('--allow <rule>', 'turn the findings of a rule into warnings (repeatable)', allowFlag)
    .option('--deny <rule>', 'turn the warnings of a rule into errors (repeatable)', denyFlag)
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
      '--max-refused <n>',
      `after how many refused records reading ends (default: ${defaults.maxRefused})`,
      integerFlag(0, 1_000_000_000),
    )
    .option('--jobs <n>', 'number of threads (default: one per core)', integerFlag(1, 256));
}

export function reportOptions(of: Command): Command {
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
    .addOption(configOption(''))
    .option('--quiet', 'print nothing but findings and failures');
}

/** Values for a host's own files, and where to write them. */
export function hostOptions(of: Command): Command {
  return of
    .option('--dir <dir>', 'folder of the site', pathFlag, defaults.out)
    .option('--out <dir>', 'folder to write the files into, instead of printing them', pathFlag)
    .option('--root <path>', 'where the host finds the folder of the site', hostingFlag('root'))
    .option(
      '--server-name <name>',
      'host name of the site (default: that of the base URL)',
      hostingFlag('serverName'),
    )
    .option(
      '--certificate <file>',
      'certificate for https, for nginx and Caddy, as a path on the server',
      hostingFlag('certificate'),
    )
    .option('--certificate-key <file>', 'key of the certificate', hostingFlag('certificateKey'))
    .option('--bucket <name>', 'bucket of S3', hostingFlag('bucket'))
    .option('--distribution <id>', 'distribution of CloudFront', hostingFlag('distribution'))
    .option('--worker-name <name>', 'name of the worker of Cloudflare', hostingFlag('workerName'))
    .option(
      '--zone <domain>',
      'domain at Cloudflare that the route of the worker belongs to',
      hostingFlag('zone'),
    )
    .option('--list', 'show what each host can do')
    .addOption(configOption(', whose "hosting" sets the same values'));
}

/** What to verify, how much of it, and how to report. */
export function verifyOptions(of: Command): Command {
  return of
    .addArgument(
      new Argument('<target>', 'folder of a site, or the address it is served at').argParser(
        pathFlag,
      ),
    )
    .option(
      '--host <name>',
      'host that serves the address: what the host cannot keep is noted, not a failure',
      hostNameOf,
    )
    .option(
      '--allow <rule>',
      'accept records that break a rule as published on purpose (repeatable)',
      allowFlag,
    )
    .option(
      '--expect-release <id>',
      'release that must be there: its id, or at least its first 7 digits',
      releaseIdFlag,
    )
    .addOption(keyOption())
    .option(
      '--max-age <seconds>',
      'max-age of Cache-Control that an address must send (default: as its release.json says)',
      integerFlag(0, maxAgeLimit),
    )
    .option(
      '--sample <n>',
      'check only this many random pages of each list',
      integerFlag(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--seed <n>', 'which sample', integerFlag(0, Number.MAX_SAFE_INTEGER), 1)
    .option(
      '--rate <n>',
      'largest number of requests per second to an address',
      integerFlag(1, 100_000),
    )
    .option(
      '--timeout <seconds>',
      'how long an address may take in total (default: no limit)',
      integerFlag(1, 1_000_000),
    )
    .option(
      '--jobs <n>',
      'threads for a folder (default: one per core), connections to an address (default: 4)',
      integerFlag(1, 256),
    )
    .addOption(
      new Option('--format <format>', 'how to print the report')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addOption(configOption(', for the rules that it allows'))
    .option('--quiet', 'print nothing but failures');
}
