/** Renders every view into the staging folder beside the site; the manifest and `release.json` come last. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { planBulk } from './bulk/bulkPlan.ts';
import { carryOver } from './carryOver.ts';
import type { PerCollection } from './contract/collectionName.ts';
import { manifestFile, releaseFile } from './contract/sitePaths.ts';
import { describeRelease } from './describeRelease.ts';
import { openApiOf } from './describing/openApi.ts';
import { assertFilesFit, assertHostsCanServe } from './hosts/budget.ts';
import { hostFiles, hostedSite } from './hosts/hostedSite.ts';
import type { DataIntake } from './intakeData.ts';
import { planSite } from './planSite.ts';
import type { Progress } from './progress.ts';
import { newStagingFolder } from './publishing/besideSite.ts';
import { assertTellsCase } from './publishing/caseProbe.ts';
import { readManifest, renderManifest } from './publishing/manifest.ts';
import { emptyFolder, type PublishedSite } from './publishing/publishSite.ts';
import { readStart } from './publishing/readStart.ts';
import { createSiteWriter } from './publishing/siteWriter.ts';
import { renderCollections } from './renderCollections.ts';
import { packNotes, unpackNotes } from './siteNotes.ts';
import { loadSchemas } from './validation/loadSchemas.ts';
import { apiRoot, bodyFiles, schemaFiles, schemaId } from './views/fixedFiles.ts';
import { renderHeadersFile } from './views/headersFile.ts';
import { paged } from './views/pagedList.ts';
import { isOfGenes, planViews } from './views/planViews.ts';
import { welcomePage } from './views/welcomePage.ts';
import type { Workers } from './workers/pool.ts';
import type { SiteOptions } from './config/siteOptions.ts';
import { stageWhatIsMade } from './stageWhatIsMade.ts';

export interface StagingEffects {
  readonly workers: Workers;
  readonly progress: Progress;
  /** Tells the user something that is no finding. */
  readonly note: (text: string) => void;
  /** The live site, whose files are linked where they are the same; null when there is none. */
  readonly liveDir: string | null;
  /** First keys of the live site's pages, when they were rendered with the same options; else null. */
  readonly livePages: PerCollection<readonly string[]> | null;
  /** What `StagedSite.notes` was for the live site. Throws DamagedCache. */
  readonly liveNotes: () => Uint8Array;
  /** A live file that is newer was not put there by a build. */
  readonly publishedAtMs: number;
}

export interface StagedSite {
  readonly dir: string;
  readonly site: PublishedSite;
  /** First key of each page; null when keys repeat. */
  readonly firstKeys: PerCollection<readonly string[]> | null;
  /** What a build must know that renders only some of the pages again. */
  readonly notes: Uint8Array;
}

/** Stages the site; the findings of `intake` may grow. Throws a Failure, or DamagedCache. */
export async function stageSite(
  intake: DataIntake,
  options: SiteOptions & { readonly out: string },
  effects: StagingEffects,
): Promise<StagedSite> {
  const { workers, progress, liveDir } = effects;
  const planned = planSite(intake, options);
  const hosted = hostedSite({ ...options, lastPages: planned.lastPages, dir: options.out });
  assertHostsCanServe(options.hosts, hosted, planned, effects.note);
  const dir = newStagingFolder(options.out);
  await emptyFolder(dir);
  if (options.caseInsensitiveNames) assertTellsCase(dir);
  const liveFiles = liveDir === null ? null : readManifest(liveDir);
  const livePages = liveFiles !== null && keepsItsPages(intake) ? effects.livePages : null;
  const { baseUrl, links, precompress, views, bulk, caseInsensitiveNames: aliases } = options;
  const place = { stagingDir: dir, liveDir, precompress };
  const siteOf = (recordFiles: boolean, noted: boolean) => {
    return { ...place, baseUrl, links, recordFiles, aliases, noted };
  };
  const rendered = await renderCollections(
    intake,
    {
      pageSizes: options.pageSizes,
      site: {
        phages: siteOf(true, bulk.length > 0 || views.some((view) => !isOfGenes(view))),
        genes: siteOf(options.geneFiles, bulk.length > 0 || views.some(isOfGenes)),
      },
      livePages,
    },
    workers,
    progress,
  );
  const before = livePages === null ? null : unpackNotes(effects.liveNotes());
  // What will not be published needs none.
  const wanted = intake.findings.hasErrors() ? { views: [], bulk: [] } : { views, bulk };
  const viewOptions = { pageSize: options.pageSizes.phams, baseUrl, links, aliases };
  const plan = planViews(wanted.views, rendered.notes, before?.pages ?? null, viewOptions);
  const bulkBefore = before === null ? null : { notes: before.pages, sizes: before.bulk };
  const bulkPlan = planBulk(wanted.bulk, plan.notes, rendered.notes, bulkBefore);
  const isKept = (file: string) => plan.isKept(file) || bulkPlan.isKept(file);
  const carried =
    livePages === null ? [] : await carryOver(rendered, isKept, liveFiles, dir, effects);
  const schemas = loadSchemas();
  const bulkSite = {
    ...place,
    baseUrl,
    releaseDate: options.releaseDate,
    schemas,
    carried,
    hasUniqueKeys: rendered.firstKeys !== null,
  };
  const { viewed, bulked } = await stageWhatIsMade(plan, bulkPlan, bulkSite, workers, progress);

  const writer = createSiteWriter(place);
  const described = describeRelease(
    views.includes('phams')
      ? { ...rendered.shapes, phams: paged('phams', intake.phams, options.pageSizes.phams) }
      : rendered.shapes,
    options,
    schemas.map(({ name }) => schemaId(options.baseUrl, name)),
  );
  for (const file of [
    apiRoot(options.baseUrl, options),
    ...bodyFiles(),
    ...schemaFiles(schemas, options.baseUrl),
    renderHeadersFile(options.baseUrl, options.maxAge),
    welcomePage(described),
    // Of files that are staged by now, whether rendered or carried over.
    openApiOf(options, schemas, (name, maxBytes) => readStart(path.join(dir, name), maxBytes)),
    ...hostFiles(options.hosts, hosted),
  ]) {
    writer.put(file.path, file.bytes);
  }
  const files = [...rendered.files, ...carried, ...viewed.files, ...bulked.files, ...writer.files];
  const manifest = renderManifest(files);
  const release = { ...described, release: hash('sha256', manifest) };
  // What describes the site is no part of what it describes, and is never compressed.
  const about = createSiteWriter({ stagingDir: dir, liveDir, precompress: [] });
  about.put(manifestFile, Buffer.from(manifest));
  about.put(releaseFile, Buffer.from(`${JSON.stringify(release, null, 2)}\n`));

  const all = [...files, ...about.files];
  assertFilesFit(options.hosts, { files: all, hasAliases: aliases }, effects.note);
  const site = {
    release,
    files: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    unchanged:
      [rendered, viewed, bulked].reduce((sum, { linked }) => sum + linked, 0) +
      carried.length +
      writer.linked() +
      about.linked(),
  };
  return {
    dir,
    site,
    firstKeys: rendered.firstKeys,
    notes: packNotes({ pages: plan.notes, bulk: bulked.sizes }),
  };
}

/** Whether every page that has no changed record is what it was. */
function keepsItsPages({ collections, collidingPhageParts }: DataIntake): boolean {
  const { genes, phages } = collections;
  // The findings about names that differ by case come from the merge of all records.
  return (
    genes.changedKeys !== null && phages.changedKeys !== null && collidingPhageParts.size === 0
  );
}
