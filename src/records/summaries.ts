/** What genes say of their phage, and the colours of phams: the same wherever they are said. */
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
  listFact,
  type NamedPlace,
  type Phage,
  type PieceFacts,
  type PlacedText,
  type Rule,
  type VariantLedger,
} from './collection.ts';

/** Each summary of a phage, as canonical JSON. */
type Summaries = readonly (PlacedText & { readonly phageId: string })[];

export const phageSummaries: Fact<
  Gene,
  Summaries,
  /** By PhageID. */
  Joined<Summaries> & { readonly summaries: VariantLedger<string, string> },
  Collector<Gene, Summaries> & {
    readonly noteSummary: (phageId: string, summary: string, line: number) => void;
  }
> = {
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
    for (const [phageId, first, ...others] of all(phageSummaries).summaries.contested()) {
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

/** What the records of phages say that the summaries in genes say, too. */
const phagesDescribed = listFact(
  'phagesDescribed',
  ({ phage_name: name, archive_accession, host_genus, pcluster, psubcluster }: Phage) =>
    name === null
      ? null
      : {
          name,
          summary: {
            Accession: archive_accession,
            HostGenus: host_genus?.genus_name,
            Cluster: pcluster?.cluster,
            Subcluster: psubcluster?.subcluster,
          },
        },
);

/** Rule `phage-summary-current`. What either leaves open is no contradiction. */
export const phageSummaryCurrent: Rule<Phage> = {
  facts: [phagesDescribed],
  *findings(all, locate): Generator<Finding> {
    const byPhage = new Map(
      Array.from(all(phageSummaries).summaries.groups(), (one) => [one[0], one[1]]),
    );
    for (const { name, summary, place } of all(phagesDescribed).told()) {
      const first = byPhage.get(name);
      if (first === undefined) continue;
      const inGenes = JSON.parse(first.value) as Readonly<Record<string, string | null>>;
      for (const [field, wanted] of Object.entries(summary)) {
        const found = inGenes[field];
        if (!wanted || !found || wanted === found) continue;
        yield {
          rule: 'phage-summary-current',
          ...locate(first.place),
          pointer: childPointer('/PhageID', field),
          expected: `${showString(wanted)}, as the phage has at ${showPlace(locate(place))}`,
          found: showString(found),
        };
      }
    }
  },
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
export function phagesOfGenes(all: JoinedFacts): NamedPlace[] {
  return Array.from(all(phageSummaries).summaries.groups(), ([name, { place }]) => {
    return { name, pointer: '/PhageID/PhageID', place };
  });
}

/** Counts the phages named by genes whose names can be a path of the site. */
export function countGenePhages(all: JoinedFacts): number {
  return phagesOfGenes(all).filter(({ name }) => unsafeNameReason(name) === null).length;
}

const fieldsPerColor = 3;

// Stands for a null colour, as `--allow null-value` permits.
const noColor = -1;

/** For each pham and colour of a piece, three numbers: PhamID, colour and line. */
export const phamColors: Fact<
  Gene,
  Float64Array,
  Joined<Float64Array> & {
    readonly countPhams: () => number;
    /** By PhamID. */
    readonly colors: VariantLedger<number, number>;
  },
  Collector<Gene, Float64Array> & {
    /** Notes a colour #RRGGBB, as a number. */
    readonly noteColor: (phamId: number, color: number, line: number) => void;
  }
> = {
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
    // Those that had none somewhere.
    const withoutColor = new Set<number>();
    return {
      colors,
      countPhams() {
        let count = withoutColor.size;
        for (const [pham] of colors.groups()) if (!withoutColor.has(pham)) count++;
        return count;
      },
      take(piece, rank) {
        for (let at = 0; at < piece.length; at += fieldsPerColor) {
          const [pham = 0, color = 0, line = 0] = piece.subarray(at, at + fieldsPerColor);
          if (color === noColor) withoutColor.add(pham);
          else colors.note(pham, color, { rank, line });
        }
      },
    };
  },
};

export const phamColorConsistent: Rule<Gene> = {
  facts: [phamColors],
  *findings(all, locate) {
    for (const [phamId, first, ...others] of all(phamColors).colors.contested()) {
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

function showColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
