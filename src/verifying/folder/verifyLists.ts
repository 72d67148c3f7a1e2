/** Checks the lists of a folder: ranges of pages in the workers, then across the ranges' borders. */
import { inChunks, mapTasks } from '../../base/threads.ts';
import { crawlerFiles } from '../../describing/pagesForPeople.ts';
import { htmlAddresses } from '../../sinks/htmlView.ts';
import { bulkParts, countSequenced, planFamilies } from '../../sinks/bulkPlan.ts';
import { describeBulk } from '../../sinks/dataPackage.ts';
import { isOfGenomes, isWhole } from '../../sinks/formats.ts';
import { type BlockPart, columnsOf, planBlocks, planRowGroups } from '../../sinks/maker.ts';
import { aliasFiles, fileOfPhage, phageFile } from '../../contract/aliases.ts';
import {
  bulkFiles,
  bulkFilesOf,
  bulkNames,
  type BulkPath,
  dataPackageFile,
  isBulkPath,
  phageTableNames,
  genomeFile,
} from '../../contract/bulkFiles.ts';
import {
  type CollectionName,
  collectionNames,
  type ListName,
  type PerCollection,
  perCollection,
  perPublished,
  type PerPublished,
  recordFilesOf,
  objectIn,
} from '../../contract/collectionName.ts';
import {
  collectionsOf,
  furtherSizesOf,
  optionsOf,
  type Release,
  lastPagesOf,
} from '../../contract/release.ts';
import { neutralNames } from '../../contract/siteOptions.ts';
import { pageFile, releaseFile, assetFolder } from '../../contract/sitePaths.ts';
import { hiddenBy, hostsOf, needAliasFiles } from '../../hosts/hosts.ts';
import type { JoinedFacts } from '../../records/collection.ts';
import { collections as known } from '../../records/collections.ts';
import type { PageNotes } from '../../records/notes.ts';
import { createPhageAliases, type PhageAliases } from '../../records/phageAliases.ts';
import { groupByPham } from '../../records/phams.ts';
import { renamedSchemas, schemasOf } from '../../records/schemas.ts';
import { planViews, type ViewPlan } from '../../sinks/planViews.ts';
import { inBatches } from '../../sinks/view.ts';
import type { ClauseLog, Tallies } from '../clauses.ts';
import { joinRange, reportCrossRecordRules } from '../listCheck.ts';
import { marks, type SiteManifest } from '../siteManifest.ts';
import type { IndexRange } from '../packs.ts';
import type { ReleaseContext } from './tasks.ts';
import { type AliasFile, checkedPhams, type VerifiedPages } from './verifyPages.ts';
import { labelIndex, indexFiles, renderIndexes } from '../../sinks/indexes.ts';
import { proteinIndexFile, proteinIndexFiles } from '../../sinks/proteinIndex.ts';
import type { SiteFile } from '../../describing/fixedFiles.ts';
import { attempt } from '../../base/failure.ts';
import { isKnownRelease } from '../release.ts';

// Compares the bulk files of a folder with its records, in the workers, and then checks the files that describe them.

