/** The shortcut of phages: recognises those that match their schema byte by byte and keep the rules within a phage. */
import { noGenomes } from '../../genomes/genomeIndex.ts';
import { matchPhage, phageFields, phageSpans } from '../../generated/plainRecords.ts';
import { createViews, nullValue, readInteger, spanLength } from '../../json/plainJson.ts';
import { readString } from '../../json/readString.ts';
import type { Shortcut } from '../collection.ts';
import { genomeLengthKnown } from './genomeLengths.ts';
import { idNames, type ObjectsNamed } from './idNames.ts';
import { otherNamesKnown } from './otherNames.ts';
import { phageNameCase } from './phageNameCase.ts';
import { phagePathName } from './phagePathName.ts';
import type { Phage } from './phageRecord.ts';
import { refusedPhagesKnown } from './refusedPhages.ts';

const { phage_name, pcluster_cluster, psubcluster_subcluster } = phageFields;
const { genome_length, gcpercent } = phageFields;
const { old_names, archive_accession, reference_accession } = phageFields;
const { host_genus, host_species, isolation_host, p_institution } = phageFields;

/** So many different objects are kept parsed. */
const maxParsed = 10_000;

/** All fields that the rules covered here read. */
type Looked = ObjectsNamed &
  Pick<
    Phage,
    | 'phage_name'
    | 'genome_length'
    | 'gcpercent'
    | 'pcluster'
    | 'psubcluster'
    | 'old_names'
    | 'archive_accession'
    | 'reference_accession'
  >;

export const plainPhages: Shortcut = {
  covers: [
    phagePathName,
    phageNameCase,
    idNames,
    genomeLengthKnown,
    otherNamesKnown,
    refusedPhagesKnown,
  ],
  create(facts) {
    const spans = new Int32Array(phageSpans);
    const viewOf = createViews();
    const key = { keyStart: 0, keyEnd: 0 };
    let phage: Looked;

    const startOf = (field: number) => spans[field * spanLength] ?? nullValue;
    const endOf = (field: number) => spans[field * spanLength + 1] ?? nullValue;
    const textOf = (bytes: Buffer, field: number) =>
      readString(bytes, startOf(field), endOf(field));
    // Most phages share their host and institution with others.
    const parsed = new Map<string, object>();
    const objectOf = (bytes: Buffer, field: number) => {
      const [from, to] = [startOf(field), endOf(field)];
      const text = bytes.toString('latin1', from, to);
      const known = parsed.get(text);
      if (known !== undefined) return known;
      if (parsed.size >= maxParsed) parsed.clear();
      const object = JSON.parse(bytes.toString('utf8', from, to)) as object;
      parsed.set(text, object);
      return object;
    };

    return {
      key,
      match(bytes, start) {
        const end = matchPhage(bytes, viewOf(bytes), start, spans);
        if (end < 0) return -1;
        key.keyStart = startOf(phage_name);
        key.keyEnd = endOf(phage_name);
        const name = textOf(bytes, phage_name);
        const isInNone = startOf(psubcluster_subcluster) === nullValue;
        phage = {
          phage_name: name,
          genome_length: readInteger(bytes, startOf(genome_length), endOf(genome_length)),
          gcpercent: textOf(bytes, gcpercent),
          old_names: textOf(bytes, old_names),
          archive_accession: textOf(bytes, archive_accession),
          reference_accession: textOf(bytes, reference_accession),
          pcluster: { cluster: textOf(bytes, pcluster_cluster), temperate: null },
          host_genus: objectOf(bytes, host_genus) as Phage['host_genus'],
          host_species: objectOf(bytes, host_species) as Phage['host_species'],
          isolation_host: objectOf(bytes, isolation_host) as Phage['isolation_host'],
          p_institution: objectOf(bytes, p_institution) as Phage['p_institution'],
          psubcluster: isInNone ? null : { subcluster: textOf(bytes, psubcluster_subcluster) },
        };
        // The key is copied from the record, where it must have no escapes.
        if (name.includes('"')) return -1;
        return phagePathName.breaches?.(phage, noGenomes).length === 0 ? end : -1;
      },
      note: (_bytes, line) => facts.note(phage, line),
    };
  },
};
