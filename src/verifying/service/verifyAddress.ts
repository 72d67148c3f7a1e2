/** Verifies that the responses at an address keep the contract: its lists, then the contract's table of requests. */
import { fileOfPhage } from '../../contract/aliasIndex.ts';
import { type CollectionName, perPublished, requiredNames } from '../../contract/collectionName.ts';
import { neutralNames } from '../../contract/fieldNames.ts';
import { collectionsOf, pageSetsIn } from '../../contract/release.ts';
import type { Progress } from '../../progress.ts';
import { allowedBy } from '../manifest/checkRelease.ts';
import { mayBeAsked, rowCheck } from './askRows.ts';
import { checkEach, checkHashed } from './askedFiles.ts';
import { bulkToAsk, checkServedBulk } from './checkServedBulk.ts';
import {
  furtherPagesToAsk,
  isLargePage,
  pagesToAsk,
  singlesToAsk,
  pageFilesToAsk,
  staticToAsk,
  viewsToAsk,
} from './filesToAsk.ts';
import { type ClauseLog, createClauseLog } from '../report/clauseLog.ts';
import { clauses } from '../report/clauses.ts';
import type { TableRow } from '../table/tableRow.ts';
import { contractTable } from '../table/contractTable.ts';
import { exampleBulk, examplePages, exampleViews } from '../table/examples.ts';
import { ServiceAbandoned } from '../../http/retryLimits.ts';
import { hostLog } from '../table/hostLeniency.ts';
import type { HttpClient } from '../../http/httpClient.ts';
import { reportCrossRecordRules } from '../pages/joinPages.ts';
import { namesToAsk } from './namesToAsk.ts';
import { fetchRelease, type FetchedRelease, notReached } from './fetchRelease.ts';
import { checkPublished, withEncodings } from './published.ts';
import { finishAddress } from './finishAddress.ts';
import { promisedLog } from './service.ts';
import { createSiteFinds } from './siteFinds.ts';
import type { Verification } from '../report/verification.ts';
import { addressOfPage } from './walkList.ts';
import { walkLists } from './walkLists.ts';
import type { WalkedList } from './walkState.ts';
import { withIndex } from './withIndex.ts';
import type { AddressOptions } from './addressOptions.ts';

/** Verifies a service; whatever it returns is a finding. Throws a Failure when it cannot be reached at all. */
export async function verifyAddress(
  said: AddressOptions,
  client: HttpClient,
  progress: Progress,
): Promise<Verification> {
  const freshLog = () => hostLog(createClauseLog(), said.keeps);
  const met = await fetchRelease(said, client, freshLog).catch((error: unknown) => {
    throw error instanceof ServiceAbandoned ? notReached(said.baseUrl, error.message) : error;
  });
  const options = { ...said, allowed: allowedBy(met.service.release, said.allowed) };
  const { release, log } = met.service;
  const sampled = options.sample !== null;
  const walked: WalkedList[] = [];
  try {
    await verifyMet(met, options, walked, progress);
  } catch (error) {
    if (!(error instanceof ServiceAbandoned)) throw error;
    reportGivenUp(options.baseUrl, error, log);
  }
  progress.end();
  const recordsOf = (name: CollectionName) =>
    walked.find(({ collection }) => collection === name)?.records ?? 0;
  const collections = release === null ? requiredNames : collectionsOf(release);
  const records = perPublished(collections, recordsOf);
  const isRead = walked.length > 0;
  return { log, release, records: isRead ? records : null, requests: client.sent(), sampled };
}

async function verifyMet(
  met: FetchedRelease,
  options: AddressOptions,
  walked: WalkedList[],
  progress: Progress,
): Promise<void> {
  const service = await withEncodings(await withIndex(met.service, options.keeps));
  const { release, manifest } = service;
  const { connections, sample } = options;
  const finds = createSiteFinds(met.lastPages);
  walked.push(...(await walkLists(options, { ...met, service }, finds, progress)));
  const facts = reportCrossRecordRules(
    walked,
    (of, page) => addressOfPage(service, of, page),
    {
      allowed: options.allowed,
      fieldNames: release?.field_names ?? neutralNames,
      isWhole: sample === null,
    },
    promisedLog(service),
  );
  const names = await namesToAsk(service, facts, finds.plainPhage(), options);
  // `all` of a large list is requested as a file, once.
  const isSmall = ({ expected }: TableRow) =>
    !('file' in expected && isLargePage(service, expected.file));
  const site = finds.site({
    geneFiles: release?.gene_files ?? true,
    caseInsensitiveNames: release?.case_insensitive_names === true,
    ...names.known,
    ...(release === null ? {} : pageSetsIn(release)),
    views: manifest === null ? [] : exampleViews(manifest),
    bulk: manifest === null ? [] : exampleBulk(manifest),
    ...(manifest !== null && release?.pages === true ? examplePages(manifest) : {}),
    isTaken: (file) =>
      (manifest?.find(file) ?? -1) >= 0 ||
      finds.bytesOf(file) !== null ||
      names.isTaken(fileOfPhage(file)?.name ?? ''),
  });
  const rows = contractTable(site).filter((row) => mayBeAsked(row, service) && isSmall(row));
  const further = furtherPagesToAsk(service, site, options);
  const addresses = [
    ...further.pages,
    ...pagesToAsk(service, met.lastPages, options),
    ...singlesToAsk(service, finds),
    ...viewsToAsk(service, options),
    ...names.addresses,
  ];
  const bulk = bulkToAsk(service, options);
  const own = staticToAsk(service, options);
  const web = pageFilesToAsk(service, options);
  const each = <Asked>(
    asked: readonly Asked[],
    check: (one: Asked, log: ClauseLog) => Promise<unknown>,
  ) =>
    checkEach(service, asked, connections, async (one, log) => {
      await check(one, log);
      progress.advance(1);
    });
  const requests = [rows, addresses, further.hashed, bulk, own, web];
  const total = requests.reduce((sum, { length }) => sum + length, 0);
  progress.stage('Asking', total, 'requests');
  await each(rows, rowCheck(service, finds, options.keeps));
  if (release === null) {
    service.log.remark('M4', 'not asked of a service that is not known to be built by phagepress');
  }
  await each(addresses, (one, strict) => checkPublished(service, one, strict));
  await each(further.hashed, (one, strict) => checkHashed(service, one, 'L7', strict));
  await each(bulk, (one, strict) => checkServedBulk(service, one, options, strict));
  await each(own, (one, strict) => checkHashed(service, one, 'manifest', strict));
  await each(web, (one, strict) => checkHashed(service, one, 'W1', strict));
  await finishAddress(service, options.keeps);
}

/** Keeps the findings so far, and remarks on clauses that were not checked. */
function reportGivenUp(baseUrl: string, { message }: ServiceAbandoned, log: ClauseLog): void {
  const expected = 'answers until all is verified';
  log.fail('answers', { address: baseUrl, expected, found: message });
  for (const clause of clauses) {
    const { checked, remark } = log.tallies[clause];
    if (!checked && remark === null) log.remark(clause, 'not looked at: verification gave up');
  }
}
