/** Changes the JSON text of a valid record, so that it often is none any more. */
import type { Random } from './random.ts';
import { innerSpaces, spaces, tellingBytes, tellingKeys, tellingTokens } from './tellingTokens.ts';
import { randomText } from './validRecords.ts';

// The parts of a JSON text: strings, words and numbers, brackets and the like, space.
const tokens = /"(?:[^"\\]|\\.)*"|[^\s"{}[\]:,]+|[{}[\]:,]|\s+/g;

type Mutate = (text: string, random: Random) => string | Buffer;

/** Mutations and how often each is chosen. */
const mutations: readonly (readonly [weight: number, Mutate])[] = [
  [6, replaceValue],
  [3, changeTokens],
  [5, changeMembers],
  [3, changeBytes],
  [3, changeSpace],
  [3, escapeCharacters],
  [1, nest],
  [1, (text) => Buffer.from(text, 'utf16le')],
  [1, (text, random) => text.slice(0, random.below(text.length))],
  [1, (text, random) => text + random.pick([',', '}', text, ' x', '\u0000', '//', ']'])],
];
const bag = mutations.flatMap(([weight, mutate]) => Array.from({ length: weight }, () => mutate));

/** The bytes of the record, changed in some way; a few stay as they are. */
export function mutateRecord(record: object, random: Random): Buffer {
  let text: string | Buffer = JSON.stringify(record);
  for (let left = random.pick([0, 0, 1, 1, 1, 1, 1, 2, 3]); left > 0; left--) {
    if (typeof text !== 'string') break;
    text = random.pick(bag)(text, random);
  }
  return typeof text === 'string' ? toBytes(text) : text;
}

/** Unpaired surrogates become the three bytes that some programs write for them. */
export function toBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
    return Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  });
  return Buffer.concat(parts);
}

function replaceValue(text: string, random: Random): string {
  const parts = text.match(tokens) ?? [];
  const values = [...parts.keys()].filter((at) => parts[at - 1] === ':' && parts[at + 1] !== ':');
  if (values.length === 0) return text;
  parts[random.pick(values)] = random.oneIn(3)
    ? JSON.stringify(randomText(random))
    : random.pick(tellingTokens);
  return parts.join('');
}

function changeTokens(text: string, random: Random): string {
  const parts: string[] = text.match(tokens) ?? [''];
  const at = random.below(parts.length);
  const other = random.below(parts.length);
  switch (random.below(4)) {
    case 0:
      parts.splice(at, 1);
      break;
    case 1:
      parts.splice(at, 0, parts[at] ?? '');
      break;
    case 2:
      [parts[at], parts[other]] = [parts[other] ?? '', parts[at] ?? ''];
      break;
    default:
      parts[at] = random.pick(tellingTokens);
  }
  return parts.join('');
}

/** Omits, repeats, renames, reorders or adds a member of the record or of an object in it. */
function changeMembers(text: string, random: Random): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const isChanged = { done: false };
  const write = (node: unknown, depth: number): string => {
    if (Array.isArray(node)) return `[${node.map((item) => write(item, depth + 1)).join(',')}]`;
    if (typeof node !== 'object' || node === null) return JSON.stringify(node);
    const members = Object.entries(node).map(([key, member]) => [
      JSON.stringify(key),
      write(member, depth + 1),
    ]);
    if (!isChanged.done && (depth === 0 || random.oneIn(3))) {
      isChanged.done = true;
      changeList(members, random);
    }
    return `{${members.map(([key, member]) => `${key}:${member}`).join(',')}}`;
  };
  return write(value, 0);
}

function changeList(members: string[][], random: Random): void {
  const at = random.below(members.length + 1);
  const [key = '""', value = '1'] = members[at] ?? [];
  const position = random.below(members.length + 1);
  switch (random.below(7)) {
    case 0:
      members.splice(at, 1);
      break;
    case 1:
      members.splice(position, 0, [key, random.oneIn(2) ? value : random.pick(tellingTokens)]);
      break;
    case 2:
      members.splice(position, 0, [escapeAll(key), value]);
      break;
    case 3:
      members.splice(at, 1, [JSON.stringify(random.pick(tellingKeys)), value]);
      break;
    case 4:
      members.splice(position, 0, [`"${random.pick(tellingKeys)}"`, random.pick(tellingTokens)]);
      break;
    case 5:
      members.reverse();
      break;
    default:
      members.sort(() => random.next() - 0.5);
  }
}

function changeBytes(text: string, random: Random): Buffer {
  const bytes = [...toBytes(text)];
  for (let left = 1 + random.below(3); left > 0; left--) {
    const at = random.below(bytes.length + 1);
    switch (random.below(4)) {
      case 0:
        bytes.splice(at, 1);
        break;
      case 1:
        bytes.splice(at, 0, ...random.pick(tellingBytes));
        break;
      case 2:
        bytes.splice(at, 1, random.below(256));
        break;
      default:
        bytes[at % Math.max(1, bytes.length)] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
  }
  return Buffer.from(bytes);
}

function changeSpace(text: string, random: Random): string {
  const parts: string[] = text.match(tokens) ?? [''];
  const list = random.oneIn(3) ? spaces : innerSpaces;
  if (random.oneIn(4)) return parts.join(random.pick(list));
  parts.splice(random.below(parts.length + 1), 0, random.pick(list));
  return parts.join('');
}

/** Writes characters of a string otherwise than JSON.stringify does; the value stays what it is. */
function escapeCharacters(text: string, random: Random): string {
  const parts: string[] = text.match(tokens) ?? [''];
  const strings = [...parts.keys()].filter((at) => parts[at]?.startsWith('"'));
  if (strings.length === 0) return text;
  const at = random.pick(strings);
  parts[at] = random.oneIn(4)
    ? (parts[at] ?? '').replaceAll('/', '\\/')
    : escapeAll(parts[at] ?? '""');
  return parts.join('');
}

function escapeAll(token: string): string {
  let value: unknown;
  try {
    value = JSON.parse(token);
  } catch {
    return token;
  }
  const units = [...String(value)].flatMap((character) => character.split(''));
  const escaped = units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped.join('')}"`;
}

/** Puts a value into so many arrays or objects, about as many as the program allows. */
function nest(text: string, random: Random): string {
  const depth = random.pick([1, 90, 97, 98, 99, 100, 101, 110, 500]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ]);
  const nested = `${open.repeat(depth)}1${close.repeat(depth)}`;
  const parts: string[] = text.match(tokens) ?? [''];
  const values = [...parts.keys()].filter((at) => parts[at - 1] === ':');
  // The members of a phage that may hold anything are arrays; the nested value then lies in one.
  const hosts = parts.indexOf('"verified_hosts"');
  const at =
    hosts >= 0 && random.oneIn(2) ? hosts + 3 : values.length > 0 ? random.pick(values) : 0;
  if (hosts >= 0 && at === hosts + 3) parts.splice(at, 0, nested, parts[at] === ']' ? '' : ',');
  else parts[at] = nested;
  return parts.join('');
}
