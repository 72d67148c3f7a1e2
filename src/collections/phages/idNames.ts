/** Rule `id-names`: a host genus, host species or institution has one id and one name, the same in all phages. */
import { genusName, institutionName, speciesName } from '../../contract/objectName.ts';
import type { Finding } from '../../findings/finding.ts';
import { type RecordPlace, showPlace } from '../../findings/recordPlace.ts';
import { showString } from '../../json/showToken.ts';
import type { Collector, Fact, Joined } from '../fact.ts';
import type { Rule } from '../rule.ts';
import { createVariantLedger, type VariantLedger } from '../variantLedger.ts';
import type { Phage } from './phageRecord.ts';

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
