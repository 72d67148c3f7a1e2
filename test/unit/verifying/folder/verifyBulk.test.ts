import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bulkParts } from '../../../../src/bulk/bulkPlan.ts';
import { createTextMaker } from '../../../../src/bulk/partTexts.ts';
import { bulkFiles, type BulkPath } from '../../../../src/contract/bulkFiles.ts';
import { verifyBulkFile, verifyPhageFiles } from '../../../../src/verifying/folder/verifyBulk.ts';
import { built, type Changes, folderWith, plan, told } from './builtFolder.ts';

const { notes } = plan;
const maker = createTextMaker();

async function verify(path: BulkPath, changes: Changes = {}, isGuarded = false) {
  const file = bulkFiles.find((one) => one.path === path)!;
  const { site } = folderWith(changes);
  const { tallies, records } = await verifyBulkFile(
    { ...site, file, notes, table: { isGuarded } },
    maker,
  );
  return { told: told({ tallies }), records, checked: tallies.B1.checked };
}

const tsv = 'bulk/genes.tsv.gz';
const text = gunzipSync(built(tsv));

test.each([
  ['bulk/genes.ndjson.gz', 9],
  ['bulk/phages.ndjson.gz', 4],
  [tsv, 9],
  ['bulk/proteins.faa.gz', 9],
  ['bulk/genes.gff3.gz', 9],
] as const)('%s of a build passes, and has %i records', async (path, records) => {
  expect(await verify(path)).toEqual({ told: [], records, checked: true });
});

test.each<[what: string, content: Uint8Array | null, found: string]>([
  ['that is missing', null, 'no such file'],
  ['with another byte', gzipSync(text.toString().replace('CDS_2', 'CDS_7')), 'something else'],
  ['with more behind', gzipSync(Buffer.concat([text, Buffer.from('\n')])), 'more than that'],
  ['whose last byte is missing', gzipSync(text.subarray(0, -1)), 'less than that'],
  ['with nothing in it', gzipSync(''), 'less than that'],
  ['that is not packed', text, 'what cannot be unpacked: incorrect header check'],
  [
    'that is cut short',
    built(tsv).subarray(0, -9),
    'what cannot be unpacked: unexpected end of file',
  ],
])('a file %s is told, and its records are counted all the same', async (_, content, found) => {
  expect(await verify(tsv, { [tsv]: content })).toMatchObject({
    told: [`B1 1 ${tsv}: ${found}`],
    records: 9,
  });
});

test('the same text in other members passes: how it is packed is nobody’s concern', async () => {
  const members = [text.subarray(0, 5), text.subarray(5)].map((part) => gzipSync(part));
  expect((await verify(tsv, { [tsv]: Buffer.concat(members) })).told).toEqual([]);
});

test('a table is held to whether it is guarded against spreadsheets', async () => {
  expect((await verify(tsv, {}, true)).told).toEqual([`B1 1 ${tsv}: something else`]);
  expect((await verify('bulk/genes.ndjson.gz', {}, true)).told).toEqual([]);
});

test('a page that cannot be read gives no text, and throws nothing', async () => {
  const { told: said, records } = await verify('bulk/genes.ndjson.gz', {
    'api/genes/page/1.json': null,
  });
  expect(said).toHaveLength(1);
  expect(records).toBeLessThan(9);
});

describe('the files of single phages', () => {
  const wanted = new Set(['phages'] as const);
  const parts = [...bulkParts(wanted, notes, ['phages', 'genes'])];
  const verifyAll = (changes: Changes = {}) => {
    const { site } = folderWith(changes);
    const all = parts.map((part) => verifyPhageFiles({ ...site, part }, maker));
    expect(all.every(({ B1 }) => B1.checked)).toBe(true);
    return all.flatMap((tallies) => told({ tallies }));
  };

  test('pass as they were built', () => {
    expect(built('bulk/phages/Vexmoor.faa').length).toBeGreaterThan(0);
    expect(verifyAll()).toEqual([]);
  });

  test.each(['bulk/phages/Vexmoor.faa', 'bulk/phages/Quillon.gff3'])(
    '%s is told where it is missing or has other bytes',
    (file) => {
      expect(verifyAll({ [file]: null })).toEqual([`B1 1 ${file}: no such file`]);
      const more = `${built(file).toString()}\n`;
      expect(verifyAll({ [file]: more })).toEqual([`B1 1 ${file}: something else`]);
    },
  );

  test('are not looked for where the page of their records cannot be read', () => {
    expect(verifyAll({ 'api/genes/page/1.json': null, 'bulk/phages/Quillon.faa': 'x' })).toEqual(
      [],
    );
  });
});
