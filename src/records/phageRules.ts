/** What the records of phages claim about their genomes, to compare with the genomes. */
import { foldName, genusName, institutionName, speciesName } from '../contract/recordName.ts';
import { type Finding, type Locate, type RecordPlace, showPlace } from '../text/findings.ts';
import { showString } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import {
  type Collector,
  createVariantLedger,
  type Fact,
  type Joined,
  type NamedPlace,
  type Phage,
  type Rule,
  type Variant,
  type VariantLedger,
} from './collection.ts';
import { nameCaseFinding, pathNameBreaches } from './phageNames.ts';

interface Claim {
  readonly phage: string;
  readonly genome_length: number | null;
  readonly gcpercent: string | null;
  readonly line: number;
}

export interface PlacedClaim extends Omit<Claim, 'line'> {
  readonly place: RecordPlace;
}

interface JoinedClaims extends Joined<readonly Claim[]> {
  /** In no particular order. */
  readonly claims: readonly PlacedClaim[];
}

export const genomeClaims: Fact<
  Phage,
  readonly Claim[],
  Collector<Phage, readonly Claim[]>,
  JoinedClaims
> = {
  name: 'genomeClaims',
  collect() {
    const claims: Claim[] = [];
    return {
      note({ phage_name: phage, genome_length, gcpercent }, line) {
        if (phage !== null) claims.push({ phage, genome_length, gcpercent, line });
      },
      finish: () => claims,
    };
  },
  join() {
    const claims: PlacedClaim[] = [];
    return {
      claims,
      take(piece, rank) {
        for (const { line, ...claim } of piece) claims.push({ ...claim, place: { rank, line } });
      },
    };
  },
};

/** The lengths of genomes, by which `gene-length` checks genes that wrap around the origin. */
type Lengths = ReadonlyMap<string, number>;

interface JoinedLengths extends Joined<Lengths> {
  /** genome_length by phage_name, where it is known. */
  readonly lengths: Lengths;
}

export const genomeLengths: Fact<Phage, Lengths, Collector<Phage, Lengths>, JoinedLengths> = {
  name: 'genomeLengths',
  collect() {
    const lengths = new Map<string, number>();
    return {
      note({ phage_name: name, genome_length: length }) {
        // A genome that is not sequenced has length 0.
        if (name !== null && length !== null && length > 0) putLarger(lengths, name, length);
      },
      finish: () => lengths,
    };
  },
  join() {
    const lengths = new Map<string, number>();
    return {
      lengths,
      take(piece) {
        for (const [name, length] of piece) putLarger(lengths, name, length);
      },
    };
  },
};

/** Has no findings of its own: it provides facts for the rules on genes and genomes. */
export const genomeLengthKnown: Rule<Phage> = { facts: [genomeLengths, genomeClaims] };

/** The maximum, so that the result does not depend on the order of records with the same name. */
function putLarger(lengths: Map<string, number>, name: string, length: number): void {
  lengths.set(name, Math.max(length, lengths.get(name) ?? 0));
}

/** The fields that the rule reads. */
export type ObjectsNamed = Pick<
  Phage,
  'host_genus' | 'host_species' | 'isolation_host' | 'p_institution'
>;

const kinds = ['genus', 'species', 'institution'] as const;

/** An object that a phage names; `id` is a number or a code, and never empty. */
interface NamedObject {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly name: string;
  /** To the id. */
  readonly pointer: string;
}

type NamedObjects = readonly (NamedObject & { readonly line: number })[];

type Ledgers = Record<(typeof kinds)[number], VariantLedger<string, string>>;

interface JoinedObjects extends Joined<NamedObjects> {
  readonly namesOfId: Ledgers;
  readonly idsOfName: Ledgers;
  readonly pointerAt: (object: Omit<NamedObject, 'pointer'>, place: RecordPlace) => string;
}

const keyOf = ({ kind, id, name }: Omit<NamedObject, 'pointer'>) =>
  JSON.stringify([kind, id, name]);

/** Each object of a piece once, at its first place. */
const objectsNamed: Fact<
  ObjectsNamed,
  NamedObjects,
  Collector<ObjectsNamed, NamedObjects>,
  JoinedObjects
