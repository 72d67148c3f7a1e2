import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { intakePiece } from '../../../src/sources/intakeBundle.ts';
import { createRecordTable, createScratch } from '../../../src/base/sortKeys.ts';
import { planBundles } from '../../../src/sources/planBundles.ts';
import type { Source } from '../../../src/sources/source.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from './tempFolder.ts';
import { limits, sourceOf, takeIn, whole } from './takeIn.ts';
import { told } from '../text/told.ts';

const genes = [1, 2, 3].map((number) => tinyGene('Quillon', number));
const lines = asLines(genes);
const keys = genes.map(({ GeneID }) => GeneID);

function piecesOf(source: Source, bundleBytes: number) {
  return planBundles([source], bundleBytes).flatMap((bundle) => bundle.pieces);
}

function fileWith(name: string, content: string | Uint8Array): string {
  return addFile(tempFolder(), name, content);
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the records of a source', () => {
  test.each([
    ['a space in a number', '"Start": 1', '"Start": 1 0'],
    ['a repeated key', '"Start": 1,', '"Start": 1, "Start": 1,'],
    ['a number that loses digits', '"Start": 1', '"Start": 1.00000000000000000001'],
  ])('are refused with %s among other white space', async (_, right, wrong) => {
    const gene = tinyGene('Quillon', 1, { Start: 1, Stop: 13, Length: 12 });
    const text = JSON.stringify(gene, null, 1);
    expect(text).toContain(right);
    const file = fileWith('a.json', text.replace(right, wrong));
    const taken = await takeIn([whole(sourceOf(file))]);
    expect(taken.records).toEqual([]);
    expect(taken.findings).not.toEqual([]);
  });

  test('of phages come with their names; what is none of them is refused', async () => {
    const names = ['Vexmoor', 'Quillon', 'Vexmoor'];
    const file = fileWith('a.ndjson', lines + asLines(names.map((name) => tinyPhage(name))));
    const taken = await takeIn([whole(sourceOf(file, { collection: 'phages' }))]);
    expect(taken.records.map(({ key }) => key)).toEqual(names);
    expect(taken.facts).toEqual({ 'name Vexmoor': 4, 'name Quillon': 5 });
    const said = taken.findings.map(({ rule, line }) => `${line} ${rule}`);
    expect(said).toEqual(['1 schema', '2 schema', '3 schema']);
  });
});

describe('a record that is too long', () => {
  const max = 1000;
  const ofBytes = (bytes: number) => {
    const short = JSON.stringify(tinyGene('Quillon', 1));
    return JSON.stringify(
      tinyGene('Quillon', 1, { Translation: 'M'.repeat(bytes - short.length + 'MKV*'.length) }),
    );
  };
  const tooLong = {
    rule: 'record-size',
    line: 1,
    expected: 'a record of at most 1.00 kB',
    found: 'a longer one',
  };

  test.each([
    ['plain', (text: string) => text],
    ['not canonical', (text: string) => text.replace('"Start":0', '"Start":0 ').replace('MM', 'M')],
  ])('is refused, one that is just short enough is not, when it is %s', async (_what, write) => {
    const text = [write(ofBytes(max)), `  ${write(ofBytes(max))}\r`, lines].join('\n');
    const good = await takeIn([whole(sourceOf(fileWith('a.ndjson', text)))], max);
    expect(good.findings).toEqual([]);
    expect(good.records.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);

    const long = [write(ofBytes(max + 1)), lines].join('\n');
    for (const name of ['a.ndjson', 'a.ndjson.gz']) {
      const file = fileWith(name, name.endsWith('.gz') ? gzipSync(long) : long);
      const bad = await takeIn([whole(sourceOf(file))], max);
      expect(bad.findings, name).toMatchObject([tooLong]);
      expect(bad.records.map(({ line }) => line)).toEqual([2, 3, 4]);
    }
  });

  test('is none that has much white space around it: it is taken from any range', async () => {
    const text = `${' '.repeat(300_000)}${JSON.stringify(genes[0])}${' '.repeat(300_000)}\n${lines}`;
    const source = sourceOf(fileWith('a.ndjson', text));
    for (const bundleBytes of [1_000_000, 400_000, 100_000]) {
      const { records, findings } = await takeIn(piecesOf(source, bundleBytes), max);
      // Refused or taken, but never passed over in silence (S4).
      const lost = 4 - records.length - findings.length;
      expect(lost, `ranges of ${bundleBytes}`).toBe(0);
    }
  });
});

describe('a source of more records than fit into memory', () => {
  const long = asLines(Array.from({ length: 9 }, (_, number) => tinyGene('Vexmoor', number)));
  const asArray = (text: string) => `[${text.trim().replaceAll('\n', ',\n')}]`;
  const perRecord = long.length / 9;

  test.each<[name: string, content: string | Uint8Array, small: string | Uint8Array]>([
    ['a.json', asArray(long), asArray(lines)],
    ['a.ndjson.gz', gzipSync(long), gzipSync(lines)],
    ['a.json.gz', gzipSync(asArray(long)), gzipSync(asArray(lines))],
  ])('is refused at the first that does not, and no other is: %s', async (name, content, small) => {
    const pieces = [small, content, small].map((text) => whole(sourceOf(fileWith(name, text))));
    const { records, findings } = await takeIn(pieces, undefined, 8 * perRecord);
    expect(findings.map(told)).toEqual([
      `${name}:6: expected at most 2.60 kB of records in a file that cannot be read in parts, found more [source]; hint: Split it into several files, or write it as plain .ndjson, a record a line, which is read in parts.`,
    ]);
    expect(records.map(({ key }) => key)).toEqual([...keys, ...keys]);
  });

  test('is not refused when they just fit', async () => {
    const room = 9 * (perRecord - 1);
    const source = sourceOf(fileWith('a.json', asArray(long)));
    expect((await takeIn([whole(source)], undefined, room)).records).toHaveLength(9);
    expect((await takeIn([whole(source)], undefined, room - 1)).findings).toMatchObject([
      { line: 9, found: 'more' },
    ]);
  });
});

