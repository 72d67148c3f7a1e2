/** Takes notes of phages while their pages are rendered: the offsets of records, and the fields that views depend on. */
import { createNoteBook } from '../../pages/noteBook.ts';
import { lytic, phageColumns, sequenced, temperate } from '../../pages/pageNotes.ts';
import { escapeLineSeparators } from '../../text/lineSeparators.ts';
import type { Noter } from '../collection.ts';
import type { Phage } from './phageRecord.ts';

/** One row per phage. */
export function createPhageNoter(): Noter {
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
