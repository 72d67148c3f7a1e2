/** Which departures are only noted because a host states that it cannot keep them. */
import { invalidPageBody } from '../../contract/bodies.ts';
import type { Capability, Keeps } from '../../contract/capabilities.ts';
import { listNames } from '../../contract/collectionName.ts';
import { type ClauseLog, lenientLog } from '../report/clauseLog.ts';
import type { Clause } from '../report/clauses.ts';
import type { TableRow } from './tableRow.ts';

/** Compression is optional, but what a host compresses must be right on every host (M6). */
export function missingCapabilities(row: TableRow, keeps: Keeps | null): Capability[] {
  if (keeps === null) return [];
  return neededFor(row).filter((one) => one !== 'compresses' && keeps[one] !== true);
}

/** The capabilities that a server needs for a row of the contract's table. */
export function neededFor({ expected, target, specialNeed }: TableRow): Capability[] {
  const special = specialNeed === null ? [] : [specialNeed];
  switch (expected.kind) {
    case 'content':
      return [...neededToFind(target), ...special];
    case 'description':
      return ['options', ...special];
    case 'redirect':
      return ['redirects', ...special];
    case 'unchanged':
      return [...neededToFind(target), 'validators'];
    case 'not-found':
      return [
        ...(expected.body === invalidPageBody ? (['pages'] as const) : []),
        'json-errors',
        ...special,
      ];
    case 'method-not-allowed':
      return ['not-allowed', ...special];
    case 'unchanged-file':
      return ['validators', ...special];
    case 'fresh':
      return [...neededToFind(target), ...special];
    case 'file':
    case 'lasting':
    case 'part':
    case 'past-end':
    case 'preflight':
    case 'refused':
      return special;
    case 'stays':
      return ['redirects'];
    case 'compressed':
      return [...neededToFind(target), 'compresses'];
  }
}

/** For a page of a list, or the index of a folder. */
function neededToFind(target: string): Capability[] {
  if (asksForPage(target)) return ['pages'];
  return /\/(\?|$)/.test(target) ? ['indexes'] : [];
}

/** At other addresses the query is ignored, as on every file server. */
function asksForPage(target: string): boolean {
  return listNames.some((list) => target.startsWith(`/api/${list}/?`));
}

/** The log for common headers, which some hosts set in their own way. */
export function hostLog(log: ClauseLog, keeps: Keeps | null): ClauseLog {
  const lost = new Set<Clause>([
    ...(keeps === null || keeps.headers === true ? [] : (['M1', 'M2', 'M5'] as const)),
    ...(keeps === null || keeps.validators === true ? [] : (['M5'] as const)),
  ]);
  return lenientLog(log, (clause) => !lost.has(clause));
}
