/** How many genes and phages each gene family has, `web/families.json`: columns in order of PhamID. */
import { fieldsOf, numbersOf } from './json.ts';

export interface Families {
  /** 0 for a family that is not there. */
  readonly phagesOf: (pham: number) => number;
  readonly genesOf: (pham: number) => number;
}

export function familiesOf(json: unknown): Families {
  const index = fieldsOf(json);
  const genes = numbersOf(index['genes']);
  const phages = numbersOf(index['phages']);
  const rows = new Map<number, number>();
  let pham = 0;
  // The first is a PhamID, each of the others the difference to the one before.
  for (const [row, step] of numbersOf(index['id']).entries()) {
    pham += step ?? 0;
    rows.set(pham, row);
  }
  const at = (column: readonly (number | null)[]) => (wanted: number) => {
    const row = rows.get(wanted);
    return row === undefined ? 0 : (column[row] ?? 0);
  };
  return { phagesOf: at(phages), genesOf: at(genes) };
}
