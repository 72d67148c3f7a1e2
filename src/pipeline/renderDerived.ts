/** Renders views and bulk files, which are derived from the pages, or carries them over from the live site. */
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { type BulkPlan, type BulkSizes, keepBulk, planBulk } from '../bulk/bulkPlan.ts';
import { carryOver } from '../incremental/carryOver.ts';
import type { LiveSite } from '../incremental/previous.ts';
import { type PerCollection, perCollection } from '../contract/collectionName.ts';
import type { PhageAliases } from '../collections/phageAliases.ts';
import { fileOfPhage } from '../contract/aliasIndex.ts';
import type { SiteOptions } from '../contract/siteOptions.ts';
import type { Progress } from '../progress.ts';
import { joinWritten, listWritten, type WrittenFiles } from '../publishing/fileList.ts';
import type { SiteWriterOptions } from '../publishing/siteWriter.ts';
import type { RenderedPages } from './renderPages.ts';
import type { PartitionedGenes } from '../rendering/hashPartition.ts';
import { stageBulk, stageParquet } from './stageBulk.ts';
import { pagesOfGenomes, stageGenomes } from './stageGenomes.ts';
import { stagePhams } from './stagePhams.ts';
import { planTables, stageTables, type TablePlan } from './stageTables.ts';
import { stageViews } from './stageViews.ts';
import type { NamedSchema } from '../contract/jsonObject.ts';
import { renamedSchemas } from '../validation/renamedSchemas.ts';
import type { PageNotes } from '../pages/pageNotes.ts';
import { planRepaged, planViews, type ViewNotes, type ViewPlan } from '../views/planViews.ts';
import { alongside } from '../workers/alongside.ts';
import type { Workers } from './workers.ts';

/** What was rendered, and which parts of the live site are still valid. */
export interface StagedPages {
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
  /** What an incremental build needs to know of this one, serialised. */
  readonly notes: () => Uint8Array;
}

/** What an incremental build needs to know of the live site, as the cache stores it. */
interface SiteNotes {
  /** The notes of all pages. */
  readonly pages: ViewNotes;
  readonly bulk: BulkSizes;
}

/** Throws a Failure or DamagedCache. */
export async function renderDerived(
  { rendered, partitioned, live, genomeIndex, aliases }: StagedPages,
  options: SiteOptions,
  place: SiteWriterOptions,
  schemas: readonly NamedSchema[],
  { workers, progress }: { readonly workers: Workers; readonly progress: Progress },
): Promise<StagedFiles> {
  const phams = stagePhams(partitioned, place, workers, progress);
  return alongside(phams, async () => {
    // Yields once, so that the threads start on the phams while this one plans the rest.
    await setImmediate();
    const { plan, bulkPlan, tablePlan } = planDerived(rendered.takeNotes(), options, live);
    plan.prepare();
    const hasGenomes = options.bulk.includes('genomes');
    const kept = {
      isAlias: (file: string) => aliases !== null && isAliasFile(file, aliases),
      isKept: (file: string) =>
        plan.isKept(file) || bulkPlan.isKept(file) || tablePlan?.isKept(file) === true,
      filesRead: () =>
        new Set([
          ...plan.pagesRead(),
          ...bulkPlan.filesRead(),
          ...(tablePlan === null ? [] : tablePlan.filesRead()),
          ...(hasGenomes ? pagesOfGenomes(plan.notes) : []),
        ]),
    };
    const carried =
      live === null
        ? []
        : await carryOver(rendered, kept, live, place.stagingDir, { workers, progress });
    const { hasUniqueKeys } = rendered;
    const { about, baseUrl, releaseDate, fieldNames } = options;
    const bulkSite = {
      ...place,
      about,
      baseUrl,
      releaseDate,
      fieldNames,
      schemas: renamedSchemas(schemas, fieldNames),
      carried,
      hasUniqueKeys,
      isGuarded: options.spreadsheetSafe,
    };
    // Started first: the table of genes is usually the longest task.
    const parquet = stageParquet(bulkPlan, bulkSite, workers);
    return alongside(parquet, async () => {
      const viewed = await stageViews(plan, phams, place, workers, progress);
      const genomes = hasGenomes
        ? await stageGenomes(
            plan.notes,
            genomeIndex,
            { ...bulkSite, genomesFile: options.genomesFile ?? null },
            workers,
            progress,
          )
        : null;
      const tables =
        tablePlan === null
          ? joinWritten([])
          : await stageTables(tablePlan, bulkSite, workers, progress);
      const bulked = await stageBulk(
        bulkPlan,
        parquet,
        genomes,
        tables,
        bulkSite,
        workers,
        progress,
      );
      return {
        ...joinWritten([
          listWritten(carried, carried.length),
          viewed,
          ...(genomes === null ? [] : [genomes]),
          tables,
          bulked,
        ]),
        pages: plan.notes,
        notes: packing({ pages: plan.notes, bulk: bulked.sizes }),
      };
    });
  });
}

function planDerived(
  rendered: PerCollection<readonly PageNotes[]>,
  options: SiteOptions,
  live: LiveSite | null,
): {
  readonly plan: ViewPlan;
  readonly bulkPlan: BulkPlan;
  /** Null for a site without tables at addresses of their own. */
  readonly tablePlan: TablePlan | null;
} {
  const before: SiteNotes | null = live === null ? null : deserialize(live.notes());
  const bulkBefore = before === null ? null : { notes: before.pages, sizes: before.bulk };
  const { bulk, views } = options;
  const tablesOf = (
    notes: PerCollection<PageNotes>,
    since: PerCollection<readonly PageNotes[]> | null,
  ) => {
    const change =
      since &&
      perCollection((name) => ({
        before: before?.pages[name] ?? notes[name],
        rendered: since[name],
      }));
    return bulk.includes('phagesdb') ? planTables(notes, change) : null;
  };
  if (live?.rerendered === 'all-pages' && bulkBefore !== null) {
    const plan = planRepaged(views, rendered, options);
    // If genomes are published again, so are the files that describe all bulk files.
    const bulkPlan = bulk.includes('genomes')
      ? planBulk(options, plan.notes, rendered, null)
      : keepBulk(bulkBefore);
    const none = perCollection(() => []);
    return { plan, bulkPlan, tablePlan: tablesOf(plan.notes, none) };
  }
  const plan = planViews(views, rendered, before?.pages ?? null, options);
  return {
    plan,
    bulkPlan: planBulk(options, plan.notes, rendered, bulkBefore),
    tablePlan: tablesOf(plan.notes, before === null ? null : rendered),
  };
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
