/** What a server must be capable of to answer a row of the contract's table as it should. */
import type { Capability } from '../contract/capabilities.ts';
import type { TableRow } from './tableRow.ts';

export function neededFor({ expected, target, specialNeed }: TableRow): Capability[] {
  const special = specialNeed === null ? [] : [specialNeed];
  switch (expected.kind) {
    case 'content':
      return [...(target.includes('?') ? (['pages'] as const) : []), ...special];
    case 'description':
      return ['options', ...special];
    case 'redirect':
      return ['redirects', ...special];
    case 'unchanged':
      return target.includes('?') ? ['pages', 'validators'] : ['validators'];
    case 'not-found':
      return [...(target.includes('?') ? (['pages'] as const) : []), 'json-errors', ...special];
    case 'method-not-allowed':
      return ['not-allowed'];
    case 'compressed':
      return ['compresses'];
  }
}
