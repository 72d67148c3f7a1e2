/** Maps other names to phages (D3). A name that belongs to another phage, or that two phages share, is left out. */
import { foldName, lowerCaseAlias, unsafeNameReason } from '../contract/recordName.ts';
import {
  comparePlaces,
  type Finding,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../text/findings.ts';
import { showString } from '../text/json.ts';
import { type JoinedFacts, type NamedPlace, namesIn } from './collection.ts';
import { featurePhages } from './features.ts';
import { type OtherNames, otherNames, otherNamesOf, phageNames } from './phageNames.ts';
import { phagesOfGenes } from './summaries.ts';

export interface PhageAliases {
  /** Phage names by folded name: their own and the others. */
  readonly phages: ReadonlyMap<string, string>;
  /**
   * The names by which a phage has files on hosts that cannot read the index: as written, in lower case, and folded.
   */
  readonly namesOf: (phage: string) => ReadonlySet<string>;
  /** Whether a phage has a file with this name below a list or view already, other than as an alias. */
  readonly hasFile: (top: string, name: string) => boolean;
  /** Reports names that no phage answers to. */
  readonly findings: (locate: Locate) => Iterable<Finding>;
}

interface Claim extends NamedPlace {
  readonly phage: string;
  /** Whether this is the phage's own name. */
  readonly isOwn: boolean;
}

/**
 * `unfitReason` says why a host cannot serve a name, as `Host.hides`; null if it can. With `caseInsensitiveNames`,
 * phages already have files with their names in lower case.
 */
export function createPhageAliases(
  all: JoinedFacts,
  unfitReason: (name: string) => string | null,
  caseInsensitiveNames: boolean,
): PhageAliases {
  const unfit = (name: string) => unsafeNameReason(name) ?? unfitReason(name);
  // More than one where records have the same name.
  const byPhage = new Map<string, OtherNames[]>();
  for (const one of byPlace([...all(otherNames).told()])) {
    byPhage.set(one.phage, [...(byPhage.get(one.phage) ?? []), one]);
  }
  const named = namedPhages(all);
  const own = firstsOf(named).filter(({ name }) => unfit(name) === null);
  const filesOf = ({ name }: NamedPlace) =>
    caseInsensitiveNames ? [name, lowerCaseAlias(name) ?? name] : [name];
  const files = new Map(named.map(([top, some]) => [top, new Set(some.flatMap(filesOf))]));
  const phages = new Map<string, string>();
  // Names that two phages share.
  const contested = new Set<string>();
  const take = (folded: string, phage: string) => {
    if ((phages.get(folded) ?? phage) === phage) phages.set(folded, phage);
    else contested.add(folded);
  };
  const names = new Map<string, NamedPlace>();
  for (const one of own) {
    const folded = foldName(one.name);
    take(folded, one.name);
    // Another rule reports names of phages that differ only by case.
    if (!names.has(folded)) names.set(folded, one);
  }
  for (const { name, phage } of claimsOf(own)) {
    const folded = foldName(name);
    if (!names.has(folded) && unfit(name) === null) take(folded, phage);
  }
  for (const folded of contested) phages.delete(folded);

  function* claimsOf(some: readonly NamedPlace[]): Generator<Claim> {
    for (const { name: phage, pointer, place } of some) {
      for (const other of otherNamesOf(phage, byPhage.get(phage))) {
        const isInRecord = other.place !== null;
        yield {
          name: other.name,
          pointer: isInRecord ? other.pointer : pointer,
          place: other.place ?? place,
          phage,
          isOwn: other.name === phage,
        };
      }
    }
  }

  function namesOf(phage: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (const { name } of otherNamesOf(phage, byPhage.get(phage))) {
      const folded = foldName(name);
      if (phages.get(folded) !== phage || unfit(name) !== null) continue;
      // CloudFront's function only folds case and does not compose letters, so it asks for the second of these.
      for (const one of [name, name.toLowerCase(), folded]) {
        if (unfit(one) === null) found.add(one);
      }
    }
    found.delete(phage);
    if (caseInsensitiveNames) found.delete(lowerCaseAlias(phage) ?? phage);
    return found;
  }

  return {
    phages,
    namesOf,
    hasFile: (top, name) => files.get(top)?.has(name) === true,
    *findings(locate) {
      const firsts = new Map<string, Claim>();
      for (const claim of claimsOf(own)) {
        const { name, phage, pointer, place, isOwn } = claim;
        const folded = foldName(name);
        const reason = unfit(name);
        if (isOwn || (reason === null && phages.get(folded) === phage)) continue;
        const found = { rule: 'phage-alias', ...locate(place), pointer } as const;
        if (reason !== null) {
          yield {
            ...found,
            expected: `another name of ${showString(phage)} that can be an address`,
            found: `${showString(name)}, which ${reason}`,
          };
          continue;
        }
        const owner = names.get(folded);
        const first =
          owner === undefined ? firsts.get(folded) : { ...owner, phage: owner.name, isOwn: true };
        if (first === undefined) firsts.set(folded, claim);
        else if (first.phage !== phage && foldName(first.phage) !== foldName(phage)) {
          const what = first.isOwn ? 'the name' : 'another name';
          yield {
            ...found,
            expected: `another name of ${showString(phage)} that no other phage has`,
            found: `${showString(name)}, ${what} of ${showString(first.phage)} at ${showPlace(locate(first.place))}`,
            hint: first.isOwn
              ? `It answers as ${showString(first.phage)} alone.`
              : 'Neither answers by it: take it out of one of the two.',
          };
        }
      }
    },
  };
}

/** The phages that records name, by the list or view that has a file for each. */
function namedPhages(all: JoinedFacts): (readonly [top: string, phages: NamedPlace[]])[] {
  const ofGenes = phagesOfGenes(all);
  return [
    ['phages', [...namesIn(all(phageNames), '/phage_name')]],
    ['genesbyphage', ofGenes],
    ['similarbyphage', ofGenes],
    ['featuresbyphage', [...namesIn(all(featurePhages), '/PhageID')]],
  ];
}

function byPlace<One extends { readonly place: RecordPlace }>(some: readonly One[]): One[] {
  return some.toSorted((a, b) => comparePlaces(a.place, b.place));
}

/** Each phage at its first place: phages with a record first, then the others, each in source order. */
function firstsOf(named: ReturnType<typeof namedPhages>): NamedPlace[] {
  const found = new Map<string, NamedPlace>();
  for (const [, some] of named) {
    for (const one of byPlace(some)) {
      if (!found.has(one.name)) found.set(one.name, one);
    }
  }
  return [...found.values()];
}