> = {
  name: 'objectsNamed',
  collect() {
    const found = new Map<string, NamedObjects[number]>();
    // Whoever reads many phages may parse equal objects once.
    const seen = new WeakSet<object>();
    return {
      note(phage, line) {
        for (const [part, read] of partsOf(phage)) {
          if (part === null || seen.has(part)) continue;
          seen.add(part);
          for (const object of read()) {
            const key = keyOf(object);
            if (!found.has(key)) found.set(key, { ...object, line });
          }
        }
      },
      finish: () => [...found.values()],
    };
  },
  join(maxFindings) {
    const ledger = () => createVariantLedger<string, string>(maxFindings);
    const ledgers = () => ({ genus: ledger(), species: ledger(), institution: ledger() });
    const [namesOfId, idsOfName] = [ledgers(), ledgers()];
    const pointers = new Map<string, string>();
    const spotOf = (object: Omit<NamedObject, 'pointer'>, { rank, line }: RecordPlace) =>
      `${rank} ${line} ${keyOf(object)}`;
    return {
      namesOfId,
      idsOfName,
      pointerAt: (object, place) => pointers.get(spotOf(object, place)) ?? '',
      take(piece, rank) {
        for (const { line, ...object } of piece) {
          const { kind, id, name, pointer } = object;
          const place = { rank, line };
          namesOfId[kind].note(id, name, place);
          if (name !== '') idsOfName[kind].note(name, id, place);
          pointers.set(spotOf(object, place), pointer);
        }
      },
    };
  },
};

function partsOf(phage: ObjectsNamed) {
  const { host_genus, host_species, isolation_host, p_institution } = phage;
  return [
    [host_genus, () => genusIn(host_genus, '/host_genus')],
    [host_species, () => speciesIn(host_species, '/host_species')],
    [
      isolation_host,
      () => speciesIn(isolation_host?.strain_species ?? null, '/isolation_host/strain_species'),
    ],
    [p_institution, () => institutionIn(p_institution)],
  ] as const;
}

// What has neither an id nor a name is nothing. A null, which `--allow null-value` permits, is skipped.
function* institutionIn(institution: Phage['p_institution']): Generator<NamedObject> {
  const id = institution?.institution_code ?? '';
  if (institution === null || id === '' || institution.institution_name === null) return;
  const pointer = '/p_institution/institution_code';
  yield { kind: 'institution', id, name: institutionName(institution), pointer };
}

function* genusIn(genus: Phage['host_genus'], at: string): Generator<NamedObject> {
  if (genus === null || genus.id === null || genus.genus_name === null) return;
  if (genus.id === 0 && genus.genus_name === '') return;
  yield { kind: 'genus', id: String(genus.id), name: genusName(genus), pointer: `${at}/id` };
}

function* speciesIn(species: Phage['host_species'], at: string): Generator<NamedObject> {
  if (species === null) return;
  yield* genusIn(species.species_genus, `${at}/species_genus`);
  const { id, genus, species_name } = species;
  if (id === null || genus === null || species_name === null) return;
  if (id === 0 && species_name === '') return;
  yield { kind: 'species', id: String(id), name: speciesName(species), pointer: `${at}/id` };
}

export const idNames: Rule<ObjectsNamed> = {
  facts: [objectsNamed],
  *findings(all, locate): Generator<Finding> {
    const { namesOfId, idsOfName, pointerAt } = all(objectsNamed);
    for (const kind of kinds) {
      for (const [id, [first, ...others]] of namesOfId[kind].contested()) {
        if (first === undefined) continue;
        const expected = `${kind} ${id} to be ${showString(first.value)}, as at ${showPlace(locate(first.place))}`;
        for (const { value, place } of others) {
          const pointer = pointerAt({ kind, id, name: value }, place);
          yield { rule: 'id-names', ...locate(place), pointer, expected, found: showString(value) };
        }
      }
      for (const [name, [first, ...others]] of idsOfName[kind].contested()) {
        if (first === undefined) continue;
        const expected = `${first.value}, as for ${kind} ${showString(name)} at ${showPlace(locate(first.place))}`;
        for (const { value, place } of others) {
          const pointer = pointerAt({ kind, id: value, name }, place);
          yield { rule: 'id-names', ...locate(place), pointer, expected, found: value };
        }
      }
    }
  },
  unreported(all) {
    const { namesOfId, idsOfName } = all(objectsNamed);
    const counts = kinds.flatMap((kind) => [namesOfId[kind], idsOfName[kind]]);
    const count = counts.reduce((sum, ledger) => sum + ledger.unreported(), 0);
    return ['id-names', count, 'one id and one name for each genus, species and institution'];
  },
};

/**
 * The phages whose records were read and rejected: for these, records that name them are not reported as naming an
 * unknown phage.
 */
interface JoinedRefused extends Joined<readonly string[]> {
  readonly names: ReadonlySet<string>;
}

type Refused = Fact<Phage, readonly string[], Collector<Phage, readonly string[]>, JoinedRefused>;

export const refusedPhages: Refused = {
  name: 'refusedPhages',
  collect() {
    const names = new Set<string>();
    return {
      note() {},
      refuse: (name) => void names.add(name),
      finish: () => [...names],
    };
  },
  join() {
    const names = new Set<string>();
    return {
      names,
      take(piece) {
        for (const name of piece) names.add(name);
      },
    };
  },
};

/** Has no findings of its own: what is wrong with these records has been reported. */
export const refusedPhagesKnown: Rule<Phage> = { facts: [refusedPhages] };

/**
 * Names of phages without a record: reports them where other records name them, and checks them like recorded names.
 */
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
