/**
 * What a build remembers for the next one: which sorted runs hold which sources, and what was published from them.
 * The cache is beside the site and may be deleted at any time. It is used only where it proves intact: the index by
 * its own hash; runs, facts and notes by checksums, and against what the index says of them.
 */
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { attempt, DamagedCache } from '../base/failure.ts';
import { readOwn, textIn } from '../base/files.ts';
import type { RunBlock } from '../base/runs.ts';
import type { PerCollection } from '../contract/collectionName.ts';
import type { Release } from '../contract/release.ts';
import { apiFolder, manifestFile } from '../contract/sitePaths.ts';
import { removeAdded, type StagedAt } from '../publishing/liveRelease.ts';
import { emptyFolder } from '../publishing/publishSite.ts';
import type { PieceResult } from '../sources/recordIntake.ts';
import type { FileStamp, SourceKind } from '../sources/source.ts';
import type { CountedAs, Finding } from '../text/findings.ts';

export interface CacheIndex {
  /** Program version and options that decide the result of an intake. */
  readonly intakeKey: string;
  readonly bundles: readonly CachedBundle[];
  readonly published: CachedSite;
}

export interface CachedBundle {
  /** Prefix of its files in the cache folder: `<id>.run` and `<id>.facts`. */
  readonly id: string;
  readonly collection: SourceKind;
  /** Number of its records or genomes. */
  readonly count: number;
  readonly blocks: readonly RunBlock[];
  readonly pieces: readonly CachedPiece[];
  /** Hash of the facts file. */
  readonly factsHash: string;
}

export interface CachedPiece extends FileStamp {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Size of the whole file; the stamp, too, is that of the whole file. */
  readonly bytes: number;
  /** Hash of the piece's bytes. */
  readonly hash: string;
}

/**
 * The options that decide a site's bytes, in layers: the options of a layer do not affect what the layers before it
 * cover.
 */
export interface SiteKey {
  /** Covers single records, views and bulk files. */
  readonly records: string;
  /** Covers numbered pages. */
  readonly pages: string;
  /** Covers what every build writes: files for hosts, and those that describe the site. */
  readonly about: string;
}

/** First key of each page; null when keys repeat, since a record's page does not follow from its key then. */
export type FirstKeys = readonly string[] | null;

/** The site that was built from the bundles. */
export interface CachedSite {
  readonly siteKey: SiteKey;
  /** Hash of the findings about the data folder itself, which are among `findings`. */
  readonly discovered: string;
  /** Identifies how the data folder was spelt, since findings name it. */
  readonly dataKey: string;
  readonly release: Release;
  /** A newer file in the site was not written by the build. */
  readonly publishedAtMs: number;
  /** When the sources were discovered: one changed about then may have changed again unnoticed. */
  readonly discoveredAtMs: number;
  readonly firstKeys: PerCollection<FirstKeys>;
  /** Hash of the notes about its pages, which are in `<hash>.notes`. */
  readonly notesHash: string;
  readonly findings: readonly Finding[];
  readonly uncounted: readonly (readonly [CountedAs, number])[];
}

const indexName = 'index.json';
const stagedName = 'staged';
/** The folder `api/` of the site that the live one replaced, and the manifest of that site. */
export const formerName = 'former';
const formerManifest = 'former.json';
/** What the cache has besides the files that its index names. */
export const ownNames: readonly string[] = [indexName, stagedName, formerName, formerManifest];

export function runPathOf(cacheDir: string, id: string): string {
  return path.join(cacheDir, `${id}.run`);
}

export function factsPathOf(cacheDir: string, id: string): string {
  return path.join(cacheDir, `${id}.facts`);
}

export function notesPathOf(cacheDir: string, notesHash: string): string {
  return path.join(cacheDir, `${notesHash}.notes`);
}

type LoadedCache =
  | { readonly kind: 'none' }
  /** Found, but unusable; `reason` completes "the cache was ignored: it …". */
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly index: CacheIndex };

