/** Proves that what an address answers keeps the contract: its lists, then the contract's table of requests. */
import { hash } from 'node:crypto';
import type { Keeps } from '../contract/capabilities.ts';
import { collectionNames, type PerCollection } from '../contract/collectionName.ts';
import { recordLink } from '../contract/links.ts';
import { recordFile } from '../contract/sitePaths.ts';
import type { RuleName } from '../findings/rules.ts';
import type { Progress } from '../progress.ts';
import { mapTasks } from '../workers/mapTasks.ts';
import { askRow, type TableAtHand } from './askTable.ts';
import { checkServedBulk } from './checkServedBulk.ts';
import { type ClauseLog, createClauseLog, lenientLog } from './clauseLog.ts';
import type { Clause } from './clauses.ts';
import { contractTable } from './contractTable.ts';
import { escapedPath } from './escapedPath.ts';
import { exampleViews } from './exampleViews.ts';
import type { SiteFacts, TableRow } from './tableRow.ts';
import { fixedBodies } from './fixedBodies.ts';
import type { HttpClient } from './httpClient.ts';
import { tellCrossRecordRules } from './joinPages.ts';
import { meetService, type MetService } from './meetService.ts';
import { neededFor } from './neededFor.ts';
import { samplePages } from './samplePages.ts';
import { createSchemaChecks } from './schemaChecks.ts';
import { contractLog, promisedLog, type Service, targetOf } from './service.ts';
import { createSiteFinds, type SiteFinds } from './siteFinds.ts';
import type { Verification } from './verification.ts';
import { viewOf } from './viewOf.ts';
import { addressOfPage, walkList } from './walkList.ts';
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
  options: AddressOptions,
  client: HttpClient,
  progress: Progress,
): Promise<Verification> {
  const log = hostLog(createClauseLog(), options.keeps);
  const met = await meetService(options, client, log);
  const { service } = met;
  const finds = createSiteFinds(met.lastPages);
  progress.stage('Reading', pagesToRead(met, options), 'pages');
  const walked = await walkLists(options, met, finds, progress);
  const { release } = service;
  const cross = promisedLog(service);
  tellCrossRecordRules(
    walked,
    (of, page) => addressOfPage(service, of, page),
    { allowed: options.allowed, isWhole: options.sample === null },
    cross,
  );
  if (options.sample !== null) log.remark('count', 'only a sample was read');

  const facts = finds.facts({
    geneFiles: release?.gene_files ?? true,
    foldsNames: release?.case_insensitive_names === true,
    views: service.manifest === null ? [] : exampleViews(service.manifest),
    isTaken: (file) => (service.manifest?.find(file) ?? -1) >= 0 || finds.bytesOf(file) !== null,
  });
  await askTable(service, facts, finds, options, progress);
  await checkSingles(service, finds, options.connections);
  await checkServedViews(service, options.connections);
  await checkServedBulk(service, options.connections);
  await met.seeOff();
  progress.end();
  const records: PerCollection<number> = {
    phages: walked.find(({ collection }) => collection === 'phages')?.records ?? 0,
    genes: walked.find(({ collection }) => collection === 'genes')?.records ?? 0,
  };
  return { log, release, records, requests: client.sent(), sampled: options.sample !== null };
}

function pagesToRead({ lastPages }: MetService, { sample }: AddressOptions): number {
  if (lastPages === null) return 0;
  const each = collectionNames.map((name) => {
    const pages = lastPages[name];
    return sample === null ? pages : samplePages(pages, sample, '').length;
  });
  return each.reduce((sum, pages) => sum + pages, 0);
}

/** Both lists at once: a walk waits for each answer. */
function walkLists(
  { allowed, sample, seed, connections }: AddressOptions,
  { service, lastPages }: MetService,
  finds: SiteFinds,
  progress: Progress,
): Promise<WalkedList[]> {
  const schemas = createSchemaChecks();
  return Promise.all(
    collectionNames.map((collection) =>
      walkList({
        service,
        collection,
        allowed,
        schemas,
        progress,
        lastPage: lastPages?.[collection] ?? null,
        ahead: connections,
        pick:
          sample === null ? null : (pages) => samplePages(pages, sample, `${seed} ${collection}`),
        onPage: (number, bytes) => finds.onPage(collection, number, bytes),
        onRecord: (number, record) => finds.onRecord(collection, number, record),
      }),
    ),
  );
}

