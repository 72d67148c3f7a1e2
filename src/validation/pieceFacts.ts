/** What the rules between records need to know of one piece's records, each fact once. */
import { geneIdForm, phagePartOfGeneId } from '../collections/genes/gene.ts';
import type { Gene } from '../collections/genes/geneRecord.ts';
import { type Wrap, wrapOf } from '../collections/genes/geneLength.ts';
import type { Phage } from '../collections/phages/phageRecord.ts';
import { singletonCluster } from '../contract/viewAddresses.ts';

/** A text and the line where it first occurred, counted from the start of the piece. */
interface Fact {
  readonly text: string;
  readonly line: number;
}

export interface PieceFacts {
  /** Summaries of phages as canonical JSON, by PhageID. */
  readonly summaries: readonly (Fact & { readonly phageId: string })[];
  /** PhamID, colour as `colorNumber` returns it, and line of each pham and colour: three numbers each. */
  readonly colors: Float64Array;
  /** The parts of GeneIDs that name the phage. */
  readonly phageParts: readonly Fact[];
  /** GeneIDs of another form, as `--allow gene-id-form` permits. */
  readonly oddGeneIds: readonly Fact[];
  readonly phageNames: readonly Fact[];
  readonly clusters: readonly Fact[];
  readonly subclusters: readonly Fact[];
  /** genome_length by phage_name, where it is known. */
  readonly genomeLengths: ReadonlyMap<string, number>;
  /** Genes that seem to run through the origin; only the first if there are very many. */
  readonly wraps: readonly (Wrap & { readonly line: number })[];
  readonly moreWraps: number;
}

export interface FactCollector {
  readonly noteSummary: (phageId: string, summary: string, line: number) => void;
  readonly noteColor: (phamId: number, color: number, line: number) => void;
  readonly notePhagePart: (part: string, line: number) => void;
  readonly noteOddGeneId: (geneId: string, line: number) => void;
  readonly notePhageName: (name: string, line: number) => void;
  readonly noteGenomeLength: (name: string, length: number) => void;
  readonly noteWrap: (wrap: Wrap, line: number) => void;
  readonly noteCluster: (name: string, line: number) => void;
  readonly noteSubcluster: (name: string, line: number) => void;
  /** Returns the facts and starts anew. */
  readonly finish: () => PieceFacts;
}

const fieldsPerColor = 3;

// A genome has a few. More are mistakes, and so many are enough to report.
const maxWraps = 10_000;

/** Stands for a null colour, as `--allow null-value` permits. */
export const noColor = -1;

/** A colour of the form #RRGGBB as a number. */
function colorNumber(color: string | null): number {
  return color === null ? noColor : Number.parseInt(color.slice(1), 16);
}

/** Collects facts; records must come in the order of their lines. */
export function createFactCollector(): FactCollector {
  let summaries = new Map<string, Fact & { phageId: string }>();
  let phageParts = new Map<string, Fact>();
  let oddGeneIds: Fact[] = [];
  let phageNames = new Map<string, Fact>();
  let clusters = new Map<string, Fact>();
  let subclusters = new Map<string, Fact>();
  let colorOfPham = new Map<number, number>();
  let otherColors = new Set<string>();
  let colors: number[] = [];
  let genomeLengths = new Map<string, number>();
  let wraps: (Wrap & { line: number })[] = [];
  let moreWraps = 0;

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
    noteOddGeneId(text, line) {
      oddGeneIds.push({ text, line });
    },
    notePhageName(text, line) {
      if (!phageNames.has(text)) phageNames.set(text, { text, line });
    },
    noteGenomeLength(name, length) {
      // The maximum, so that the result does not depend on the order of records with the same name.
      genomeLengths.set(name, Math.max(length, genomeLengths.get(name) ?? 0));
    },
    noteWrap(wrap, line) {
      if (wraps.length < maxWraps) wraps.push({ ...wrap, line });
      else moreWraps++;
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
        oddGeneIds,
        phageNames: [...phageNames.values()],
        clusters: [...clusters.values()],
        subclusters: [...subclusters.values()],
        genomeLengths,
        wraps,
        moreWraps,
      };
      summaries = new Map();
      phageParts = new Map();
      oddGeneIds = [];
      phageNames = new Map();
      clusters = new Map();
      subclusters = new Map();
      colorOfPham = new Map();
      otherColors = new Set();
      colors = [];
      genomeLengths = new Map();
      wraps = [];
      moreWraps = 0;
      return facts;
    },
  };
}

/** Notes a gene that matches its schema, except perhaps for nulls. */
export function noteGene(gene: Gene, facts: FactCollector, line: number): void {
  const { GeneID, PhageID, PhamID } = gene;
  const wrap = wrapOf(gene);
  if (wrap !== null) facts.noteWrap(wrap, line);
  if (GeneID !== null) {
    facts.notePhagePart(phagePartOfGeneId(GeneID), line);
    if (!geneIdForm.test(GeneID)) facts.noteOddGeneId(GeneID, line);
  }
  if (PhageID !== null && PhageID.PhageID !== null) {
    facts.noteSummary(PhageID.PhageID, JSON.stringify(PhageID), line);
  }
  if (PhamID !== null && PhamID.PhamID !== null) {
    facts.noteColor(PhamID.PhamID, colorNumber(PhamID.Color), line);
  }
}

/** Notes a phage that matches its schema, except perhaps for nulls. */
export function notePhage(
  { phage_name: name, genome_length: genomeLength, pcluster, psubcluster }: Phage,
  facts: FactCollector,
  line: number,
): void {
  const subcluster = psubcluster?.subcluster ?? null;
  if (name !== null) facts.notePhageName(name, line);
  // It is 0 for a genome that is not sequenced.
  if (name !== null && genomeLength !== null && genomeLength > 0) {
    facts.noteGenomeLength(name, genomeLength);
  }
  // A phage without a cluster belongs to the singletons, which have an address like a cluster.
  facts.noteCluster(pcluster?.cluster || singletonCluster, line);
  if (subcluster !== null) facts.noteSubcluster(subcluster, line);
}

/** Calls a function with each colour of `PieceFacts`. */
export function forEachColor(
  colors: Float64Array,
  visit: (phamId: number, color: number, line: number) => void,
): void {
  for (let at = 0; at < colors.length; at += fieldsPerColor) {
    visit(colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0);
  }
}
