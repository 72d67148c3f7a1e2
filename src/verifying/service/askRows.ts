/** Sends all requests of the contract's table to a service, several at once. */
import { checkEach } from './askedFiles.ts';
import { askRow } from './askTable.ts';
import { lenientLog } from '../report/clauseLog.ts';
import { fixedBodies } from '../table/fixedBodies.ts';
import { unkeptOf } from '../table/hostLeniency.ts';
import { contractLog, type Service } from './service.ts';
import type { SiteFinds } from './siteFinds.ts';
import type { TableRow } from '../table/tableRow.ts';
import type { AddressOptions } from './addressOptions.ts';

export async function askRows(
  service: Service,
  rows: readonly TableRow[],
  finds: SiteFinds,
  { connections, keeps }: Pick<AddressOptions, 'connections' | 'keeps'>,
  advance: () => void,
): Promise<void> {
  const fixed = new Map(
    fixedBodies(service.baseUrl, service.release).map(({ file, body }) => [file, body]),
  );
  const bytesOf = (file: string) => {
    const body = fixed.get(file);
    return body === undefined ? finds.bytesOf(file) : Buffer.from(body);
  };
  await checkEach(service, rows, connections, async (row, strict) => {
    const unkept = unkeptOf(row, keeps);
    const rowLog = unkept.length === 0 ? strict : lenientLog(strict, () => false);
    const log = contractLog(service, rowLog);
    await askRow(row, { service, bytesOf, log, unkept, strict });
    advance();
  });
  if (service.release === null) {
    service.log.remark('M4', 'not asked of a service that is not known to be built by phagepress');
  }
}

/** Only safe methods are sent to a service of somebody else's. */
export function mayBeAsked({ method }: TableRow, { release }: Service): boolean {
  return release !== null || ['GET', 'HEAD', 'OPTIONS'].includes(method);
}
