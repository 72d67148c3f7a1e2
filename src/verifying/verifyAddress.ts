/** Proves that what an address answers keeps the contract: its lists, then the contract's table of requests. */
import type { Keeps } from '../contract/capabilities.ts';
import {
  type CollectionName,
  collectionNames,
  type ListName,
  listNames,
  type PerList,
} from '../contract/collectionName.ts';
import { pageFile } from '../contract/sitePaths.ts';
import type { RuleName } from '../findings/rules.ts';
import type { Progress } from '../progress.ts';
import { formatCount } from '../text/quantities.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { allowedBy } from './allowedBy.ts';
import { askRow } from './askTable.ts';
import type { TableAtHand } from './checkLeast.ts';
import { checkServedStatic, staticToAsk } from './checkServedStatic.ts';
import { bulkToAsk, checkServedBulk } from './checkServedBulk.ts';
import { checkAddresses, singlesToAsk, viewsToAsk } from './checkServedViews.ts';
import { type ClauseLog, createClauseLog, lenientLog } from './clauseLog.ts';
import { clauses } from './clauses.ts';
import { contractTable } from './contractTable.ts';
import { exampleBulk } from './exampleBulk.ts';
import { exampleViews } from './exampleViews.ts';
import { fixedBodies } from './fixedBodies.ts';
import { GaveUp } from './givingUp.ts';
import { type HttpClient, largestBodyBytes } from './httpClient.ts';
import { tellCrossRecordRules } from './joinPages.ts';
import { meetService, type MetService, notReached } from './meetService.ts';
import { hostLog, unkeptOf } from './hostLeniency.ts';
import { longestAnswer, withEncodings } from './published.ts';
import { samplePages } from './samplePages.ts';
import { createSchemaChecks } from './schemaChecks.ts';
import { contractLog, promisedLog, type Service } from './service.ts';
import { withIndex } from './withIndex.ts';
import { createSiteFinds, type SiteFinds } from './siteFinds.ts';
import type { TableRow } from './tableRow.ts';
import type { Verification } from './verification.ts';
import { addressOfPage, counting, walkList } from './walkList.ts';
import { walkPhams } from './walkPhams.ts';
import type { WalkedList } from './walkState.ts';

export interface AddressOptions {
  /** As `parseBaseUrl` gives it (A1). */
  readonly baseUrl: string;
  readonly connections: number;
  readonly allowed: ReadonlySet<RuleName>;
  readonly expectRelease: string | null;
  /** Seconds that are expected of `max-age`; null for what release.json says. */
  readonly maxAge: number | null;
  /** How many pages of each list to read; null for all. */
  readonly sample: number | null;
  readonly seed: number;
  /** What the host of the service can keep of the contract; the rest is noted. Null: all of it. */
  readonly keeps: Keeps | null;
}

/** Verifies a service; whatever it answers is a finding. Throws a Failure when it cannot be reached at all. */
export async function verifyAddress(
  said: AddressOptions,
  client: HttpClient,
  progress: Progress,
): Promise<Verification> {
  const freshLog = () => hostLog(createClauseLog(), said.keeps);
  const met = await meetService(said, client, freshLog).catch((error: unknown) => {
    throw error instanceof GaveUp ? notReached(said.baseUrl, error.message) : error;
  });
  const options = { ...said, allowed: allowedBy(met.service.release, said.allowed) };
  const { release, log } = met.service;
  const sampled = options.sample !== null;
  const walked: WalkedList[] = [];
  try {
    await verifyMet(met, options, walked, progress);
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    tellGivenUp(options.baseUrl, error, log);
  }
  progress.end();
  const recordsOf = (name: CollectionName) =>
    walked.find(({ collection }) => collection === name)?.records ?? 0;
  const records = { phages: recordsOf('phages'), genes: recordsOf('genes') };
  const isRead = walked.length > 0;
  return { log, release, records: isRead ? records : null, requests: client.sent(), sampled };
}

async function verifyMet(
  met: MetService,
  options: AddressOptions,
  walked: WalkedList[],
  progress: Progress,
): Promise<void> {
  const service = await withEncodings(await withIndex(met.service, options.keeps));
  const { release, manifest } = service;
  const { connections, sample } = options;
  const finds = createSiteFinds(met.lastPages);
  walked.push(...(await walkLists(options, { ...met, service }, finds, progress)));
  tellCrossRecordRules(
    walked,
    (of, page) => addressOfPage(service, of, page),
    { allowed: options.allowed, isWhole: sample === null },
    promisedLog(service),
  );
  const facts = finds.facts({
    geneFiles: release?.gene_files ?? true,
    foldsNames: release?.case_insensitive_names === true,
    views: manifest === null ? [] : exampleViews(manifest),
    bulk: manifest === null ? [] : exampleBulk(manifest),
    isTaken: (file) => (manifest?.find(file) ?? -1) >= 0 || finds.bytesOf(file) !== null,
  });
  const rows = contractTable(facts).filter((row) => mayBeAsked(row, service));
  const addresses = [...singlesToAsk(service, finds), ...viewsToAsk(service, options)];
  const bulk = bulkToAsk(service, options);
  const own = staticToAsk(service, options);
  const advance = () => progress.advance(1);
  progress.stage('Asking', rows.length + addresses.length + bulk.length + own.length, 'requests');
  await askTable(service, rows, finds, options, advance);
  await checkAddresses(service, addresses, connections, advance);
  await checkServedBulk(service, bulk, options, connections, advance);
  await checkServedStatic(service, own, connections, advance);
  await met.seeOff();
}

