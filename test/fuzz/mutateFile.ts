/** Puts records into a source file of any layout, in ways that are right and in ways that are not. */
import { gzipSync } from 'node:zlib';
import { mutateRecord, toBytes } from './mutateRecord.ts';
import type { Collection } from './oracle.ts';
import type { Random } from './random.ts';
import { randomGene, randomPhage } from './validRecords.ts';

export type Layout = 'lines' | 'document';

export interface RandomFile {
  readonly collection: Collection;
  readonly layout: Layout;
  /** As they lie in a file that is not compressed. */
  readonly bytes: Buffer;
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineEnds = ['\n', '\n', '\n', '\r\n', '\n\n', ' \n', '\r', '', '\n \t\r\n', '\u2028', ',\n'];
const rubbish = ['', 'x', '\u0000', '[]', '{}', 'null', '\ufeff', '""', ',', '<html>', '{"a":'];

export function randomFile(random: Random): RandomFile {
  const collection = random.oneIn(3) ? 'phages' : 'genes';
  const layout = random.oneIn(3) ? 'document' : 'lines';
  const records = randomRecords(collection, random);
  const bytes = layout === 'lines' ? asLines(records, random) : asDocument(records, random);
  return { collection, layout, bytes: random.oneIn(3) ? damaged(bytes, random) : bytes };
}

/** One or several gzip members, some of them damaged, cut short or followed by something else. */
export function randomGzip(bytes: Buffer, random: Random): Buffer {
  const cut = random.below(bytes.length + 1);
  const members = random.oneIn(3)
    ? [gzipSync(bytes.subarray(0, cut)), gzipSync(bytes.subarray(cut))]
    : [gzipSync(bytes, { level: random.below(10) })];
  if (random.oneIn(6)) members.push(gzipSync(Buffer.alloc(0)));
  const zipped = Buffer.concat(members);
  const first = members[0]?.length ?? 0;
  switch (random.below(10)) {
    case 0:
      return zipped.subarray(0, random.below(zipped.length));
    case 1:
      return Buffer.concat([zipped, Buffer.alloc(1 + random.below(20))]);
    case 2:
      return Buffer.concat([zipped, randomBytes(1 + random.below(20), random)]);
    case 3:
      return Buffer.concat([zipped, Buffer.alloc(random.below(3)), gzipSync(bytes)]);
    case 4:
      zipped[random.below(zipped.length)] = random.below(256);
      return zipped;
    case 5:
      // Where the second member starts, if there is one; else behind the end.
      if (first < zipped.length) zipped[first] = random.pick([0, 0x1e, 0xff]);
      return zipped;
    default:
      return zipped;
  }
}

/** The records in a file that is as it should be, whatever its layout. */
export function sourceFile(records: readonly Buffer[], layout: Layout, random: Random): Buffer {
  const parts: Buffer[] = random.oneIn(6) ? [byteOrderMark] : [];
  const between = layout === 'lines' ? ['\n', '\r\n', '\n \n'] : [',', ' ,\n'];
  if (layout === 'document') parts.push(Buffer.from(random.pick(['[', '{"results":[', ' [\n'])));
  for (const [at, record] of records.entries()) {
    if (at > 0) parts.push(Buffer.from(random.pick(between)));
    parts.push(record);
  }
  if (layout === 'document') {
    const isEnvelope = parts.some((part) => part.toString() === '{"results":[');
    parts.push(Buffer.from(isEnvelope ? '],"count":1}' : ']'));
  }
  if (random.oneIn(2)) parts.push(Buffer.from('\n'));
  return Buffer.concat(parts);
}

function randomRecords(collection: Collection, random: Random): Buffer[] {
  return Array.from({ length: random.pick([0, 1, 1, 2, 3, 5, 12]) }, () => {
    const record = collection === 'genes' ? randomGene(random) : randomPhage(random);
    if (random.oneIn(30)) return toBytes(random.pick(rubbish));
    return random.oneIn(3) ? mutateRecord(record, random) : Buffer.from(JSON.stringify(record));
  });
}

function asLines(records: readonly Buffer[], random: Random): Buffer {
  const usual = random.pick(['\n', '\n', '\r\n']);
  const parts = records.flatMap((record): Buffer[] => [
    record,
    Buffer.from(random.oneIn(8) ? random.pick(lineEnds) : usual),
  ]);
  // The last line may end without a line break.
  if (random.oneIn(2)) parts.pop();
  if (random.oneIn(6)) parts.unshift(byteOrderMark);
  if (random.oneIn(8)) parts.splice(random.below(parts.length + 1), 0, byteOrderMark);
  if (random.oneIn(8)) parts.splice(random.below(parts.length + 1), 0, space(random));
  return Buffer.concat(parts);
}

function asDocument(records: readonly Buffer[], random: Random): Buffer {
  const gap = () => Buffer.from(random.pick(['', '', '\n', ' ', '\r\n\t']));
  const list = records.flatMap((record, at) => [
    gap(),
    record,
    gap(),
    Buffer.from(at < records.length - 1 || random.oneIn(20) ? ',' : ''),
  ]);
  const array = Buffer.concat([Buffer.from('['), ...list, gap(), Buffer.from(']')]);
  const parts: Buffer[] = [gap()];
  switch (random.below(6)) {
    case 0:
      parts.push(records[0] ?? Buffer.alloc(0));
      break;
    case 1:
    case 2:
      parts.push(asEnvelope(array, random));
      break;
    default:
      parts.push(array);
  }
  parts.push(gap());
  if (random.oneIn(6)) parts.unshift(byteOrderMark);
  if (random.oneIn(12)) parts.push(toBytes(random.pick(rubbish)));
  return Buffer.concat(parts);
}

function asEnvelope(array: Buffer, random: Random): Buffer {
  const members: (readonly [string, Buffer])[] = [
    ['"count"', Buffer.from(random.pick(['1', '-0', '"1"', 'null']))],
    ['"next"', Buffer.from(random.pick(['null', '"https://a.example/?page=2"']))],
    ['"previous"', Buffer.from('null')],
    ['"results"', array],
  ];
  if (random.oneIn(4)) members.splice(random.below(4), 1);
  if (random.oneIn(6)) members.reverse();
  if (random.oneIn(8)) {
    const [key = '""', value = array] = members[random.below(members.length)] ?? [];
    const other = random.pick([key, '"extra"', '"__proto__"', '"resu\\u006cts"', '"Results"', '1']);
    members.splice(random.below(members.length + 1), 0, [other, value]);
  }
  const gap = random.pick(['', ' ', '\n  ']);
  const parts = members.flatMap(([key, value], at) => [
    Buffer.from(`${at > 0 ? ',' : ''}${gap}${key}:${gap}`),
    value,
  ]);
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from(`${gap}}`)]);
}

/** Changes that pay no heed to records. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1);
  switch (random.below(7)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return bytes.subarray(at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), randomBytes(1, random), bytes.subarray(at)]);
    case 3: {
      const changed = Buffer.from(bytes);
      if (at < changed.length) changed[at] = random.below(256);
      return changed;
    }
    case 4:
      return Buffer.concat([bytes.subarray(0, at), space(random), bytes.subarray(at)]);
    case 5:
      return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1');
    default: {
      const text = Buffer.from(bytes.toString('utf8'), 'utf16le');
      return random.oneIn(2) ? text : Buffer.concat([Buffer.from([0xff, 0xfe]), text]);
    }
  }
}

/** White space, now and then more than a reader reads at once. */
function space(random: Random): Buffer {
  const length = random.oneIn(20) ? 70_000 : 1 + random.below(500);
  return Buffer.alloc(length, random.pick([' ', '\n', '\r', ' \n', '\t']));
}

function randomBytes(length: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
