/** What else the records of phages say that these are called (D3). */
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
        for (const { line, ...one } of piece) {
          const of = said.get(one.phage) ?? [];
          of.push({ ...one, place: { rank, line } });
          of.sort((a, b) => comparePlaces(a.place, b.place));
          said.set(one.phage, of);
        }
      },
    };
  },
};

/** Finds nothing by itself: only sites that publish these names are held to rules of them. */
export const otherNamesKnown: Rule<Phage> = { facts: [otherNames] };

/** A free text in which people name several in one of these ways. */
const between = /[,;/|\r\n\t]/;
const version = /\.[0-9]+$/;

/** The other names of a phage, as they are written; some may be the same. */
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
