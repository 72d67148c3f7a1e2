/** The other names that the records of phages give (D3). */
import { comparePlaces, type RecordPlace } from '../../findings/recordPlace.ts';
import type { Collector, Fact, Joined } from '../fact.ts';
import type { NamedPlace, Rule } from '../rule.ts';
import type { Phage } from './phageRecord.ts';

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
