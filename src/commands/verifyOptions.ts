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
      '--timeout <seconds>',
      'how long an address may take in all (default: no limit)',
      integerFlag(1, 1_000_000),
    )
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
    .addOption(configOption(', for the rules that it allows'))
    .option('--quiet', 'print nothing but failures');
}
