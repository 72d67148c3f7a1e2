/** The capabilities that a server needs for a row of the contract's table. */
import type { Capability } from '../../contract/capabilities.ts';
import type { TableRow } from './tableRow.ts';

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
      return [...(asksForPage(target) ? (['pages'] as const) : []), 'json-errors', ...special];
    case 'method-not-allowed':
      return ['not-allowed', ...special];
    case 'unchanged-file':
      return ['validators', ...special];
    case 'file':
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
  return /^\/api\/(genes|phages|phams)\/\?/.test(target);
}
