/** The collection of phages. */
import { lytic, phageColumns, sequenced, temperate } from '../../pages/pageNotes.ts';
import type { Collection, LinkGenome, Noter } from '../collection.ts';
import { genomeLengthKnown } from './genomeLengths.ts';
import { idNames } from './idNames.ts';
import { otherNamesKnown } from './otherNames.ts';
import { phageNameCase } from './phageNameCase.ts';
import { phagePathName } from './phagePathName.ts';
import type { Phage } from './phageRecord.ts';
import { plainPhages } from './plainPhages.ts';
import { refusedPhagesKnown } from './refusedPhages.ts';
import { genomeFile } from '../../contract/genomePaths.ts';
import { createNoteBook } from '../../pages/noteBook.ts';
import { escapeLineSeparators } from '../../text/lineSeparators.ts';

// Sets the link of a phage's record to the file of its genome on this site, if it has no link.

const none = '"fasta_file":null';

const linkGenome: LinkGenome = (baseUrl, hasGenome) => (json, name) => {
  // Only links and dates follow it; objects with arbitrary content come before.
  const at = json.lastIndexOf(none);
  const file = genomeFile(name, 'fastas');
  if (at < 0 || file === null || !hasGenome(name)) return json;
  const address = `${baseUrl}/${file.split('/').map(encodeURIComponent).join('/')}`;
  const said = `"fasta_file":${JSON.stringify(address)}`;
  return json.slice(0, at) + said + json.slice(at + none.length);
};

export const phages: Collection<Phage> = {
  uniqueRule: 'phage-name-unique',
  rules: [
    phagePathName,
    phageNameCase,
    idNames,
    genomeLengthKnown,
    otherNamesKnown,
    refusedPhagesKnown,
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
  blockRecords: 512,
  rowsPerGroup: 5000,
};

// Takes notes of phages while their pages are rendered: the offsets of records, and the fields that views depend on.

/** One row per phage. */
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
