/** Rule `phage-summary-consistent`: genes of one phage give the same summary of it. */
import { unsafeNameReason } from '../../contract/recordName.ts';
import type { Finding } from '../../findings/finding.ts';
import { showPlace } from '../../findings/recordPlace.ts';
import { childPointer } from '../../json/pointer.ts';
import { showString, showToken } from '../../json/showToken.ts';
import type { Collector, Fact, Joined, JoinedFacts, PieceFacts } from '../fact.ts';
import type { NamedPlace, Rule } from '../rule.ts';
import type { PlacedText } from '../textFact.ts';
import { createVariantLedger, type VariantLedger } from '../variantLedger.ts';
import type { Gene } from './geneRecord.ts';

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
