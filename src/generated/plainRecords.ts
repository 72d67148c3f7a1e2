// Generated from schemas/ by `npm run generate`; do not edit.
/**
 * The layout of records in bytes. A matcher gives the end of the record at an offset of UTF-8 text if the record is
 * plain (valid by its schema, and canonical), else -1. A finder takes it that the JSON at an offset is canonical; it
 * stops after the field `last`. Both write the spans of fields: those of one value first, in the order of the record,
 * then its objects. What may be of several types or is an array has its span with quotes and brackets in matchers. Fields
 * in what a `passRepeated` finds repeated have none.
 */
import {
  byteTable,
  findLetters,
  findNull,
  findValue,
  formatOf,
  noteSpan,
  passForm,
  passLetters,
  passNatural,
  passText,
  passTextOrNumber,
  passTexts,
  passWord,
} from '../json/plainJson.ts';

const letters0 = byteTable((byte) => Number(/[0-9A-Fa-f]/.test(String.fromCharCode(byte))));
const letters1 = byteTable((byte) => Number(/[A-Z*]/.test(String.fromCharCode(byte))));
const words2 = [Buffer.from('"F"'), Buffer.from('"R"')];
const form3 = new RegExp(
  '^(?:[Hh][Tt][Tt][Pp][Ss]?://(?:[^\\s/?#@\\\\]*@)?(?:[^\\s/?#@:\\\\\\[\\]]+|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]*)?(?:[/?#][^\\s]*)?)?$',
  'u',
);
const has4 = (text: string) => form3.test(text);
const form5 = new RegExp('^(?:[0-9]+(?:\\.[0-9]+)? [NS])?$', 'u');
const has6 = (text: string) => form5.test(text);
const form7 = new RegExp('^(?:[0-9]+(?:\\.[0-9]+)? [EW])?$', 'u');
const has8 = (text: string) => form7.test(text);
const form9 = new RegExp('^(?:[0-9]+(?:\\.[0-9]+)? [NS]|[+-]?[0-9]+(?:\\.[0-9]+)?)?$', 'u');
const has10 = (text: string) => form9.test(text);
const form11 = new RegExp('^(?:[0-9]+(?:\\.[0-9]+)? [EW]|[+-]?[0-9]+(?:\\.[0-9]+)?)?$', 'u');
const has12 = (text: string) => form11.test(text);
const words13 = [Buffer.from('true'), Buffer.from('false')];
const form14 = new RegExp('^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'u');
const format15 = formatOf('date');
const has16 = (text: string) => form14.test(text) && format15(text);
const form17 = new RegExp('^[0-9]+(?:\\.[0-9]+)?$', 'u');
const has18 = (text: string) => form17.test(text);
const letters19 = byteTable((byte) =>
  Number(/[ACGTURYSWKMBDHVNacgturyswkmbdhvn]/.test(String.fromCharCode(byte))),
);
const form20 = new RegExp(
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$',
  'u',
);
const format21 = formatOf('date-time');
const has22 = (text: string) => form20.test(text) && format21(text);

function matchPhageSummary(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"PhageID":"
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1750082171 ||
    view.getInt32(at + 4, true) !== 1231382369 ||
    view.getInt32(at + 8, true) !== 574235204
  )
    return -1;
  at += 12;
  first = at;
  at = passText(bytes, at);
  if (at <= first) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","Accession":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1092758562 ||
    view.getInt32(at + 4, true) !== 1936024419 ||
    view.getInt32(at + 8, true) !== 1852795251 ||
    view.getInt32(at + 11, true) !== 574235246
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","Name":"
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1310862370 ||
    view.getInt32(at + 4, true) !== 577072481 ||
    view.getInt32(at + 6, true) !== 574235237
  )
    return -1;
  at += 10;
  first = at;
  at = passText(bytes, at);
  if (at <= first) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","HostGenus":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1210199074 ||
    view.getInt32(at + 4, true) !== 1198814063 ||
    view.getInt32(at + 8, true) !== 1937075813 ||
    view.getInt32(at + 11, true) !== 574235251
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 9] = first;
  spans[into + 10] = at;
  // ","Cluster":"
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1126312994 ||
    view.getInt32(at + 4, true) !== 1953723756 ||
    view.getInt32(at + 8, true) !== 975336037 ||
    view.getInt32(at + 9, true) !== 574235250
  )
    return -1;
  at += 13;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 12] = first;
  spans[into + 13] = at;
  // ","Subcluster":
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1394748450 ||
    view.getInt32(at + 4, true) !== 1818452597 ||
    view.getInt32(at + 8, true) !== 1702130549 ||
    view.getInt32(at + 11, true) !== 975336037
  )
    return -1;
  at += 15;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 15, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passText(bytes, at);
    if (at < 0) return -1;
    spans[into + 15] = first;
    spans[into + 16] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // }
  if (bytes[at] !== 125) return -1;
  at += 1;
  return at;
}

function matchPham(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"PhamID":
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1750082171 ||
    view.getInt32(at + 4, true) !== 1145662817 ||
    view.getInt32(at + 6, true) !== 975324233
  )
    return -1;
  at += 10;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ,"Color":"
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1866670636 ||
    view.getInt32(at + 4, true) !== 577924972 ||
    view.getInt32(at + 6, true) !== 574235250
  )
    return -1;
  at += 10;
  first = at;
  // #
  if (bytes[at] !== 35) return -1;
  at += 1;
  const start1 = at;
  at = passLetters(bytes, view, at, letters0, 1347440720, 1179010630);
  if (at !== start1 + 6) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function findPhageSummary(bytes: Buffer, from: number, spans: Int32Array, into: number): number {
  if (bytes[from] !== 0x7b) return findNull(from, spans, into, 6);
  let at = from;
  at += 11;
  at = findValue(bytes, at, spans, into + 0);
  at += 13;
  at = findValue(bytes, at, spans, into + 3);
  at += 8;
  at = findValue(bytes, at, spans, into + 6);
  at += 13;
  at = findValue(bytes, at, spans, into + 9);
  at += 11;
  at = findValue(bytes, at, spans, into + 12);
  at += 14;
  at = findValue(bytes, at, spans, into + 15);
  return at + 1;
}

function findPham(bytes: Buffer, from: number, spans: Int32Array, into: number): number {
  if (bytes[from] !== 0x7b) return findNull(from, spans, into, 2);
  let at = from;
  at += 10;
  at = findValue(bytes, at, spans, into + 0);
  at += 9;
  at = findValue(bytes, at, spans, into + 3);
  return at + 1;
}

