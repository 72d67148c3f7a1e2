/**
 * The rules between records (S3) that need only a few facts of each: a PhageID, PhamID or phage name must mean the
 * same in all records. Uniqueness of keys is not here: the merge finds repeated keys.
 */
import { foldPhagePart } from '../collections/genes/gene.ts';
import { type Wrap, wrapBreach } from '../collections/genes/geneLength.ts';
import { pathNameBreaches } from '../collections/pathName.ts';
import { foldName, unsafeNameReason } from '../contract/recordName.ts';
import { singletonCluster } from '../contract/viewAddresses.ts';
import type { Finding } from '../findings/finding.ts';
import { type Locate, type RecordPlace, showPlace } from '../findings/recordPlace.ts';
import type { RuleName } from '../findings/rules.ts';
import { childPointer } from '../json/pointer.ts';
import { showString, showToken } from '../json/showToken.ts';
import { isRecord } from './canonicalJson.ts';
import { forEachColor, noColor, type PieceFacts } from './pieceFacts.ts';
import {
  createVariantLedger,
  type Variant,
  type VariantLedger,
} from '../collections/variantLedger.ts';

export interface CrossRecordRules {
  /** Notes the facts of the piece of that rank in source order; pieces may arrive in any order. */
  readonly note: (facts: PieceFacts, rank: number) => void;
  /** To be called once everything is noted. */
  readonly findings: (locate: Locate) => Generator<Finding>;
  /** Folded phage parts of GeneIDs that occur in more than one spelling: only their genes can collide by case. */
  readonly collidingPhageParts: () => Set<string>;
  /** Every name that has an address, at its first place; one stands for all genes of a phage. */
  readonly names: () => Generator<NamedPlace>;
  /** Number of phages named by genes that can be a path of the site. */
  readonly genePhages: () => number;
  /** Number of gene families. */
  readonly phams: () => number;
  /** Number of genes of unexplained length beyond those in the findings. */
  readonly untoldWraps: () => number;
  /** Numbers of conflicting summaries and colours beyond those in the findings. */
  readonly untold: () => readonly (readonly [rule: RuleName, count: number])[];
}

export interface NamedPlace {
  readonly name: string;
  readonly pointer: string;
  readonly place: RecordPlace;
}

/**
 * Memory grows with the number of phages and gene families, not of genes. Of a phage's summaries and a family's
 * colours about `maxFindings` are kept for findings, the first by place; the rest are counted.
 */
export function createCrossRecordRules(maxFindings = Infinity): CrossRecordRules {
  const summaries = createVariantLedger<string, string>(maxFindings);
  const colors = createVariantLedger<number, number>(maxFindings);
  const phams = new Set<number>();
  const genomeLengths = new Map<string, number>();
  const wraps: { readonly wrap: Wrap; readonly place: RecordPlace }[] = [];
  let untoldWraps = 0;
  const phageNames = createVariantLedger<string, string>();
  const phageParts = createVariantLedger<string, string>();
  const oddGeneIds = new Map<string, RecordPlace>();
  const clusters = createVariantLedger<string, string>();
  const subclusters = createVariantLedger<string, string>();

  return {
    note(facts, rank) {
      for (const { phageId, text, line } of facts.summaries) {
        summaries.note(phageId, text, { rank, line });
      }
      forEachColor(facts.colors, (pham, color, line) => {
        phams.add(pham);
        if (color !== noColor) colors.note(pham, color, { rank, line });
      });
      for (const [name, length] of facts.genomeLengths) {
        genomeLengths.set(name, Math.max(length, genomeLengths.get(name) ?? 0));
      }
      for (const { line, ...wrap } of facts.wraps) wraps.push({ wrap, place: { rank, line } });
      untoldWraps += facts.moreWraps;
      for (const { text, line } of facts.phageNames) {
        phageNames.note(foldName(text), text, { rank, line });
      }
      for (const { text, line } of facts.clusters) {
        clusters.note(foldName(text), text, { rank, line });
      }
      for (const { text, line } of facts.subclusters) {
        subclusters.note(foldName(text), text, { rank, line });
      }
      for (const { text, line } of facts.phageParts) {
        phageParts.note(foldPhagePart(text), text, { rank, line });
      }
      for (const { text, line } of facts.oddGeneIds) oddGeneIds.set(text, { rank, line });
    },
    *findings(locate) {
      for (const { wrap, place } of wraps) {
        const genomeLength = genomeLengths.get(wrap.phageId ?? '') ?? null;
        yield { ...wrapBreach(wrap, genomeLength), ...locate(place) };
      }
      yield* inconsistentSummaries(summaries, locate);
      yield* inconsistentColors(colors, locate);
      yield* namesThatDifferByCase(phageNames, '/phage_name', locate);
      yield* clustersThatDifferByCase(clusters, locate);
      yield* namesThatDifferByCase(subclusters, '/psubcluster/subcluster', locate);
      yield* unknownPhages(summaries, phageNames, locate);
    },
    *names() {
      yield* namesIn(phageNames, '/phage_name');
      yield* namesIn(clusters, '/pcluster/cluster');
      yield* namesIn(subclusters, '/psubcluster/subcluster');
      const known = new Set([...namesIn(phageNames, '')].map(({ name }) => name));
      for (const [name, [first]] of summaries.groups()) {
        const isNew = first !== undefined && !known.has(name);
        if (isNew) yield { name, pointer: phageIdPointer, place: first.place };
        known.add(name);
      }
      for (const { name, place } of namesIn(phageParts, '/GeneID')) {
        if (known.has(name) || oddGeneIds.has(name)) continue;
        yield { name: `${name}_CDS_1`, pointer: '/GeneID', place };
      }
      for (const [name, place] of oddGeneIds) yield { name, pointer: '/GeneID', place };
    },
    collidingPhageParts: () => new Set([...phageParts.contested()].map(([folded]) => folded)),
    genePhages() {
      let count = 0;
      for (const [phageId] of summaries.groups()) if (unsafeNameReason(phageId) === null) count++;
      return count;
    },
    phams: () => phams.size,
    untoldWraps: () => untoldWraps,
    untold: () => [
      ['phage-summary-consistent', summaries.untold()],
      ['pham-color-consistent', colors.untold()],
    ],
  };
}

