/** Checks the lists of a folder: ranges of pages in the workers, then across the ranges' borders. */
import {
  type CollectionName,
  collectionNames,
  type ListName,
  perCollection,
  perPublished,
  type PerPublished,
  recordFilesOf,
} from '../../contract/collectionName.ts';
import { collections as known } from '../../collections/collections.ts';
import type { JoinedFacts } from '../../collections/fact.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { optionsOf } from '../../contract/optionsOf.ts';
import { collectionsOf, furtherSizesOf, type Release } from '../../contract/release.ts';
import { pageFile, releaseFile } from '../../contract/sitePaths.ts';
import { groupByPham } from '../../collections/phams/phamGroups.ts';
import { inBatches } from '../../views/batches.ts';
import { planViews, type ViewPlan } from '../../views/planViews.ts';
import { mapTasks } from '../../workers/mapTasks.ts';
import { checkBulk } from './checkBulk.ts';
import { checkedPhams } from './checkedPhams.ts';
import type { ClauseLog, Tallies } from '../report/clauseLog.ts';
import { joinRange, reportCrossRecordRules } from '../pages/joinPages.ts';
import type { VerifiedPages } from './verifyPages.ts';
import type { ReleaseContext } from './folderContext.ts';
import { createPhageAliases, type PhageAliases } from '../../collections/phageAliases.ts';
import { aliasFiles, fileOfPhage, phageFile } from '../../contract/aliasIndex.ts';
import { hiddenBy, needAliasFiles } from '../../hosts/aliases.ts';
import { hostsOf } from '../../hosts/hostedSite.ts';
import { inChunks } from '../../workers/inChunks.ts';
import type { SiteManifest } from '../manifest/siteManifest.ts';
import type { AliasFile } from './verifyAliases.ts';

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
    files.expect('D3', file, 'the names of phages', (bytes) => bytes.equals(Buffer.from(text)));
  }
  if (!needAliasFiles(hosts)) return;
  const tallies = await mapTasks(
    inChunks(filesOf(aliases, manifest), filesPerTask),
    2 * workers.jobs,
    (some) => workers.run('verifyAliases', { ...site, files: some }),
  );
  for (const part of tallies) log.merge(part);
}

function* filesOf(aliases: PhageAliases, manifest: SiteManifest): Generator<AliasFile> {
  for (let entry = 0; entry < manifest.entries; entry++) {
    const own = manifest.pathOf(entry);
    const phage = fileOfPhage(own);
    if (phage === null) continue;
    for (const name of aliases.namesOf(phage.name)) {
      yield { own, alias: phageFile({ ...phage, name }) };
    }
  }
}

/** The number of pages to check. */
export function countPages(folder: ReleaseContext): number {
  return collectionsOf(folder.release).reduce((sum, name) => sum + pagesOf(folder, name), 0);
}

/** The number of pages that can exist: release.json may state any number. */
function pagesOf({ manifest, release }: ReleaseContext, collection: CollectionName): number {
  return Math.min(Math.max(1, release.collections[collection]?.pages ?? 0), manifest.entries + 1);
}

// Enough that all threads end at about the same time, few enough that each is worth the overhead.
const rangesPerThread = 6;

/** Checks all lists of collections; returns the number of records in each. */
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
        release.views.length > 0 ||
        release.bulk.length > 0 ||
        furtherSizesOf(release)[collection] !== undefined,
      firstPage,
      endPage,
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

// If one of these fails, what is derived from the lists cannot be right.
const decisive = ['L1', 'count', 'L3', 'L7', 'S2', 'S3'] as const;

interface VerifiedRange extends VerifiedPages {
  readonly collection: CollectionName;
  readonly firstPage: number;
}

/** Checks what is derived from the pages: views and bulk files. */
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
    return;
  }
  const notes = perCollection((name) =>
    rangesOf(name, verified).flatMap((range) => range.notes ?? []),
  );
  const plan = planViews(release.views, notes, null, optionsOf(release));
  await checkViews(folder, plan, joined(rangesOf('genes', verified).map(({ sums }) => sums)));
  await checkAliases(folder, facts);
  await checkBulk(folder, plan.notes, hasUniqueKeys(verified));
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
  log.fail('count', { address, expected: `${found}, the records found`, found: String(count) });
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
