/** Renders the whole site into a staging folder beside the live one; the manifest and `release.json` come last. */
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { attempt } from '../base/failure.ts';
import { readStart, textIn } from '../base/files.ts';
import type { Progress } from '../base/progress.ts';
import { inChunks, mapTasks } from '../base/threads.ts';
import { aliasFiles, fileOfPhage, phageFile, staticTops } from '../contract/aliases.ts';
import { dataPackageFile, genomeFile } from '../contract/bulkFiles.ts';
import {
  listNames,
  type PerCollection,
  perCollection,
  perPublished,
  recordFilesOf,
} from '../contract/collectionName.ts';
import { type Release, renderRelease, viewPagesIn } from '../contract/release.ts';
import { arePagesPacked, type IndexLine } from '../contract/packs.ts';
import { type FieldNames, publicName, publishedAbout } from '../contract/siteOptions.ts';
import { fileTops, manifestFile, releaseFile } from '../contract/sitePaths.ts';
import { apiRoot, bodyFiles, schemaFiles, schemaId } from '../describing/fixedFiles.ts';
import { openApiOf } from '../describing/openApi.ts';
import { citationFiles, signpostHeader } from '../describing/citation.ts';
import { crawlerFiles, peopleFiles } from '../describing/pagesForPeople.ts';
import { renderHeadersFile } from '../hosts/edgeCode.ts';
import { type HostedSite, hostNames, offeredOn } from '../hosts/host.ts';
import {
  assertFilesFit,
  assertHostsCanServe,
  assertNotRefused,
  hostedSite,
  hostFiles,
  needAliasFiles,
  type PlannedSite,
} from '../hosts/hosts.ts';
import { programVersion } from '../installed.ts';
import { compressions } from '../publishing/compression.ts';
import {
  joinWritten,
  listWritten,
  mergeFiles,
  type PublishedFile,
  type WrittenFiles,
} from '../publishing/fileList.ts';
import type { AliasLink } from '../publishing/liveRelease.ts';
import { manifestOf } from '../publishing/manifest.ts';
import { assertTellsCase, newStagingFolder } from '../publishing/outFolder.ts';
import type { GroupIndex } from '../publishing/packing.ts';
import { emptyFolder, type PublishedSite } from '../publishing/publishSite.ts';
import { createSiteWriter, type SiteWriterOptions, writing } from '../publishing/siteWriter.ts';
import { stageStatic, type StaticFile } from '../publishing/stageStatic.ts';
import { geneCount, type PageNotes } from '../records/notes.ts';
import type { PhageAliases } from '../records/phageAliases.ts';
import { publishedSchemas, schemasOf } from '../records/schemas.ts';
import type { KnownChanges } from '../releases/diffReleases.ts';
import { genomeLengths } from '../sequences/genomeStore.ts';
import { htmlAddresses } from '../sinks/htmlView.ts';
import { type IndexedSite, renderIndexes } from '../sinks/indexes.ts';
import { familySizes } from '../sinks/noteCounts.ts';
import { views as viewTable } from '../sinks/planViews.ts';
import type { ListEdit } from '../sinks/view.ts';
import type { RuleName } from '../text/rules.ts';
import type { FirstKeys } from './cacheIndex.ts';
import { type BuildEffects, type PlannedOptions, planSite } from './planSite.ts';
import type { DataIntake } from './readSources.ts';
import { preparePartitions, renderDerived, type StagedFiles } from './renderDerived.ts';
import { renderPages } from './renderPages.ts';
import { type Previous, rerenderedOf } from './rebuild.ts';
import { stagePacks } from './stagePacks.ts';
import type { Workers } from './tasks.ts';

/** Publishes the other names of phages: the index, and copies of the files for hosts that cannot read it (D3). */
const linksPerTask = 4096;