async function checkBulk(
  folder: ReleaseContext,
  notes: PerCollection<PageNotes>,
  areKeysUnique: boolean,
): Promise<void> {
  const { site, manifest, files: check, release, log, workers } = folder;
  if (release.bulk.length === 0) {
    log.checked('B1');
    log.remark('B1', 'none, by choice (--no-bulk)');
    return;
  }
  const options = optionsOf(release);
  const { about, baseUrl, bulk, collections, fieldNames, genomesFile, views } = options;
  const wanted = new Set(bulk);
  const files = bulkFilesOf(bulk, collections, views);
  const schemas = renamedSchemas(schemasOf(collections), fieldNames);
  const table = { isGuarded: options.spreadsheetSafe };
  const records = new Map<BulkPath, number>();
  const phages = new Set(['phages'] as const);
  const groups = wanted.has('phages') ? bulkParts(phages, notes, collections) : [];
  const verifyAllGenomes = async () => {
    const verified = await workers.run('verifyGenomes', {
      ...site,
      notes,
      fieldNames,
      genomesFile,
    });
    for (const [file, count] of verified.records) records.set(file, count);
    return verified.tallies;
  };
  const tabled = { ...site, options: table, fieldNames };
  const placesIn = (parts: Iterable<BlockPart>) => Array.from(parts, ({ places }) => places);
  const tableTasks = () => [
    ...phageTableNames.map(
      (name) => () =>
        workers.run('verifyPhageTable', {
          ...tabled,
          table: name,
          blocks: placesIn(planBlocks(notes.phages, 'phages')),
        }),
    ),
    ...Array.from(
      planFamilies(notes.genes, null),
      (families) => () => workers.run('verifyFamilies', { ...tabled, families }),
    ),
  ];
  // Whole files first, since each takes one thread a long time.
  const tasks = [
    ...(wanted.has('genomes') ? [verifyAllGenomes] : []),
    ...files
      .filter((file) => !isOfGenomes(file))
      .map((file) => async () => {
        if (isWhole(file)) {
          const { collection } = file;
          records.set(file.path, release.collections[collection]?.count ?? 0);
          const columns = columnsOf(collection, schemas);
          const rowGroups = placesIn(planRowGroups(notes[collection], collection));
          const pages = { siteDir: site.root, collection, groups: rowGroups, columns };
          return workers.run('verifyParquet', { ...pages, manifest: site.manifest });
        }
        const task = { ...site, file, notes, table, fieldNames };
        const verified = await workers.run('verifyBulkFile', task);
        records.set(file.path, verified.records);
        return verified.tallies;
      }),
    ...(wanted.has('phagesdb') ? tableTasks() : []),
    ...Array.from(
      groups,
      (part) => () => workers.run('verifyPhageFiles', { ...site, part, fieldNames }),
    ),
  ];
  const tallies = await mapTasks(tasks, workers.jobs, (task) => task());
  for (const part of tallies) log.merge(part);

  const content = {
    about,
    baseUrl,
    releaseDate: release.release_date ?? null,
    schemas,
    fieldNames,
    hasUniqueKeys: areKeysUnique,
    ...table,
  };
  // Files of lists and views that release.json does not name are reported as surplus.
  const others = new Set<string>(bulkFiles.map(({ path }) => path));
  for (const { path } of bulkFilesOf(bulkNames, collections, views)) others.delete(path);
  const inFolder = manifest
    .where((file) => isBulkPath(file) && !others.has(file))
    .map((entry) => manifest.fileOf(entry));
  const recordsIn = (file: BulkPath) => records.get(file) ?? 0;
  for (const { path: address, text } of describeBulk(
    wanted,
    inFolder,
    recordsIn,
    countSequenced(notes.phages),
    content,
  )) {
    const claimed = check.claim(address);
    if (claimed?.equals(Buffer.from(text)) === true) continue;
    // It contains the base URL, which is unknown in this case.
    if (claimed !== null && address === dataPackageFile && log.tallies.A1.failures > 0) continue;
    const found = claimed === null ? 'no such file' : 'something else';
    log.fail('B1', address, 'what lies beside it', found);
  }
}

// Checks that a folder has exactly the other phage names that its records imply (D3).

const filesPerTask = 4096;

async function checkAliases(folder: ReleaseContext, facts: JoinedFacts): Promise<void> {
  const { site, manifest, release, log, files, workers } = folder;
  if (release.phage_aliases !== true) {
    log.checked('D3');
    log.remark('D3', 'none, by choice (--no-phage-aliases)');
    return;
  }
  log.checked('D3');
  const hosts = hostsOf(release);
  const isFolded = release.case_insensitive_names === true;
  const aliases = createPhageAliases(facts, hiddenBy(hosts), isFolded);
  for (const [file, text] of aliasFiles(aliases.phages)) {
    files.expect('D3', file, 'the names of phages', Buffer.from(text));
  }
  if (release.records === 'packed' || !needAliasFiles(hosts)) return;
  const tallies = await mapTasks(
    inChunks(filesOf(aliases, manifest), filesPerTask),
    2 * workers.jobs,
    (some) => workers.run('verifyAliases', { ...site, files: some }),
  );
  for (const part of tallies) log.merge(part);
}

function* filesOf(aliases: PhageAliases, manifest: SiteManifest): Generator<AliasFile> {
  for (const [, own] of manifest.paths()) {
    const phage = fileOfPhage(own);
    if (phage === null) continue;
    for (const name of aliases.namesOf(phage.name)) {
      yield { own, alias: phageFile({ ...phage, name }) };
    }
  }
}

export function countPages(folder: ReleaseContext): number {
  return collectionsOf(folder.release).reduce((sum, name) => sum + pagesOf(folder, name), 0);
}

/** The number of pages that can exist: release.json may state any number. */
function pagesOf({ manifest, release }: ReleaseContext, collection: CollectionName): number {
  return Math.min(Math.max(1, release.collections[collection]?.pages ?? 0), manifest.entries + 1);
}

// Enough that all threads end at about the same time, few enough that each is worth the overhead.
const rangesPerThread = 6;

