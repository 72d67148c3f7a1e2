/**
 * Names of phages without a record: reports them where other records name them, and checks them like recorded names.
 */
import { foldName } from '../contract/recordName.ts';
import type { Finding } from '../findings/finding.ts';
import type { Locate } from '../findings/recordPlace.ts';
import type { RuleName } from '../findings/rules.ts';
import { showString } from '../json/showToken.ts';
import { nameCaseFinding } from './nameCase.ts';
import { pathNameBreaches } from './pathName.ts';
import type { NamedPlace } from './rule.ts';
import { createVariantLedger, type Variant } from './variantLedger.ts';

interface NamesOfPhages {
  readonly rule: RuleName;
  /** The names to check, each at its first place. */
  readonly here: Iterable<NamedPlace>;
  /** Those that have a record. */
  readonly phages: readonly NamedPlace[];
  /** Those whose record was rejected, which has been reported. */
  readonly refused: ReadonlySet<string>;
  /** Names that other rules check, besides those of phages. */
  readonly others?: readonly NamedPlace[];
}

export function* unknownPhages(
  { rule, here, phages, refused, others = [] }: NamesOfPhages,
  locate: Locate,
): Generator<Finding> {
  const recorded = new Set(phages.map(({ name }) => name));
  const checked = [...phages, ...others];
  const firsts = new Map<string, Variant<string>>();
  for (const { name, place } of checked) {
    if (!firsts.has(foldName(name))) firsts.set(foldName(name), { value: name, place });
  }
  const known = new Set(checked.map(({ name }) => name));
  const unknown = createVariantLedger<string, string>();
  const pointers = new Map<string, string>();
  for (const { name, pointer, place } of here) {
    if (recorded.has(name)) continue;
    if (!refused.has(name)) {
      yield {
        rule,
        ...locate(place),
        pointer,
        expected: 'a phage that has a phage record',
        found: `${showString(name)}, which has none`,
      };
    }
    if (known.has(name)) continue;
    for (const breach of pathNameBreaches(pointer, name)) yield { ...breach, ...locate(place) };
    unknown.note(foldName(name), name, place);
    pointers.set(name, pointer);
  }
  for (const [folded, variants] of unknown.groups()) {
    const other = firsts.get(folded);
    const [first, ...more] = other === undefined ? variants : [other, ...variants];
    if (first === undefined) continue;
    for (const one of more) {
      yield nameCaseFinding(pointers.get(one.value) ?? '', first, one, locate);
    }
  }
}