test.each(['', '\ufeff', ' \n\r\n\t\n', '\n'])('%j is called an empty source', async (content) => {
  const { records, findings } = await takeIn([whole(sourceOf(fileWith('a.ndjson', content)))]);
  expect(records).toEqual([]);
  expect(findings).toMatchObject([{ rule: 'source', line: 1, found: 'an empty file' }]);
});

test('a source is not called empty when what it holds is wrong', async () => {
  const { findings } = await takeIn([whole(sourceOf(fileWith('a.ndjson', '\n{\n')))]);
  expect(findings.map(({ rule }) => rule)).toEqual(['json-syntax']);
});

const changed = { rule: 'source', line: 0, found: 'one that was changed meanwhile' };

describe('a source that is not what it was when it was found', () => {
  test.each<[what: string, change: (file: string) => void, finding: object]>([
    ['grown', (file) => appendFileSync(file, lines), changed],
    ['shorter', (file) => truncateSync(file, 100), changed],
    ['empty', (file) => truncateSync(file), changed],
    ['written again', (file) => (writeFileSync(file, lines), utimesSync(file, 1, 1)), changed],
    ['gone', (file) => rmSync(file), { ...changed, found: 'an error (ENOENT)' }],
    [
      'a folder',
      (file) => (rmSync(file), mkdirSync(file)),
      { ...changed, found: 'something else, such as a pipe' },
    ],
  ])('because it is %s is reported', async (what, change, finding) => {
    for (const name of ['a.ndjson', 'a.json', 'a.ndjson.gz']) {
      const file = fileWith(name, name.endsWith('.gz') ? gzipSync(lines) : lines);
      const source = sourceOf(file);
      change(file);
      const { findings } = await takeIn([whole(source)]);
      const last = what === 'a folder' ? findings[0] : findings.at(-1);
      expect(last, name).toMatchObject({ ...finding, file: name });
    }
  });

  test('is reported from whichever range it is seen', async () => {
    const file = fileWith('a.ndjson', lines);
    const source = sourceOf(file);
    truncateSync(file, 700);
    const pieces = piecesOf(source, 500);
    for (const piece of pieces) {
      const { findings } = await takeIn([piece]);
      expect(findings.at(-1)).toMatchObject(changed);
    }
  });
});

describe('the hash of a piece', () => {
  test('is that of its own bytes, whatever was read besides', async () => {
    const text = `\ufeff${lines}${lines.trimEnd()}`;
    const bytes = Buffer.from(text);
    const source = sourceOf(fileWith('a.ndjson', text));
    for (const bundleBytes of [100, 1000, 100_000]) {
      const pieces = piecesOf(source, bundleBytes);
      const { hashes } = await takeIn(pieces);
      expect(hashes).toEqual(pieces.map(({ start, end }) => sha256(bytes.subarray(start, end))));
    }
  });

  test.each<[what: string, change: Partial<Source>, hash: string, rules: string[]]>([
    ['none', {}, sha256(lines), []],
    // As of a link to it: it is not believed next time.
    ['the time of its change', { ctimeMs: 1 }, '', []],
    ['its inode: it is another file', { ino: 1 }, '', ['source']],
  ])('where the source is not as it was found: %s', async (_what, change, hash, rules) => {
    const source = sourceOf(fileWith('a.ndjson', lines));
    const { hashes, findings } = await takeIn([whole({ ...source, ...change })]);
    expect([hashes[0], findings.map(({ rule }) => rule)]).toEqual([hash, rules]);
  });

  // Hashing would open each of very many small files again. The file goes once its first record is taken.
  test.each<[name: string, content: string | Uint8Array, isHashed: boolean]>([
    ['a.json', JSON.stringify(genes), true],
    ['a.json.gz', gzipSync(JSON.stringify(genes)), true],
    ['broken.json', `${JSON.stringify(genes)} {`, true],
    ['large.json', JSON.stringify(genes).padEnd((1 << 20) + 9), false],
  ])('is that of a whole document, read once unless it is large: %s', async (name, content, is) => {
    const file = fileWith(name, content);
    const piece = whole(sourceOf(file));
    const takeAny = () => (rmSync(file, { force: true }), true);
    const table = createRecordTable(16, createScratch());
    const intake = { startPiece() {}, endPiece: () => ({}), takePlain: () => -1, takeAny };
    const logs = { report() {}, reportOnce() {}, endRecord: () => true };
    const target = { table, intake, limits, willBeCached: true, ...logs };
    expect((await intakePiece(piece, target)).hash).toBe(is ? sha256(content) : '');
    // Where it stays, it is hashed in any case.
    const { hashes } = await takeIn([whole(sourceOf(fileWith(name, content)))]);
    expect(hashes).toEqual([sha256(content)]);
  });
});