export async function verifyLists(folder: ReleaseContext): Promise<PerPublished<number>> {
  const { release, log, workers, progress, allowed } = folder;
  const collections = collectionsOf(release);
  const ranges = collections.flatMap((collection) => {
    const end = pagesOf(folder, collection) + 1;
    const step = Math.max(1, Math.ceil(end / (workers.jobs * rangesPerThread)));
    return Array.from({ length: Math.ceil((end - 1) / step) }, (_, index) => ({
      collection,
      firstPage: 1 + index * step,
      endPage: Math.min(end, 1 + (index + 1) * step),
    }));
  });
  const verified = await mapTasks(ranges, workers.jobs, async (range) => {
    const { collection, firstPage, endPage } = range;
    const {
      count = 0,
      page_size: pageSize = 1,
      pages: lastPage = 1,
    } = release.collections[collection] ?? {};
    const done = await workers.run('verifyPages', {
      ...folder.site,
      list: {
        collection,
        count,
        pageSize,
        lastPage,
        allowed,
        baseUrl: release.base_url,
        links: release.links,
        fieldNames: release.field_names ?? neutralNames,
        isExact: true,
      },
      recordFiles: recordFilesOf(release.gene_files)[collection],
      caseInsensitiveNames: release.case_insensitive_names === true,
      areNoted:
        release.pages === true ||
        release.views.length > 0 ||
        release.bulk.length > 0 ||
        furtherSizesOf(release)[collection] !== undefined,
      firstPage,
      endPage,
      cutFrom: folder.ofPages[`api/${collection}`]?.filter(isBetween(firstPage, endPage)) ?? null,
    });
    progress.advance(endPage - firstPage);
    return { ...range, ...done };
  });
  const counts = perPublished(collections, (collection) =>
    joinList(collection, rangesOf(collection, verified), folder),
  );
  const fieldNames = release.field_names ?? neutralNames;
  const facts = reportCrossRecordRules(
    verified,
    pageFile,
    { allowed, fieldNames, isWhole: true },
    log,
  );
  await checkWhatIsMade(folder, verified, facts);
  remarkChoices(release, log);
  return counts;
}

/** Whether a range is of one of these pages. */
function isBetween(firstPage: number, endPage: number): (range: IndexRange) => boolean {
  return ({ file }) => {
    const page = Number(/([0-9]+)\.json$/.exec(file)?.[1]);
    return firstPage <= page && page < endPage;
  };
}

// If one of these fails, what is derived from the lists cannot be right.
const decisive = ['L1', 'count', 'L3', 'L7', 'S2', 'S3'] as const;

interface VerifiedRange extends VerifiedPages {
  readonly collection: CollectionName;
  readonly firstPage: number;
}

async function checkWhatIsMade(
  folder: ReleaseContext,
  verified: readonly VerifiedRange[],
  facts: JoinedFacts,
): Promise<void> {
  const { log, release } = folder;
  const wrong = decisive.filter((clause) => log.tallies[clause].failures > 0);
  if (wrong.length > 0) {
    const remark = `not looked into: ${wrong.join(', ')} of the lists must be right first`;
    for (const clause of ['D3', 'V1', 'B1', 'W1'] as const) log.remark(clause, remark);
    await checkIndexes(folder, null);
    return;
  }
  const notes = perCollection((name) =>
    rangesOf(name, verified).flatMap((range) => range.notes ?? []),
  );
  const plan = planViews(release.views, notes, null, optionsOf(release));
  await checkViews(folder, plan, joined(rangesOf('genes', verified).map(({ sums }) => sums)));
  await checkAliases(folder, facts);
  await checkBulk(folder, plan.notes, hasUniqueKeys(verified));
  await checkIndexes(folder, plan.notes.genes);
  checkCrawlerFiles(folder, plan.notes);
}

function checkCrawlerFiles(
  { release, files }: ReleaseContext,
  notes: PerCollection<PageNotes>,
): void {
  if (release.html !== true) return;
  const own = release.static ?? [];
  for (const { path, bytes } of crawlerFiles(optionsOf(release), htmlAddresses(notes), own))
    files.expect('W1', path, 'the addresses of its pages', Buffer.from(bytes));
}

/** Whether all keys that should be unique are; equal keys would be adjacent. */
function hasUniqueKeys(ranges: readonly VerifiedRange[]): boolean {
  return collectionNames.every((name) => {
    if (known[name].uniqueRule === null) return true;
    return rangesOf(name, ranges).every(
      ({ firstKey, hasRepeats }, at, own) =>
        !hasRepeats && (firstKey === null || firstKey !== own[at - 1]?.lastKey),
    );
  });
}

