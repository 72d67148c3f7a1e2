/** The list of phams (gene families), which is derived from genes. */
import { fieldsOfPhams } from '../../contract/fieldNames.ts';
import type { DerivedList } from '../collection.ts';

/** A record of the list, with its members in published order. */
export interface Pham {
  readonly PhamID: number;
  /** The colour of its first gene; null if that has none. */
  readonly Color: string | null;
  readonly gene_count: number;
  readonly phage_count: number;
}

export const phams: DerivedList = {
  expected: 'a pham: PhamID, Color, gene_count, phage_count',
  fields: fieldsOfPhams,
  // A pham takes about 80 bytes.
  maxRecordBytes: 1000,
  idOf({ PhamID, Color, gene_count, phage_count }) {
    const areCounts = [PhamID, gene_count, phage_count].every(Number.isSafeInteger);
    return areCounts && typeof Color === 'string' ? Number(PhamID) : null;
  },
};