function matchProgram(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"short_name":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1752375931 ||
    view.getInt32(at + 4, true) !== 1601466991 ||
    view.getInt32(at + 8, true) !== 1701667182 ||
    view.getInt32(at + 11, true) !== 574235237
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","program_name":"
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1919381362 ||
    view.getInt32(at + 8, true) !== 1851747681 ||
    view.getInt32(at + 12, true) !== 577072481 ||
    view.getInt32(at + 14, true) !== 574235237
  )
    return -1;
  at += 18;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","program_blurb":"
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1919381362 ||
    view.getInt32(at + 8, true) !== 1650421089 ||
    view.getInt32(at + 12, true) !== 1651668332 ||
    view.getInt32(at + 15, true) !== 574235234
  )
    return -1;
  at += 19;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","program_URL":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1919381362 ||
    view.getInt32(at + 8, true) !== 1432317281 ||
    view.getInt32(at + 12, true) !== 975326290 ||
    view.getInt32(at + 13, true) !== 574235212
  )
    return -1;
  at += 17;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 9] = first;
  spans[into + 10] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchInstitution(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"institution_code":"
  if (
    at + 21 > bytes.length ||
    view.getInt32(at, true) !== 1852383867 ||
    view.getInt32(at + 4, true) !== 1953068147 ||
    view.getInt32(at + 8, true) !== 1869182069 ||
    view.getInt32(at + 12, true) !== 1868783470 ||
    view.getInt32(at + 16, true) !== 975332708 ||
    view.getInt32(at + 17, true) !== 574235237
  )
    return -1;
  at += 21;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","institution_name":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1851747951 ||
    view.getInt32(at + 16, true) !== 577072481 ||
    view.getInt32(at + 18, true) !== 574235237
  )
    return -1;
  at += 22;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","institution_logo":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1818193519 ||
    view.getInt32(at + 16, true) !== 577726319 ||
    view.getInt32(at + 18, true) !== 574235247
  )
    return -1;
  at += 22;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","institution_url":"
  if (
    at + 21 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1969188463 ||
    view.getInt32(at + 16, true) !== 975334514 ||
    view.getInt32(at + 17, true) !== 574235244
  )
    return -1;
  at += 21;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 9] = first;
  spans[into + 10] = at;
  // ","institution_city":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1667198575 ||
    view.getInt32(at + 16, true) !== 578385001 ||
    view.getInt32(at + 18, true) !== 574235257
  )
    return -1;
  at += 22;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 12] = first;
  spans[into + 13] = at;
  // ","institution_state":"
  if (
    at + 23 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1935634031 ||
    view.getInt32(at + 16, true) !== 1702125940 ||
    view.getInt32(at + 19, true) !== 574235237
  )
    return -1;
  at += 23;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 15] = first;
  spans[into + 16] = at;
  // ","institution_country":"
  if (
    at + 25 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1667198575 ||
    view.getInt32(at + 16, true) !== 1953396079 ||
    view.getInt32(at + 20, true) !== 975337842 ||
    view.getInt32(at + 21, true) !== 574235257
  )
    return -1;
  at += 25;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 18] = first;
  spans[into + 19] = at;
  // ","institution_latitude":"
  if (
    at + 26 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1818193519 ||
    view.getInt32(at + 16, true) !== 1953068129 ||
    view.getInt32(at + 20, true) !== 577070197 ||
    view.getInt32(at + 22, true) !== 574235237
  )
    return -1;
  at += 26;
  first = at;
  at = passForm(bytes, at, has10);
  if (at < 0) return -1;
  spans[into + 21] = first;
  spans[into + 22] = at;
  // ","institution_longitude":"
  if (
    at + 27 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1769239406 ||
    view.getInt32(at + 8, true) !== 1769239924 ||
    view.getInt32(at + 12, true) !== 1818193519 ||
    view.getInt32(at + 16, true) !== 1768386159 ||
    view.getInt32(at + 20, true) !== 1701082484 ||
    view.getInt32(at + 23, true) !== 574235237
  )
    return -1;
  at += 27;
  first = at;
  at = passForm(bytes, at, has12);
  if (at < 0) return -1;
  spans[into + 24] = first;
  spans[into + 25] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchCluster(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"cluster":"
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1818436219 ||
    view.getInt32(at + 4, true) !== 1702130549 ||
    view.getInt32(at + 8, true) !== 574235250
  )
    return -1;
  at += 12;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","temperate":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1948396578 ||
    view.getInt32(at + 4, true) !== 1701866853 ||
    view.getInt32(at + 8, true) !== 1702125938 ||
    view.getInt32(at + 10, true) !== 975332724
  )
    return -1;
  at += 14;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // }
  if (bytes[at] !== 125) return -1;
  at += 1;
  return at;
}

function matchSubcluster(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"subcluster":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1970479739 ||
    view.getInt32(at + 4, true) !== 1970037602 ||
    view.getInt32(at + 8, true) !== 1919251571 ||
    view.getInt32(at + 11, true) !== 574235250
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchSequencingFacility(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"short_name":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1752375931 ||
    view.getInt32(at + 4, true) !== 1601466991 ||
    view.getInt32(at + 8, true) !== 1701667182 ||
    view.getInt32(at + 11, true) !== 574235237
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","facility_name":"
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1818846049 ||
    view.getInt32(at + 8, true) !== 1601795177 ||
    view.getInt32(at + 12, true) !== 1701667182 ||
    view.getInt32(at + 15, true) !== 574235237
  )
    return -1;
  at += 19;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","contact_person":"
  if (
    at + 20 > bytes.length ||
    view.getInt32(at, true) !== 1663183906 ||
    view.getInt32(at + 4, true) !== 1635020399 ||
    view.getInt32(at + 8, true) !== 1885303907 ||
    view.getInt32(at + 12, true) !== 1869836901 ||
    view.getInt32(at + 16, true) !== 574235246
  )
    return -1;
  at += 20;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","shipping_address":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1886415208 ||
    view.getInt32(at + 8, true) !== 1600613993 ||
    view.getInt32(at + 12, true) !== 1919181921 ||
    view.getInt32(at + 16, true) !== 577991525 ||
    view.getInt32(at + 18, true) !== 574235251
  )
    return -1;
  at += 22;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 9] = first;
  spans[into + 10] = at;
  // ","facility_website":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1818846049 ||
    view.getInt32(at + 8, true) !== 1601795177 ||
    view.getInt32(at + 12, true) !== 1935828343 ||
    view.getInt32(at + 16, true) !== 577074281 ||
    view.getInt32(at + 18, true) !== 574235237
  )
    return -1;
  at += 22;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 12] = first;
  spans[into + 13] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchSequencingMethod(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"short_name":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1752375931 ||
    view.getInt32(at + 4, true) !== 1601466991 ||
    view.getInt32(at + 8, true) !== 1701667182 ||
    view.getInt32(at + 11, true) !== 574235237
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","method_name":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1830956066 ||
    view.getInt32(at + 4, true) !== 1869116517 ||
    view.getInt32(at + 8, true) !== 1634623332 ||
    view.getInt32(at + 12, true) !== 975332717 ||
    view.getInt32(at + 13, true) !== 574235237
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchGenus(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"id":
  if (
    at + 6 > bytes.length ||
    view.getInt32(at, true) !== 1684611707 ||
    view.getInt32(at + 2, true) !== 975332457
  )
    return -1;
  at += 6;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ,"genus_domain":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1701257772 ||
    view.getInt32(at + 4, true) !== 1601402222 ||
    view.getInt32(at + 8, true) !== 1634561892 ||
    view.getInt32(at + 12, true) !== 975335017 ||
    view.getInt32(at + 13, true) !== 574235246
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","genus_name":"
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1730292770 ||
    view.getInt32(at + 4, true) !== 1937075813 ||
    view.getInt32(at + 8, true) !== 1835101791 ||
    view.getInt32(at + 12, true) !== 574235237
  )
    return -1;
  at += 16;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","genus_encyclopedia":"
  if (
    at + 24 > bytes.length ||
    view.getInt32(at, true) !== 1730292770 ||
    view.getInt32(at + 4, true) !== 1937075813 ||
    view.getInt32(at + 8, true) !== 1668179295 ||
    view.getInt32(at + 12, true) !== 1869374329 ||
    view.getInt32(at + 16, true) !== 1768187248 ||
    view.getInt32(at + 20, true) !== 574235233
  )
    return -1;
  at += 24;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 9] = first;
  spans[into + 10] = at;
  // ","is_actinomycetales":
  if (
    at + 23 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1667325811 ||
    view.getInt32(at + 8, true) !== 1869506932 ||
    view.getInt32(at + 12, true) !== 1701017965 ||
    view.getInt32(at + 16, true) !== 1701601652 ||
    view.getInt32(at + 19, true) !== 975336293
  )
    return -1;
  at += 23;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 12] = first;
  spans[into + 13] = at;
  // }
  if (bytes[at] !== 125) return -1;
  at += 1;
  return at;
}

