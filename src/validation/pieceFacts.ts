/** What the rules between records need to know of the records of one piece, each fact once. */
import type { Phage } from '../collections/phage.ts';
import { singletonCluster } from '../contract/viewAddresses.ts';

/** Something that was said, and the line on which it was said first, counted within the piece. */
interface Fact {
  readonly text: string;
  readonly line: number;
}

export interface PieceFacts {
  /** Summaries of phages as canonical JSON, by PhageID. */
  readonly summaries: readonly (Fact & { readonly phageId: string })[];
  /** PhamID, colour as `colorNumber` gives it, and line of each pham and colour, three numbers each. */
  readonly colors: Float64Array;
  /** The parts of GeneIDs that name the phage. */
  readonly phageParts: readonly Fact[];
  readonly phageNames: readonly Fact[];
  readonly clusters: readonly Fact[];
  readonly subclusters: readonly Fact[];
}

export interface FactCollector {
  readonly noteSummary: (phageId: string, summary: string, line: number) => void;
  readonly noteColor: (phamId: number, color: number, line: number) => void;
  readonly notePhagePart: (part: string, line: number) => void;
  readonly notePhageName: (name: string, line: number) => void;
  readonly noteCluster: (name: string, line: number) => void;
  readonly noteSubcluster: (name: string, line: number) => void;
  /** Gives the facts and starts afresh. */
  readonly finish: () => PieceFacts;
}

const fieldsPerColor = 3;

/** What a null, which `null-value` lets through, counts as. */
export const noColor = -1;

/** A colour of the form #RRGGBB as a number. */
export function colorNumber(color: string | null): number {
  return color === null ? noColor : Number.parseInt(color.slice(1), 16);
}

/** Collects facts; records must come in the order of their lines. */
export function createFactCollector(): FactCollector {
  let summaries = new Map<string, Fact & { phageId: string }>();
  let phageParts = new Map<string, Fact>();
  let phageNames = new Map<string, Fact>();
  let clusters = new Map<string, Fact>();
  let subclusters = new Map<string, Fact>();
  let colorOfPham = new Map<number, number>();
  let otherColors = new Set<string>();
  let colors: number[] = [];

  return {
    noteSummary(phageId, text, line) {
      if (!summaries.has(text)) summaries.set(text, { phageId, text, line });
    },
    noteColor(phamId, color, line) {
      const known = colorOfPham.get(phamId);
      if (known === color) return;
      if (known === undefined) {
        colorOfPham.set(phamId, color);
      } else {
        const other = `${phamId} ${color}`;
        if (otherColors.has(other)) return;
        otherColors.add(other);
      }
      colors.push(phamId, color, line);
    },
    notePhagePart(text, line) {
      if (!phageParts.has(text)) phageParts.set(text, { text, line });
    },
    notePhageName(text, line) {
      if (!phageNames.has(text)) phageNames.set(text, { text, line });
    },
    noteCluster(text, line) {
      if (!clusters.has(text)) clusters.set(text, { text, line });
    },
    noteSubcluster(text, line) {
      if (!subclusters.has(text)) subclusters.set(text, { text, line });
    },
    finish() {
      const facts: PieceFacts = {
        summaries: [...summaries.values()],
        colors: Float64Array.from(colors),
        phageParts: [...phageParts.values()],
        phageNames: [...phageNames.values()],
        clusters: [...clusters.values()],
        subclusters: [...subclusters.values()],
      };
      summaries = new Map();
      phageParts = new Map();
      phageNames = new Map();
      clusters = new Map();
      subclusters = new Map();
      colorOfPham = new Map();
      otherColors = new Set();
      colors = [];
      return facts;
    },
  };
}

/** Notes a phage; only nulls may stand against its schema. */
export function notePhage(
  { phage_name: name, pcluster, psubcluster }: Phage,
  facts: FactCollector,
  line: number,
): void {
  const subcluster = psubcluster?.subcluster ?? null;
  if (name !== null) facts.notePhageName(name, line);
  // Without a cluster it is among the singletons, which have an address as every cluster has.
  facts.noteCluster(pcluster?.cluster || singletonCluster, line);
  if (subcluster !== null) facts.noteSubcluster(subcluster, line);
}

/** Goes through the colours of `PieceFacts`. */
export function forEachColor(
  colors: Float64Array,
  visit: (phamId: number, color: number, line: number) => void,
): void {
  for (let at = 0; at < colors.length; at += fieldsPerColor) {
    visit(colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0);
  }
}