/** Reads the index of a cache folder if it is intact and has this `intakeKey`; `data` is the folder of the sources. */
export function loadCacheIndex(cacheDir: string, intakeKey: string, data: string): LoadedCache {
  const text = textIn(path.join(cacheDir, indexName));
  if (text === null) return { kind: 'none' };
  const [expected, ...rest] = text.split('\n');
  const body = rest.join('\n');
  if (hash('sha256', body) !== expected) return { kind: 'ignored', reason: 'is damaged' };
  const index: CacheIndex = JSON.parse(body);
  if (index.intakeKey !== intakeKey)
    return { kind: 'ignored', reason: 'belongs to another version or other options' };
  const prefix = path.join(data, path.sep);
  const shown = (name: string) =>
    name === hidden + hidden ? data : name.replaceAll(hidden, prefix);
  return { kind: 'loaded', index: renamed(index, (file) => path.join(data, file), shown) };
}

/** Replaces the index atomically. Throws the system's error. */
export function saveCacheIndex(cacheDir: string, index: CacheIndex, data: string): void {
  const prefix = path.join(data, path.sep);
  const hide = (name: string) =>
    name === data ? hidden + hidden : name.replaceAll(prefix, hidden);
  const body = JSON.stringify(renamed(index, (file) => path.relative(data, file), hide));
  const draft = path.join(cacheDir, `${indexName}.new`);
  rmSync(draft, { force: true });
  writeFileSync(draft, `${hash('sha256', body)}\n${body}`, { flag: 'wx' });
  renameSync(draft, path.join(cacheDir, indexName));
}

/**
 * Stands for the data folder: the cache is beside the site, where a web server may expose it, so it must not disclose
 * where the data is. It cannot occur in the text of a finding, where control characters are escaped.
 */
const hidden = '\0';

/** With other names of files: of sources by `nameOf`, and in the texts of findings by `told`. */
function renamed(
  { bundles, published, ...rest }: CacheIndex,
  nameOf: (file: string) => string,
  told: (text: string) => string,
): CacheIndex {
  return {
    ...rest,
    bundles: bundles.map((bundle) => ({
      ...bundle,
      pieces: bundle.pieces.map((piece) => ({ ...piece, file: nameOf(piece.file) })),
    })),
    published: {
      ...published,
      findings: published.findings.map(({ file, expected, found, ...finding }) => ({
        ...finding,
        file: told(file),
        expected: told(expected),
        found: told(found),
      })),
    },
  };
}

/** When the live release was staged; null if it is not known. */
export function loadStagedAt(cacheDir: string): StagedAt | null {
  return parseStagedAt(textIn(path.join(cacheDir, stagedName)) ?? '');
}

function parseStagedAt(line: string): StagedAt | null {
  const [, release, ms] = /^([0-9a-f]{64}) (\d+(?:\.\d+)?)\n$/.exec(line) ?? [];
  return release === undefined ? null : { release, ms: Number(ms) };
}

function lineOf({ release, ms }: StagedAt): string {
  return `${release} ${ms}\n`;
}

/** Throws the system's error. */
export function saveStagedAt(cacheDir: string, stagedAt: StagedAt): void {
  const file = path.join(cacheDir, stagedName);
  rmSync(file, { force: true });
  writeFileSync(file, lineOf(stagedAt), { flag: 'wx' });
}

/** The site that the live one replaced. */
export interface FormerSite {
  /** To be called once, since it is large. */
  readonly takeManifest: () => Buffer;
  readonly stagedAtMs: number;
}

/**
 * Keeps `api/` of a site that was replaced and is removed. The next build makes its own of it: with a folder for each
 * record, that takes far less than to make all folders and links anew. Call before `saveStagedAt`.
 */
