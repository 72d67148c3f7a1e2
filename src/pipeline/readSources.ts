/** Reads, validates and sorts what was discovered: ends with sorted runs on disk and the findings about the records. */
import { hash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { joinChanges, type KeyChanges, noChanges } from '../base/keyChanges.ts';
import type { Progress } from '../base/progress.ts';
import type { MergedRun, SpilledRun } from '../base/runs.ts';
import {
  type CollectionName,
  type PerCollection,
  perCollection,
} from '../contract/collectionName.ts';
import type { PieceFacts } from '../records/collection.ts';
import {
  collections as known,
  createCrossRecordRules,
  type CrossRecordRules,
} from '../records/collections.ts';
import { type StoredGenome, storedGenomes } from '../records/genomes.ts';
import { phagesNamed } from '../records/summaries.ts';
import { countEntries, type ViewEntries } from '../sinks/planViews.ts';
import { type GenomePlace, writeGenomeIndex } from '../sequences/genomeStore.ts';
import { emptySource, tooManyRefused } from '../sources/decodeSource.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import { compareRuns } from '../sources/intakeBundle.ts';
import type { Piece } from '../sources/planBundles.ts';
import type { GenomesTask, PieceResult, RecordLimits } from '../sources/recordIntake.ts';
import { genomesFolder, type SourceKind } from '../sources/source.ts';
import { createFindingLog, type Finding, type FindingLog, type Locate } from '../text/findings.ts';
import type { RuleChoices } from '../text/rules.ts';
import { type CachedBundle, factsPathOf, readFacts, runPathOf } from './cacheIndex.ts';
import {
  cachedRun,
  describeBundle,
  type IntakePlan,
  isUnchanged,
  keptBundle,
  planIntake,
  type PlannedBundle,
  type PlanOptions,
  restamped,
  takeBundle,
  type TakenBundle,
} from './planIntake.ts';
import type { SiteCache } from './siteCache.ts';
import type { ShardStep } from './settings.ts';
import { dealWith, type Workers } from './tasks.ts';

type GenomeOptions = Pick<GenomesTask, 'willBeCached' | 'maxFindings' | 'allowed' | 'denied'> & {
  readonly workDir: string;
};

/**
 * Takes a bundle of files with genomes in: from the cache if none of them changed, else by reading all of it. Throws a
 * Failure, or DamagedCache when the cache proves damaged.
 */
export async function takeGenomes(
  planned: PlannedBundle,
  workers: Workers,
  { workDir, ...options }: GenomeOptions,
): Promise<TakenBundle> {
  const { cached, steps } = planned;
  if (cached !== null && isUnchanged(planned)) {
    const facts = readFacts(factsPathOf(workDir, cached.id), cached);
    const kept = keptBundle(planned, facts, workDir);
    if (kept !== null) return kept;
  }
  const id = randomUUID();
  const storePath = runPathOf(workDir, id);
  const task = { ...options, pieces: steps.map(({ piece }) => piece), storePath };
  const { pieces: read, storeBytes } = await workers.run('intakeGenomes', task);
  const pieces = read.map((piece) => ({ ...piece, comparedWith: '' }));
  const count = pieces.reduce((sum, { facts }) => sum + genomesIn(facts).length, 0);
  // Each genome has its own hash; the block as a whole has no checksum.
  const block = { offset: 0, bytes: storeBytes, count, crc: 0, firstKey: '' };
  const run = { path: storePath, count, blocks: [block] };
  return { id, run, pieces, changes: noChanges, refused: 0 };
}

/**
 * Indexes the genomes for the threads that compare genes with them; of two with the same name, the first. Throws the
 * system's error.
 */
export function indexGenomes(
  taken: readonly { readonly rank: number; readonly store: string; readonly facts: PieceFacts }[],
  workDir: string,
) {
  const index = new Map<string, GenomePlace>();
  let count = 0;
  for (const { store, facts } of taken.toSorted((a, b) => a.rank - b.rank)) {
    for (const { name, offset, length, sha256, crc } of genomesIn(facts)) {
      count++;
      if (!index.has(name)) index.set(name, { store, offset, length, sha256, crc });
    }
  }
  if (count === 0) return { count, indexPath: null, comparedWith: () => '', namesHash: () => '' };
  const indexPath = path.join(workDir, `${randomUUID()}.genomes`);
  writeGenomeIndex(indexPath, index);
  return {
    count,
    /** The file of the index; null if there are no genomes. */
    indexPath,
    /** Identifies the genomes that genes with these facts are compared with; empty for none. */
    comparedWith: (facts: PieceFacts): string => {
      const compared = phagesNamed(facts).flatMap((phage) => {
        const genome = index.get(phage);
        return genome === undefined ? [] : [[phage, genome.sha256]];
      });
      return compared.length === 0 ? '' : hash('sha256', JSON.stringify(compared));
    },
    /** Identifies the names of all genomes. */
    namesHash: () => hash('sha256', JSON.stringify([...index.keys()].sort())),
  };
}

function genomesIn(facts: PieceFacts): readonly StoredGenome[] {
  return facts[storedGenomes.name] as readonly StoredGenome[];
}

/** What is kept of each piece after intake, in source order; compact, since there may be millions. */
type Reported = Pick<PieceResult, 'findings' | 'ofFile' | 'uncounted'>;

/** Stored in columns: most pieces have no findings, and then cost only a few numbers. */
function createTakenPieces(count: number) {
  const files = Array.from({ length: count }, () => '');
  const lineBreaks = new Float64Array(count);
  const blank = new Uint8Array(count);
  const reported: (Reported & { readonly rank: number })[] = [];
  return {
    /** Notes the piece of that rank in source order; pieces may arrive in any order. */
    note(rank: number, file: string, piece: Omit<PieceResult, 'facts'>): void {
      files[rank] = file;
      lineBreaks[rank] = piece.lineBreaks;
      blank[rank] = Number(piece.isBlank);
      const { findings, ofFile, uncounted } = piece;
      if (findings.length + ofFile.length + uncounted.size > 0) {
        reported.push({ rank, findings, ofFile, uncounted });
      }
    },
    /** Call after all are noted. Maps lines of pieces to lines of files. */
    createLocate(): Locate {
      // A piece's line numbers continue those of the file's earlier pieces.
      const linesBefore = new Float64Array(count);
      for (let rank = 1; rank < count; rank++) {
        if (files[rank] !== files[rank - 1]) continue;
        linesBefore[rank] = (linesBefore[rank - 1] ?? 0) + (lineBreaks[rank - 1] ?? 0);
      }
      return ({ rank, line }) => {
        return { file: files[rank] ?? '', line: line + (linesBefore[rank] ?? 0) };
      };
    },
    /** Call after all are noted. Gives the findings of the pieces in source order, with lines of the file. */
    *reported(locate: Locate): Generator<Reported> {
      reported.sort((a, b) => a.rank - b.rank);
      for (const { rank, findings, ofFile, uncounted } of reported) {
        const inFile = (finding: Finding): Finding =>
          finding.line === 0
            ? finding
            : { ...finding, line: locate({ rank, line: finding.line }).line };
        yield { findings: findings.map(inFile), ofFile: ofFile.map(inFile), uncounted };
      }
    },
    /** Files that were read in pieces, all of which are blank. */
    blankFiles(): Set<string> {
      const found = new Set(files.filter((_, rank) => blank[rank] === 1));
      if (found.size > 0) files.forEach((file, rank) => blank[rank] === 0 && found.delete(file));
      return found;
    },
  };
}

export interface DataOptions extends RuleChoices {
  /** Folder of the sources. */
  readonly data: string;
  /** Upper bound on the findings kept for display. */
  readonly maxErrors: number;
  /** After more refused records than this, reading ends. */
  readonly maxRefused?: number;
  readonly limits: RecordLimits;
  /** See `IntakeTask`. */
  readonly linkTo?: string | null;
}

export interface IntakeSurroundings extends Pick<SiteCache, 'workDir' | 'cached' | 'willBeCached'> {
  readonly workers: Workers;
  readonly same: PlanOptions['same'];
  readonly progress: Progress;
}

export interface DataIntake {
  /** The collections that a site of these sources has; the code below sees no others. */
  readonly present: readonly CollectionName[];
  readonly collections: PerCollection<SortedCollection>;
  readonly findings: FindingLog;
  /** Upper bound on the findings kept. */
  readonly maxFindings: number;
  readonly sources: { readonly files: number; readonly bytes: number };
  /** The groups with keys that may differ only by case: see `KeyCase`. */
  readonly contested: PerCollection<ReadonlySet<string>>;
  readonly entries: ViewEntries;
  readonly locate: Locate;
  /** The number of genomes that were read; null if the data has no folder for them. */
  readonly genomes: number | null;
  /** The file of their index; null if there are none. */
  readonly genomeIndex: string | null;
  /** What the cache stores about the runs. */
  readonly bundles: readonly CachedBundle[];
}

/** Of all records, for what is checked between them: the facts grow with the data, so that nothing may hold them long. */
export interface DataFacts {
  readonly names: CrossRecordRules['names'];
  readonly facts: CrossRecordRules['all'];
}

interface SortedCollection {
  readonly count: number;
  readonly runs: readonly MergedRun[];
  /** Beside the cached bundles; null when there are none, or too much changed to tell. */
  readonly changes: KeyChanges | null;
}

// Large enough that there are few runs to merge, small enough that a worker can hold one in memory twice.
const defaultBundleBytes = 32 << 20;

/** Reads what was discovered. Bad data is in the findings; throws a Failure or DamagedCache for anything else. */
export async function readSources(
  discovered: Discovered,
  options: DataOptions,
  surroundings: IntakeSurroundings,
  bundleBytes = defaultBundleBytes,
): Promise<DataIntake & DataFacts> {
  const { progress, workDir, workers } = surroundings;
  const { sources } = discovered;
  const findings = createFindingLog({ ...options, maxKept: options.maxErrors });
  for (const finding of discovered.findings) findings.add(finding);
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);

  progress.stage('Reading', bytes, 'bytes');
  const { cached: before, same, willBeCached } = surroundings;
  const plan = planIntake(sources, before, { bundleBytes, same });
  const ranks = rankPieces(plan);
  const crossRules = createCrossRecordRules(options.maxErrors);
  const pieceNotes = createTakenPieces(ranks.size);
  const { allowed, denied, limits, maxErrors: maxFindings } = options;
  const rules = { maxFindings, allowed: [...allowed], denied: [...denied] };
  const { maxRefused = Infinity } = options;
  let refused = 0;
  const dealBundles = async (
    work: ShardStep,
    bundles: readonly PlannedBundle[],
    take: (planned: PlannedBundle) => Promise<TakenBundle>,
  ) => {
    const cost = ({ steps }: PlannedBundle) =>
      steps.reduce((sum, { piece }) => sum + costOf(piece), 0);
    return dealWith(workers)(work, bundles, cost, async (planned): Promise<RankedBundle> => {
      const { id, run, pieces, changes, ...counted } = await take(planned);
      refused += counted.refused;
      const bundleRanks = planned.steps.map(({ piece }) => ranks.get(piece) ?? 0);
      // Noted and dropped at once, so that the facts of all records are never in memory together.
      pieces.forEach((piece, at) => {
        const rank = bundleRanks[at] ?? 0;
        crossRules.note(piece.facts, rank);
        pieceNotes.note(rank, planned.steps[at]?.piece.source.file ?? '', piece);
      });
      const isKept = id === planned.cached?.id;
      const cached =
        willBeCached && !isKept
          ? describeBundle(planned, { id, run, pieces }, workDir)
          : restamped(planned);
      progress.advance(planned.steps.reduce((sum, { piece }) => sum + piece.end - piece.start, 0));
      return {
        collection: planned.collection,
        run: { ...run, ranks: Uint32Array.from(bundleRanks) },
        cached,
        changes,
      };
    });
  };
  const stored: Parameters<typeof indexGenomes>[0][number][] = [];
  const withGenomes = plan.bundles.filter(hasGenomes);
  const ofGenomes = await dealBundles('genomes', withGenomes, async (planned) => {
    const bundle = await takeGenomes(planned, workers, { ...rules, workDir, willBeCached });
    bundle.pieces.forEach(({ facts }, at) => {
      const piece = planned.steps[at]?.piece;
      const rank = piece === undefined ? 0 : (ranks.get(piece) ?? 0);
      stored.push({ rank, store: bundle.run.path, facts });
    });
    return bundle;
  });
  const genomes = indexGenomes(stored, workDir);
  const { linkTo = null } = options;
  const genomeIndex = genomes.indexPath;
  const takeOptions = { ...rules, limits, workDir, willBeCached, genomes: genomeIndex, linkTo };
  // Records that link to genomes depend on which phages have one.
  const named = linkTo === null ? '' : genomes.namesHash();
  const hasLinks = (kind: SourceKind) =>
    linkTo !== null && kind !== genomesFolder && known[kind].linkGenome !== null;
  const taken = await dealBundles(
    'sort',
    plan.bundles.filter((bundle) => !hasGenomes(bundle)),
    (planned) =>
      takeBundle(planned, workers, {
        ...takeOptions,
        maxRefused: maxRefused - refused,
        comparedWith: hasLinks(planned.collection) ? () => named : genomes.comparedWith,
      }),
  );

  const locate = pieceNotes.createLocate();
  const reportedOfFiles = new Set<string>();
  for (const piece of pieceNotes.reported(locate)) {
    for (const finding of piece.findings) findings.add(finding);
    for (const finding of piece.ofFile) {
      // A fault of a whole file is reported by each of its pieces: keep one.
      const reported = `${finding.rule} ${finding.expected} ${finding.file}`;
      if (!reportedOfFiles.has(reported)) findings.add(finding);
      reportedOfFiles.add(reported);
    }
    for (const [rule, count] of piece.uncounted) findings.count(rule, count);
  }
  for (const file of pieceNotes.blankFiles()) findings.add(emptySource(file));
  if (refused > maxRefused) {
    // What the others refer to may be among those that were not read.
    findings.add(tooManyRefused(options.data, maxRefused));
  } else {
    for (const finding of crossRules.findings(locate)) findings.add(finding);
    for (const { as, count } of crossRules.unreported()) findings.count(as, count);
  }
  progress.end();
  const { all, names } = crossRules;
  return {
    present: discovered.collections,
    collections: perCollection((name) =>
      sortedCollection(taken, name, before.length === 0 ? null : plan, workDir),
    ),
    findings,
    maxFindings: options.maxErrors,
    sources: { files: sources.length, bytes },
    contested: perCollection((name) => known[name].keyCase?.contested(all) ?? new Set()),
    entries: countEntries(all),
    locate,
    names,
    facts: all,
    genomes: discovered.hasGenomes ? genomes.count : null,
    genomeIndex,
    bundles: [...ofGenomes, ...taken].flatMap(({ cached }) => (cached === null ? [] : [cached])),
  };
}

