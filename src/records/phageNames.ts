/** The rules on names of phages: as paths, by case, and earlier names. */
import { differenceOf, unsafeNameReason } from '../contract/recordName.ts';
import {
  type Breach,
  type Finding,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../text/findings.ts';
import { showString } from '../text/json.ts';
import {
  listFact,
  type NamedPlace,
  namesIn,
  type Phage,
  type Rule,
  type TextFact,
  textFact,
  type Variant,
  type VariantLedger,
} from './collection.ts';

/** The rule that names differ by more than case: a case-insensitive file system cannot hold both (A3). */
export function nameCaseFinding(
  pointer: string,
  first: Variant<string>,
  other: Variant<string>,
  locate: Locate,
): Finding {
  return {
    rule: 'name-case',
    ...locate(other.place),
    pointer,
    expected: `a name that differs from others by more than ${differenceOf(first.value, other.value)}`,
    found: `${showString(other.value)}, beside ${showString(first.value)} at ${showPlace(locate(first.place))}`,
  };
}

/** Yields a finding for each spelling after the first. */
function* namesThatDifferByCase(
  groups: ReturnType<VariantLedger<string, string>['contested']>,
  pointer: string,
  locate: Locate,
): Generator<Finding> {
  for (const [, first, ...others] of groups) {
    for (const other of others) yield nameCaseFinding(pointer, first, other, locate);
  }
}

export const phageNames = textFact<Phage>('phageNames', ({ phage_name: name }) => name);

// An unclustered phage is in no cluster's list.
const clusters = textFact<Phage>('clusters', ({ pcluster }) => pcluster?.cluster || null);

const subclusters = textFact<Phage>(
  'subclusters',
  ({ psubcluster }) => psubcluster?.subcluster ?? null,
);

/** Rule `name-case`. All of these names have addresses, which `host-name` checks. */
export const phageNameCase: Rule<Phage> = {
  facts: [phageNames, clusters, subclusters],
  *findings(all, locate) {
    const contested = (fact: TextFact<Phage>) => all(fact).spellings.contested();
    yield* namesThatDifferByCase(contested(phageNames), '/phage_name', locate);
    yield* namesThatDifferByCase(contested(clusters), '/pcluster/cluster', locate);
    yield* namesThatDifferByCase(contested(subclusters), '/psubcluster/subcluster', locate);
  },
  *names(all) {
    yield* namesIn(all(phageNames), '/phage_name');
    yield* namesIn(all(clusters), '/pcluster/cluster');
    yield* namesIn(all(subclusters), '/psubcluster/subcluster');
  },
};

/** Checks that a name can be a path of the site (A3). */
export function pathNameBreaches(pointer: string, name: string): Breach[] {
  const reason = unsafeNameReason(name);
  if (reason === null) return [];
  return [
    {
      rule: 'path-name',
      pointer,
      expected: 'a name that can be a file name on every machine',
      found: `${showString(name)}, which ${reason}`,
    },
  ];
}

/** Rule `path-name` of phages, and of clusters and subclusters, which have addresses, too. */
export const phagePathName: Rule<Pick<Phage, 'phage_name' | 'pcluster' | 'psubcluster'>> = {
  breaches({ phage_name: name, pcluster, psubcluster }) {
    const groups = [
      ['/pcluster/cluster', pcluster?.cluster ?? ''],
      ['/psubcluster/subcluster', psubcluster?.subcluster ?? ''],
    ] as const;
    return [
      ...(name === null ? [] : pathNameBreaches('/phage_name', name)),
      // An empty name means that there is none.
      ...groups.flatMap(([pointer, group]) =>
        group === '' ? [] : pathNameBreaches(pointer, group),
      ),
    ];
  },
};

/** The other names that the records of phages give (D3). */
export const otherNames = listFact(
  'otherNames',
  ({ phage_name: phage, old_names, archive_accession, reference_accession }: Phage) =>
    phage === null || !(old_names || archive_accession || reference_accession)
      ? null
      : { phage, old_names, archive_accession, reference_accession },
);

export interface OtherNames extends Pick<
  Phage,
  'old_names' | 'archive_accession' | 'reference_accession'
> {
  readonly place: RecordPlace;
}

/** Has no findings of its own: only sites that publish these names check them. */
export const otherNamesKnown: Rule<Phage> = { facts: [otherNames] };

/** Separators that people use in this free text. */
const between = /[,;/|\r\n\t]/;
const version = /\.[0-9]+$/;

/** The other names of a phage as they are written, perhaps with repeats; `said` is what each record of it says. */
export function* otherNamesOf(
  phage: string,
  others: readonly OtherNames[] = [],
): Generator<Omit<NamedPlace, 'place'> & { readonly place: RecordPlace | null }> {
  yield { name: phage, pointer: '/phage_name', place: null };
  yield { name: `${phage}_Draft`, pointer: '/phage_name', place: null };
  for (const { place, old_names, archive_accession, reference_accession } of others) {
    for (const one of (old_names ?? '').split(between)) {
      const name = one.trim();
      if (name !== '') yield { name, pointer: '/old_names', place };
    }
    for (const [pointer, text] of [
      ['/archive_accession', archive_accession],
      ['/reference_accession', reference_accession],
    ] as const) {
      const name = (text ?? '').trim();
      if (name === '') continue;
      yield { name, pointer, place };
      if (version.test(name)) yield { name: name.replace(version, ''), pointer, place };
    }
  }
}
