import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTextMaker } from '../../../../src/sinks/formats.ts';
import { bulkFiles, type BulkPath } from '../../../../src/contract/bulkFiles.ts';
import { endBlock, packBlock, packWhole } from '../../../../src/publishing/bgzf.ts';
import { verifyBulkFile } from '../../../../src/verifying/folder/verifyBulk.ts';
import { built, type Changes, plan, sharedFolder, told } from './builtFolder.ts';

const folderWith = sharedFolder();

const { notes } = plan;
const maker = createTextMaker();

function verify(path: BulkPath, changes: Changes = {}, isGuarded = false) {
  const file = bulkFiles.find((one) => one.path === path)!;
  const { site } = folderWith(changes);
  const { tallies, records } = verifyBulkFile(
    { ...site, file, notes, fieldNames: {}, table: { isGuarded } },
    maker,
  );
  return { told: told({ tallies }), records, checked: tallies.B1.checked };
}

const tsv = 'bulk/genes.tsv.gz';
const packed = built(tsv);
const text = gunzipSync(packed);

function turned(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = 255 - (other[at] ?? 0);
  return other;
}

test.each<[what: string, content: Uint8Array | null, found: string]>([
  ['that is missing', null, 'no such file'],
  [
    'with another byte',
    packWhole(Buffer.from(text.toString().replace('CDS_2', 'CDS_7'))),
    'something else',
  ],
  ['with more behind', packWhole(Buffer.concat([text, Buffer.from('\n')])), 'more than that'],
  ['whose last byte is missing', packWhole(text.subarray(0, -1)), 'less than that'],
  ['with nothing in it', endBlock, 'less than that'],
  ['that is not packed', text, 'what is not BGZF: no block at byte 0'],
  ['that is gzip in no blocks', gzipSync(text), 'what is not BGZF: no block at byte 0'],
  [
    'that ends without saying so',
    packed.subarray(0, -28),
    'what is not BGZF: no block at the end that says so',
  ],
  ['that is cut short', packed.subarray(0, 50), 'what is not BGZF: no whole block at byte 0'],
  ['with a bit turned', turned(packed, 40), 'what is not BGZF: no whole block at byte 0'],
  [
    'with bytes behind',
    Buffer.concat([packed, packed]),
    'what is not BGZF: more behind the block that ends it',
  ],
  [
    'in too large blocks',
    Buffer.concat([packBlock(Buffer.alloc(65_281, 'x')), endBlock]),
    'what is not BGZF: too much text in the block at byte 0',
  ],
])('a file %s is told, and its records are counted all the same', (_, content, found) => {
  expect(verify(tsv, { [tsv]: content })).toMatchObject({
    told: [`B1 1 ${tsv}: ${found}`],
    records: 9,
  });
});

test('the same text in other blocks passes: how it is packed is nobody’s concern', () => {
  const blocks = [text.subarray(0, 5), text.subarray(5)].map((part) => packBlock(part));
  expect(verify(tsv, { [tsv]: Buffer.concat([...blocks, endBlock]) }).told).toEqual([]);
});

describe('the index of a file', () => {
  const gff3 = 'bulk/genes.gff3.gz';
  const index = `${gff3}.tbi`;

  test.each([
    ['that is missing', null, 'no such file'],
    ['of other rows', packWhole(turned(gunzipSync(built(index)), 90)), 'something else'],
    ['that is not BGZF', gunzipSync(built(index)), 'something else'],
    ['without its end', built(index).subarray(0, -28), 'something else'],
  ])('%s is told', (_, content, found) => {
    expect(verify(gff3, { [index]: content }).told).toEqual([`B1 1 ${index}: ${found}`]);
  });
});
