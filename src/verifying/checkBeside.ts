/** Checks answers to rows beside the API, where every host serves plain files (B1). */
import { clauseOf, type TableAtHand } from './checkLeast.ts';
import { checkBulkHeaders } from './checkServedBulk.ts';
import { showStatus } from './headerChecks.ts';
import type { HttpReply } from './httpClient.ts';
import { isPublished } from './published.ts';
import type { Expected, TableRow } from './tableRow.ts';

export function checkBeside(
  row: TableRow,
  expected: Extract<Expected, { kind: 'file' | 'refused' }>,
  reply: HttpReply,
  address: string,
  { service, log }: TableAtHand,
): void {
  const fail = (wanted: string, found: string) =>
    log.fail(clauseOf(row), { address, expected: wanted, found });
  if (expected.kind === 'refused') {
    if (!expected.statuses.includes(reply.status)) {
      fail(`status ${expected.statuses.join(' or ')}`, showStatus(reply));
    }
    return;
  }
  const { file } = expected;
  if (reply.status !== 200) return fail('status 200', showStatus(reply));
  const entry = service.manifest?.find(file) ?? -1;
  const bytes = service.manifest?.fileOf(entry).bytes;
  const [length] = reply.lines('content-length');
  if (row.method === 'HEAD') {
    if (reply.body.length > 0) fail('no body', `${reply.body.length} bytes`);
    // A host that packs what it sends may say how long that is.
    const isPlain = reply.lines('content-encoding').length === 0;
    if (isPlain && length !== undefined && length !== String(bytes)) {
      fail(`a length of ${bytes}`, length);
    }
  } else if (isPublished(service, file, reply.body) === false) {
    fail(`the published ${file}`, 'other bytes');
  }
  checkBulkHeaders(reply, file, address, log);
}
