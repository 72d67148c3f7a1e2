/** Rule `name-case` of phages, clusters and subclusters. All of them have addresses, which `host-name` checks. */
import { unsafeNameReason } from '../contract/recordName.ts';
import {
  type Breach,
  comparePlaces,
  type Finding,
  type Locate,
  type RecordPlace,
  showPlace,
} from '../text/findings.ts';
import { showString } from '../text/json.ts';
import {
  type Collector,
  type Fact,
  type Joined,
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
    expected: `a name that differs from others by more than case`,
    found: `${showString(other.value)}, beside ${showString(first.value)} at ${showPlace(locate(first.place))}`,
  };
}

/** Yields a finding for each spelling after the first. */
function* namesThatDifferByCase(
  groups: ReturnType<VariantLedger<string, string>['contested']>,
  pointer: string,
  locate: Locate,
): Generator<Finding> {
  for (const [, [first, ...others]] of groups) {
    for (const other of others) {
      if (first !== undefined) yield nameCaseFinding(pointer, first, other, locate);
    }
  }
}

export const phageNames = textFact<Phage>('phageNames', ({ phage_name: name }) => name);

// An unclustered phage is in no cluster's list.
const clusters = textFact<Phage>('clusters', ({ pcluster }) => pcluster?.cluster || null);

const subclusters = textFact<Phage>(
  'subclusters',
  ({ psubcluster }) => psubcluster?.subcluster ?? null,
);

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
interface Said extends Pick<Phage, 'old_names' | 'archive_accession' | 'reference_accession'> {
  readonly phage: string;
}

interface PlacedSaid extends Said {
  readonly line: number;
}

interface JoinedSaid extends Joined<readonly PlacedSaid[]> {
  /** By phage_name; more than one where records have the same name. */
  readonly said: ReadonlyMap<string, readonly (Said & { readonly place: RecordPlace })[]>;
}

type SaidByPhages = Fact<
  Phage,
  readonly PlacedSaid[],
  Collector<Phage, readonly PlacedSaid[]>,
  JoinedSaid
>;

const byPlace = (a: { readonly place: RecordPlace }, b: { readonly place: RecordPlace }) =>
  comparePlaces(a.place, b.place);

export const otherNames: SaidByPhages = {
  name: 'otherNames',
  collect() {
    const said: PlacedSaid[] = [];
    return {
      note({ phage_name: phage, old_names, archive_accession, reference_accession }, line) {
        if (phage === null || !(old_names || archive_accession || reference_accession)) return;
        said.push({ phage, old_names, archive_accession, reference_accession, line });
      },
      finish: () => said,
    };
  },
  join() {
    const said = new Map<string, (Said & { readonly place: RecordPlace })[]>();
    return {
      said,
      take(piece, rank) {
        for (const { line, phage, old_names, archive_accession, reference_accession } of piece) {
          const place = { rank, line };
          const one = { phage, old_names, archive_accession, reference_accession, place };
          const known = said.get(phage);
          if (known === undefined) said.set(phage, [one]);
          else said.set(phage, [...known, one].toSorted(byPlace));
        }
      },
    };
  },
};

/** Has no findings of its own: only sites that publish these names check them. */
export const otherNamesKnown: Rule<Phage> = { facts: [otherNames] };

/** Separators that people use in this free text. */
const between = /[,;/|\r\n\t]/;
const version = /\.[0-9]+$/;

/** The other names of a phage as they are written, perhaps with repeats. */
export function* otherNamesOf(
  phage: string,
  { said }: Pick<JoinedSaid, 'said'>,
): Generator<Omit<NamedPlace, 'place'> & { readonly place: RecordPlace | null }> {
  yield { name: phage, pointer: '/phage_name', place: null };
  yield { name: `${phage}_Draft`, pointer: '/phage_name', place: null };
  for (const { place, old_names, archive_accession, reference_accession } of said.get(phage) ??
    []) {
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
