import { describe, expect, test } from 'vitest';
import { crc32 } from 'node:zlib';
import { type VerifyPagesTask, verifyPages } from '../../../../src/verifying/folder/verifyPages.ts';
import { clauses } from '../../../../src/verifying/clauses.ts';
import { geneList, geneText, pageText, schemas } from '../somePages.ts';
import { verifiedSite } from './verifiedSite.ts';

const three = geneList(3);
const [a, b, c] = ['A_CDS_1', 'A_CDS_2', 'A_CDS_3'] as const;
const first = pageText(three, 1, [geneText(a), geneText(b)]);
const files: Record<string, string> = {
  'api/genes/index.json': first,
  'api/genes/page/1.json': first,
  'api/genes/page/2.json': pageText(three, 2, [geneText(c)]),
  ...Object.fromEntries([a, b, c].map((key) => [`api/genes/${key}/index.json`, geneText(key)])),
};

function verify(
  changes: Readonly<Record<string, string | null>> = {},
  task: Partial<VerifyPagesTask> = {},
) {
  // As of a build that published just this.
  const published = Object.fromEntries(
    Object.entries({ ...files, ...changes }).flatMap(([path, text]) =>
      text === null ? [] : [[path, text]],
    ),
  );
  const { root, manifest } = verifiedSite(published);
  const range = { firstPage: 1, endPage: 3 };
  const choices = { recordFiles: true, caseInsensitiveNames: false, areNoted: false };
  const verified = verifyPages(
    { root, manifest: manifest.shared, list: three, ...choices, ...range, ...task },
    schemas,
  );
  const told = clauses.flatMap((clause) => {
    const { failures, first: departure } = verified.tallies[clause];
    return failures === 0
      ? []
      : [`${clause} ${failures} ${departure?.address}: ${departure?.found}`];
  });
  return { ...verified, told };
}

test('pages whose records lie at their addresses pass', () => {
  const { told, records, firstKey, lastKey, ifFirst, hasRepeats } = verify();
  expect(told).toEqual([]);
  expect({ records, firstKey, lastKey, ifFirst, hasRepeats }).toEqual({
    records: 3,
    firstKey: a,
    lastKey: c,
    ifFirst: [],
    hasRepeats: false,
  });
});

describe('a page', () => {
  test('that is missing hides where its keys went: one may come again behind it', () => {
    const five = geneList(5);
    const pages = {
      'api/genes/index.json': pageText(five, 1, [geneText(a), geneText(b)]),
      'api/genes/page/1.json': pageText(five, 1, [geneText(a), geneText(b)]),
      'api/genes/page/2.json': null,
      'api/genes/page/3.json': pageText(five, 3, [geneText(b)]),
    };
    const { told } = verify(pages, { list: five, endPage: 4 });
    expect(told).toEqual(['L7 1 api/genes/page/2.json: no such file']);
  });
});

describe('a record', () => {
  const at = (key: string) => `api/genes/${key}/index.json`;

  test('that is the first of a range is told apart: it may repeat the last of the range before', () => {
    const { told, ifFirst } = verify({ [at(a)]: geneText(c) });
    expect(told).toEqual([]);
    expect(ifFirst).toMatchObject([{ address: at(a), found: 'others' }]);
  });

  test('with a key that was there has no address of its own', () => {
    const again = pageText(three, 2, [geneText(b, { Notes: 'again' })]);
    const { told, hasRepeats } = verify(
      { 'api/genes/page/2.json': again },
      { areNoted: true, list: { ...three, allowed: new Set(['gene-id-unique'] as const) } },
    );
    expect(told).toEqual([]);
    expect(hasRepeats).toBe(true);
  });
});

test('what is noted of the records is their place on their pages and the sum of their bytes', () => {
  const { notes, sums } = verify({}, { areNoted: true });
  expect([...sums]).toEqual([a, b, c].map((key) => crc32(geneText(key))));
  expect(notes).not.toBeNull();
  expect(verify().notes).toBeNull();
});