function* namesIn(ledger: VariantLedger<string, string>, pointer: string): Generator<NamedPlace> {
  for (const [, variants] of ledger.groups()) {
    for (const { value, place } of variants) yield { name: value, pointer, place };
  }
}

function* inconsistentSummaries(
  ledger: VariantLedger<string, string>,
  locate: Locate,
): Generator<Finding> {
  for (const [phageId, variants] of ledger.contested()) {
    for (const [first, other] of againstTheFirst(variants)) {
      const { field, wanted, found } = firstDifference(first.value, other.value);
      yield {
        ...at('phage-summary-consistent', other, childPointer('/PhageID', field), locate),
        expected: `${wanted}, as for ${showString(phageId)} at ${showPlace(locate(first.place))}`,
        found,
      };
    }
  }
}

function* inconsistentColors(
  ledger: VariantLedger<number, number>,
  locate: Locate,
): Generator<Finding> {
  for (const [phamId, variants] of ledger.contested()) {
    for (const [first, other] of againstTheFirst(variants)) {
      const wanted = showColor(first.value);
      yield {
        ...at('pham-color-consistent', other, '/PhamID/Color', locate),
        expected: `${wanted}, as for pham ${phamId} at ${showPlace(locate(first.place))}`,
        found: showColor(other.value),
      };
    }
  }
}

function* namesThatDifferByCase(
  ledger: VariantLedger<string, string>,
  pointer: string,
  locate: Locate,
): Generator<Finding> {
  for (const [, variants] of ledger.contested()) {
    for (const [first, other] of againstTheFirst(variants)) {
      yield nameCaseFinding(pointer, first, other, locate);
    }
  }
}

function* clustersThatDifferByCase(
  ledger: VariantLedger<string, string>,
  locate: Locate,
): Generator<Finding> {
  const hint = `A phage without a cluster is in the cluster ${showString(singletonCluster)}.`;
  for (const [, variants] of ledger.contested()) {
    const hinted = variants.some(({ value }) => value === singletonCluster) ? { hint } : {};
    for (const [first, other] of againstTheFirst(variants)) {
      yield { ...nameCaseFinding('/pcluster/cluster', first, other, locate), ...hinted };
    }
  }
}

const phageIdPointer = '/PhageID/PhageID';

/** Phages that only genes name: their genes have addresses like those of other phages (A3). */
function* unknownPhages(
  summaries: VariantLedger<string, string>,
  phageNames: VariantLedger<string, string>,
  locate: Locate,
): Generator<Finding> {
  const known = new Set<string>();
  const firstKnown = new Map<string, Variant<string>>();
  for (const [folded, variants] of phageNames.groups()) {
    for (const { value } of variants) known.add(value);
    if (variants[0] !== undefined) firstKnown.set(folded, variants[0]);
  }
  const unknown = createVariantLedger<string, string>();
  for (const [phageId, [first]] of summaries.groups()) {
    if (first === undefined || known.has(phageId)) continue;
    yield {
      ...at('gene-phage-known', first, phageIdPointer, locate),
      expected: 'a phage that has a phage record',
      found: `${showString(phageId)}, which has none`,
    };
    for (const breach of pathNameBreaches(phageIdPointer, phageId)) {
      yield { ...breach, ...locate(first.place) };
    }
    unknown.note(foldName(phageId), phageId, first.place);
  }
  for (const [folded, variants] of unknown.groups()) {
    const record = firstKnown.get(folded);
    const [first, ...others] = record === undefined ? variants : [record, ...variants];
    if (first === undefined) continue;
    for (const other of others) yield nameCaseFinding(phageIdPointer, first, other, locate);
  }
}

/** Two names that a case-insensitive file system cannot hold side by side (A3). */
export function nameCaseFinding(
  pointer: string,
  first: Variant<string>,
  other: Variant<string>,
  locate: Locate,
): Finding {
  return {
    ...at('name-case', other, pointer, locate),
    expected: `a name that differs from others by more than case`,
    found: `${showString(other.value)}, beside ${showString(first.value)} at ${showPlace(locate(first.place))}`,
  };
}

function at(rule: RuleName, variant: Variant<unknown>, pointer: string, locate: Locate) {
  return { rule, ...locate(variant.place), pointer };
}

function* againstTheFirst<T>(variants: readonly Variant<T>[]): Generator<[Variant<T>, Variant<T>]> {
  const [first, ...others] = variants;
  if (first !== undefined) for (const other of others) yield [first, other];
}

function showColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

function firstDifference(wantedText: string, foundText: string) {
  const wanted: unknown = JSON.parse(wantedText);
  const found: unknown = JSON.parse(foundText);
  if (isRecord(wanted) && isRecord(found)) {
    for (const field of Object.keys(wanted)) {
      const [a, b] = [JSON.stringify(wanted[field]), JSON.stringify(found[field])];
      if (a !== b) return { field, wanted: showToken(a), found: showToken(b) };
    }
  }
  return { field: '', wanted: showToken(wantedText), found: showToken(foundText) };
}
