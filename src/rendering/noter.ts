/** Notes where the records of pages lie, and what of them views choose by, while the pages are rendered. */
import type { CollectionName } from '../contract/collectionName.ts';
import type { Phage } from '../collections/phage.ts';
import { compareBytes } from '../sorting/compareBytes.ts';
import { canonicalJson } from '../validation/canonicalJson.ts';
import { createNoteBook } from '../views/noteBook.ts';
import {
  geneColumns,
  lytic,
  type PageNotes,
  phageColumns,
  sequenced,
  temperate,
} from '../views/pageNotes.ts';

export interface Noter {
  /**
   * Notes the record whose canonical JSON is bytes [from, to), and which ends at byte `end` of a page. Gives the
   * PhamID of a gene that has one, else null.
   */
  readonly note: (
    bytes: Buffer,
    from: number,
    to: number,
    at: { readonly page: number; readonly end: number },
  ) => number | null;
  readonly finish: () => PageNotes;
}

export function createNoter(collection: CollectionName): Noter {
  return collection === 'genes' ? createGeneNoter() : createPhageNoter();
}

/** A row for each stretch of genes of one phage that stand side by side, with each gene as a member. */
function createGeneNoter(): Noter {
  const book = createNoteBook(geneColumns);
  const name = { start: 0, end: 0 };
  // As it stands in the records; the genes of a phage stand together.
  let last = Buffer.alloc(256);
  let lastLength = 0;
  let lastPage = -1;
  let pointer = 0;
  const families = new Map<number, Family>();

  const familyOf = (bytes: Buffer, from: number, to: number): Family | null => {
    const start = bytes.indexOf(family, from) + family.length;
    const id = readInteger(bytes, start + beforePhamId);
    if (start > to || bytes[start] !== brace || id === null) return null;
    const known = families.get(id);
    if (known !== undefined) {
      const end = start + known.text.length;
      // Genes of one family need not agree on its colour: each is noted as it is, whatever pages it is noted with.
      if (compareBytes(bytes, start, end, known.text, 0, known.text.length) === 0) {
        return known;
      }
    }
    const end = bytes.indexOf('}', start) + 1;
    const noted = {
      id,
      text: Buffer.from(bytes.subarray(start, end)),
      pointer: book.pointTo(bytes.toString('utf8', start, end)),
    };
    families.set(id, noted);
    return noted;
  };

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
        pointer = length === 0 ? 0 : book.pointTo(readString(bytes, name));
      }
      if (!isLast || page !== lastPage) book.add(page, end - (to - from), end, 0, pointer);
      lastPage = page;
      const noted = familyOf(bytes, length === 0 ? from : name.end, to);
      book.addMember(end, noted?.pointer ?? 0);
      return noted?.id ?? null;
    },
    finish: book.finish,
  };
}

/** A family as it stands in genes. */
interface Family {
  readonly id: number;
  readonly text: Buffer;
  readonly pointer: number;
}

interface Span {
  start: number;
  end: number;
}

function readString(bytes: Buffer, { start, end }: Span): string {
  // With its quotes.
  return String(JSON.parse(bytes.toString('utf8', start - 1, end + 1)));
}

const quote = 0x22;
const backslash = 0x5c;
const brace = 0x7b;
const beforeGeneId = '{"GeneID":"'.length;
const beforePhage = ',"PhageID":'.length;
const beforeName = '{"PhageID":'.length;
// A string cannot hold it: its quotes are escaped there.
const family = Buffer.from(',"PhamID":');
const beforePhamId = '{"PhamID":'.length;

/** Finds PhageID.PhageID in a gene's canonical JSON, between its quotes; empty for null, of either. */
function findPhageName(bytes: Buffer, from: number, name: Span): void {
  const phage = endOfString(bytes, from + beforeGeneId) + 1 + beforePhage;
  const start = phage + beforeName + 1;
  const isNamed = bytes[phage] === brace && bytes[start - 1] === quote;
  name.start = start;
  name.end = isNamed ? endOfString(bytes, start) : start;
}

/** Where the quote stands that ends a string. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] !== quote && at < bytes.length) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The integer whose digits begin at `from`; null when there are none. */
function readInteger(bytes: Buffer, from: number): number | null {
  let value = 0;
  let at = from;
  for (; ; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return at === from ? null : value;
}

/** A row for each phage. */
function createPhageNoter(): Noter {
  const book = createNoteBook(phageColumns);
  return {
    note(bytes, from, to, { page, end }) {
      const phage: Phage = JSON.parse(bytes.toString('utf8', from, to));
      const { pcluster, psubcluster, host_genus: genus, host_species: species } = phage;
      const isTemperate = pcluster?.temperate ?? null;
      book.add(
        page,
        end - (to - from),
        end,
        (phage.seq_finished === true ? sequenced : 0) +
          (isTemperate === true ? temperate : 0) +
          (isTemperate === false ? lytic : 0),
        book.pointTo(pcluster?.cluster ?? ''),
        book.pointTo(psubcluster?.subcluster ?? ''),
        book.pointTo(jsonOf(genus)),
        book.pointTo(jsonOf(species)),
        book.pointTo(phage.phage_name ?? ''),
        book.pointTo(String(phage.genome_length ?? '')),
      );
      return null;
    },
    finish: book.finish,
  };
}

/** An object as it stands in the record. */
function jsonOf(value: object | null): string {
  return value === null ? '' : canonicalJson({ ...value });
}
