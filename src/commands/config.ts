/** Resolves flags, configuration file and defaults into one Config; the only place that sets defaults. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Failure } from '../base/failure.ts';
import { bulkNames, defaultBulk } from '../contract/bulkFiles.ts';
import { collectionNames, listNames, perList } from '../contract/collectionName.ts';
import { changedNames, neutralNames, phagesdbNames } from '../contract/siteOptions.ts';
import { viewNames } from '../contract/routes.ts';
import { noHosting } from '../hosts/host.ts';
import type { Config, PageSizes, ProfileName, Settings } from '../pipeline/settings.ts';
import type { RuleChoices } from '../text/rules.ts';

const offeredSizes = [100, 1000, 'all'] as const;

/** Sets of defaults for what the clients of a community expect. Any other setting overrides them. */
const profiles: Readonly<Record<ProfileName, Settings>> = {
  phagesdb: {
    fieldNames: phagesdbNames,
    linkGenomes: true,
    genomesFile: 'Actinobacteriophages-All.fasta',
    phageAliases: true,
    bulk: bulkNames,
    pageSize: { genes: offeredSizes, phages: offeredSizes },
  },
};

/** The settings of a profile; none without a profile. */
export function profileOf(name: ProfileName | false | undefined): Settings {
  return name === undefined || name === false ? {} : profiles[name];
}

export const defaultConfigFile = 'phagepress.config.json';

export const defaults = {
  data: 'data',
  out: 'dist',
  baseUrl: 'http://127.0.0.1:8080',
  host: [],
  links: 'query',
  maxAge: 300,
  geneFiles: true,
  caseInsensitiveNames: false,
  phageAliases: false,
  views: viewNames,
  bulk: defaultBulk,
  spreadsheetSafe: false,
  linkGenomes: false,
  pages: true,
  html: true,
  about: {},
  fieldNames: neutralNames,
  precompress: [],
  maxDrop: 10,
  maxRenumbered: 10,
  changes: true,
  cache: true,
  checkLive: false,
  maxRecordBytes: 16 * 1024 * 1024,
  maxNesting: 100,
  maxErrors: 50,
  maxRefused: 100_000,
  format: 'text',
  quiet: false,
} as const;

export const defaultPageSize = 100;

/**
 * Resolves a command's configuration: flags override the file, the file overrides the profile, and the profile
 * overrides defaults; rules and names of fields add up. `configFile` is the value of `--config`; without it the default
 * file is read if it exists. Throws a Failure.
 */
export async function resolveConfig(flags: Settings, configFile?: string): Promise<Config> {
  return resolveSettings(flags, await readSettings(configFile, flags));
}