/** What was found until then stands; what was not looked at says why. */
function tellGivenUp(baseUrl: string, { message }: GaveUp, log: ClauseLog): void {
  const expected = 'answers until all is verified';
  log.fail('answers', { address: baseUrl, expected, found: message });
  for (const clause of clauses) {
    const { checked, remark } = log.tallies[clause];
    if (!checked && remark === null) log.remark(clause, 'not looked at: verification gave up');
  }
}

/** Which pages of each list to read; null where nobody says how many there are. */
function pagesToRead({ lastPages }: MetService, { sample, seed }: AddressOptions) {
  return (list: ListName): readonly number[] | null => {
    const pages = lastPages?.[list];
    if (pages === undefined) return null;
    return sample === null ? null : samplePages(pages, sample, `${seed} ${list}`);
  };
}

/** All lists at once: a walk waits for each answer. */
async function walkLists(
  options: AddressOptions,
  met: MetService,
  finds: SiteFinds,
  progress: Progress,
): Promise<WalkedList[]> {
  const { allowed, sample, seed } = options;
  const { service, lastPages } = met;
  const schemas = createSchemaChecks();
  const picked = pagesToRead(met, options);
  const pagesOf = (list: ListName) => picked(list)?.length ?? lastPages?.[list] ?? 0;
  const total = listNames.reduce((sum, list) => sum + pagesOf(list), 0);
  progress.stage('Reading', total, 'pages');
  if (sample !== null) service.log.remark('count', sampleRemark(lastPages, pagesOf));
  const walks = await Promise.allSettled([
    ...collectionNames.map((collection) =>
      walkList({
        service,
        collection,
        allowed,
        schemas,
        progress,
        lastPage: lastPages?.[collection] ?? null,
        ahead: ahead(service, collection, options),
        pick:
          sample === null ? null : (pages) => samplePages(pages, sample, `${seed} ${collection}`),
        onPage: (number, bytes) => finds.onPage(collection, number, bytes),
        onRecord: (number, record) => finds.onRecord(collection, number, record),
      }),
    ),
    walkPhams({
      service,
      schemas,
      progress,
      lastPage: lastPages?.phams ?? 0,
      ahead: ahead(service, 'phams', options),
      pages: picked('phams') ?? counting(lastPages?.phams ?? 0),
      onPage: (number, bytes) => finds.onPage('phams', number, bytes),
    }),
  ]);
  const failed = walks.find((walk) => walk.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return walks.flatMap((walk) =>
    walk.status === 'fulfilled' && walk.value !== undefined ? [walk.value] : [],
  );
}

function sampleRemark(
  lastPages: PerList<number> | null,
  pagesOf: (list: ListName) => number,
): string {
  if (lastPages === null) return 'only a sample was read';
  const read = listNames
    .filter((list) => lastPages[list] > 0)
    .map((list) => `${formatCount(pagesOf(list))} of ${formatCount(lastPages[list])} of ${list}`);
  return `only a sample of pages was read: ${read.join(', ')}`;
}

/** How many pages are asked for at once: fewer where they are large, since all of them are held. */
function ahead(service: Service, list: ListName, { connections }: AddressOptions): number {
  const largest = longestAnswer(service, pageFile(list, 1));
  return Math.max(1, Math.min(connections, Math.floor(largestBodyBytes / largest)));
}

/** Every row has a log of its own, so that the report does not depend on which answer came first. */
async function askTable(
  service: Service,
  rows: readonly TableRow[],
  finds: SiteFinds,
  { connections, keeps }: AddressOptions,
  advance: () => void,
): Promise<void> {
  const fixed = new Map(
    fixedBodies(service.baseUrl, service.release).map(({ file, body }) => [file, body]),
  );
  const bytesOf = (file: string) => {
    const body = fixed.get(file);
    return body === undefined ? finds.bytesOf(file) : Buffer.from(body);
  };
  const logs = rows.map(() => createClauseLog());
  try {
    await mapTasks(rows, connections, async (row, number) => {
      const own = logs[number] ?? createClauseLog();
      const unkept = unkeptOf(row, keeps);
      const strict = hostLog(own, keeps);
      const rowLog = unkept.length === 0 ? strict : lenientLog(own, () => false);
      const at: TableAtHand = {
        service,
        bytesOf,
        log: contractLog(service, rowLog),
        unkept,
        strict,
      };
      await askRow(row, at);
      advance();
    });
  } finally {
    for (const { tallies } of logs) service.log.merge(tallies);
  }
  if (service.release === null) {
    service.log.remark('M4', 'not asked of a service that is not known to be built by phagepress');
  }
}

/** A service of somebody else's is asked for nothing that could change it. */
function mayBeAsked({ method }: TableRow, { release }: Service): boolean {
  return release !== null || ['GET', 'HEAD', 'OPTIONS'].includes(method);
}
