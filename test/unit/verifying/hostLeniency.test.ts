import { expect, test } from 'vitest';
import { capabilities, type Capability, type Keeps } from '../../../src/contract/capabilities.ts';
import {
  expects,
  hostLog,
  missingCapabilities,
  tableRow,
} from '../../../src/verifying/tableRow.ts';
import { createKeptLog } from './keptLog.ts';

const { compressed } = expects;

/** A host that keeps everything but these. */
function without(...lost: Capability[]): Keeps {
  return Object.fromEntries(
    capabilities.map((one) => [one, lost.includes(one) ? 'it cannot' : true]),
  ) as Keeps;
}

test('compression is never owed, and what is compressed is never excused', () => {
  const row = tableRow('M1', 'compressed', '/api/genes/?page=2', compressed('x', 'gzip'));
  expect(missingCapabilities(row, without('compresses'))).toEqual([]);
  expect(missingCapabilities(row, without('compresses', 'pages'))).toEqual(['pages']);
});

test.each<[Keeps | null, string[]]>([
  [null, ['M1', 'M2', 'M5', 'L4']],
  [without(), ['M1', 'M2', 'M5', 'L4']],
  [without('headers'), ['L4']],
  [without('validators'), ['M1', 'M2', 'L4']],
  [without('pages'), ['M1', 'M2', 'M5', 'L4']],
])('headers that a host sets in its own way are only noted', (keeps, failed) => {
  const { log, failures, notes } = createKeptLog();
  const lenient = hostLog(log, keeps);
  for (const clause of ['M1', 'M2', 'M5', 'L4'] as const) {
    lenient.fail(clause, { address: 'x', expected: '', found: '' });
  }
  expect(failures.map(({ clause }) => clause)).toEqual(failed);
  expect(failures.length + notes.length).toBe(4);
});
