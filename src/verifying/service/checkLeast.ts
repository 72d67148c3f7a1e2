/** Checks the minimum that a response must keep even if its host cannot keep the row, or only the interface is promised. */
import path from 'node:path';
import type { Capability } from '../../contract/capabilities.ts';
import { requiredNames } from '../../contract/collectionName.ts';
import { releaseFile } from '../../contract/sitePaths.ts';
import { attempt } from '../../failure.ts';
import type { ClauseLog } from '../report/clauseLog.ts';
import { type Clause, isClause } from '../report/clauses.ts';
import { type Received, showStatus } from './headerChecks.ts';
import { isPublished } from './published.ts';
import type { Service } from './service.ts';
import type { TableRow } from '../table/tableRow.ts';

export interface TableContext {
  readonly service: Service;
  /** The bytes of a file of the site; null if unknown. */
  readonly bytesOf: (file: string) => Buffer | null;
  readonly log: ClauseLog;
  /** Capabilities that the row needs and the host lacks: `log` only notes departures from the row. */
  readonly unkept: readonly Capability[];
  /** The log for what is required all the same. */
  readonly strict: ClauseLog;
}

/** The response to the request of a row. */
export interface AnsweredRow extends TableContext, Received {
  readonly row: TableRow;
}

export function checkLeast({ row, reply, address, service, unkept, strict }: AnsweredRow): void {
  const { expected, method, target } = row;
  const found = showStatus(reply);
  if (service.release === null) {
    // "HEAD and OPTIONS are allowed on both paths."
    if (!isPromised(row) || ![405, 501].includes(reply.status)) return;
    strict.fail('M3', { address, expected: `an answer to ${method}`, found });
  } else if (expected.kind === 'not-found' && unkept.length > 0) {
    const isFree = unkept.includes('pages') || (method === 'OPTIONS' && reply.status === 204);
    if (isFree || reply.status >= 300) return;
    // Some hosts normalize a path before they look it up.
    const { pathname } = new URL(service.baseUrl + target);
    const below = pathname.slice(new URL(service.baseUrl).pathname.replace(/\/$/, '').length + 1);
    const decoded = attempt(() => decodeURIComponent(below)) ?? below;
    const file = path.posix.normalize(decoded).replace(/\/$/, '/index.json');
    const isFile = file === releaseFile || isPublished(service, file, reply.body) === true;
    if (unkept.includes('raw-path') && isFile) return;
    strict.fail(clauseOf(row), { address, expected: 'an error', found });
  }
}

/** Rows with methods that the interface allows on the lists of collections. */
function isPromised({ method, target }: TableRow): boolean {
  return (
    ['HEAD', 'OPTIONS'].includes(method) && requiredNames.some((name) => target === `/api/${name}/`)
  );
}

/** The first clause of a row. */
export function clauseOf({ clause }: TableRow): Clause {
  const [first = ''] = clause.split(' ');
  return isClause(first) ? first : 'answers';
}
