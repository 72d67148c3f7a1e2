/** What is kept of each piece after intake, in source order; compact, since there may be millions. */
import type { Finding } from '../findings/finding.ts';
import type { Locate } from '../findings/recordPlace.ts';
import type { PieceResult } from '../intake/task.ts';

type Reported = Pick<PieceResult, 'findings' | 'ofFile' | 'uncounted'>;

export interface TakenPieces {
  /** Notes the piece of that rank in source order; pieces may arrive in any order. */
  readonly note: (rank: number, file: string, piece: Omit<PieceResult, 'facts'>) => void;
  /** Call after all are noted. Maps lines of pieces to lines of files. */
  readonly createLocate: () => Locate;
  /** Call after all are noted. Gives the findings of the pieces in source order, with lines of the file. */
  readonly reported: (locate: Locate) => Generator<Reported>;
  /** Files that were read in pieces, all of which are blank. */
  readonly blankFiles: () => Set<string>;
}

/** Stored in columns: most pieces have no findings, and then cost only a few numbers. */
export function createTakenPieces(count: number): TakenPieces {
  const files = Array.from({ length: count }, () => '');
  const lineBreaks = new Float64Array(count);
  const blank = new Uint8Array(count);
  const reported: (Reported & { readonly rank: number })[] = [];
  return {
    note(rank, file, piece) {
      files[rank] = file;
      lineBreaks[rank] = piece.lineBreaks;
      blank[rank] = Number(piece.isBlank);
      const { findings, ofFile, uncounted } = piece;
      if (findings.length + ofFile.length + uncounted.size > 0) {
        reported.push({ rank, findings, ofFile, uncounted });
      }
    },
    createLocate() {
      // A piece's line numbers continue those of the file's earlier pieces.
      const linesBefore = new Float64Array(count);
      for (let rank = 1; rank < count; rank++) {
        if (files[rank] !== files[rank - 1]) continue;
        linesBefore[rank] = (linesBefore[rank - 1] ?? 0) + (lineBreaks[rank - 1] ?? 0);
      }
      return ({ rank, line }) => {
        return { file: files[rank] ?? '', line: line + (linesBefore[rank] ?? 0) };
      };
    },
    *reported(locate) {
      for (const { rank, findings, ofFile, uncounted } of reported.toSorted(
        (a, b) => a.rank - b.rank,
      )) {
        const inFile = (finding: Finding): Finding =>
          finding.line === 0
            ? finding
            : { ...finding, line: locate({ rank, line: finding.line }).line };
        yield { findings: findings.map(inFile), ofFile: ofFile.map(inFile), uncounted };
      }
    },
    blankFiles() {
      const found = new Set(files.filter((_, rank) => blank[rank] === 1));
      if (found.size > 0) files.forEach((file, rank) => blank[rank] === 0 && found.delete(file));
      return found;
    },
  };
}