/** `staged` are the files of the phages themselves; `hasFiles` says whether each name needs files. Throws a Failure. */
async function stageAliases(
  aliases: PhageAliases,
  staged: WrittenFiles,
  hasFiles: boolean,
  place: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  const writer = createSiteWriter(place);
  for (const [file, text] of aliasFiles(aliases.phages)) writer.put(file, Buffer.from(text));
  if (!hasFiles) return writer.written();
  progress.stage('Linking names', null);
  const { stagingDir, liveDir } = place;
  const linked = await mapTasks(
    inChunks(linksIn(aliases, staged), linksPerTask),
    2 * workers.jobs,
    (links) => workers.run('linkAliases', { stagingDir, liveDir, links }),
  );
  return joinWritten([writer.written(), ...linked]);
}

function* linksIn(aliases: PhageAliases, { lists }: WrittenFiles): Generator<AliasLink> {
  for (const file of mergeFiles(lists)) {
    const phage = fileOfPhage(file.path);
    if (phage === null) continue;
    for (const name of aliases.namesOf(phage.name)) {
      yield { file, path: phageFile({ ...phage, name }) };
    }
  }
}

/** Call after all pages and the files of genomes are staged. Throws a Failure. */
async function stageIndexes(
  site: IndexedSite,
  { pages, keepsProteins }: Pick<StagedFiles, 'keepsProteins' | 'pages'>,
  place: SiteWriterOptions,
  workers: Workers,
  progress: Progress,
): Promise<WrittenFiles> {
  progress.stage('Indexing pages', null);
  const writer = createSiteWriter(place);
  const { stagingDir } = place;
  const files = renderIndexes(stagingDir, site, pages.genes, workers, keepsProteins);
  for await (const file of files) writer.put(file.path, file.bytes);
  return writer.written();
}

/** Removes files from a staging folder, and folders that are empty then. */
function removeFiles(stagingDir: string, files: Iterable<string>): void {
  for (const file of files) {
    const target = path.join(stagingDir, file);
    writing(target, () => rmSync(target, { force: true }));
    // Where a folder is gone already, the one above may be empty.
    for (let folder = path.dirname(target); folder !== stagingDir; folder = path.dirname(folder))
      if (existsSync(folder) && attempt(() => rmdirSync(folder) ?? true) !== true) break;
  }
}

/**
 * `content` are all other files, which are in the staging folder already. Of `mayBeGone`, those that are none of them are
 * removed. Throws a Failure.
 */
async function stageAbout(
  content: WrittenFiles,
  mayBeGone: ReadonlySet<string>,
  described: Omit<Release, 'release'>,
  place: SiteWriterOptions,
): Promise<{ readonly release: Release; readonly about: WrittenFiles }> {
  // These files are not in the manifest, and are never compressed.
  const writer = createSiteWriter({ ...place, precompress: [] });
  const gone = new Set(mayBeGone);
  function* files() {
    for (const file of mergeFiles(content.lists)) {
      gone.delete(file.path);
      yield file;
    }
  }
  const manifest = await writer.putParts(manifestFile, manifestOf(files()));
  removeFiles(place.stagingDir, gone);
  const release = { ...described, release: manifest?.sha256 ?? '' };
  writer.put(releaseFile, Buffer.from(renderRelease(release)));
  return { release, about: writer.written() };
}

export interface StagingEffects extends Omit<BuildEffects, 'signal'> {
  /** The publisher's own files, copied into the site unchanged. */
  readonly staticFiles: readonly StaticFile[];
  /** The other names of phages; null if they are not published. */
  readonly aliases: PhageAliases | null;
  /** Labels of gene families, by PhamID. */
  readonly labels: ReadonlyMap<number, string>;
  /** Stages what is told of former releases, in files that are not in the manifest. */
  readonly history: (
    stagingDir: string,
    release: Release,
    known: KnownChanges | null,
  ) => Promise<readonly PublishedFile[]>;
  /** The live site; null when there is none. */
  readonly previous: Previous | null;
}

export interface StagedSite {
  readonly dir: string;
  readonly site: PublishedSite;
  readonly firstKeys: PerCollection<FirstKeys>;
  /** What an incremental build needs to know of this one, serialised. */
  readonly notes: () => Uint8Array;
}