function matchSpecies(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"id":
  if (
    at + 6 > bytes.length ||
    view.getInt32(at, true) !== 1684611707 ||
    view.getInt32(at + 2, true) !== 975332457
  )
    return -1;
  at += 6;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ,"genus":"
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1701257772 ||
    view.getInt32(at + 4, true) !== 577992046 ||
    view.getInt32(at + 6, true) !== 574235251
  )
    return -1;
  at += 10;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","species_name":"
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1768121712 ||
    view.getInt32(at + 8, true) !== 1851749221 ||
    view.getInt32(at + 12, true) !== 577072481 ||
    view.getInt32(at + 14, true) !== 574235237
  )
    return -1;
  at += 18;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","species_genus":
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1768121712 ||
    view.getInt32(at + 8, true) !== 1734308709 ||
    view.getInt32(at + 12, true) !== 1937075813 ||
    view.getInt32(at + 14, true) !== 975336309
  )
    return -1;
  at += 18;
  first = at;
  at = matchGenus(bytes, view, first, spans, into + 9);
  if (at < 0) return -1;
  // ,"species_encyclopedia":"
  if (
    at + 25 > bytes.length ||
    view.getInt32(at, true) !== 1886593580 ||
    view.getInt32(at + 4, true) !== 1701405541 ||
    view.getInt32(at + 8, true) !== 1852137331 ||
    view.getInt32(at + 12, true) !== 1818458467 ||
    view.getInt32(at + 16, true) !== 1684369519 ||
    view.getInt32(at + 20, true) !== 975331689 ||
    view.getInt32(at + 21, true) !== 574235233
  )
    return -1;
  at += 25;
  first = at;
  at = passForm(bytes, at, has4);
  if (at < 0) return -1;
  spans[into + 24] = first;
  spans[into + 25] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

function matchIsolationHost(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  into: number,
): number {
  let at = from;
  let first = 0;
  // {"genus":"
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1701257851 ||
    view.getInt32(at + 4, true) !== 577992046 ||
    view.getInt32(at + 6, true) !== 574235251
  )
    return -1;
  at += 10;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","species":"
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1768121712 ||
    view.getInt32(at + 8, true) !== 975336293 ||
    view.getInt32(at + 9, true) !== 574235251
  )
    return -1;
  at += 13;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","strain_name":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1767993972 ||
    view.getInt32(at + 8, true) !== 1634623342 ||
    view.getInt32(at + 12, true) !== 975332717 ||
    view.getInt32(at + 13, true) !== 574235237
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 6] = first;
  spans[into + 7] = at;
  // ","strain_species":
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1767993972 ||
    view.getInt32(at + 8, true) !== 1886609262 ||
    view.getInt32(at + 12, true) !== 1701405541 ||
    view.getInt32(at + 15, true) !== 975336293
  )
    return -1;
  at += 19;
  first = at;
  at = matchSpecies(bytes, view, first, spans, into + 9);
  if (at < 0) return -1;
  // ,"ATCC_ID":"
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1413554732 ||
    view.getInt32(at + 4, true) !== 1230979907 ||
    view.getInt32(at + 8, true) !== 574235204
  )
    return -1;
  at += 12;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 36] = first;
  spans[into + 37] = at;
  // ","archive_accession":"
  if (
    at + 23 > bytes.length ||
    view.getInt32(at, true) !== 1629629474 ||
    view.getInt32(at + 4, true) !== 1768448882 ||
    view.getInt32(at + 8, true) !== 1633641846 ||
    view.getInt32(at + 12, true) !== 1936024419 ||
    view.getInt32(at + 16, true) !== 1852795251 ||
    view.getInt32(at + 19, true) !== 574235246
  )
    return -1;
  at += 23;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 39] = first;
  spans[into + 40] = at;
  // ","strain_information":"
  if (
    at + 24 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1767993972 ||
    view.getInt32(at + 8, true) !== 1852399470 ||
    view.getInt32(at + 12, true) !== 1836216166 ||
    view.getInt32(at + 16, true) !== 1869182049 ||
    view.getInt32(at + 20, true) !== 574235246
  )
    return -1;
  at += 24;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 42] = first;
  spans[into + 43] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}

/** The fields of a gene by their number; an inner field is named with the object before it. */
export const geneFields = {
  GeneID: 0,
  PhageID_PhageID: 1,
  PhageID_Accession: 2,
  PhageID_Name: 3,
  PhageID_HostGenus: 4,
  PhageID_Cluster: 5,
  PhageID_Subcluster: 6,
  PhamID_PhamID: 7,
  PhamID_Color: 8,
  Start: 9,
  Stop: 10,
  Length: 11,
  Name: 12,
  Translation: 13,
  Orientation: 14,
  Notes: 15,
  LocusTag: 16,
  PhageID: 17,
  PhamID: 18,
} as const;

/** Numbers that a gene has in `spans`. */
export const geneSpans = 57;

export function matchGene(
  bytes: Buffer,
  view: DataView,
  from: number,
  spans: Int32Array,
  passRepeatedPhageSummary: (view: DataView, from: number) => number,
): number {
  const into = 0;
  let at = from;
  let first = 0;
  // {"GeneID":"
  if (
    at + 11 > bytes.length ||
    view.getInt32(at, true) !== 1699160699 ||
    view.getInt32(at + 4, true) !== 1145660782 ||
    view.getInt32(at + 7, true) !== 574235204
  )
    return -1;
  at += 11;
  first = at;
  at = passText(bytes, at);
  if (at <= first) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","PhageID":
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1344416802 ||
    view.getInt32(at + 4, true) !== 1701273960 ||
    view.getInt32(at + 8, true) !== 975324233
  )
    return -1;
  at += 12;
  first = at;
  at = passRepeatedPhageSummary(view, first);
  if (at < 0) at = matchPhageSummary(bytes, view, first, spans, into + 3);
  if (at < 0) return -1;
  spans[into + 51] = first;
  spans[into + 52] = at;
  // ,"PhamID":
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1750082092 ||
    view.getInt32(at + 4, true) !== 1145662817 ||
    view.getInt32(at + 6, true) !== 975324233
  )
    return -1;
  at += 10;
  first = at;
  at = matchPham(bytes, view, first, spans, into + 21);
  if (at < 0) return -1;
  spans[into + 54] = first;
  spans[into + 55] = at;
  // ,"Start":
  if (
    at + 9 > bytes.length ||
    view.getInt32(at, true) !== 1951605292 ||
    view.getInt32(at + 4, true) !== 578056801 ||
    view.getInt32(at + 5, true) !== 975336562
  )
    return -1;
  at += 9;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 27] = first;
  spans[into + 28] = at;
  // ,"Stop":
  if (
    at + 8 > bytes.length ||
    view.getInt32(at, true) !== 1951605292 ||
    view.getInt32(at + 4, true) !== 975335535
  )
    return -1;
  at += 8;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 30] = first;
  spans[into + 31] = at;
  // ,"Length":
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1699488300 ||
    view.getInt32(at + 4, true) !== 1752459118 ||
    view.getInt32(at + 6, true) !== 975333492
  )
    return -1;
  at += 10;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 33] = first;
  spans[into + 34] = at;
  // ,"Name":"
  if (
    at + 9 > bytes.length ||
    view.getInt32(at, true) !== 1632510508 ||
    view.getInt32(at + 4, true) !== 975332717 ||
    view.getInt32(at + 5, true) !== 574235237
  )
    return -1;
  at += 9;
  first = at;
  at = passText(bytes, at);
  if (at <= first) return -1;
  spans[into + 36] = first;
  spans[into + 37] = at;
  // ","Translation":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1411525666 ||
    view.getInt32(at + 4, true) !== 1936613746 ||
    view.getInt32(at + 8, true) !== 1769234796 ||
    view.getInt32(at + 12, true) !== 975335023 ||
    view.getInt32(at + 13, true) !== 574235246
  )
    return -1;
  at += 17;
  first = at;
  const start13 = at;
  at = passLetters(bytes, view, at, letters1, 1061109567, 623191333);
  if (at < start13 + 1) return -1;
  spans[into + 39] = first;
  spans[into + 40] = at;
  // ","Orientation":
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1327639586 ||
    view.getInt32(at + 4, true) !== 1852139890 ||
    view.getInt32(at + 8, true) !== 1769234804 ||
    view.getInt32(at + 12, true) !== 975335023
  )
    return -1;
  at += 16;
  first = at;
  at = passWord(bytes, at, words2);
  if (at < 0) return -1;
  spans[into + 42] = first + 1;
  spans[into + 43] = at - 1;
  // ,"Notes":"
  if (
    at + 10 > bytes.length ||
    view.getInt32(at, true) !== 1867391532 ||
    view.getInt32(at + 4, true) !== 577987956 ||
    view.getInt32(at + 6, true) !== 574235251
  )
    return -1;
  at += 10;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 45] = first;
  spans[into + 46] = at;
  // ","LocusTag":
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1277307938 ||
    view.getInt32(at + 4, true) !== 1937073007 ||
    view.getInt32(at + 8, true) !== 577200468 ||
    view.getInt32(at + 9, true) !== 975333217
  )
    return -1;
  at += 13;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 48, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passText(bytes, at);
    if (at < 0) return -1;
    spans[into + 48] = first;
    spans[into + 49] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // }
  if (bytes[at] !== 125) return -1;
  at += 1;
  return at;
}