/** Checks the views, with the plan of a build; `geneSums` has the CRC-32 of all genes. */
async function checkViews(
  { site, release, log, workers }: ReleaseContext,
  plan: ViewPlan,
  geneSums: Uint32Array,
): Promise<void> {
  log.checked('V1');
  if (release.views.length === 0) log.remark('V1', 'none, by choice (--no-views)');
  const tallies: Tallies[] = await mapTasks(
    inBatches(plan.files()),
    2 * workers.jobs,
    ({ planned }) => workers.run('verifyViews', { ...site, views: planned }),
  );
  if (release.views.includes('phams')) {
    const groups = groupByPham(plan.notes.genes);
    reportCount('phams', groups.ids.length, release, log);
    const checks = checkedPhams(plan.notes.genes, groups, geneSums);
    const ofPhams = await mapTasks(checks, 2 * workers.jobs, (phams) =>
      workers.run('verifyPhams', { ...site, phams }),
    );
    tallies.push(...ofPhams);
  }
  for (const part of tallies) log.merge(part);
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let used = 0;
  for (const part of parts) {
    whole.set(part, used);
    used += part.length;
  }
  return whole;
}

function rangesOf(name: CollectionName, ranges: readonly VerifiedRange[]): VerifiedRange[] {
  return ranges.filter(({ collection }) => collection === name);
}

function reportCount(list: ListName, found: number, release: Release, log: ClauseLog): void {
  const count = release.collections[list]?.count ?? 0;
  if (found === count) return;
  const address = `${releaseFile}#/collections/${list}/count`;
  log.fail('count', address, `${found}, the records found`, String(count));
}

function joinList(
  collection: CollectionName,
  ranges: readonly VerifiedRange[],
  { release, log, allowed }: ReleaseContext,
): number {
  const count = release.collections[collection]?.count ?? 0;
  let records = 0;
  let lastKey: string | null = null;
  for (const range of ranges) {
    log.merge(range.tallies);
    const address = pageFile(collection, range.firstPage);
    lastKey = joinRange(collection, lastKey, { ...range, address }, allowed, log);
    records += range.records;
  }
  if (count === 0) log.checked('L6');
  reportCount(collection, records, release, log);
  return records;
}

function remarkChoices(release: Release, log: ClauseLog): void {
  if (release.links === 'path') log.remark('L2', 'L2 not kept, by choice (--links path)');
  if (!release.gene_files) log.remark('D1', 'of phages only, by choice (--no-gene-files)');
  log.checked('A3');
}

/**
 * Renders the indexes of the pages for people again from the pages of the lists, and compares. Without notes of genes,
 * the expected content is unknown.
 */
async function checkIndexes(
  { release, site, manifest, files, log, workers }: ReleaseContext,
  genes: PageNotes | null,
): Promise<void> {
  if (release.pages !== true) {
    log.checked('W1');
    log.remark('W1', 'none, by choice (--no-pages)');
    return;
  }
  const indexed = {
    lastPages: lastPagesOf(release),
    fieldNames: release.field_names ?? neutralNames,
    hasFamilies: release.views.includes('phams'),
    hasGenome: release.bulk.includes('genomes')
      ? (phage: string) => {
          const file = genomeFile(phage, 'fastas');
          const entry = file === null ? -1 : manifest.find(file);
          return entry >= 0 && manifest.isMarked(entry, marks.onDisk);
        }
      : null,
    labels: release.family_labels === true ? labelsIn(files.claim(labelIndex)) : new Map(),
  };
  if (genes === null || !isKnownRelease(log)) {
    const phages = release.collections.phages?.count ?? 0;
    for (const file of indexFiles(indexed, phages)) files.claim(file);
    const proteins: unknown = attempt(() => JSON.parse(String(files.claim(proteinIndexFile))));
    for (const file of proteinIndexFiles(proteins)) files.claim(file);
    return;
  }
  const made: SiteFile[] = [];
  try {
    for await (const file of renderIndexes(site.root, indexed, genes, workers)) made.push(file);
  } catch {
    // A page that cannot be read is reported with the lists.
    return;
  }
  log.checked('W1');
  for (const { path: file, bytes } of made) {
    const expected = `what the pages of the lists come to (${file.slice(assetFolder.length)})`;
    files.expect('W1', file, expected, bytes);
  }
}

/** The labels are nowhere else; that they are of families of the site, and in their order, is what can be compared. */
function labelsIn(bytes: Buffer | null): ReadonlyMap<number, string> {
  const { id, label } = objectIn(String(bytes)) ?? {};
  const texts = Array.isArray(label) ? (label as unknown[]) : [];
  const labels = (Array.isArray(id) ? (id as unknown[]) : []).map((one, at) => [one, texts[at]]);
  // Where there are none, the file is still expected.
  return new Map([[-1, ''], ...(labels as [number, string][])]);
}