/** Stages the site; null when rendering found errors in the data. Throws a Failure, or DamagedCache. */
export async function stageSite(
  intake: DataIntake,
  options: PlannedOptions & { readonly out: string; readonly changes?: boolean },
  effects: StagingEffects,
): Promise<StagedSite | null> {
  const { workers, progress, previous, aliases } = effects;
  const planned = planSite(intake, options, aliases);
  const tops = staticTops(effects.staticFiles.map((file) => file.path));
  const unpaged = hostedSite({
    ...options,
    tables: options.bulk.includes('phagesdb'),
    lastPages: planned.lastPages,
    pageSets: planned.pageSets,
    dir: options.out,
    packsPages: arePagesPacked(options),
    staticTops: fileTops({ html: options.html, static: tops }),
  });
  assertHostsCanServe(options.hosts, unpaged, planned);
  const dir = newStagingFolder(options.out);
  await emptyFolder(dir);
  const { records } = options;
  // What reads packs reads the index of other names, too.
  const hasAliasFiles = aliases !== null && records === 'files' && needAliasFiles(options.hosts);
  if (options.caseInsensitiveNames) assertTellsCase(dir, '--case-insensitive-names');
  else if (hasAliasFiles) assertTellsCase(dir, '--phage-aliases');
  const rerendered = rerenderedOf(previous, intake);
  const former = rerendered === null ? null : ((await previous?.takeFormer(dir)) ?? null);
  const livePages = rerendered === 'changed-pages' ? (previous?.firstKeys ?? null) : null;
  const { precompress, views, bulk, caseInsensitiveNames, fieldNames } = options;
  const { packsPages } = unpaged;
  const place = {
    stagingDir: dir,
    liveDir: previous?.dir ?? null,
    precompress,
    records,
    packsPages,
  };
  const sites = sitesOfLists(options, place, rerendered !== 'all-pages');
  const partitionsGenes = rerendered === null && views.includes('phams');
  const partitioned = partitionsGenes ? await preparePartitions(dir, intake) : null;
  const rendered = await renderPages(
    intake,
    {
      pageSizes: options.pageSizes,
      site: { ...sites, genes: { ...sites.genes, partitioned } },
      livePages,
    },
    workers,
    progress,
  );
  // It will not be published: stop here.
  if (intake.findings.hasErrors()) return null;
  const live =
    previous === null || rerendered === null ? null : { ...previous, former, rerendered };
  const schemas = schemasOf(options.collections);
  const made = await renderDerived(
    { rendered, partitioned, live, genomeIndex: intake.genomeIndex, aliases },
    options,
    place,
    schemas,
    effects,
  );
  workers.endDerived?.();
  const paged = Object.keys(made.viewPages).length > 0 ? { view_pages: made.viewPages } : {};
  const hosted = { ...unpaged, ...viewPagesIn(paged) };
  assertNotRefused(options.hosts, hosted);
  const named =
    aliases === null
      ? joinWritten([])
      : await stageAliases(
          aliases,
          joinWritten([rendered, made]),
          hasAliasFiles,
          place,
          workers,
          progress,
        );

  const labels = options.pages && views.includes('phams') ? effects.labels : new Map();
  const indexed = options.pages
    ? await stageIndexes(
        {
          lastPages: planned.lastPages,
          fieldNames,
          hasFamilies: views.includes('phams'),
          hasGenome: bulk.includes('genomes') ? hasGenomeIn(intake.genomeIndex) : null,
          labels,
        },
        made,
        place,
        workers,
        progress,
      )
    : joinWritten([]);

  progress.stage('Listing files', null);
  const further = { ...paged, ...(labels.size > 0 ? { family_labels: true } : {}) };
  const broken = intake.findings.allowedBreaches();
  const described = describeRelease(
    planned,
    options,
    schemas.map(({ name }) => schemaId(options.baseUrl, name)),
    broken,
    tops,
    further,
  );
  const fixed = stageFixed(described, options, { hosted, broken, pages: made.pages, tops }, place);
  const own = await stageStatic(effects.staticFiles, fixed.ofHosts, place);
  const loose = joinWritten([rendered, made, named, indexed, fixed.written, own]);
  const ofPages = cutsGenes(options) ? indexOfPages(rendered.newKeys.genes, fieldNames) : null;
  const packs =
    records === 'packed'
      ? await stagePacks(loose, made.livePacks, ofPages, place, effects)
      : joinWritten([]);
  const content = joinWritten([{ ...loose, spools: [] }, packs]);
  const { release, about } = await stageAbout(content, made.mayBeGone, described, place);
  const { edits } = rendered;
  // Without notes of genes, nothing tells their families.
  const isKnown = edits !== null && geneCount(made.pages.genes) === intake.collections.genes.count;
  const known = isKnown ? knownChanges(edits, made.pages.genes, options.pageSizes) : null;
  const history = listWritten(await effects.history(dir, release, known), 0);
  const all = joinWritten([content, about, history]);
  if (options.hosts.length > 0) {
    const files = [...mergeFiles(all.lists)];
    assertFilesFit(options.hosts, { files, hasAliases: caseInsensitiveNames }, effects.note);
  }
  return {
    dir,
    site: { release, files: all.count, bytes: all.bytes, unchanged: all.linked },
    firstKeys: rendered.firstKeys,
    notes: made.notes,
  };
}

