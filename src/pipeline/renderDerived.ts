/** Renders views and bulk files, which are derived from the pages, or carries them over from the live site. */
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { DamagedCache } from '../base/failure.ts';
import type { Progress } from '../base/progress.ts';
import { alongside, inParts, mapTasks } from '../base/threads.ts';
import { type BulkPlan, type BulkSizes, keepBulk, planBulk } from '../sinks/bulkPlan.ts';
import { recordCount } from '../sinks/noteCounts.ts';
import { fileOfPhage } from '../contract/aliases.ts';
import { similarityBulk } from '../contract/bulkFiles.ts';
import { type NamedSchema, type PerCollection, perCollection } from '../contract/collectionName.ts';
import type { ViewPages } from '../contract/pageSizes.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import { joinWritten, type WrittenFiles } from '../publishing/fileList.ts';
import { emptyFolder } from '../publishing/publishSite.ts';
import { besideStaging, type SiteWriterOptions } from '../publishing/siteWriter.ts';
import { geneCount, phamAt } from '../records/notes.ts';
import type { PhageAliases } from '../records/phageAliases.ts';
import { renamedSchemas } from '../records/schemas.ts';
import { changesOf, planViews, type ViewNotes, type ViewPlan } from '../sinks/planViews.ts';
import { isOfProteinIndex, keepsProteinIndex } from '../sinks/proteinIndex.ts';
import type { RenderedViews } from '../sinks/renderViews.ts';
import {
  partitionCount,
  partitionFolder,
  type PartitionedGenes,
  type RenderedPhams,
} from '../sinks/renderPhams.ts';
import { type Change, inBatches, noEdit } from '../sinks/view.ts';
import type { DataIntake } from './readSources.ts';
import { type CarriedFiles, carryOver, type LiveSite } from './rebuild.ts';
import type { RenderedPages } from './renderPages.ts';
import type { LivePacks } from './stagePacks.ts';
import {
  formerPartsOf,
  pagesOfGenomes,
  planTables,
  stageBulk,
  stageGenomes,
  stageParquet,
  stageTables,
  type TablePlan,
} from './stageBulk.ts';
import type { Workers } from './tasks.ts';

// Few, long tasks: the main thread is busy planning the other views and slow to hand out the next.
const tasksPerJob = 4;

/** Creates the folders of the hash partitions, beside the staging folder. Throws a Failure. */
export async function preparePartitions(
  stagingDir: string,
  { collections }: DataIntake,
): Promise<PartitionedGenes> {
  const blocks = collections.genes.runs.flatMap((run) => run.blocks);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0);
  // Named like a staging folder, so that it is swept like one.
  const partitioned = {
    dir: besideStaging(stagingDir, 'batches'),
    partitions: partitionCount(bytes),
  };
  for (let partition = 0; partition < partitioned.partitions; partition++)
    await emptyFolder(partitionFolder(partitioned, partition));
  return partitioned;
}

/**
 * Writes the genes of all phams, from the hash partitions made while the pages were rendered; nothing if there are none.
 * Throws a Failure.
 */
