/** Texts and records of the kinds that sorting, escaping and naming could trip over. */
import fc from 'fast-check';
import { foldName, unsafeNameReason } from '../../src/contract/recordName.ts';
import type { FeatureRecord, GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { tinyFeature, tinyGene, tinyPhage } from '../integration/tinyData.ts';

// Their order by code point is none of their orders by UTF-16 unit and by locale.
const tellingLetters = ['B', 'a', 'é', '\uE000', 'Ｑ', '𝒬'] as const;
const telling = fc.constantFrom(...tellingLetters, '_', '1', '\u0000');

/** Any whole Unicode text, often one that shares its start with others. */
export const anyText = fc.oneof(
  fc.string({ unit: telling, maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** Names that can lie side by side in one folder (A3). */
const anyNames = fc
  .uniqueArray(
    fc.string({ unit: fc.constantFrom(...tellingLetters), minLength: 1, maxLength: 3 }),
    { maxLength: 6, selector: foldName },
  )
  .map((names) => names.filter((name) => unsafeNameReason(name) === null));

/** Any feature of one of these phages; few values, so that many differ by later fields alone. */
export function anyFeature(phages: fc.Arbitrary<string>): fc.Arbitrary<FeatureRecord> {
  return fc
    .record({
      phage: phages,
      Type: fc.constantFrom('tRNA', 'tmRNA'),
      Start: fc.constantFrom(9, 10, 10, Number.MAX_SAFE_INTEGER),
      Stop: fc.constantFrom(9, 9, 100),
      Orientation: fc.constantFrom('F', 'R', null),
      Name: anyText,
    })
    .map(({ phage, ...fields }) => tinyFeature(phage, fields));
}

/** What orders it: no two records of `anyRecords` have the same. */
const placeOf = ({ PhageID, Start, Stop, Type, Name }: FeatureRecord) =>
  JSON.stringify([PhageID, Start, Stop, Type, Name]);

export interface Records {
  /** Null where the data has no folder for them. */
  readonly features: readonly FeatureRecord[] | null;
  readonly genes: readonly GeneRecord[];
  readonly phages: readonly PhageRecord[];
}

/** Phages of any names with genes of any numbers and notes, and with features; fit to be published. */
export const anyRecords: fc.Arbitrary<Records> = anyNames.chain((names) => {
  const numbers = fc.uniqueArray(fc.nat({ max: 120 }), { maxLength: 6 });
  const features = fc.uniqueArray(anyFeature(fc.constantFrom(...names, '')), {
    maxLength: 12,
    selector: placeOf,
  });
  return fc.record({
    features: fc.option(features.map((list) => list.filter(({ PhageID }) => PhageID !== ''))),
    genes: fc
      .tuple(
        ...names.map((name) => numbers.chain((of) => fc.tuple(...of.map((n) => geneOf(name, n))))),
      )
      .map((lists) => lists.flat()),
    phages: fc.tuple(
      ...names.map((name) => anyText.map((text) => tinyPhage(name, { old_names: text }))),
    ),
  });
});

function geneOf(phage: string, number: number): fc.Arbitrary<GeneRecord> {
  return anyText.map((text) => tinyGene(phage, number, { Notes: text }));
}
