/** The options of verify. */
import { Argument, type Command, Option } from 'commander';
import { allowFlag, hostNameOf, integerFlag, pathFlag, releaseIdFlag } from '../config/flags.ts';
import { configOption, maxAgeLimit } from './options.ts';

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