export function keepFormer(cacheDir: string, siteDir: string): void {
  const kept = path.join(cacheDir, formerName);
  const manifest = path.join(cacheDir, formerManifest);
  rmSync(manifest, { force: true });
  // Removed with the rest of the site.
  if (existsSync(kept)) renameSync(kept, path.join(siteDir, formerName));
  const bytes = readOwn(path.join(siteDir, manifestFile));
  const stagedAt = loadStagedAt(cacheDir);
  // Without the time, a file that was changed since is not found.
  if (stagedAt?.release !== hash('sha256', bytes)) return;
  renameSync(path.join(siteDir, apiFolder), kept);
  writeFileSync(manifest, lineOf(stagedAt), { flag: 'wx' });
  appendFileSync(manifest, bytes);
}

/**
 * Moves what was kept to `api/` of an empty staging folder, without anything that is not in its manifest; null if that
 * is not possible, or nothing was kept.
 */
export async function takeFormer(cacheDir: string, stagingDir: string): Promise<FormerSite | null> {
  const file = path.join(cacheDir, formerManifest);
  const bytes = attempt(() => readOwn(file));
  // Where case is ignored, a new name may be that of a folder that is removed.
  const ignoresCase = existsSync(path.join(cacheDir, formerManifest.toUpperCase()));
  rmSync(file, { force: true });
  if (bytes === undefined || ignoresCase) return null;
  const start = bytes.indexOf('\n') + 1;
  const manifest = bytes.subarray(start);
  const stagedAt = parseStagedAt(bytes.toString('latin1', 0, start));
  if (stagedAt?.release !== hash('sha256', manifest)) return null;
  try {
    const kept = path.join(cacheDir, formerName);
    if (!lstatSync(kept).isDirectory()) return null;
    renameSync(kept, path.join(stagingDir, apiFolder));
    await removeAdded(stagingDir, manifest, stagedAt.ms);
    return { takeManifest: createTaker(manifest), stagedAtMs: stagedAt.ms };
  } catch {
    await emptyFolder(stagingDir);
    return null;
  }
}

/** A function of its own, so that what was taken is kept alive by nothing else. */
function createTaker(manifest: Buffer): () => Buffer {
  let left: Buffer | null = manifest;
  return () => {
    const taken = left;
    left = null;
    if (taken === null) throw new Error('the manifest was taken before');
    return taken;
  };
}

/** Deletes the index, which empties the cache. */
export function dropCacheIndex(cacheDir: string): void {
  rmSync(path.join(cacheDir, indexName), { force: true });
}

/** Throws DamagedCache if it cannot be read or was changed. */
export function readVerified(file: string, sha256: string): Buffer {
  const bytes = attempt(() => readOwn(file));
  if (bytes === undefined) throw new DamagedCache(`${file} cannot be read`);
  if (hash('sha256', bytes) !== sha256) throw new DamagedCache(`${file} is damaged`);
  return bytes;
}

/** What is known of a piece after intake. */
export interface KnownPiece extends PieceResult {
  /** Identifies the genomes that its genes were compared with; empty for none. */
  readonly comparedWith: string;
}

/** Writes the file; returns its hash. Throws the system's error. */
export function writeFacts(file: string, pieces: readonly KnownPiece[]): string {
  // Findings are stored without file names: the reader knows the files, and the cache must not disclose where they
  // are.
  const bytes = serialize(
    pieces.map(({ findings, ...piece }) => ({
      ...piece,
      findings: findings.map((finding) => ({ ...finding, file: '' })),
    })),
  );
  writeFileSync(file, bytes);
  return hash('sha256', bytes);
}

/**
 * Reads what `writeFacts` wrote; findings name no file. Throws DamagedCache when the file was changed, or does not
 * belong to pieces with these hashes.
 */
export function readFacts(
  file: string,
  {
    factsHash,
    pieces,
  }: Pick<CachedBundle, 'factsHash'> & { readonly pieces: readonly Pick<CachedPiece, 'hash'>[] },
): KnownPiece[] {
  const facts: KnownPiece[] = deserialize(readVerified(file, factsHash));
  const isOfThese =
    facts.length === pieces.length && facts.every((of, at) => of.hash === pieces[at]?.hash);
  if (!isOfThese) throw new DamagedCache(`${file} is of other sources`);
  return facts;
}
