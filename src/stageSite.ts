/** Renders every view into the staging folder beside the site; the manifest and `release.json` come last. */
import { hash } from 'node:crypto';
import path from 'node:path';
import { planBulk } from './bulk/keptParts.ts';
import { bulkFiles, type BulkName, phageFormNames } from './contract/bulkFiles.ts';
import type { PerCollection, PerList } from './contract/collectionName.ts';
import type { LinkStyle } from './contract/links.ts';
import type { Release } from './contract/release.ts';
import { manifestFile, releaseFile } from './contract/sitePaths.ts';
import type { ViewName } from './contract/viewAddresses.ts';
import { openApiOf } from './describing/openApi.ts';
import type { HostName } from './hosts/hostNames.ts';
import { hostFiles, hostedSite } from './hosts/hostedSite.ts';
import { assertFilesFit, assertHostsCanServe, type PlannedSite } from './hosts/budget.ts';
import type { DataIntake } from './intakeData.ts';
import type { Progress } from './progress.ts';
import { newStagingFolder } from './publishing/besideSite.ts';
import { assertTellsCase } from './publishing/caseProbe.ts';
import { assertAllAsPublished } from './publishing/linkFiles.ts';
import { type PublishedFile, readManifest, renderManifest } from './publishing/manifest.ts';
import { emptyFolder, type PublishedSite } from './publishing/publishSite.ts';
import type { Compression } from './publishing/compression.ts';
import { readStart } from './publishing/readStart.ts';
import { createSiteWriter } from './publishing/siteWriter.ts';
import { type RenderedCollections, renderCollections } from './renderCollections.ts';
import { packNotes, unpackNotes } from './siteNotes.ts';
import { stageBulk } from './stageBulk.ts';
import { stageViews } from './stageViews.ts';
import { loadSchemas } from './validation/loadSchemas.ts';
import { programVersion } from './version.ts';
import { apiRoot, bodyFiles, schemaFiles, schemaId } from './views/fixedFiles.ts';
import { renderHeadersFile } from './views/headersFile.ts';
import { paged, type PagedList } from './views/pagedList.ts';
import { isOfGenes, planViews } from './views/planViews.ts';
import { welcomePage } from './views/welcomePage.ts';
import { inParts } from './workers/inParts.ts';
import { mapTasks } from './workers/mapTasks.ts';
import type { Workers } from './workers/pool.ts';

export interface SiteOptions {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  /** Records on a page. */
  readonly pageSizes: PerList<number>;
  /** How pages name their neighbours (L2). */
  readonly links: LinkStyle;
  /** Seconds that answers may be kept (M5). */
  readonly maxAge: number;
  /** Whether each gene gets an address of its own (D1). */
  readonly geneFiles: boolean;
  /** Whether names match in any case: each is published in lower case, too. */
  readonly caseInsensitiveNames: boolean;
  /** What is published besides the lists and their records. */
  readonly views: readonly ViewName[];
  /** Which files with all records at once are published. */
  readonly bulk: readonly BulkName[];
  readonly precompress: readonly Compression[];
  /** Hosts whose own files go into the site. */
  readonly hosts: readonly HostName[];
  /** Goes into `release.json`; null to leave it out. */
  readonly releaseDate: string | null;
}

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
  const viewed = await stageViews(plan, place, workers, progress);
  const schemas = loadSchemas();
  const bulkSite = {
    ...place,
    baseUrl,
    releaseDate: options.releaseDate,
    schemas,
    carried,
    lastPages: planned.lastPages,
    hasUniqueKeys: rendered.firstKeys !== null,
  };
  const bulked = await stageBulk(bulkPlan, bulkSite, workers, progress);

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

/** Throws a Failure when a host cannot serve the site whatever its records are, before any is read. */
export function assertHostsCouldServe(options: SiteOptions & { readonly out: string }): void {
  const least = {
    counts: { phages: 0, genes: 0 },
    lastPages: { phages: 1, genes: 1, phams: options.views.includes('phams') ? 1 : 0 },
    recordFiles: { phages: true, genes: options.geneFiles },
    genesByPhage: 0,
    phams: 0,
    bulk: plannedBulk(options, 0),
  };
  const hosted = hostedSite({ ...options, lastPages: least.lastPages, dir: options.out });
  assertHostsCanServe(options.hosts, hosted, least, () => {});
}

function planSite(
  { collections, genePhages, phams }: DataIntake,
  { pageSizes, geneFiles, views, bulk }: SiteOptions,
): PlannedSite {
  const { phages, genes } = collections;
  return {
    counts: { phages: phages.count, genes: genes.count },
    lastPages: {
      phages: paged('phages', phages.count, pageSizes.phages).lastPage,
      genes: paged('genes', genes.count, pageSizes.genes).lastPage,
      phams: views.includes('phams') ? paged('phams', phams, pageSizes.phams).lastPage : 0,
    },
    recordFiles: { phages: true, genes: geneFiles },
    genesByPhage: views.includes('genesbyphage') ? genePhages : 0,
    phams: views.includes('phams') ? phams : 0,
    bulk: plannedBulk({ bulk }, genePhages),
  };
}

function plannedBulk({ bulk }: Pick<SiteOptions, 'bulk'>, genePhages: number): PlannedSite['bulk'] {
  const whole = bulkFiles.filter(({ name }) => bulk.includes(name)).length;
  return {
    // And what describes them.
    whole: bulk.length === 0 ? 0 : whole + 2,
    ofPhages: bulk.includes('phages') ? genePhages * phageFormNames.length : 0,
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

/** Carries over the live site's files of pages, records and views that need not be rendered again. */
async function carryOver(
  rendered: RenderedCollections,
  isKept: (file: string) => boolean,
  liveFiles: readonly PublishedFile[] | null,
  stagingDir: string,
  { liveDir, publishedAtMs, workers }: StagingEffects,
): Promise<PublishedFile[]> {
  if (liveDir === null || liveFiles === null) return [];
  // What is taken over of them in pieces must be what was published, too.
  const whole = new Set<string>(bulkFiles.map((file) => file.path));
  assertAllAsPublished(
    liveDir,
    liveFiles.filter((file) => whole.has(file.path)),
    publishedAtMs,
  );
  const done = new Set(rendered.files.map((file) => file.path));
  const files = liveFiles.filter(
    // A page that was rendered again decides whether it has a compressed sibling.
    ({ path: name }) =>
      /^api\/(genes|phages)\//.test(name)
        ? !done.has(name.replace(/\.(gz|br)$/, ''))
        : isKept(name),
  );
  await mapTasks(inParts(files, workers.jobs), workers.jobs, (part) =>
    workers.run('linkFiles', { liveDir, stagingDir, files: part, publishedAtMs }),
  );
  return files;
}

function describeRelease(
  { genes, phages, phams }: PerCollection<PagedList> & { readonly phams?: PagedList },
  options: SiteOptions,
  schemas: readonly string[],
): Omit<Release, 'release'> {
  const published = ({ count, pageSize, lastPage }: PagedList) => {
    return { count, page_size: pageSize, pages: lastPage };
  };
  return {
    program: 'phagepress',
    version: programVersion(),
    ...(options.releaseDate === null ? {} : { release_date: options.releaseDate }),
    base_url: options.baseUrl,
    links: options.links,
    max_age: options.maxAge,
    gene_files: options.geneFiles,
    ...(options.caseInsensitiveNames ? { case_insensitive_names: true } : {}),
    views: options.views,
    bulk: options.bulk,
    collections: {
      genes: published(genes),
      phages: published(phages),
      ...(phams === undefined ? {} : { phams: published(phams) }),
    },
    schemas,
  };
}
