import { describe, expect, test } from 'vitest';
import { type Release, renderRelease } from '../../../src/contract/release.ts';
import { programVersion } from '../../../src/installed.ts';
import { schemaId } from '../../../src/describing/fixedFiles.ts';
import { requiredNames } from '../../../src/contract/collectionName.ts';
import { schemasOf } from '../../../src/records/schemas.ts';
import { checkReleaseText, firstDifference } from '../../../src/verifying/release.ts';
import { createKeptLog } from './keptLog.ts';
import { releaseWith } from './manifestOf.ts';

function told(changes: Partial<Release>, text: (due: string) => string = (due) => due) {
  const { log, failures } = createKeptLog();
  const release = releaseWith({
    version: programVersion(),
    schemas: schemasOf(requiredNames).map(({ name }) => schemaId('https://example.org', name)),
    ...changes,
  });
  checkReleaseText(release, text(renderRelease(release)), 'release.json', log);
  return { failures, remark: log.tallies.release.remark };
}

test('another version is remarked upon, and named where the text differs', () => {
  expect(told({ version: '0.0.1' })).toMatchObject({
    failures: [],
    remark: `built by phagepress 0.0.1, and this is ${programVersion()}`,
  });
  const { failures } = told({ version: '0.0.1' }, (due) => `${due}\n`);
  expect(failures[0]?.hint).toContain('verify it with that version');
});

test('a version that would write to the terminal is shown without doing so', () => {
  expect(told({ version: '1\u001b[2J' }).remark).toContain(String.raw`1\u001b[2J`);
});

describe('the first difference', () => {
  test.each([
    ['a\nb\nc', 'a\nX\nc', 2, '`b`', '`X`'],
    ['a\nb', 'a', 2, '`b`', 'the end of the file'],
    ['a', 'a\nb', 2, 'the end of the file', '`b`'],
    ['a', '', 1, '`a`', '``'],
  ])('of %j and %j is in line %i', (due, is, line, expected, found) => {
    expect(firstDifference(due, is)).toEqual({ line, expected, found });
  });

  test('of equal texts lies in bytes that are none', () => {
    expect(firstDifference('a', 'a').found).toBe('bytes that are no text');
  });
});
