/** Texts and records of the kinds that sorting, escaping and naming could trip over. */
import fc from 'fast-check';
import { foldName, unsafeNameReason } from '../../src/contract/recordName.ts';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { tinyGene, tinyPhage } from '../integration/tinyData.ts';

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

export interface Records {
  readonly genes: readonly GeneRecord[];
  readonly phages: readonly PhageRecord[];
}

/** Phages of any names with genes of any numbers and notes; fit to be published. */
export const anyRecords: fc.Arbitrary<Records> = anyNames.chain((names) => {
  const numbers = fc.uniqueArray(fc.nat({ max: 120 }), { maxLength: 6 });
  return fc.record({
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