/** How each list is written; `writesRecords` says whether files of single records are, too. */
function sitesOfLists(options: PlannedOptions, place: SiteWriterOptions, writesRecords: boolean) {
  const { baseUrl, links, caseInsensitiveNames, fieldNames } = options;
  const hasFiles = recordFilesOf(options.geneFiles);
  const cutFromPages = cutsGenes(options) ? 'genes' : null;
  return perPublished(options.collections, (name) => ({
    ...place,
    baseUrl,
    links,
    caseInsensitiveNames,
    fieldNames,
    recordFiles: hasFiles[name] && writesRecords && name !== cutFromPages,
    noted:
      options.pages ||
      options.bulk.length > 0 ||
      options.furtherSizes[name] !== undefined ||
      options.views.some((view) => viewTable[view].from === name),
    partitioned: null,
  }));
}

/** Stages the files that there is one of, whatever the records; `ofHosts` are the paths of those that hosts read. */
function stageFixed(
  described: Omit<Release, 'release'>,
  options: PlannedOptions,
  site: {
    readonly hosted: HostedSite;
    readonly broken: readonly RuleName[];
    readonly pages: StagedFiles['pages'];
    readonly tops: readonly string[];
  },
  place: SiteWriterOptions,
): { readonly written: WrittenFiles; readonly ofHosts: ReadonlySet<string> } {
  const { hosted, broken, pages, tops } = site;
  const { stagingDir: dir } = place;
  const published = publishedSchemas(options.collections, broken, options.fieldNames);
  const ofHosts = hostFiles(options.hosts, hosted);
  const link = signpostHeader(described);
  const writer = createSiteWriter(place);
  for (const file of [
    apiRoot(options.baseUrl, options),
    ...bodyFiles(options, offeredOn(hosted)),
    ...schemaFiles(published, options.baseUrl),
    renderHeadersFile(options.baseUrl, options.maxAge, { ...hosted, link }),
    ...peopleFiles(described),
    ...citationFiles(described, () => textIn(path.join(dir, dataPackageFile))),
    ...(options.html ? crawlerFiles(options, htmlAddresses(pages), tops) : []),
    // Examples come from staged files, whether rendered or carried over.
    openApiOf({ ...options, ...viewPagesIn(described) }, published, (name, maxBytes) =>
      readStart(path.join(dir, name), maxBytes),
    ),
    ...ofHosts,
  ])
    writer.put(file.path, file.bytes);
  return { written: writer.written(), ofHosts: new Set(ofHosts.map((file) => file.path)) };
}