/** Every row has a log of its own, so that the report does not depend on which answer came first. */
async function askTable(
  service: Service,
  facts: SiteFacts,
  finds: SiteFinds,
  { connections, keeps }: AddressOptions,
  progress: Progress,
): Promise<void> {
  const rows = contractTable(facts).filter((row) => mayBeAsked(row, service));
  const fixed = new Map(
    fixedBodies(service.baseUrl, service.release).map(({ file, body }) => [file, body]),
  );
  const bytesOf = (file: string) => {
    const body = fixed.get(file);
    return body === undefined ? finds.bytesOf(file) : Buffer.from(body);
  };
  progress.stage('Asking', rows.length, 'requests');
  const logs = await mapTasks(rows, connections, async (row) => {
    const own = createClauseLog();
    const rowLog = canBeKept(row, keeps) ? hostLog(own, keeps) : lenientLog(own, () => false);
    const at: TableAtHand = { service, bytesOf, log: contractLog(service, rowLog) };
    await askRow(row, at);
    progress.advance(1);
    return own;
  });
  for (const { tallies } of logs) service.log.merge(tallies);
  if (service.release === null) {
    service.log.remark('M4', 'not asked of a service that is not known to be built by phagepress');
  }
}

function canBeKept(row: TableRow, keeps: Keeps | null): boolean {
  return keeps === null || neededFor(row).every((capability) => keeps[capability] === true);
}

/** The log for the headers of every answer, where the host sets them in its own way. */
function hostLog(log: ClauseLog, keeps: Keeps | null): ClauseLog {
  const lost = new Set<Clause>([
    ...(keeps === null || keeps.headers === true ? [] : (['M1', 'M2', 'M5'] as const)),
    ...(keeps === null || keeps.validators === true ? [] : (['M5'] as const)),
  ]);
  return lenientLog(log, (clause) => !lost.has(clause));
}

/** A service of somebody else's is asked for nothing that could change it. */
function mayBeAsked({ method }: TableRow, { release }: Service): boolean {
  return release !== null || ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

// Enough to meet every kind of view on most sites.
const askedViews = 40;

/** V1: some views, spread over all there are, as the manifest has them. */
async function checkServedViews(service: Service, connections: number): Promise<void> {
  const { baseUrl, client, log, manifest } = service;
  if (manifest === null) return;
  const entries: number[] = [];
  for (let entry = 0; entry < manifest.entries; entry++) {
    const file = manifest.pathOf(entry);
    if (file.endsWith('.json') && viewOf(file) !== null) entries.push(entry);
  }
  const step = Math.max(1, entries.length / askedViews);
  const some = Array.from({ length: Math.min(askedViews, entries.length) }, (_, index) =>
    manifest.fileOf(entries[Math.floor(index * step)] ?? 0),
  ).flatMap(({ path, sha256 }) => {
    const escaped = escapedPath(path.replace(/index\.json$/, ''));
    return escaped === null ? [] : [{ address: `${baseUrl}/${escaped}`, sha256 }];
  });
  const answers = await mapTasks(some, connections, async ({ address, sha256 }) => {
    return { address, sha256, result: await client.ask({ target: targetOf(address) }) };
  });
  for (const { address, sha256, result } of answers) {
    log.checked('V1');
    const expected = 'the view that manifest.json has';
    if (!result.ok) {
      log.fail('answers', { address, expected: 'an answer', found: result.reason });
    } else if (result.reply.status !== 200) {
      log.fail('V1', { address, expected, found: `status ${result.reply.status}` });
    } else if (hash('sha256', result.reply.body) !== sha256) {
      log.fail('V1', { address, expected, found: 'other bytes' });
    }
  }
}

/** D1: a few records of each list, spread over its pages, at their own addresses. */
async function checkSingles(
  service: Service,
  finds: SiteFinds,
  connections: number,
): Promise<void> {
  const { release, baseUrl, client, log } = service;
  if (release === null) return;
  for (const collection of collectionNames) {
    if (collection === 'genes' && !release.gene_files) continue;
    const singles = finds.singles(collection);
    const answers = await mapTasks(singles, connections, async ({ key, bytes }) => {
      const address = recordLink(baseUrl, collection, key);
      return { address, key, bytes, result: await client.ask({ target: targetOf(address) }) };
    });
    for (const { address, key, bytes, result } of answers) {
      // A name that needs escapes also shows how they are read.
      const clause = encodeURIComponent(key) === key ? 'D1' : 'A3';
      log.checked(clause);
      if (!result.ok) {
        log.fail('answers', { address, expected: 'an answer', found: result.reason });
      } else if (result.reply.status !== 200) {
        const expected = `the record ${recordFile(collection, key)}`;
        log.fail(clause, { address, expected, found: `status ${result.reply.status}` });
      } else if (!result.reply.body.equals(bytes)) {
        log.fail(clause, {
          address,
          expected: 'the bytes of the record in its list',
          found: 'others',
        });
      }
    }
  }
}
