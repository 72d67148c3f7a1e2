import { expect, test } from 'vitest';
import { contractLog, promisedLog, targetOf } from '../../../../src/verifying/service/service.ts';
import { createKeptLog } from '../keptLog.ts';
import { releaseWith } from '../manifestOf.ts';
import { serviceWith } from './someReplies.ts';

test.each([
  ['https://example.org/phages/api/genes/?page=2', '/phages/api/genes/?page=2'],
  ['http://127.0.0.1:80/a/../b//%2e', '/a/../b//%2e'],
  ['HTTPS://example.org/x#/results/0', '/x'],
  ['https://example.org', '/'],
  ['https://example.org#x/y', '/'],
  ['https://example.org?a=/b', '/?a=/b'],
  ['https://example.org/a?b=https://example.com/c', '/a?b=https://example.com/c'],
])('the target of %s is %s, with nothing made simpler', (address, target) => {
  expect(targetOf(address)).toBe(target);
});

test('of somebody else’s service, what only the contract says is noted, and the interface is required', () => {
  const departure = { address: 'here', expected: 'x', found: 'y' };
  const tell = (release: ReturnType<typeof releaseWith> | null) => {
    const { log, failures } = createKeptLog();
    const service = serviceWith({ release, log });
    promisedLog(service).fail('L3', departure);
    promisedLog(service).fail('M5', departure);
    contractLog(service, log).fail('L4', departure);
    return failures.map(({ clause }) => clause);
  };
  expect(tell(null)).toEqual(['L3']);
  expect(tell(releaseWith())).toEqual(['L3', 'M5', 'L4']);
});
