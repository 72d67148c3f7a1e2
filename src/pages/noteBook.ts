/** Collects notes of pages in growable arrays; phams and texts are interned. */
import { numbersPerPham, numbersPerGene, type PageNotes, tally } from './pageNotes.ts';

export interface NoteBook {
  readonly columns: number;
  /** Interns a text; 0 is ''. */
  readonly pointTo: (text: string) => number;
  /** Interns a pham with a colour as returned by `packColor`. */
  readonly pointToPham: (phamId: number, color: number) => number;
  readonly add: (...row: readonly number[]) => void;
  /** Appends a gene to the last row, and extends the row to the gene's end, byte `to`; `start` as in `geneStarts`. */
  readonly addGene: (to: number, pham: number, start: number, product: number) => void;
  readonly finish: () => PageNotes;
}

/** Creates an empty collector; `room` is the initial capacity. */
export function createNoteBook(
  columns: number,
  room: { readonly rows: number; readonly genes: number } = { rows: 256, genes: 256 },
): NoteBook {
  const pointers = new Map<string, number>();
  const phams: number[] = [];
  // Keyed by PhamID; if genes disagree on the colour, further ones by PhamID and colour.
  const phamPointers = new Map<number | string, number>();
  let rows = new Uint32Array(room.rows);
  let geneEnds = new Uint32Array(room.genes);
  let geneStarts = new Float64Array(Math.ceil(room.genes / numbersPerGene));
  let usedRows = 0;
  let usedGenes = 0;
  return {
    columns,
    pointTo(text) {
      if (text === '') return 0;
      const known = pointers.get(text);
      if (known !== undefined) return known;
      pointers.set(text, pointers.size + 1);
      return pointers.size;
    },
    pointToPham(phamId, color) {
      const known = phamPointers.get(phamId);
      if (known !== undefined && phams[(known - 1) * numbersPerPham + 1] === color) return known;
      const key = known === undefined ? phamId : `${phamId} ${color}`;
      const pointer = phamPointers.get(key);
      if (pointer !== undefined) return pointer;
      phams.push(phamId, color);
      phamPointers.set(key, phams.length / numbersPerPham);
      return phams.length / numbersPerPham;
    },
    add(...row) {
      if (usedRows + columns > rows.length) rows = enlarged(rows);
      rows.set(row, usedRows);
      usedRows += columns;
    },
    addGene(to, pham, start, product) {
      if (usedGenes + numbersPerGene > geneEnds.length) geneEnds = enlarged(geneEnds);
      const gene = usedGenes / numbersPerGene;
      if (gene >= geneStarts.length) {
        const larger = new Float64Array(geneStarts.length * 2 + 16);
        larger.set(geneStarts);
        geneStarts = larger;
      }
      geneEnds[usedGenes] = to;
      geneEnds[usedGenes + 1] = pham;
      geneEnds[usedGenes + 2] = product;
      geneStarts[gene] = start;
      usedGenes += numbersPerGene;
      const last = usedRows - columns;
      rows[last + 2] = to;
      rows[last + tally] = (rows[last + tally] ?? 0) + 1;
    },
    finish: () => ({
      columns,
      rows: fitted(rows, usedRows),
      geneEnds: fitted(geneEnds, usedGenes),
      geneStarts:
        usedGenes / numbersPerGene === geneStarts.length
          ? geneStarts
          : geneStarts.slice(0, usedGenes / numbersPerGene),
      phams: Float64Array.from(phams),
      texts: [...pointers.keys()],
    }),
  };
}

function enlarged(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2 + 16);
  larger.set(numbers);
  return larger;
}

/** Avoids a copy if the array is full: that of all genes is large. */
function fitted(numbers: Uint32Array<ArrayBuffer>, used: number): Uint32Array {
  return used === numbers.length ? numbers : numbers.slice(0, used);
}
