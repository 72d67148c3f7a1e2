/** Flags, configuration file and defaults become one resolved Config; nothing else decides a default. */
import path from 'node:path';
import type { CollectionName, PerCollection } from '../contract/collectionName.ts';
import type { RuleName } from '../findings/rules.ts';
import { readConfigFile } from './configFile.ts';

export const findingFormats = ['text', 'json', 'github'] as const;

export type FindingFormat = (typeof findingFormats)[number];

/** What was said on the command line or in the file; what was not said is absent. */
export interface Settings {
  readonly data?: string;
  readonly out?: string;
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl?: string;
  readonly pageSize?: PageSizes;
  readonly maxAge?: number;
  readonly geneFiles?: boolean;
  readonly allow?: readonly RuleName[];
  readonly maxErrors?: number;
  readonly format?: FindingFormat;
  readonly quiet?: boolean;
}

/** Page sizes as said: `all` holds for a collection that is not named. */
export type PageSizes = { readonly [C in CollectionName | 'all']?: number };

export interface Config {
  /** Folder of the sources, as findings name it. */
  readonly data: string;
  /** Folder of the site. */
  readonly out: string;
  readonly baseUrl: string;
  readonly pageSizes: PerCollection<number>;
  /** Seconds (M5). */
  readonly maxAge: number;
  readonly geneFiles: boolean;
  readonly allowed: ReadonlySet<RuleName>;
  readonly maxErrors: number;
  readonly format: FindingFormat;
  readonly quiet: boolean;
}

export const defaultConfigFile = 'phagepress.config.json';

export const defaults = {
  data: 'data',
  out: 'dist',
  baseUrl: 'http://127.0.0.1:8080',
  maxAge: 300,
  geneFiles: true,
  maxErrors: 50,
  format: 'text',
  quiet: false,
} as const;

export const defaultPageSize = 100;

/**
 * Resolves what a command runs with: flags win over the file, the file over the defaults; allowed rules
 * add up. `configFile` is what `--config` names; without it the default file is read if it is there.
 * Throws a Failure.
 */
export async function resolveConfig(flags: Settings, configFile?: string): Promise<Config> {
  const file = await readConfigFile(configFile ?? defaultConfigFile, configFile !== undefined);
  const { pageSize: _, allow: __, ...said } = { ...defaults, ...file, ...flags };
  return {
    ...said,
    data: path.normalize(said.data),
    out: path.normalize(said.out),
    pageSizes: resolvePageSizes(flags.pageSize, file.pageSize),
    allowed: new Set([...(file.allow ?? []), ...(flags.allow ?? [])]),
  };
}

function resolvePageSizes(flags: PageSizes = {}, file: PageSizes = {}): PerCollection<number> {
  // A size for all on the command line also wins over a collection's own in the file.
  const said = flags.all === undefined ? { ...file, ...flags } : flags;
  const all = said.all ?? defaultPageSize;
  return { phages: said.phages ?? all, genes: said.genes ?? all };
}
