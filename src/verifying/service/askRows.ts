/** Decides which requests of the contract's table to send to a service, and how strictly to judge each response. */
import type { Keeps } from '../../contract/capabilities.ts';
import { askRow } from './checkTableRow.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import { fixedBodies } from '../table/fixedBodies.ts';
import { missingCapabilities } from '../table/hostLeniency.ts';
import { contractLog, type Service } from './service.ts';
import type { SiteFinds } from './siteFinds.ts';
import type { TableRow } from '../table/tableRow.ts';

export function rowCheck(service: Service, finds: SiteFinds, keeps: Keeps | null) {
  const fixed = new Map(
    fixedBodies(service.baseUrl, service.release).map(({ file, body }) => [file, body]),
  );
  const bytesOf = (file: string) => {
    const body = fixed.get(file);
    return body === undefined ? finds.bytesOf(file) : Buffer.from(body);
  };
  return async (row: TableRow, strict: ClauseLog) => {
    const unkept = missingCapabilities(row, keeps);
    const rowLog = unkept.length === 0 ? strict : lenientLog(strict, () => false);
    const log = contractLog(service, rowLog);
    await askRow(row, { service, bytesOf, log, unkept, strict });
  };
}

/** Only safe methods are sent to a service of somebody else's. */
export function mayBeAsked({ method }: TableRow, { release }: Service): boolean {
  return release !== null || ['GET', 'HEAD', 'OPTIONS'].includes(method);
}
