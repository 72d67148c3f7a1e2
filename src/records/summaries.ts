/** Rule `phage-summary-consistent`: genes of one phage give the same summary of it. */
import { unsafeNameReason } from '../contract/recordName.ts';
import { type Finding, showPlace } from '../text/findings.ts';
import { childPointer, showString, showToken } from '../text/json.ts';
import {
  type Collector,
  createVariantLedger,
  type Fact,
  type Gene,
  type Joined,
  type JoinedFacts,
  type NamedPlace,
  type PieceFacts,
  type PlacedText,
  type Rule,
  type VariantLedger,
} from './collection.ts';

export const phageIdPointer = '/PhageID/PhageID';

/** Each summary of a phage, as canonical JSON. */
type Summaries = readonly (PlacedText & { readonly phageId: string })[];

interface SummaryCollector extends Collector<Gene, Summaries> {
  readonly noteSummary: (phageId: string, summary: string, line: number) => void;
}

interface JoinedSummaries extends Joined<Summaries> {
  /** By PhageID. */
  readonly summaries: VariantLedger<string, string>;
}

export const phageSummaries: Fact<Gene, Summaries, SummaryCollector, JoinedSummaries> = {
  name: 'summaries',
  collect() {
    const summaries = new Map<string, Summaries[number]>();
    const noteSummary = (phageId: string, text: string, line: number) => {
      if (!summaries.has(text)) summaries.set(text, { phageId, text, line });
    };
    return {
      noteSummary,
      note({ PhageID }, line) {
        if (PhageID === null || PhageID.PhageID === null) return;
        noteSummary(PhageID.PhageID, JSON.stringify(PhageID), line);
      },
      finish: () => [...summaries.values()],
    };
  },
  join(maxFindings) {
    const summaries = createVariantLedger<string, string>(maxFindings);
    return {
      summaries,
      take(piece, rank) {
        for (const { phageId, text, line } of piece) summaries.note(phageId, text, { rank, line });
      },
    };
  },
};

export const phageSummaryConsistent: Rule<Gene> = {
  facts: [phageSummaries],
  *findings(all, locate): Generator<Finding> {
    for (const [phageId, [first, ...others]] of all(phageSummaries).summaries.contested()) {
      if (first === undefined) continue;
      for (const other of others) {
        const { field, wanted, found } = firstDifference(first.value, other.value);
        yield {
          rule: 'phage-summary-consistent',
          ...locate(other.place),
          pointer: childPointer('/PhageID', field),
          expected: `${wanted}, as for ${showString(phageId)} at ${showPlace(locate(first.place))}`,
          found,
        };
      }
    }
  },
  unreported: (all) => [
    'phage-summary-consistent',
    all(phageSummaries).summaries.unreported(),
    'one summary in all genes of a phage',
  ],
};

function firstDifference(wantedText: string, foundText: string) {
  const wanted: Record<string, unknown> = JSON.parse(wantedText);
  const found: Record<string, unknown> = JSON.parse(foundText);
  for (const field of Object.keys(wanted)) {
    const [a, b] = [JSON.stringify(wanted[field]), JSON.stringify(found[field])];
    if (a !== b) return { field, wanted: showToken(a), found: showToken(b) };
  }
  return { field: '', wanted: showToken(wantedText), found: showToken(foundText) };
}

/** The phages that the genes of a piece name, in the order of their first genes. */
export function phagesNamed(facts: PieceFacts): string[] {
  const summaries = (facts[phageSummaries.name] ?? []) as Summaries;
  return [...new Set(summaries.map(({ phageId }) => phageId))];
}

/** The phages that genes name, each at its first place. */
export function phagesOfGenes(all: JoinedFacts, pointer: string): NamedPlace[] {
  const names: NamedPlace[] = [];
  for (const [name, [first]] of all(phageSummaries).summaries.groups()) {
    if (first !== undefined) names.push({ name, pointer, place: first.place });
  }
  return names;
}

/** Counts the phages named by genes whose names can be a path of the site. */
export function countGenePhages(all: JoinedFacts): number {
  let count = 0;
  for (const phageId of all(phageSummaries).summaries.names()) {
    if (unsafeNameReason(phageId) === null) count++;
  }
  return count;
}

/** Rule `pham-color-consistent`: genes of one family have one colour. */
const fieldsPerColor = 3;

// Stands for a null colour, as `--allow null-value` permits.
const noColor = -1;

interface ColorCollector extends Collector<Gene, Float64Array> {
  /** Notes a colour #RRGGBB, as a number. */
  readonly noteColor: (phamId: number, color: number, line: number) => void;
}

interface JoinedColors extends Joined<Float64Array> {
  readonly phams: ReadonlySet<number>;
  /** By PhamID. */
  readonly colors: VariantLedger<number, number>;
}

/** For each pham and colour of a piece, three numbers: PhamID, colour and line. */
export const phamColors: Fact<Gene, Float64Array, ColorCollector, JoinedColors> = {
  name: 'colors',
  collect() {
    const colorOfPham = new Map<number, number>();
    const otherColors = new Set<string>();
    const colors: number[] = [];
    const noteColor = (phamId: number, color: number, line: number) => {
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
    };
    return {
      noteColor,
      note({ PhamID }, line) {
        if (PhamID === null || PhamID.PhamID === null) return;
        const { PhamID: id, Color: color } = PhamID;
        noteColor(id, color === null ? noColor : Number.parseInt(color.slice(1), 16), line);
      },
      finish: () => Float64Array.from(colors),
    };
  },
  join(maxFindings) {
    const colors = createVariantLedger<number, number>(maxFindings);
    const phams = new Set<number>();
    return {
      colors,
      phams,
      take(piece, rank) {
        forEachColor(piece, (pham, color, line) => {
          phams.add(pham);
          if (color !== noColor) colors.note(pham, color, { rank, line });
        });
      },
    };
  },
};

export const phamColorConsistent: Rule<Gene> = {
  facts: [phamColors],
  *findings(all, locate) {
    for (const [phamId, [first, ...others]] of all(phamColors).colors.contested()) {
      if (first === undefined) continue;
      const expected = `${showColor(first.value)}, as for pham ${phamId} at ${showPlace(locate(first.place))}`;
      for (const { value, place } of others) {
        yield {
          rule: 'pham-color-consistent',
          ...locate(place),
          pointer: '/PhamID/Color',
          expected,
          found: showColor(value),
        };
      }
    }
  },
  unreported: (all) => [
    'pham-color-consistent',
    all(phamColors).colors.unreported(),
    'one colour in all genes of a family',
  ],
};

/** Calls a function with each colour of a piece. */
export function forEachColor(
  colors: Float64Array,
  visit: (phamId: number, color: number, line: number) => void,
): void {
  for (let at = 0; at < colors.length; at += fieldsPerColor) {
    visit(colors[at] ?? 0, colors[at + 1] ?? 0, colors[at + 2] ?? 0);
  }
}

function showColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