function hasGenomes({ collection }: PlannedBundle): boolean {
  return collection === genomesFolder;
}

/**
 * Estimates the cost of reading, in bytes of plain lines: documents are parsed as a whole, and compressed bytes grow.
 */
function costOf({ source, start, end }: Piece): number {
  const isLines = source.layout === 'lines' && !source.gzipped;
  return (end - start) * (isLines ? 1 : 10);
}

/** A bundle that was read and sorted; its facts were noted and dropped. */
interface RankedBundle {
  readonly collection: SourceKind;
  readonly run: MergedRun;
  readonly cached: CachedBundle | null;
  readonly changes: KeyChanges | null;
}

/** The rank of each piece in source order. */
function rankPieces({ bundles }: IntakePlan): Map<Piece, number> {
  const pieces = bundles.flatMap(({ steps }) => steps.map(({ piece }) => piece));
  pieces.sort((a, b) => a.source.ordinal - b.source.ordinal || a.start - b.start);
  return new Map(pieces.map((piece, rank) => [piece, rank]));
}

/** `plan` is null if nothing was cached. */
function sortedCollection(
  taken: readonly RankedBundle[],
  collection: CollectionName,
  plan: IntakePlan | null,
  workDir: string,
): SortedCollection {
  const bundles = taken.filter((bundle) => bundle.collection === collection);
  const runs = bundles.map(({ run }) => run).filter(({ count }) => count > 0);
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  // With more that came and went, a build makes all anew.
  const most = count / 2;
  return { count, runs, changes: plan && changesIn(bundles, ofCollection(plan.dropped), most) };

  function ofCollection(dropped: readonly CachedBundle[]): SpilledRun[] {
    return dropped.flatMap((bundle) =>
      bundle.collection === collection ? cachedRun(bundle, workDir) : [],
    );
  }
}

/** Null if more than `most` records came and went. */
function changesIn(
  bundles: readonly RankedBundle[],
  dropped: readonly SpilledRun[],
  most: number,
): KeyChanges | null {
  const added = bundles.flatMap(({ changes, run }) => (changes === null ? run : []));
  if ([...added, ...dropped].reduce((sum, run) => sum + run.count, 0) > most) return null;
  const changes = joinChanges([
    ...bundles.flatMap((bundle) => bundle.changes ?? []),
    ...added.map((run) => compareRuns(null, run)),
    ...dropped.map((run) => compareRuns(run, null)),
  ]);
  return changes.added.length + changes.removed.length > most ? null : changes;
}