async function stagePhams(
  partitioned: PartitionedGenes | null,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedPhams[]> {
  if (partitioned === null) return [];
  const partitions = Array.from({ length: partitioned.partitions }, (_, number) => number);
  const tasks = inParts(partitions, tasksPerJob * (workers.totalJobs ?? workers.jobs));
  const written = await mapTasks(tasks, tasks.length, async (some) => {
    const rendered = await workers.run('renderPhams', { site, partitioned, partitions: some });
    progress.advance(rendered.phams);
    return rendered;
  });
  await rm(partitioned.dir, { recursive: true, force: true });
  return written;
}

/**
 * `phams`, the task that writes the genes of all phams, is running already unless it is part of the plan. Throws a
 * Failure.
 */
export async function stageViews(
  plan: ViewPlan,
  phams: Promise<readonly RenderedPhams[]>,
  site: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<RenderedViews> {
  progress.stage('Writing views', plan.fileCount(), 'files');
  try {
    // Planned lazily: the plans of all files are never in memory together.
    const tasks = unlessFailed(phams, inBatches(plan.files()));
    const written = await mapTasks(tasks, 2 * workers.jobs, async ({ planned, files }) => {
      const rendered = await workers.run('renderViews', { site, planned });
      progress.advance(files);
      return rendered;
    });
    const withGenes = await phams;
    if (workers.endDerived === undefined) assertNoneLost(withGenes, plan);
    return {
      ...joinWritten([...written, ...withGenes]),
      parts: written.flatMap(({ parts }) => parts),
    };
  } finally {
    progress.end();
  }
}

/** Yields the items until `work` fails: further work would be wasted. */
function* unlessFailed<Item>(work: Promise<unknown>, items: Iterable<Item>): Generator<Item> {
  let isFailed = false;
  work.catch(() => {
    isFailed = true;
  });
  for (const item of items) {
    if (isFailed) return;
    yield item;
  }
}

function assertNoneLost(phams: readonly RenderedPhams[], { notes }: ViewPlan): void {
  if (phams.length === 0) return;
  const written = phams.reduce((sum, { genes }) => sum + genes, 0);
  let noted = 0;
  for (let gene = 0; gene < geneCount(notes.genes); gene++) {
    if (phamAt(notes.genes, gene) !== 0) noted++;
  }
  if (written !== noted) throw new Error(`${written} genes of ${noted} came to their phams`);
}

/** What was rendered, and which parts of the live site are still valid. */
interface StagedPages {
  readonly rendered: RenderedPages;
  /** The hash partitions of genes by pham; null if there are none. */
  readonly partitioned: PartitionedGenes | null;
  /** Null for a full build, which reuses nothing. */
  readonly live: LiveSite | null;
  /** The file of the index of genomes; null if there are none. */
  readonly genomeIndex: string | null;
  /** The other names of phages; null if they are not published. */
  readonly aliases: PhageAliases | null;
}

export interface StagedFiles extends WrittenFiles {
  /** The notes of all pages; empty for lists that need none. */
  readonly pages: ViewNotes;
  /** Of the views that have more than one page. */
  readonly viewPages: ViewPages;
  /** The packs of the live site, if some of it was kept. */
  readonly livePacks: LivePacks | null;
  readonly mayBeGone: CarriedFiles['mayBeGone'];
  /** Whether the index of proteins is that of the live site. */
  readonly keepsProteins: boolean;
  /** What an incremental build needs to know of this one, serialised. */
  readonly notes: () => Uint8Array;
}

/** What an incremental build needs to know of the live site, as the cache stores it. */
interface SiteNotes {
  /** The notes of all pages. */
  readonly pages: ViewNotes;
  readonly bulk: BulkSizes;
  /** What its pages of phages are made by, as JSON; null if it has none. */
  readonly html: string | null;
}

/** Throws a Failure or DamagedCache. */
export async function renderDerived(
  { rendered, partitioned, live, genomeIndex, aliases }: StagedPages,
  options: SiteOptions,
  place: SiteWriterOptions,
  schemas: readonly NamedSchema[],
  effects: { readonly workers: Workers; readonly progress: Progress },
): Promise<StagedFiles> {
  const { workers, progress } = effects;
  const phams = stagePhams(partitioned, place, workers, progress);
  return alongside(phams, async () => {
    // Yields once, so that the threads start on the phams while this one plans the rest.
    await setImmediate();
    const { plan, bulkPlan, tablePlan, keepsProteins, formerTable } = planDerived(
      rendered,
      { ...options, packsPages: place.packsPages },
      live,
    );
    plan.prepare();
    const hasGenomes = options.bulk.includes('genomes');
    const kept = {
      hasAliases: options.caseInsensitiveNames,
      isAlias: (file: string) => aliases !== null && isAliasFile(file, aliases),
      isKept: (file: string) =>
        plan.isKept(file) ||
        bulkPlan.isKept(file) ||
        tablePlan?.isKept(file) === true ||
        (keepsProteins && isOfProteinIndex(file)),
      filesRead: () =>
        new Set([
          ...plan.pagesRead(),
          ...bulkPlan.filesRead(),
          ...(tablePlan?.filesRead() ?? []),
          ...(hasGenomes ? pagesOfGenomes(plan.notes) : []),
        ]),
    };
    const carriedOver =
      live === null ? null : await carryOver(rendered, kept, live, place.stagingDir, effects);
    const { about, baseUrl, releaseDate, fieldNames } = options;
    const bulkSite = {
      ...place,
      about,
      baseUrl,
      releaseDate,
      fieldNames,
      schemas: renamedSchemas(schemas, fieldNames),
      carried: carriedOver?.described ?? [],
      carriedPacks: carriedOver?.packs ?? null,
      hasUniqueKeys: rendered.hasUniqueKeys,
      isGuarded: options.spreadsheetSafe,
    };
    // Started first: the table of genes is usually the longest task.
    const parquet = stageParquet(bulkPlan, bulkSite, workers);
    return alongside(parquet, async () => {
      const { parts: made, ...viewed } = await stageViews(plan, phams, place, workers, progress);
      const genomeSite = { ...bulkSite, genomesFile: options.genomesFile ?? null };
      const genomes = hasGenomes
        ? await stageGenomes(plan.notes, genomeIndex, genomeSite, effects)
        : null;
      const tables = tablePlan ? await stageTables(tablePlan, bulkSite, effects) : joinWritten([]);
      const similarity = { planned: plan.table, made, former: formerTable };
      const others = { parquet, genomes, tables, similarity };
      const bulked = await stageBulk(bulkPlan, others, bulkSite, effects);
      const linked = carriedOver === null ? [] : [carriedOver.files];
      const ofGenomes = genomes === null ? [] : [genomes];
      return {
        ...joinWritten([...linked, viewed, ...ofGenomes, tables, bulked]),
        pages: plan.notes,
        viewPages: plan.viewPages(),
        livePacks: carriedOver?.packs ?? null,
        mayBeGone: carriedOver?.mayBeGone ?? new Set(),
        keepsProteins,
        notes: packing({ pages: plan.notes, bulk: bulked.sizes, html: plan.html }),
      };
    });
  });
}

interface PlannedDerived {
  readonly plan: ViewPlan;
  readonly bulkPlan: BulkPlan;
  /** Null for a site without any at addresses of their own. */
  readonly tablePlan: TablePlan | null;
  readonly keepsProteins: boolean;
  /** The parts of the table of similar phages of the live site. */
  readonly formerTable: BulkSizes[string];
}

function planDerived(
  { takeNotes, edits }: Pick<RenderedPages, 'takeNotes' | 'edits'>,
  options: SiteOptions & Pick<SiteWriterOptions, 'packsPages'>,
  live: LiveSite | null,
): PlannedDerived {
  const rendered = takeNotes();
  const stored: SiteNotes | null = live === null ? null : deserialize(live.notes());
  const before = stored && {
    notes: stored.pages,
    sizes: stored.bulk,
    // Where pages are cut anew, the records are the same.
    edits: edits ?? perCollection(() => noEdit),
  };
  const { bulk, views } = options;
  const isRepaged = live?.rerendered === 'all-pages' && before !== null;
  const formerTable = stored?.bulk[similarityBulk] ?? [];
  const formerParts = formerPartsOf(formerTable, live?.dir ?? '');
  const plan = planViews(
    views,
    rendered,
    isRepaged ? null : before,
    { ...options, formerHtml: stored?.html ?? null, formerParts },
    isRepaged,
  );
  // If genomes are published again, so are the files that describe all bulk files.
  const bulkPlan =
    isRepaged && !bulk.includes('genomes')
      ? keepBulk(before)
      : planBulk(options, plan.notes, isRepaged ? null : before);
  const changes = before && changesOf(before, plan.notes);
  if (changes !== null) assertSameRest(changes);
  const tablePlan = bulk.includes('phagesdb') ? planTables(plan.notes, changes) : null;
  // The live site may have had no pages for people.
  const hasProteins = options.pages && live?.hasPages === true;
  const keepsProteins = hasProteins && changes !== null && keepsProteinIndex(changes.genes);
  return { plan, bulkPlan, tablePlan, keepsProteins, formerTable };
}

/** Throws DamagedCache unless each list has as many unchanged records as before. */
function assertSameRest(changes: PerCollection<Change>): void {
  for (const { before, now, ranks } of Object.values(changes)) {
    const [old, all] = [recordCount(before), recordCount(now)];
    // Of some lists there are no notes.
    if (ranks === null || old + all === 0) continue;
    if (old - ranks.before.length === all - ranks.now.length) continue;
    throw new DamagedCache('its notes have another number of records');
  }
}

/** Whether a file of the live site belongs to another name of a phage: these are linked anew. */
function isAliasFile(file: string, { hasFile }: PhageAliases): boolean {
  const phage = fileOfPhage(file);
  return phage !== null && !hasFile(phage.top, phage.name);
}

/** A function of its own, so that the closure keeps nothing else alive. */
function packing(notes: SiteNotes): () => Uint8Array {
  return () => serialize(notes);
}
