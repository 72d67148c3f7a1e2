/** The rules between the records of phages, and what they claim about their genomes. */
import { foldName, genusName, institutionName, speciesName } from '../contract/recordName.ts';
import { type Finding, type Locate, type RecordPlace, showPlace } from '../text/findings.ts';
import { showString } from '../text/json.ts';
import type { RuleName } from '../text/rules.ts';
import {
  createVariantLedger,
  type Fact,
  type Joined,
  type JoinedFacts,
  listFact,
  type NamedPlace,
  namesIn,
  type Phage,
  type Rule,
  type Variant,
  type VariantLedger,
} from './collection.ts';
import { nameCaseFinding, pathNameBreaches, phageNames } from './phageNames.ts';

/** What the records of phages say of their genomes. */
export const genomeClaims = listFact(
  'genomeClaims',
  ({ phage_name: phage, genome_length, gcpercent }: Phage) =>
    phage === null ? null : { phage, genome_length, gcpercent },
);

/** The lengths of genomes that records say, by which `gene-length` checks genes through the origin. */
export function lengthsClaimed(all: JoinedFacts): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const { phage, genome_length: length } of all(genomeClaims).told()) {
    // The maximum, so that the order of records with the same name does not matter. A genome that is not sequenced has
    // length 0.
    if (length !== null && length > 0)
      lengths.set(phage, Math.max(length, lengths.get(phage) ?? 0));
  }
  return lengths;
}

/** Has no findings of its own: it provides facts for the rules on genes and genomes. */
export const genomesClaimed: Rule<Phage> = { facts: [genomeClaims] };

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

const keyOf = ({ kind, id, name }: Omit<NamedObject, 'pointer'>) =>
  JSON.stringify([kind, id, name]);

/** Each object of a piece once, at its first place. */
const objectsNamed: Fact<
  ObjectsNamed,
  NamedObjects,
  Joined<NamedObjects> & {
    readonly namesOfId: Ledgers;
    readonly idsOfName: Ledgers;
    readonly pointerAt: (object: Omit<NamedObject, 'pointer'>, place: RecordPlace) => string;
  }
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
      for (const [id, first, ...others] of namesOfId[kind].contested()) {
        const expected = `${kind} ${id} to be ${showString(first.value)}, as at ${showPlace(locate(first.place))}`;
        for (const { value, place } of others) {
          const pointer = pointerAt({ kind, id, name: value }, place);
          yield { rule: 'id-names', ...locate(place), pointer, expected, found: showString(value) };
        }
      }
      for (const [name, first, ...others] of idsOfName[kind].contested()) {
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
const refusedPhages: Fact<
  Phage,
  readonly string[],
  Joined<readonly string[]> & { readonly names: ReadonlySet<string> }
> = {
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
 * `here` are the names to check, each at its first place; `others` those that other rules check, besides those of
 * phages.
 */
export function* unknownPhages(
  rule: RuleName,
  here: readonly NamedPlace[],
  others: readonly NamedPlace[],
  all: JoinedFacts,
  locate: Locate,
): Generator<Finding> {
  // Most sites have no features, and many no genomes.
  if (here.length === 0) return;
  const phages = [...namesIn(all(phageNames), '')];
  const refused = all(refusedPhages).names;
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
  for (const [folded, own, ...variants] of unknown.groups()) {
    const first = firsts.get(folded) ?? own;
    for (const one of first === own ? variants : [own, ...variants]) {
      yield nameCaseFinding(pointers.get(one.value) ?? '', first, one, locate);
    }
  }
}