/** Fields without fields of their own. */
export const geneFieldCount = 17;

/** Writes `geneSpans` numbers from index `into`. */
export function findGene(
  bytes: Buffer,
  from: number,
  spans: Int32Array,
  into: number,
  last = 19,
): void {
  let at = from;
  at += 10;
  at = findValue(bytes, at, spans, into + 0);
  if (last < 1) return;
  at += 11;
  if (bytes[at] === 0x7b)
    noteSpan(spans, into + 51, at, (at = findPhageSummary(bytes, at, spans, into + 3)), 0);
  else at = findPhageSummary(bytes, findNull(at, spans, into + 51, 1) - 4, spans, into + 3);
  if (last < 7) return;
  at += 10;
  if (bytes[at] === 0x7b)
    noteSpan(spans, into + 54, at, (at = findPham(bytes, at, spans, into + 21)), 0);
  else at = findPham(bytes, findNull(at, spans, into + 54, 1) - 4, spans, into + 21);
  if (last < 9) return;
  at += 9;
  at = findValue(bytes, at, spans, into + 27);
  if (last < 10) return;
  at += 8;
  at = findValue(bytes, at, spans, into + 30);
  if (last < 11) return;
  at += 10;
  at = findValue(bytes, at, spans, into + 33);
  if (last < 12) return;
  at += 8;
  at = findValue(bytes, at, spans, into + 36);
  if (last < 13) return;
  at += 15;
  at = findLetters(bytes, at, spans, into + 39);
  if (last < 14) return;
  at += 15;
  at = findValue(bytes, at, spans, into + 42);
  if (last < 15) return;
  at += 9;
  at = findValue(bytes, at, spans, into + 45);
  if (last < 16) return;
  at += 12;
  at = findValue(bytes, at, spans, into + 48);
}

/** The fields of a phage by their number; an inner field is named with the object before it. */
export const phageFields = {
  phage_name: 0,
  old_names: 1,
  program_short_name: 2,
  program_program_name: 3,
  program_program_blurb: 4,
  program_program_URL: 5,
  naming_notes: 6,
  finder_name: 7,
  found_city: 8,
  found_state: 9,
  found_country: 10,
  found_GPS_lat: 11,
  found_GPS_long: 12,
  found_year: 13,
  p_institution_institution_code: 14,
  p_institution_institution_name: 15,
  p_institution_institution_logo: 16,
  p_institution_institution_url: 17,
  p_institution_institution_city: 18,
  p_institution_institution_state: 19,
  p_institution_institution_country: 20,
  p_institution_institution_latitude: 21,
  p_institution_institution_longitude: 22,
  enriched_sample: 23,
  discovery_notes: 24,
  isolation_temperature: 25,
  growth_notes: 26,
  pcluster_cluster: 27,
  pcluster_temperate: 28,
  psubcluster_subcluster: 29,
  morphotype: 30,
  plaque_notes: 31,
  lysogeny_notes: 32,
  seq_finished: 33,
  date_finished: 34,
  seq_facility_short_name: 35,
  seq_facility_facility_name: 36,
  seq_facility_contact_person: 37,
  seq_facility_shipping_address: 38,
  seq_facility_facility_website: 39,
  seq_method_short_name: 40,
  seq_method_method_name: 41,
  coverage: 42,
  finishing_reactions: 43,
  genome_length: 44,
  gcpercent: 45,
  end_type: 46,
  repeat_length: 47,
  end_notes: 48,
  overhang_length: 49,
  overhang_sequence: 50,
  sequencing_notes: 51,
  duplicate_notes: 52,
  is_annotated: 53,
  is_grouped: 54,
  num_ORFs: 55,
  num_tRNAs: 56,
  num_tmRNAs: 57,
  submitted_dnam_file: 58,
  submitted_minimal_dnam_file: 59,
  submitted_author_list: 60,
  submitted_cover_sheet: 61,
  submitted_annotation_date: 62,
  qced_archive_file: 63,
  qced_archive_file_date: 64,
  isolation_host_genus: 65,
  isolation_host_species: 66,
  isolation_host_strain_name: 67,
  isolation_host_strain_species_id: 68,
  isolation_host_strain_species_genus: 69,
  isolation_host_strain_species_species_name: 70,
  isolation_host_strain_species_species_genus_id: 71,
  isolation_host_strain_species_species_genus_genus_domain: 72,
  isolation_host_strain_species_species_genus_genus_name: 73,
  isolation_host_strain_species_species_genus_genus_encyclopedia: 74,
  isolation_host_strain_species_species_genus_is_actinomycetales: 75,
  isolation_host_strain_species_species_encyclopedia: 76,
  isolation_host_ATCC_ID: 77,
  isolation_host_archive_accession: 78,
  isolation_host_strain_information: 79,
  verified_hosts: 80,
  verified_non_hosts: 81,
  host_species_id: 82,
  host_species_genus: 83,
  host_species_species_name: 84,
  host_species_species_genus_id: 85,
  host_species_species_genus_genus_domain: 86,
  host_species_species_genus_genus_name: 87,
  host_species_species_genus_genus_encyclopedia: 88,
  host_species_species_genus_is_actinomycetales: 89,
  host_species_species_encyclopedia: 90,
  host_genus_id: 91,
  host_genus_genus_domain: 92,
  host_genus_genus_name: 93,
  host_genus_genus_encyclopedia: 94,
  host_genus_is_actinomycetales: 95,
  in_paper: 96,
  paper_published_in: 97,
  in_archive: 98,
  archive_accession: 99,
  reference_accession: 100,
  plaque_file: 101,
  em_file: 102,
  digest_file: 103,
  vdigest_file: 104,
  fasta_file: 105,
  plaque_thumb_file: 106,
  em_thumb_file: 107,
  dnam_file: 108,
  date_added: 109,
  date_modified: 110,
  program: 111,
  p_institution: 112,
  pcluster: 113,
  psubcluster: 114,
  seq_facility: 115,
  seq_method: 116,
  isolation_host: 117,
  host_species: 118,
  host_genus: 119,
} as const;