/** The same, if the file is read already or there is none. Throws a Failure. */
export function resolveSettings(flags: Settings, file: Settings): Config {
  const profile = profileOf(flags.profile ?? file.profile);
  const {
    pageSize: _,
    allow: __,
    deny: ___,
    host: hosts,
    profile: ____,
    imports: _____,
    ...merged
  } = { ...defaults, ...profile, ...file, ...flags };
  const { maxRecordBytes, maxNesting, ...options } = merged;
  const choices = resolveRules(flags, file);
  // CloudFront's function asks for each name of a phage in lower case.
  const isFolded = options.phageAliases && hosts.includes('cloudfront');
  if ((options.caseInsensitiveNames || isFolded) && choices.allowed.has('name-case')) {
    const option = options.caseInsensitiveNames
      ? '--case-insensitive-names'
      : '--phage-aliases and --host cloudfront';
    throw new Failure(
      'usage',
      `With ${option}, --allow name-case is impossible: two names that differ only by case would share an address.`,
      {
        hint: 'Leave out one of the two. Without --allow name-case, a check names every such pair.',
      },
    );
  }
  if ((flags.html ?? (flags.pages === undefined && file.html)) === true && !options.pages)
    throw new Failure('usage', '--html needs the pages for people, which are not published.', {
      hint: 'Leave out --html, or --no-pages.',
    });
  const bulk = bulkNames.filter((name) => options.bulk !== false && options.bulk.includes(name));
  return {
    ...options,
    ...choices,
    hosts,
    // Without pages for people there are none that need no script.
    html: options.html && options.pages,
    hosting: { ...noHosting, ...file.hosting },
    views: viewNames.filter((name) => options.views !== false && options.views.includes(name)),
    bulk,
    // If explicitly asked for, links that would lead nowhere are an error.
    linkGenomes:
      flags.linkGenomes ?? file.linkGenomes ?? (options.linkGenomes && bulk.includes('genomes')),
    genomesFile:
      flags.genomesFile ??
      file.genomesFile ??
      (bulk.includes('genomes') ? (options.genomesFile ?? null) : null),
    fieldNames: changedNames({ ...profile.fieldNames, ...file.fieldNames }),
    jobs: options.jobs ?? availableParallelism(),
    records: options.records ?? null,
    releaseDate: options.releaseDate ?? null,
    keep: options.keep ?? null,
    switch: options.switch ?? null,
    sign: options.sign ?? null,
    limits: { maxRecordBytes, maxNesting },
    data: path.normalize(options.data),
    out: path.normalize(options.out),
    ...(options.static === undefined ? {} : { static: path.normalize(options.static) }),
    ...resolvePageSizes(profile.pageSize, file.pageSize, flags.pageSize),
  };
}

/** A rule named on the command line overrides what the file says of it. */
function resolveRules(flags: Settings, file: Settings): RuleChoices {
  for (const { allow = [], deny = [] } of [flags, file]) {
    const both = allow.find((rule) => deny.includes(rule));
    if (both === undefined) continue;
    throw new Failure('usage', `The rule ${both} is both allowed and denied.`, {
      hint: 'Say one of the two; what the command line says wins over the configuration file.',
    });
  }
  const { allow = [], deny = [] } = flags;
  const fileAllow = (file.allow ?? []).filter((rule) => !deny.includes(rule));
  const fileDeny = (file.deny ?? []).filter((rule) => !allow.includes(rule));
  return { allowed: new Set([...fileAllow, ...allow]), denied: new Set([...fileDeny, ...deny]) };
}

/** What the configuration file says; nothing without one. Throws a Failure. */
export async function readSettings(
  configFile: string | undefined,
  { profile }: Settings,
): Promise<Settings> {
  if (configFile === undefined && !existsSync(defaultConfigFile)) return {};
  // Imported lazily: the schema compiler takes longer to load than most builds, and only a configuration file needs
  // it.
  const { readConfigFile } = await import('./configFile.ts');
  return readConfigFile(configFile ?? defaultConfigFile, profile);
}

/** Later settings win: one for all lists replaces every size, others replace those of the lists that they name. */
function resolvePageSizes(
  profile: PageSizes = {},
  ...all: readonly (PageSizes | undefined)[]
): Pick<Config, 'pageSizes' | 'furtherSizes' | 'yieldingSizes'> {
  let options = profile;
  for (const more of all) options = more?.all === undefined ? { ...options, ...more } : more;
  const yielding = collectionNames.filter(
    (name) =>
      profile[name] !== undefined && all.every((more) => (more?.[name] ?? more?.all) === undefined),
  );
  const sizes = perList((list) => [options[list] ?? options.all ?? defaultPageSize].flat());
  const further = listNames.flatMap((list) =>
    sizes[list].length > 1 ? [[list, sizes[list].slice(1)] as const] : [],
  );
  return {
    pageSizes: perList((list) => Number(sizes[list][0])),
    furtherSizes: Object.fromEntries(further),
    ...(yielding.length === 0 ? {} : { yieldingSizes: yielding }),
  };
}

const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Whether it can be the value of `--release-date`: a calendar date, alone or with a time and its offset. */
export function isReleaseDate(text: string): boolean {
  const day = form.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  // `Date` reads February 30 as March 1 or 2: the round trip must give the same day.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
