/**
 * Finds what the indexes need in a page of genes without parsing it: a page is canonical JSON, so quotes inside strings
 * are escaped, and a key with its quotes cannot occur in a text.
 */
import { type FieldNames, publicName } from '../contract/fieldNames.ts';

interface ScannedGene {
  readonly id: () => string;
  /** '' for none. */
  readonly phage: string;
  /** -1 for none. */
  readonly pham: number;
  readonly notes: string;
}

// A very large page does not fit into one string.
const pieceBytes = 64 << 20;

/** Calls `visit` with each gene of a page. */
export type GeneScan = (page: Buffer, visit: (gene: ScannedGene) => void) => void;

/** Repeated texts, such as those of notes, are decoded once and cached. */
export function createGeneScan(names: FieldNames, maxPiece = pieceBytes): GeneScan {
  // One character per byte, as the pieces of pages are decoded.
  const key = (...fields: readonly string[]) => {
    const keys = fields.map((field) => `${JSON.stringify(publicName(names, field))}:`);
    return Buffer.from(keys.join('{')).toString('latin1');
  };
  const start = `{${key('GeneID')}`;
  const startBytes = Buffer.from(start, 'latin1');
  const [phageKey, phamKey] = [key('PhageID', 'PhageID'), key('PhamID', 'PhamID')];
  const notesKey = key('Notes');
  const texts = createTexts();

  const scanPiece = (text: string, visit: (gene: ScannedGene) => void) => {
    for (let gene = text.indexOf(start), next = gene; gene >= 0; gene = next) {
      const first = gene + start.length;
      next = text.indexOf(start, first);
      const end = next < 0 ? text.length : next;
      const phage = behind(text, phageKey, first, end);
      const pham = behind(text, phamKey, Math.max(first, phage), end);
      const notes = behind(text, notesKey, Math.max(first, pham), end);
      visit({
        id: () => texts(stringAt(text, first)),
        phage: texts(stringAt(text, phage)),
        pham: numberAt(text, pham),
        notes: texts(stringAt(text, notes)),
      });
    }
  };

  return (page, visit) => {
    for (let from = 0, to = 0; from < page.length; from = to) {
      to = from + maxPiece;
      if (to < page.length) to = page.lastIndexOf(startBytes, to);
      // A gene longer than a piece.
      if (to <= from) to = page.indexOf(startBytes, from + maxPiece);
      if (to < 0) to = page.length;
      scanPiece(page.toString('latin1', from, to), visit);
    }
  };
}

/** The offset after a key, where its value starts; -1 if there is none before `end`. */
function behind(text: string, key: string, from: number, end: number): number {
  const at = text.indexOf(key, from);
  return at < 0 || at >= end ? -1 : at + key.length;
}

/** The JSON of a string, with its quotes; '' for anything else. */
function stringAt(text: string, at: number): string {
  if (at < 0 || text[at] !== '"') return '';
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return text.slice(at, end + 1);
}

/** Whether an odd number of backslashes precedes a quote. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text[at - 1] === '\\') at--;
  return (quote - at) % 2 === 1;
}

function numberAt(text: string, at: number): number {
  const digits = at < 0 ? null : /^[0-9]+/.exec(text.slice(at, at + 17));
  return digits === null ? -1 : Number(digits[0]);
}

// Bounds the cache: many long, distinct texts would fill the memory.
const mostKept = 10_000;
const longestKept = 1000;

function createTexts(): (json: string) => string {
  const kept = new Map<string, string>();
  return (json) => {
    if (json.length <= 2) return '';
    const known = kept.get(json);
    if (known !== undefined) return known;
    const bytes = Buffer.from(json, 'latin1');
    const text = String(JSON.parse(bytes.toString()));
    if (json.length > longestKept) return text;
    if (kept.size >= mostKept) kept.clear();
    // A copy: a slice would keep the whole page alive.
    kept.set(bytes.toString('latin1'), text);
    return text;
  };
}