function knownChanges(
  edits: PerCollection<ListEdit>,
  genes: PageNotes,
  pageSizes: KnownChanges['pageSizes'],
): KnownChanges {
  const sameGenes = () => familySizes(genes, edits.genes.ranks?.now ?? []);
  return { ranks: perCollection((name) => edits[name].ranks), pageSizes, sameGenes };
}

function hasGenomeIn(indexPath: string | null): (phage: string) => boolean {
  const lengths = indexPath === null ? new Map<string, number>() : genomeLengths(indexPath);
  return (phage) => genomeFile(phage, 'fastas') !== null && lengths.has(phage);
}

/** Whether genes are cut out of the pages of their list, which are short enough then, rather than out of packs. */
function cutsGenes({
  records,
  geneFiles,
  pageSizes,
  caseInsensitiveNames,
}: Pick<PlannedOptions, 'records' | 'geneFiles' | 'pageSizes' | 'caseInsensitiveNames'>): boolean {
  // The copies in lower case are on no page.
  return (
    records === 'packed' && geneFiles && !caseInsensitiveNames && pageSizes.genes <= mostOnPage
  );
}

const mostOnPage = 200;

/** `keys` are the first on each page that is on none before it, null where there is none. */
function indexOfPages(keys: readonly (string | null)[], names: FieldNames): GroupIndex {
  const lines = keys.flatMap((key, at): IndexLine[] => (key === null ? [] : [[key, at + 1]]));
  return { group: 'api/genes', of: 'pages', key: publicName(names, 'GeneID'), lines };
}

type PlannedLists = Pick<PlannedSite, 'counts' | 'lastPages'>;

/**
 * What `release.json` says, but for the id, which is the hash of a manifest that does not exist yet. `schemas` are their ids,
 * `allowed` the rules whose breaches are published, `tops` what `staticTops` returns, `rendered` what is known only
 * once all is rendered.
 */
function describeRelease(
  { counts, lastPages }: PlannedLists,
  options: PlannedOptions & { readonly changes?: boolean },
  schemas: readonly string[],
  allowed: readonly RuleName[],
  tops: readonly string[],
  rendered: Pick<Release, 'view_pages' | 'family_labels'>,
): Omit<Release, 'release'> {
  const published = listNames.filter((name) => lastPages[name] > 0);
  const lists: Partial<Release['collections']> = Object.fromEntries(
    published.map((name) => {
      const [count, size, pages] = [counts[name], options.pageSizes[name], lastPages[name]];
      const further = options.furtherSizes[name];
      const offered = further === undefined ? {} : { page_sizes: [size, ...further] };
      return [name, { count, page_size: size, ...offered, pages }];
    }),
  );
  const about = publishedAbout(options.about);
  return {
    program: 'phagepress',
    version: programVersion(),
    ...(options.changes === true ? { changes: true } : {}),
    ...(options.releaseDate === null ? {} : { release_date: options.releaseDate }),
    ...(Object.keys(about).length === 0 ? {} : { about }),
    base_url: options.baseUrl,
    links: options.links,
    max_age: options.maxAge,
    gene_files: options.geneFiles,
    ...(options.records === 'packed' ? { records: 'packed' as const } : {}),
    ...(options.caseInsensitiveNames ? { case_insensitive_names: true } : {}),
    ...(options.phageAliases ? { phage_aliases: true } : {}),
    ...(typeof options.genomesFile === 'string' ? { genomes_file: options.genomesFile } : {}),
    views: options.views,
    bulk: options.bulk,
    ...(options.spreadsheetSafe ? { spreadsheet_safe: true } : {}),
    ...(Object.keys(options.fieldNames).length === 0 ? {} : { field_names: options.fieldNames }),
    ...(options.pages ? { pages: true } : {}),
    ...(options.html ? { html: true } : {}),
    ...rendered,
    // In a fixed order, whatever the order of the options.
    precompress: compressions.filter((name) => options.precompress.includes(name)),
    ...(tops.length === 0 ? {} : { static: tops }),
    hosts: hostNames.filter((name) => options.hosts.includes(name)),
    allowed,
    collections: lists as Release['collections'],
    schemas,
  };
}
