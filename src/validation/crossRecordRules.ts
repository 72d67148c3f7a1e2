/**
 * The rules between records (S3) that a few facts of each record decide: what a PhageID, a PhamID and
 * a phage name were first said to be. Uniqueness is not here: it rides on the sorted order.
 */
import { type Gene, phagePartOfGeneId } from '../collections/gene.ts';
import type { Phage } from '../collections/phage.ts';
import { foldName } from '../contract/recordName.ts';
import type { Finding } from '../findings/finding.ts';
import { type RecordPlace, showPlace } from '../findings/recordPlace.ts';
import type { RuleName } from '../findings/rules.ts';
import { childPointer } from '../json/pointer.ts';
import { showString } from '../json/showToken.ts';
import { isRecord } from './canonicalJson.ts';
import { createVariantLedger, type Variant, type VariantLedger } from './variantLedger.ts';

export interface CrossRecordRules {
  noteGene(gene: Gene, place: RecordPlace): void;
  notePhage(phage: Phage, place: RecordPlace): void;
  /** Once everything is noted. */
  findings(): Generator<Finding>;
  /** Folded phage parts of GeneIDs that occur in more than one spelling: only their genes can collide by case. */
  collidingPhageParts(): Set<string>;
}

/** Grows with the number of phages and gene families, not with the number of genes. */
export function createCrossRecordRules(): CrossRecordRules {
  const summaries = createVariantLedger();
  const colors = createVariantLedger();
  const phageNames = createVariantLedger();
  const phageParts = createVariantLedger();

  return {
    noteGene({ GeneID, PhageID, PhamID }, place) {
      if (GeneID !== null) {
        const part = phagePartOfGeneId(GeneID);
        phageParts.note(foldName(part), part, place);
      }
      if (PhageID !== null && PhageID.PhageID !== null) {
        summaries.note(PhageID.PhageID, JSON.stringify(PhageID), place);
      }
      if (PhamID !== null && PhamID.PhamID !== null && PhamID.Color !== null) {
        // #ABCDEF and #abcdef are one colour.
        colors.note(String(PhamID.PhamID), PhamID.Color.toLowerCase(), place);
      }
    },
    notePhage({ phage_name: name }, place) {
      if (name !== null) phageNames.note(foldName(name), name, place);
    },
    *findings() {
      yield* inconsistentSummaries(summaries);
      yield* inconsistentColors(colors);
      yield* namesThatDifferByCase(phageNames);
      yield* unknownPhages(summaries, phageNames);
    },
    collidingPhageParts() {
      const colliding = new Set<string>();
      for (const [folded, variants] of phageParts.groups()) {
        if (variants.length > 1) colliding.add(folded);
      }
      return colliding;
    },
  };
}

function* inconsistentSummaries(ledger: VariantLedger): Generator<Finding> {
  for (const [phageId, variants] of ledger.groups()) {
    for (const [first, other] of againstTheFirst(variants)) {
      const { field, wanted, found } = firstDifference(first.text, other.text);
      yield {
        ...at('phage-summary-consistent', other, childPointer('/PhageID', field)),
        expected: `${wanted}, as for ${showString(phageId)} at ${showPlace(first.first)}`,
        found,
      };
    }
  }
}

function* inconsistentColors(ledger: VariantLedger): Generator<Finding> {
  for (const [phamId, variants] of ledger.groups()) {
    for (const [first, other] of againstTheFirst(variants)) {
      yield {
        ...at('pham-color-consistent', other, '/PhamID/Color'),
        expected: `${first.text}, as for pham ${phamId} at ${showPlace(first.first)}`,
        found: other.text,
      };
    }
  }
}

function* namesThatDifferByCase(ledger: VariantLedger): Generator<Finding> {
  for (const [, variants] of ledger.groups()) {
    for (const [first, other] of againstTheFirst(variants)) {
      yield nameCaseFinding('/phage_name', first, other);
    }
  }
}

function* unknownPhages(summaries: VariantLedger, phageNames: VariantLedger): Generator<Finding> {
  const known = new Set<string>();
  for (const [, variants] of phageNames.groups()) for (const { text } of variants) known.add(text);
  for (const [phageId, variants] of summaries.groups()) {
    const [first] = variants;
    if (first === undefined || known.has(phageId)) continue;
    yield {
      ...at('gene-phage-known', first, '/PhageID/PhageID'),
      expected: 'a phage that has a phage record',
      found: `${showString(phageId)}, which has none`,
    };
  }
}

/** Two names that a file system which ignores case cannot hold side by side (A3). */
export function nameCaseFinding(pointer: string, first: Variant, other: Variant): Finding {
  return {
    ...at('name-case', other, pointer),
    expected: `a name that differs from others by more than case`,
    found: `${showString(other.text)}, beside ${showString(first.text)} at ${showPlace(first.first)}`,
  };
}

function at(rule: RuleName, variant: Variant, pointer: string) {
  return { rule, file: variant.first.file, line: variant.first.line, pointer };
}

function* againstTheFirst(variants: readonly Variant[]): Generator<[Variant, Variant]> {
  const [first, ...others] = variants;
  if (first !== undefined) for (const other of others) yield [first, other];
}

function firstDifference(wantedText: string, foundText: string) {
  const wanted: unknown = JSON.parse(wantedText);
  const found: unknown = JSON.parse(foundText);
  if (isRecord(wanted) && isRecord(found)) {
    for (const field of Object.keys(wanted)) {
      const [a, b] = [JSON.stringify(wanted[field]), JSON.stringify(found[field])];
      if (a !== b) return { field, wanted: a, found: b };
    }
  }
  return { field: '', wanted: wantedText, found: foundText };
}
