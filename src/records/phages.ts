/** The collection of phages. */
import { genomeFile } from '../contract/bulkFiles.ts';
import { matchPhage, phageFields, phageSpans } from '../generated/plainRecords.ts';
import { noGenomes } from '../sequences/genomeStore.ts';
import { escapeLineSeparators } from '../text/escapes.ts';
import { readString } from '../text/json.ts';
import { createViews, nullValue, readInteger, spanLength } from '../text/plainJson.ts';
import type { NamedRecords, LinkGenome, Noter, Phage, Shortcut } from './collection.ts';
import { createNoteBook, lytic, phageColumns, phageKey, sequenced, temperate } from './notes.ts';
import { otherNamesKnown, phageNameCase, phagePathName } from './phageNames.ts';
import { genomesClaimed, idNames, type ObjectsNamed, refusedPhagesKnown } from './phageRules.ts';
import { phageSummaryCurrent } from './summaries.ts';

const {
  phage_name,
  pcluster_cluster,
  psubcluster_subcluster,
  genome_length,
  gcpercent,
  old_names,
  archive_accession,
  reference_accession,
  host_genus,
  host_species,
  isolation_host,
  p_institution,
} = phageFields;

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

/** Recognises phages that match their schema byte by byte and keep the rules within a phage. */
const plainPhages: Shortcut = {
  covers: [
    phagePathName,
    phageNameCase,
    idNames,
    genomesClaimed,
    otherNamesKnown,
    refusedPhagesKnown,
    phageSummaryCurrent,
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

const none = '"fasta_file":null';

const linkGenome: LinkGenome = (baseUrl, hasGenome) => (json, name) => {
  // Only links and dates follow it; objects with arbitrary content come before.
  const at = json.lastIndexOf(none);
  const file = genomeFile(name, 'fastas');
  if (at < 0 || file === null || !hasGenome(name)) return json;
  const address = `${baseUrl}/${file.split('/').map(encodeURIComponent).join('/')}`;
  const field = `"fasta_file":${JSON.stringify(address)}`;
  return json.slice(0, at) + field + json.slice(at + none.length);
};

export const phages: NamedRecords<Phage> = {
  uniqueRule: 'phage-name-unique',
  rules: [
    phagePathName,
    phageNameCase,
    idNames,
    genomesClaimed,
    otherNamesKnown,
    refusedPhagesKnown,
    phageSummaryCurrent,
  ],
  shortcut: plainPhages,
  keyCase: null,
  isOrderSpecified: false,
  missingKey: 'Nobody',
  finder: null,
  linkGenome,
  createNoter: createPhageNoter,
  noteColumns: phageColumns,
  // A phage has many times the fields of a gene.
  phageColumn: phageKey,
  blockRecords: 512,
  rowsPerGroup: 2500,
};

/** Takes notes of phages while their pages are rendered: a row for each. */
function createPhageNoter(): Noter {
  const book = createNoteBook(phageColumns);
  return {
    note(bytes, from, to, { page, start, end }) {
      const phage: Phage = JSON.parse(bytes.toString('utf8', from, to));
      const { pcluster, psubcluster, host_genus: genus, host_species: species } = phage;
      const { isolation_host: strain, p_institution: institution } = phage;
      const isTemperate = pcluster?.temperate ?? null;
      book.add(
        page,
        start,
        end,
        (phage.seq_finished === true ? sequenced : 0) +
          (isTemperate === true ? temperate : 0) +
          (isTemperate === false ? lytic : 0),
        book.pointTo(pcluster?.cluster ?? ''),
        book.pointTo(psubcluster?.subcluster ?? ''),
        book.pointTo(jsonOf(genus)),
        book.pointTo(jsonOf(species)),
        book.pointTo(phage.phage_name ?? ''),
        book.pointTo(String(phage.genome_length ?? '')),
        book.pointTo(jsonOf(strain)),
        book.pointTo(jsonOf(institution)),
      );
      return null;
    },
    finish: book.finish,
  };
}

/** JSON text in the form of the record. */
function jsonOf(value: object | null): string {
  return value === null ? '' : escapeLineSeparators(JSON.stringify(value));
}
