/** Takes notes of genes while their pages are rendered: the offsets of records, and the fields that views depend on. */
import { readString } from '../../json/readString.ts';
import { packColor } from '../../pages/familyColor.ts';
import { createNoteBook } from '../../pages/noteBook.ts';
import { geneColumns } from '../../pages/pageNotes.ts';
import { compareBytes } from '../../sorting/compareBytes.ts';
import type { Noter } from '../collection.ts';

/** A row for each run of consecutive genes of one phage, with each gene as a member. */
export function createGeneNoter(): Noter {
  const book = createNoteBook(geneColumns);
  const name = { start: 0, end: 0 };
  const family: Family = { id: null, color: 0 };
  // The raw name of the last phage: the genes of a phage are usually consecutive.
  let last = Buffer.alloc(256);
  let lastLength = 0;
  let lastPage = -1;
  let pointer = 0;
  return {
    note(bytes, from, to, { page, end }) {
      findPhageName(bytes, from, name);
      const length = name.end - name.start;
      const isLast =
        length === lastLength && compareBytes(bytes, name.start, name.end, last, 0, length) === 0;
      if (!isLast) {
        if (last.length < length) last = Buffer.alloc(length * 2);
        bytes.copy(last, 0, name.start, name.end);
        lastLength = length;
        pointer = length === 0 ? 0 : book.pointTo(readString(bytes, name.start, name.end));
      }
      if (!isLast || page !== lastPage) book.add(page, end - (to - from), end, 0, pointer);
      lastPage = page;
      findFamily(bytes, length === 0 ? from : name.end, to, family);
      const { id, color } = family;
      book.addMember(end, id === null ? 0 : book.pointToFamily(id, color));
      return id;
    },
    finish: book.finish,
  };
}

interface Span {
  start: number;
  end: number;
}

const quote = 0x22;
const backslash = 0x5c;
const brace = 0x7b;
const zero = 0x30;
const beforeGeneId = '{"GeneID":"'.length;
const beforePhage = ',"PhageID":'.length;
const beforeName = '{"PhageID":'.length;
// Cannot occur inside a string, where the quotes would be escaped.
const familyMember = Buffer.from(',"PhamID":');
const beforePhamId = '{"PhamID":'.length;
const beforeColor = ',"Color":'.length;

/** Finds PhageID.PhageID in a gene's canonical JSON, without its quotes; an empty span if either is null. */
function findPhageName(bytes: Buffer, from: number, name: Span): void {
  const phage = endOfString(bytes, from + beforeGeneId) + 1 + beforePhage;
  const start = phage + beforeName + 1;
  const isNamed = bytes[phage] === brace && bytes[start - 1] === quote;
  name.start = start;
  name.end = isNamed ? endOfString(bytes, start) : start;
}

/** The index of a string's closing quote. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] !== quote && at < bytes.length) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

interface Family {
  /** Null for none. */
  id: number | null;
  /** As returned by `packColor`. */
  color: number;
}

/** Finds the family in a gene's canonical JSON, after byte `from`. */
function findFamily(bytes: Buffer, from: number, to: number, family: Family): void {
  const start = bytes.indexOf(familyMember, from) + familyMember.length;
  let at = start + beforePhamId;
  let id = 0;
  for (; ; at++) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) break;
    id = id * 10 + digit;
  }
  const isThere = start < to && bytes[start] === brace && at > start + beforePhamId;
  family.id = isThere ? id : null;
  // Skips the quote and #; the value may also be null.
  const color = at + beforeColor;
  family.color = bytes[color] === quote ? packColor(bytes, color + 2) : 0;
}