/** Numbers that a phage has in `spans`. */
export const phageSpans = 360;

export function matchPhage(bytes: Buffer, view: DataView, from: number, spans: Int32Array): number {
  const into = 0;
  let at = from;
  let first = 0;
  // {"phage_name":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1752179323 ||
    view.getInt32(at + 4, true) !== 1600481121 ||
    view.getInt32(at + 8, true) !== 1701667182 ||
    view.getInt32(at + 11, true) !== 574235237
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at <= first) return -1;
  spans[into + 0] = first;
  spans[into + 1] = at;
  // ","old_names":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1864510498 ||
    view.getInt32(at + 4, true) !== 1851745388 ||
    view.getInt32(at + 8, true) !== 1936026977 ||
    view.getInt32(at + 11, true) !== 574235251
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 3] = first;
  spans[into + 4] = at;
  // ","program":
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1919381362 ||
    view.getInt32(at + 8, true) !== 975334753
  )
    return -1;
  at += 12;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 6, 4);
    noteSpan(spans, into + 333, -1, -1, 0);
  } else {
    first = at;
    at = matchProgram(bytes, view, first, spans, into + 6);
    if (at < 0) return -1;
    spans[into + 333] = first;
    spans[into + 334] = at;
  }
  // ,"naming_notes":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1634607660 ||
    view.getInt32(at + 4, true) !== 1735289197 ||
    view.getInt32(at + 8, true) !== 1953459807 ||
    view.getInt32(at + 12, true) !== 975336293 ||
    view.getInt32(at + 13, true) !== 574235251
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 18] = first;
  spans[into + 19] = at;
  // ","finder_name":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1701080681 ||
    view.getInt32(at + 8, true) !== 1634623346 ||
    view.getInt32(at + 12, true) !== 975332717 ||
    view.getInt32(at + 13, true) !== 574235237
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 21] = first;
  spans[into + 22] = at;
  // ","found_city":"
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1953063775 ||
    view.getInt32(at + 12, true) !== 574235257
  )
    return -1;
  at += 16;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 24] = first;
  spans[into + 25] = at;
  // ","found_state":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1635021663 ||
    view.getInt32(at + 12, true) !== 975332724 ||
    view.getInt32(at + 13, true) !== 574235237
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 27] = first;
  spans[into + 28] = at;
  // ","found_country":"
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1970234207 ||
    view.getInt32(at + 12, true) !== 2037544046 ||
    view.getInt32(at + 15, true) !== 574235257
  )
    return -1;
  at += 19;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 30] = first;
  spans[into + 31] = at;
  // ","found_GPS_lat":"
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1397770079 ||
    view.getInt32(at + 12, true) !== 1952541791 ||
    view.getInt32(at + 15, true) !== 574235252
  )
    return -1;
  at += 19;
  first = at;
  at = passForm(bytes, at, has6);
  if (at < 0) return -1;
  spans[into + 33] = first;
  spans[into + 34] = at;
  // ","found_GPS_long":"
  if (
    at + 20 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1397770079 ||
    view.getInt32(at + 12, true) !== 1852795999 ||
    view.getInt32(at + 16, true) !== 574235239
  )
    return -1;
  at += 20;
  first = at;
  at = passForm(bytes, at, has8);
  if (at < 0) return -1;
  spans[into + 36] = first;
  spans[into + 37] = at;
  // ","found_year":
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1713515554 ||
    view.getInt32(at + 4, true) !== 1684960623 ||
    view.getInt32(at + 8, true) !== 1634040159 ||
    view.getInt32(at + 11, true) !== 975336033
  )
    return -1;
  at += 15;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 39] = first;
  spans[into + 40] = at;
  // ,"p_institution":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1601184300 ||
    view.getInt32(at + 4, true) !== 1953721961 ||
    view.getInt32(at + 8, true) !== 1953854569 ||
    view.getInt32(at + 12, true) !== 577662825 ||
    view.getInt32(at + 13, true) !== 975335023
  )
    return -1;
  at += 17;
  first = at;
  at = matchInstitution(bytes, view, first, spans, into + 42);
  if (at < 0) return -1;
  spans[into + 336] = first;
  spans[into + 337] = at;
  // ,"enriched_sample":
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1852121644 ||
    view.getInt32(at + 4, true) !== 1751345522 ||
    view.getInt32(at + 8, true) !== 1935631461 ||
    view.getInt32(at + 12, true) !== 1819307361 ||
    view.getInt32(at + 15, true) !== 975332716
  )
    return -1;
  at += 19;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 69, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 69] = first;
    spans[into + 70] = at;
  }
  // ,"discovery_notes":"
  if (
    at + 20 > bytes.length ||
    view.getInt32(at, true) !== 1768170028 ||
    view.getInt32(at + 4, true) !== 1987011443 ||
    view.getInt32(at + 8, true) !== 1601794661 ||
    view.getInt32(at + 12, true) !== 1702129518 ||
    view.getInt32(at + 16, true) !== 574235251
  )
    return -1;
  at += 20;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 72] = first;
  spans[into + 73] = at;
  // ","isolation_temperature":
  if (
    at + 26 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1634496371 ||
    view.getInt32(at + 8, true) !== 1852795252 ||
    view.getInt32(at + 12, true) !== 1835365471 ||
    view.getInt32(at + 16, true) !== 1634887024 ||
    view.getInt32(at + 20, true) !== 1701999988 ||
    view.getInt32(at + 22, true) !== 975332722
  )
    return -1;
  at += 26;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 75, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 75] = first;
    spans[into + 76] = at;
  }
  // ,"growth_notes":"
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1919361580 ||
    view.getInt32(at + 4, true) !== 1752463215 ||
    view.getInt32(at + 8, true) !== 1953459807 ||
    view.getInt32(at + 12, true) !== 975336293 ||
    view.getInt32(at + 13, true) !== 574235251
  )
    return -1;
  at += 17;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 78] = first;
  spans[into + 79] = at;
  // ","pcluster":
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1937075299 ||
    view.getInt32(at + 8, true) !== 577922420 ||
    view.getInt32(at + 9, true) !== 975336037
  )
    return -1;
  at += 13;
  first = at;
  at = matchCluster(bytes, view, first, spans, into + 81);
  if (at < 0) return -1;
  spans[into + 339] = first;
  spans[into + 340] = at;
  // ,"psubcluster":
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1936728620 ||
    view.getInt32(at + 4, true) !== 1818452597 ||
    view.getInt32(at + 8, true) !== 1702130549 ||
    view.getInt32(at + 11, true) !== 975336037
  )
    return -1;
  at += 15;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 87, 1);
    noteSpan(spans, into + 342, -1, -1, 0);
  } else {
    first = at;
    at = matchSubcluster(bytes, view, first, spans, into + 87);
    if (at < 0) return -1;
    spans[into + 342] = first;
    spans[into + 343] = at;
  }
  // ,"morphotype":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1869423148 ||
    view.getInt32(at + 4, true) !== 1869115506 ||
    view.getInt32(at + 8, true) !== 1701869940 ||
    view.getInt32(at + 11, true) !== 574235237
  )
    return -1;
  at += 15;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 90] = first;
  spans[into + 91] = at;
  // ","plaque_notes":"
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1970364780 ||
    view.getInt32(at + 8, true) !== 1869504357 ||
    view.getInt32(at + 12, true) !== 577987956 ||
    view.getInt32(at + 14, true) !== 574235251
  )
    return -1;
  at += 18;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 93] = first;
  spans[into + 94] = at;
  // ","lysogeny_notes":"
  if (
    at + 20 > bytes.length ||
    view.getInt32(at, true) !== 1814178850 ||
    view.getInt32(at + 4, true) !== 1735357305 ||
    view.getInt32(at + 8, true) !== 1601793637 ||
    view.getInt32(at + 12, true) !== 1702129518 ||
    view.getInt32(at + 16, true) !== 574235251
  )
    return -1;
  at += 20;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 96] = first;
  spans[into + 97] = at;
  // ","seq_finished":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1717530981 ||
    view.getInt32(at + 8, true) !== 1936289385 ||
    view.getInt32(at + 12, true) !== 577004904 ||
    view.getInt32(at + 13, true) !== 975332453
  )
    return -1;
  at += 17;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 99] = first;
  spans[into + 100] = at;
  // ,"date_finished":"
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1633952300 ||
    view.getInt32(at + 4, true) !== 1717527924 ||
    view.getInt32(at + 8, true) !== 1936289385 ||
    view.getInt32(at + 12, true) !== 577004904 ||
    view.getInt32(at + 14, true) !== 574235236
  )
    return -1;
  at += 18;
  first = at;
  at = passForm(bytes, at, has16);
  if (at < 0) return -1;
  spans[into + 102] = first;
  spans[into + 103] = at;
  // ","seq_facility":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1717530981 ||
    view.getInt32(at + 8, true) !== 1818846049 ||
    view.getInt32(at + 12, true) !== 578385001 ||
    view.getInt32(at + 13, true) !== 975337844
  )
    return -1;
  at += 17;
  first = at;
  at = matchSequencingFacility(bytes, view, first, spans, into + 105);
  if (at < 0) return -1;
  spans[into + 345] = first;
  spans[into + 346] = at;
  // ,"seq_method":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1702044204 ||
    view.getInt32(at + 4, true) !== 1701666673 ||
    view.getInt32(at + 8, true) !== 1685022836 ||
    view.getInt32(at + 10, true) !== 975332463
  )
    return -1;
  at += 14;
  first = at;
  at = matchSequencingMethod(bytes, view, first, spans, into + 120);
  if (at < 0) return -1;
  spans[into + 348] = first;
  spans[into + 349] = at;
  // ,"coverage":
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1868767788 ||
    view.getInt32(at + 4, true) !== 1634887030 ||
    view.getInt32(at + 8, true) !== 975332711
  )
    return -1;
  at += 12;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 126, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 126] = first;
    spans[into + 127] = at;
  }
  // ,"finishing_reactions":
  if (
    at + 23 > bytes.length ||
    view.getInt32(at, true) !== 1768301100 ||
    view.getInt32(at + 4, true) !== 1752394094 ||
    view.getInt32(at + 8, true) !== 1600613993 ||
    view.getInt32(at + 12, true) !== 1667327346 ||
    view.getInt32(at + 16, true) !== 1852795252 ||
    view.getInt32(at + 19, true) !== 975336302
  )
    return -1;
  at += 23;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 129, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 129] = first;
    spans[into + 130] = at;
  }
  // ,"genome_length":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1701257772 ||
    view.getInt32(at + 4, true) !== 1701670766 ||
    view.getInt32(at + 8, true) !== 1852140639 ||
    view.getInt32(at + 12, true) !== 577270887 ||
    view.getInt32(at + 13, true) !== 975333492
  )
    return -1;
  at += 17;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 132] = first;
  spans[into + 133] = at;
  // ,"gcpercent":"
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1667703340 ||
    view.getInt32(at + 4, true) !== 1668441456 ||
    view.getInt32(at + 8, true) !== 578055781 ||
    view.getInt32(at + 10, true) !== 574235252
  )
    return -1;
  at += 14;
  first = at;
  at = passForm(bytes, at, has18);
  if (at < 0) return -1;
  spans[into + 135] = first;
  spans[into + 136] = at;
  // ","end_type":"
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1696738338 ||
    view.getInt32(at + 4, true) !== 1952408686 ||
    view.getInt32(at + 8, true) !== 577073273 ||
    view.getInt32(at + 10, true) !== 574235237
  )
    return -1;
  at += 14;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 138] = first;
  spans[into + 139] = at;
  // ","repeat_length":
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1914842146 ||
    view.getInt32(at + 4, true) !== 1634037861 ||
    view.getInt32(at + 8, true) !== 1701601140 ||
    view.getInt32(at + 12, true) !== 1752459118 ||
    view.getInt32(at + 14, true) !== 975333492
  )
    return -1;
  at += 18;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 141, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 141] = first;
    spans[into + 142] = at;
  }
  // ,"end_notes":"
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1852121644 ||
    view.getInt32(at + 4, true) !== 1869504356 ||
    view.getInt32(at + 8, true) !== 577987956 ||
    view.getInt32(at + 10, true) !== 574235251
  )
    return -1;
  at += 14;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 144] = first;
  spans[into + 145] = at;
  // ","overhang_length":
  if (
    at + 20 > bytes.length ||
    view.getInt32(at, true) !== 1864510498 ||
    view.getInt32(at + 4, true) !== 1752327542 ||
    view.getInt32(at + 8, true) !== 1600613985 ||
    view.getInt32(at + 12, true) !== 1735288172 ||
    view.getInt32(at + 16, true) !== 975333492
  )
    return -1;
  at += 20;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 147] = first;
  spans[into + 148] = at;
  // ,"overhang_sequence":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1986994732 ||
    view.getInt32(at + 4, true) !== 1634234981 ||
    view.getInt32(at + 8, true) !== 1935632238 ||
    view.getInt32(at + 12, true) !== 1702195557 ||
    view.getInt32(at + 16, true) !== 577069934 ||
    view.getInt32(at + 18, true) !== 574235237
  )
    return -1;
  at += 22;
  first = at;
  at = passLetters(bytes, view, at, letters19, 774778414, 673720360);
  spans[into + 150] = first;
  spans[into + 151] = at;
  // ","sequencing_notes":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1931619362 ||
    view.getInt32(at + 4, true) !== 1702195557 ||
    view.getInt32(at + 8, true) !== 1852400494 ||
    view.getInt32(at + 12, true) !== 1869504359 ||
    view.getInt32(at + 16, true) !== 577987956 ||
    view.getInt32(at + 18, true) !== 574235251
  )
    return -1;
  at += 22;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 153] = first;
  spans[into + 154] = at;
  // ","duplicate_notes":"
  if (
    at + 21 > bytes.length ||
    view.getInt32(at, true) !== 1679961122 ||
    view.getInt32(at + 4, true) !== 1768714357 ||
    view.getInt32(at + 8, true) !== 1702125923 ||
    view.getInt32(at + 12, true) !== 1953459807 ||
    view.getInt32(at + 16, true) !== 975336293 ||
    view.getInt32(at + 17, true) !== 574235251
  )
    return -1;
  at += 21;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 156] = first;
  spans[into + 157] = at;
  // ","is_annotated":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1763847202 ||
    view.getInt32(at + 4, true) !== 1851875187 ||
    view.getInt32(at + 8, true) !== 1635020654 ||
    view.getInt32(at + 12, true) !== 577004916 ||
    view.getInt32(at + 13, true) !== 975332453
  )
    return -1;
  at += 17;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 159] = first;
  spans[into + 160] = at;
  // ,"is_grouped":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1936269868 ||
    view.getInt32(at + 4, true) !== 1869768543 ||
    view.getInt32(at + 8, true) !== 1684369525 ||
    view.getInt32(at + 10, true) !== 975332453
  )
    return -1;
  at += 14;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 162] = first;
  spans[into + 163] = at;
  // ,"num_ORFs":
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1970151980 ||
    view.getInt32(at + 4, true) !== 1380933485 ||
    view.getInt32(at + 8, true) !== 975336262
  )
    return -1;
  at += 12;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 165] = first;
  spans[into + 166] = at;
  // ,"num_tRNAs":
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1970151980 ||
    view.getInt32(at + 4, true) !== 1383358317 ||
    view.getInt32(at + 8, true) !== 577978702 ||
    view.getInt32(at + 9, true) !== 975336257
  )
    return -1;
  at += 13;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 168] = first;
  spans[into + 169] = at;
  // ,"num_tmRNAs":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1970151980 ||
    view.getInt32(at + 4, true) !== 1836343149 ||
    view.getInt32(at + 8, true) !== 1933659730 ||
    view.getInt32(at + 10, true) !== 975336257
  )
    return -1;
  at += 14;
  first = at;
  at = passNatural(bytes, at);
  if (at < 0) return -1;
  spans[into + 171] = first;
  spans[into + 172] = at;
  // ,"submitted_dnam_file":
  if (
    at + 23 > bytes.length ||
    view.getInt32(at, true) !== 1970479660 ||
    view.getInt32(at + 4, true) !== 1953066338 ||
    view.getInt32(at + 8, true) !== 1600415092 ||
    view.getInt32(at + 12, true) !== 1835101796 ||
    view.getInt32(at + 16, true) !== 1818846815 ||
    view.getInt32(at + 19, true) !== 975332716
  )
    return -1;
  at += 23;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 174, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 174] = first;
    spans[into + 175] = at;
  }
  // ,"submitted_minimal_dnam_file":
  if (
    at + 31 > bytes.length ||
    view.getInt32(at, true) !== 1970479660 ||
    view.getInt32(at + 4, true) !== 1953066338 ||
    view.getInt32(at + 8, true) !== 1600415092 ||
    view.getInt32(at + 12, true) !== 1768843629 ||
    view.getInt32(at + 16, true) !== 1600938349 ||
    view.getInt32(at + 20, true) !== 1835101796 ||
    view.getInt32(at + 24, true) !== 1818846815 ||
    view.getInt32(at + 27, true) !== 975332716
  )
    return -1;
  at += 31;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 177, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 177] = first;
    spans[into + 178] = at;
  }
  // ,"submitted_author_list":
  if (
    at + 25 > bytes.length ||
    view.getInt32(at, true) !== 1970479660 ||
    view.getInt32(at + 4, true) !== 1953066338 ||
    view.getInt32(at + 8, true) !== 1600415092 ||
    view.getInt32(at + 12, true) !== 1752462689 ||
    view.getInt32(at + 16, true) !== 1818194543 ||
    view.getInt32(at + 20, true) !== 578057065 ||
    view.getInt32(at + 21, true) !== 975336563
  )
    return -1;
  at += 25;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 180, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 180] = first;
    spans[into + 181] = at;
  }
  // ,"submitted_cover_sheet":
  if (
    at + 25 > bytes.length ||
    view.getInt32(at, true) !== 1970479660 ||
    view.getInt32(at + 4, true) !== 1953066338 ||
    view.getInt32(at + 8, true) !== 1600415092 ||
    view.getInt32(at + 12, true) !== 1702260579 ||
    view.getInt32(at + 16, true) !== 1752391538 ||
    view.getInt32(at + 20, true) !== 578053477 ||
    view.getInt32(at + 21, true) !== 975336549
  )
    return -1;
  at += 25;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 183, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 183] = first;
    spans[into + 184] = at;
  }
  // ,"submitted_annotation_date":
  if (
    at + 29 > bytes.length ||
    view.getInt32(at, true) !== 1970479660 ||
    view.getInt32(at + 4, true) !== 1953066338 ||
    view.getInt32(at + 8, true) !== 1600415092 ||
    view.getInt32(at + 12, true) !== 1869508193 ||
    view.getInt32(at + 16, true) !== 1769234804 ||
    view.getInt32(at + 20, true) !== 1683975791 ||
    view.getInt32(at + 24, true) !== 577074273 ||
    view.getInt32(at + 25, true) !== 975332724
  )
    return -1;
  at += 29;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 186, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 186] = first;
    spans[into + 187] = at;
  }
  // ,"qced_archive_file":
  if (
    at + 21 > bytes.length ||
    view.getInt32(at, true) !== 1668358700 ||
    view.getInt32(at + 4, true) !== 1633641573 ||
    view.getInt32(at + 8, true) !== 1768448882 ||
    view.getInt32(at + 12, true) !== 1717527926 ||
    view.getInt32(at + 16, true) !== 577072233 ||
    view.getInt32(at + 17, true) !== 975332716
  )
    return -1;
  at += 21;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 189, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 189] = first;
    spans[into + 190] = at;
  }
  // ,"qced_archive_file_date":
  if (
    at + 26 > bytes.length ||
    view.getInt32(at, true) !== 1668358700 ||
    view.getInt32(at + 4, true) !== 1633641573 ||
    view.getInt32(at + 8, true) !== 1768448882 ||
    view.getInt32(at + 12, true) !== 1717527926 ||
    view.getInt32(at + 16, true) !== 1600482409 ||
    view.getInt32(at + 20, true) !== 1702125924 ||
    view.getInt32(at + 22, true) !== 975332724
  )
    return -1;
  at += 26;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 192, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 192] = first;
    spans[into + 193] = at;
  }
  // ,"isolation_host":
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1936269868 ||
    view.getInt32(at + 4, true) !== 1952541807 ||
    view.getInt32(at + 8, true) !== 1601073001 ||
    view.getInt32(at + 12, true) !== 1953722216 ||
    view.getInt32(at + 14, true) !== 975336563
  )
    return -1;
  at += 18;
  first = at;
  at = matchIsolationHost(bytes, view, first, spans, into + 195);
  if (at < 0) return -1;
  spans[into + 351] = first;
  spans[into + 352] = at;
  // ,"verified_hosts":
  if (
    at + 18 > bytes.length ||
    view.getInt32(at, true) !== 1702240812 ||
    view.getInt32(at + 4, true) !== 1768319346 ||
    view.getInt32(at + 8, true) !== 1751082085 ||
    view.getInt32(at + 12, true) !== 1937011567 ||
    view.getInt32(at + 14, true) !== 975336308
  )
    return -1;
  at += 18;
  first = at;
  at = passTexts(bytes, at);
  if (at < 0) return -1;
  spans[into + 240] = first;
  spans[into + 241] = at;
  // ,"verified_non_hosts":
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1702240812 ||
    view.getInt32(at + 4, true) !== 1768319346 ||
    view.getInt32(at + 8, true) !== 1851745381 ||
    view.getInt32(at + 12, true) !== 1751084655 ||
    view.getInt32(at + 16, true) !== 1937011567 ||
    view.getInt32(at + 18, true) !== 975336308
  )
    return -1;
  at += 22;
  first = at;
  at = passTexts(bytes, at);
  if (at < 0) return -1;
  spans[into + 243] = first;
  spans[into + 244] = at;
  // ,"host_species":
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1869095468 ||
    view.getInt32(at + 4, true) !== 1935635571 ||
    view.getInt32(at + 8, true) !== 1768121712 ||
    view.getInt32(at + 12, true) !== 975336293
  )
    return -1;
  at += 16;
  first = at;
  at = matchSpecies(bytes, view, first, spans, into + 246);
  if (at < 0) return -1;
  spans[into + 354] = first;
  spans[into + 355] = at;
  // ,"host_genus":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1869095468 ||
    view.getInt32(at + 4, true) !== 1734308979 ||
    view.getInt32(at + 8, true) !== 1937075813 ||
    view.getInt32(at + 10, true) !== 975336309
  )
    return -1;
  at += 14;
  first = at;
  at = matchGenus(bytes, view, first, spans, into + 273);
  if (at < 0) return -1;
  spans[into + 357] = first;
  spans[into + 358] = at;
  // ,"in_paper":
  if (
    at + 12 > bytes.length ||
    view.getInt32(at, true) !== 1852383788 ||
    view.getInt32(at + 4, true) !== 1885433951 ||
    view.getInt32(at + 8, true) !== 975336037
  )
    return -1;
  at += 12;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 288] = first;
  spans[into + 289] = at;
  // ,"paper_published_in":
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1634738732 ||
    view.getInt32(at + 4, true) !== 1601332592 ||
    view.getInt32(at + 8, true) !== 1818391920 ||
    view.getInt32(at + 12, true) !== 1701344105 ||
    view.getInt32(at + 16, true) !== 1852399460 ||
    view.getInt32(at + 18, true) !== 975335017
  )
    return -1;
  at += 22;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 291, 1);
  } else {
    first = at;
    at = passWord(bytes, first, words13);
    if (at < 0) at = passTextOrNumber(bytes, first);
    if (at < 0) return -1;
    spans[into + 291] = first;
    spans[into + 292] = at;
  }
  // ,"in_archive":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1852383788 ||
    view.getInt32(at + 4, true) !== 1668440415 ||
    view.getInt32(at + 8, true) !== 1702259048 ||
    view.getInt32(at + 10, true) !== 975332726
  )
    return -1;
  at += 14;
  first = at;
  at = passWord(bytes, at, words13);
  if (at < 0) return -1;
  spans[into + 294] = first;
  spans[into + 295] = at;
  // ,"archive_accession":"
  if (
    at + 22 > bytes.length ||
    view.getInt32(at, true) !== 1918968364 ||
    view.getInt32(at + 4, true) !== 1986619491 ||
    view.getInt32(at + 8, true) !== 1667325797 ||
    view.getInt32(at + 12, true) !== 1936942435 ||
    view.getInt32(at + 16, true) !== 577662825 ||
    view.getInt32(at + 18, true) !== 574235246
  )
    return -1;
  at += 22;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 297] = first;
  spans[into + 298] = at;
  // ","reference_accession":"
  if (
    at + 25 > bytes.length ||
    view.getInt32(at, true) !== 1914842146 ||
    view.getInt32(at + 4, true) !== 1919247973 ||
    view.getInt32(at + 8, true) !== 1701015141 ||
    view.getInt32(at + 12, true) !== 1667457375 ||
    view.getInt32(at + 16, true) !== 1769173861 ||
    view.getInt32(at + 20, true) !== 975335023 ||
    view.getInt32(at + 21, true) !== 574235246
  )
    return -1;
  at += 25;
  first = at;
  at = passText(bytes, at);
  if (at < 0) return -1;
  spans[into + 300] = first;
  spans[into + 301] = at;
  // ","plaque_file":
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1881287714 ||
    view.getInt32(at + 4, true) !== 1970364780 ||
    view.getInt32(at + 8, true) !== 1768316773 ||
    view.getInt32(at + 12, true) !== 975332716
  )
    return -1;
  at += 16;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 303, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 303] = first;
    spans[into + 304] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"em_file":
  if (
    at + 11 > bytes.length ||
    view.getInt32(at, true) !== 1835344428 ||
    view.getInt32(at + 4, true) !== 1818846815 ||
    view.getInt32(at + 7, true) !== 975332716
  )
    return -1;
  at += 11;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 306, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 306] = first;
    spans[into + 307] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"digest_file":
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1768170028 ||
    view.getInt32(at + 4, true) !== 1953719655 ||
    view.getInt32(at + 8, true) !== 1818846815 ||
    view.getInt32(at + 11, true) !== 975332716
  )
    return -1;
  at += 15;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 309, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 309] = first;
    spans[into + 310] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"vdigest_file":
  if (
    at + 16 > bytes.length ||
    view.getInt32(at, true) !== 1685463596 ||
    view.getInt32(at + 4, true) !== 1936025449 ||
    view.getInt32(at + 8, true) !== 1768316788 ||
    view.getInt32(at + 12, true) !== 975332716
  )
    return -1;
  at += 16;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 312, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 312] = first;
    spans[into + 313] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"fasta_file":
  if (
    at + 14 > bytes.length ||
    view.getInt32(at, true) !== 1634083372 ||
    view.getInt32(at + 4, true) !== 1600222323 ||
    view.getInt32(at + 8, true) !== 1701603686 ||
    view.getInt32(at + 10, true) !== 975332716
  )
    return -1;
  at += 14;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 315, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 315] = first;
    spans[into + 316] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"plaque_thumb_file":
  if (
    at + 21 > bytes.length ||
    view.getInt32(at, true) !== 1819288108 ||
    view.getInt32(at + 4, true) !== 1702195553 ||
    view.getInt32(at + 8, true) !== 1969779807 ||
    view.getInt32(at + 12, true) !== 1717527149 ||
    view.getInt32(at + 16, true) !== 577072233 ||
    view.getInt32(at + 17, true) !== 975332716
  )
    return -1;
  at += 21;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 318, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 318] = first;
    spans[into + 319] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"em_thumb_file":
  if (
    at + 17 > bytes.length ||
    view.getInt32(at, true) !== 1835344428 ||
    view.getInt32(at + 4, true) !== 1969779807 ||
    view.getInt32(at + 8, true) !== 1717527149 ||
    view.getInt32(at + 12, true) !== 577072233 ||
    view.getInt32(at + 13, true) !== 975332716
  )
    return -1;
  at += 17;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 321, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 321] = first;
    spans[into + 322] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"dnam_file":
  if (
    at + 13 > bytes.length ||
    view.getInt32(at, true) !== 1852056108 ||
    view.getInt32(at + 4, true) !== 1717529953 ||
    view.getInt32(at + 8, true) !== 577072233 ||
    view.getInt32(at + 9, true) !== 975332716
  )
    return -1;
  at += 13;
  if (bytes[at] === 0x6e) {
    if (at + 4 > bytes.length || view.getInt32(at, true) !== 1819047278) return -1;
    at = findNull(at, spans, into + 324, 1);
  } else {
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
    first = at;
    at = passForm(bytes, at, has4);
    if (at < 0) return -1;
    spans[into + 324] = first;
    spans[into + 325] = at;
    // "
    if (bytes[at] !== 34) return -1;
    at += 1;
  }
  // ,"date_added":"
  if (
    at + 15 > bytes.length ||
    view.getInt32(at, true) !== 1633952300 ||
    view.getInt32(at + 4, true) !== 1633641844 ||
    view.getInt32(at + 8, true) !== 1684366436 ||
    view.getInt32(at + 11, true) !== 574235236
  )
    return -1;
  at += 15;
  first = at;
  at = passForm(bytes, at, has22);
  if (at < 0) return -1;
  spans[into + 327] = first;
  spans[into + 328] = at;
  // ","date_modified":"
  if (
    at + 19 > bytes.length ||
    view.getInt32(at, true) !== 1679961122 ||
    view.getInt32(at + 4, true) !== 1600484449 ||
    view.getInt32(at + 8, true) !== 1768189805 ||
    view.getInt32(at + 12, true) !== 1684367718 ||
    view.getInt32(at + 15, true) !== 574235236
  )
    return -1;
  at += 19;
  first = at;
  at = passForm(bytes, at, has22);
  if (at < 0) return -1;
  spans[into + 330] = first;
  spans[into + 331] = at;
  // "}
  if (bytes[at] !== 34 || bytes[at + 1] !== 125) return -1;
  at += 2;
  return at;
}
