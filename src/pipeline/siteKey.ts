/** The cache key of a build: strings that change when results of the last build are no longer valid. */
import { hash } from 'node:crypto';
import type { SiteKey } from '../incremental/remembered.ts';
import type { PlannedOptions } from './building.ts';
import type { DataOptions } from './readSources.ts';
import type { StaticFile } from '../publishing/stageStatic.ts';
import { compareText } from '../text/compareText.ts';
import { programVersion } from '../installed.ts';
import { pageAssetNames } from '../describing/pageAssets.ts';

// Increase when the cache format changes within one version of the program.
const cacheVersion = 18;

// Where refused records end the reading, nothing is published, and nothing kept.
type IntakeOption = Exclude<keyof DataOptions, 'data' | 'maxRefused'>;

/** Every option of the data must be here, or changing it leaves stale runs. Where the data lies does not matter. */
const decidesIntake: Readonly<Record<IntakeOption, true>> = {
  allowed: true,
  denied: true,
  limits: true,
  linkTo: true,
  maxErrors: true,
};

/** Changes whenever the result of intake may change. */
export function intakeKey(options: DataOptions): string {
  const names = (Object.keys(decidesIntake) as IntakeOption[]).sort(compareText);
  const values = names.map((name) => {
    const value = options[name];
    return [name, value instanceof Set ? [...value].map(String).sort(compareText) : value];
  });
  return JSON.stringify([programVersion(), cacheVersion, ...values]);
}

type Option = Exclude<keyof PlannedOptions, 'static'>;

/**
 * Which part of the key each option belongs to. Every option must be here: if one is missing, changing it leaves a
 * stale site. The files that `static` names are hashed instead.
 */
const decides: Readonly<Record<Option, keyof SiteKey>> = {
  baseUrl: 'records',
  bulk: 'records',
  collections: 'records',
  caseInsensitiveNames: 'records',
  fieldNames: 'records',
  geneFiles: 'records',
  linkGenomes: 'records',
  genomesFile: 'records',
  links: 'records',
  phageAliases: 'records',
  precompress: 'records',
  releaseDate: 'records',
  spreadsheetSafe: 'records',
  views: 'records',
  furtherSizes: 'pages',
  pageSizes: 'pages',
  about: 'about',
  hosts: 'about',
  maxAge: 'about',
  pages: 'about',
  yieldingSizes: 'about',
};

/** Changes whenever the site's bytes may change although the records did not. */
export function siteKey(
  options: PlannedOptions,
  staticFiles: readonly StaticFile[],
  labels: ReadonlyMap<number, string> = new Map(),
): SiteKey {
  const names = (Object.keys(decides) as Option[]).sort(compareText);
  const keyOf = (key: keyof SiteKey, ...more: unknown[]) =>
    JSON.stringify([
      ...names.flatMap((name) => (decides[name] === key ? [[name, options[name]]] : [])),
      ...more,
    ]);
  // The version of zlib decides the bytes of bulk files.
  const zlib = options.bulk.length === 0 ? '' : process.versions.zlib;
  const assets = options.pages ? pageAssetNames() : '';
  return {
    records: keyOf('records', zlib),
    pages: keyOf('pages'),
    about: keyOf(
      'about',
      assets,
      labels.size === 0 ? '' : hash('sha256', JSON.stringify([...labels])),
      ...staticFiles.map((file) => [file.path, file.sha256]),
    ),
  };
}
