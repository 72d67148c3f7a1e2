/** Reads, validates and sorts what was discovered: ends with sorted runs on disk and the findings about the records. */
import type { CachedBundle } from '../incremental/remembered.ts';
import { describeBundle } from '../incremental/describeBundle.ts';
import {
  type IntakePlan,
  planIntake,
  type PlannedBundle,
  type PlanOptions,
  restamped,
} from '../incremental/planIntake.ts';
import {
  type CollectionName,
  type PerCollection,
  perCollection,
} from '../contract/collectionName.ts';
import { createFindingLog, type FindingLog } from '../findings/findingLog.ts';
import type { Locate } from '../findings/recordPlace.ts';
import type { RuleChoices } from '../findings/rules.ts';
import type { RecordLimits } from '../intake/task.ts';
import type { Progress } from '../progress.ts';
import type { MergedRun } from '../sorting/runCursor.ts';
import type { Discovered } from '../sources/discoverSources.ts';
import type { Piece } from '../sources/planBundles.ts';
import { genomesFolder, type SourceKind } from '../sources/source.ts';
import { emptySource, tooManyRefused } from '../sources/sourceFindings.ts';
import type { SiteCache } from '../incremental/siteCache.ts';
import { takeBundle, type TakenBundle } from '../incremental/takeBundle.ts';
import { indexGenomes, takeGenomes } from './readGenomes.ts';
import { createTakenPieces } from './takenPieces.ts';
import { collections as known } from '../collections/collections.ts';
import { createCrossRecordRules, type CrossRecordRules } from '../collections/crossRecordRules.ts';
import { countEntries, type ViewEntries } from '../views/planViews.ts';
import { dealTasks } from '../workers/dealTasks.ts';
import type { Workers } from './workers.ts';

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

export interface IntakeSurroundings extends Pick<
  SiteCache,
  'workDir' | 'cached' | 'trustedBeforeMs' | 'willBeCached'
> {
  readonly workers: Workers;
  readonly hashOf: PlanOptions['hashOf'];
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
  readonly names: CrossRecordRules['names'];
  /** The joined facts of all records, for rules between records. */
  readonly facts: CrossRecordRules['all'];
  /** The number of genomes that were read; null if the data has no folder for them. */
  readonly genomes: number | null;
  /** The file of their index; null if there are none. */
  readonly genomeIndex: string | null;
  /** What the cache stores about the runs. */
  readonly bundles: readonly CachedBundle[];
}

interface SortedCollection {
  readonly count: number;
  readonly runs: readonly MergedRun[];
  /** Keys whose records differ from those of the cached bundles; null when keys were added or removed. */
  readonly changedKeys: readonly string[] | null;
}

// Large enough that there are few runs to merge, small enough that a worker can hold one in memory twice.
const usualBundleBytes = 32 << 20;

/** Reads what was discovered. Bad data is in the findings; throws a Failure or DamagedCache for anything else. */
export async function readSources(
  discovered: Discovered,
  options: DataOptions,
  surroundings: IntakeSurroundings,
  bundleBytes = usualBundleBytes,
): Promise<DataIntake> {
  const { progress, workDir, workers } = surroundings;
  const { sources } = discovered;
  const findings = createFindingLog({ ...options, maxKept: options.maxErrors });
  for (const finding of discovered.findings) findings.add(finding);
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);

  progress.stage('Reading', bytes, 'bytes');
  const { trustedBeforeMs, hashOf } = surroundings;
  const plan = planIntake(sources, surroundings.cached, { bundleBytes, trustedBeforeMs, hashOf });
  const ranks = rankPieces(plan);
  const crossRules = createCrossRecordRules(options.maxErrors);
  const pieceNotes = createTakenPieces(ranks.size);
  const { allowed, denied, limits, maxErrors: maxFindings } = options;
  const { willBeCached } = surroundings;
  const rules = { maxFindings, allowed: [...allowed], denied: [...denied] };
  const { maxRefused = Infinity } = options;
  let refused = 0;
  const dealBundles = async (
    bundles: readonly PlannedBundle[],
    take: (planned: PlannedBundle) => Promise<TakenBundle>,
  ) => {
    // Twice as many tasks as threads, so that none waits for its next one.
    const cost = ({ steps }: PlannedBundle) =>
      steps.reduce((sum, { piece }) => sum + costOf(piece), 0);
    return dealTasks(bundles, 2 * workers.jobs, cost, async (planned): Promise<RankedBundle> => {
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
        surroundings.willBeCached && !isKept
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
  const ofGenomes = await dealBundles(plan.bundles.filter(hasGenomes), async (planned) => {
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
    collections: perCollection((name) => sortedCollection(taken, name, plan)),
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
  readonly changes: { readonly sameKeys: boolean; readonly changedKeys: readonly string[] };
}

/** The rank of each piece in source order. */
function rankPieces({ bundles }: IntakePlan): Map<Piece, number> {
  const pieces = bundles.flatMap(({ steps }) => steps.map(({ piece }) => piece));
  pieces.sort((a, b) => a.source.ordinal - b.source.ordinal || a.start - b.start);
  return new Map(pieces.map((piece, rank) => [piece, rank]));
}

function sortedCollection(
  taken: readonly RankedBundle[],
  collection: CollectionName,
  plan: IntakePlan,
): SortedCollection {
  const bundles = taken.filter((bundle) => bundle.collection === collection);
  const runs = bundles.map(({ run }) => run).filter(({ count }) => count > 0);
  const sameKeys =
    !plan.otherFiles.has(collection) && bundles.every(({ changes }) => changes.sameKeys);
  return {
    count: runs.reduce((sum, run) => sum + run.count, 0),
    runs,
    changedKeys: sameKeys ? bundles.flatMap(({ changes }) => changes.changedKeys) : null,
  };
}
