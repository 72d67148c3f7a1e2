/** Walks over the tags of XML in time that grows with its length alone, whatever it holds. */
import { NoSpreadsheet } from './unpackSpreadsheet.ts';

export interface Tag {
  /** Without its prefix. */
  readonly name: string;
  /** `<c …>` starts, `</c>` ends, and `<c …/>` is both. */
  readonly kind: 'start' | 'end' | 'both';
  /** By their names without prefixes; entities are left as they are. */
  readonly attributes: ReadonlyMap<string, string>;
}

// Lists of ranges take some kilobytes in a tag, and a cell holds 32,767 characters. A reader that is given the text
// bit by bit begins a tag or text again with each bit.
const maxTag = 64 << 10;
const maxText = 1 << 20;
const [quote, apostrophe, lessThan, greaterThan] = [0x22, 0x27, 0x3c, 0x3e];
const nameForm = /<(\/?)(?:[^\s/<>"'=:]*:)?([^\s/<>"'=]+)/y;
const attributeForm = /[\t-\r ]+([a-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)')/iy;
const endForm = /[\t-\r ]*(\/?)>/y;

/**
 * The tags with one of these names; lazily, since a sheet may have millions. Throws a NoSpreadsheet for what no
 * spreadsheet program writes.
 */
export function* tagsOf(xml: string, names: ReadonlySet<string>): Generator<Tag> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const gap = (start < 0 ? xml.length : start) - at;
    if (gap > maxText) throw new NoSpreadsheet(`a spreadsheet with a text of ${gap} characters`);
    if (start < 0) return;
    at = asideEnd(xml, start);
    if (at > start) continue;
    const end = tagEnd(xml, start);
    nameForm.lastIndex = start;
    const [head = '', slash, name = ''] = nameForm.exec(xml) ?? [];
    if (head === '') throw unreadable();
    if (names.has(name)) {
      if (slash === '/') yield { name, kind: 'end', attributes: new Map() };
      else yield { name, ...attributesOf(xml.slice(start + head.length, end)) };
    }
    at = end;
  }
}

/** Thrown where it is not worth saying what is wrong: no program writes such a file. */
export function unreadable(cause?: unknown): NoSpreadsheet {
  return new NoSpreadsheet('a spreadsheet that cannot be read', { cause });
}

/** The end of a comment or the like that begins here; otherwise `start`. */
function asideEnd(xml: string, start: number): number {
  if (!'!?'.includes(xml.charAt(start + 1))) return start;
  for (const [begin, end] of [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(begin, start)) continue;
    const found = xml.indexOf(end, start);
    if (found < 0 || found - start > maxText) throw unreadable();
    return found + end.length;
  }
  throw unreadable();
}

/** Where the tag that begins at `start` ends, with its `>`. */
function tagEnd(xml: string, start: number): number {
  const last = Math.min(xml.length, start + maxTag);
  let open = 0;
  for (let at = start + 1; at < last; at++) {
    const code = xml.charCodeAt(at);
    if (code === lessThan) throw unreadable();
    if (open !== 0) {
      if (code === open) open = 0;
    } else if (code === greaterThan) return at + 1;
    else if (code === quote || code === apostrophe) open = code;
  }
  throw unreadable();
}

/** `text` is what follows the name of a tag, up to its `>`. */
function attributesOf(text: string): Pick<Tag, 'attributes' | 'kind'> {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    attributeForm.lastIndex = at;
    const [all = '', fullName = '', double, single] = attributeForm.exec(text) ?? [];
    if (all === '') break;
    at += all.length;
    if (fullName.startsWith('xmlns:')) continue;
    const name = fullName.slice(fullName.indexOf(':') + 1);
    // A reader might take the other one.
    if (attributes.has(name)) throw unreadable();
    attributes.set(name, double ?? single ?? '');
  }
  endForm.lastIndex = at;
  const [all = '', slash] = endForm.exec(text) ?? [];
  if (all === '' || endForm.lastIndex !== text.length) throw unreadable();
  return { attributes, kind: slash === '/' ? 'both' : 'start' };
}
