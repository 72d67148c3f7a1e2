/** The rules that ride on the sorted order: equal keys stand side by side there (S3). */
import { phagePartOfGeneId } from '../collections/gene.ts';
import type { CollectionName } from '../contract/collectionName.ts';
import { foldName } from '../contract/recordName.ts';
import type { Finding } from '../findings/finding.ts';
import { type RecordPlace, showPlace } from '../findings/recordPlace.ts';
import { showString } from '../json/showToken.ts';
import { nameCaseFinding } from './crossRecordRules.ts';
import { keyFields } from './validateRecord.ts';
import type { Variant } from './variantLedger.ts';

interface KeyedRecord {
  readonly key: Buffer;
  readonly ordinal: number;
  readonly line: number;
}

const uniqueRules = { genes: 'gene-id-unique', phages: 'phage-name-unique' } as const;

export interface OrderRules {
  readonly collection: CollectionName;
  /** The source files by `Source.ordinal`. */
  readonly files: readonly string[];
  /** As `CrossRecordRules.collidingPhageParts` gives it. */
  readonly collidingPhageParts: ReadonlySet<string>;
  readonly report: (finding: Finding) => void;
}

/** Goes through the records of a collection in order and reports keys that repeat or differ only by case. */
export function checkOrder(records: Iterable<KeyedRecord>, rules: OrderRules): void {
  const pointer = `/${keyFields[rules.collection]}`;
  const placeOf = ({ ordinal, line }: KeyedRecord): RecordPlace => {
    return { ordinal, file: rules.files[ordinal] ?? '', line };
  };
  // Only of phages whose names collide: empty in nearly every build.
  const colliding = new Map<string, Variant>();
  let first: KeyedRecord | null = null;

  for (const record of records) {
    if (first !== null && record.key.equals(first.key)) {
      const { file, line } = placeOf(record);
      rules.report({
        rule: uniqueRules[rules.collection],
        file,
        line,
        pointer,
        expected: `a ${keyFields[rules.collection]} that no other record has`,
        found: `${showString(record.key.toString())}, which is also at ${showPlace(placeOf(first))}`,
      });
      continue;
    }
    first = record;
    if (rules.collidingPhageParts.size === 0) continue;
    const text = record.key.toString();
    if (!rules.collidingPhageParts.has(foldName(phagePartOfGeneId(text)))) continue;
    const variant: Variant = { text, first: placeOf(record) };
    const earlier = colliding.get(foldName(text));
    if (earlier === undefined) colliding.set(foldName(text), variant);
    else rules.report(nameCaseFinding(pointer, earlier, variant));
  }
}
