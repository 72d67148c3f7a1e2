/** The collection of genes. */
import { findGene, geneFieldCount, geneFields, geneSpans } from '../../generated/plainRecords.ts';
import { geneColumns } from '../../pages/pageNotes.ts';
import type { Collection, Noter } from '../collection.ts';
import { geneHostName } from './geneHostName.ts';
import { geneIdCase } from './geneIdCase.ts';
import { geneIdForm } from './geneIdForm.ts';
import { geneLength } from './geneLength.ts';
import { genePathName } from './genePathName.ts';
import { genePhageKnown } from './genePhageKnown.ts';
import type { Gene } from './geneRecord.ts';
import { geneTranslation, geneWithinGenome } from './geneTranslation.ts';
import { phageSummaryConsistent } from './phageSummary.ts';
import { phamColorConsistent } from './phamColor.ts';
import { plainGenes } from './plainGenes.ts';
import { createViews, nullValue, readInteger, spanLength } from '../../json/plainJson.ts';
import { readString } from '../../json/readString.ts';
import { packColor } from '../../pages/phamColor.ts';
import { createNoteBook } from '../../pages/noteBook.ts';
import { createRepeatWatch } from '../../sorting/repeatWatch.ts';

// Takes notes of genes while their pages are rendered: the offsets of records, and the fields that views depend on.

const { PhageID_PhageID, PhamID_PhamID, PhamID_Color, Start, Orientation, Notes } = geneFields;

const reverse = 'R'.charCodeAt(0);

/** A row for each run of consecutive genes of one phage, with each gene as a member. */
function createGeneNoter(): Noter {
  const book = createNoteBook(geneColumns);
  const spans = new Int32Array(geneSpans);
  const startOf = (field: number) => spans[field * spanLength] ?? nullValue;
  const endOf = (field: number) => spans[field * spanLength + 1] ?? nullValue;
  // The genes of a phage are usually consecutive.
  const lastName = createRepeatWatch();
  const viewOf = createViews();
  let lastPage = -1;
  let pointer = 0;
  const placeOf = (bytes: Buffer): number => {
    if (startOf(Start) === nullValue) return 0;
    const place = readInteger(bytes, startOf(Start), endOf(Start)) + 1;
    return bytes[startOf(Orientation)] === reverse ? -place : place;
  };
  const productOf = (bytes: Buffer): number => {
    const [from, to] = [startOf(Notes), endOf(Notes)];
    return from === nullValue || from === to ? 0 : book.pointTo(readString(bytes, from, to));
  };
  return {
    note(bytes, from, _to, { page, start: first, end }) {
      findGene(bytes, from, spans, 0, Notes);
      const isNamed = startOf(PhageID_PhageID) !== nullValue;
      const [start, stop] = isNamed ? [startOf(PhageID_PhageID), endOf(PhageID_PhageID)] : [0, 0];
      const isLast = lastName.pass(viewOf(bytes), start) === stop;
      if (!isLast) {
        pointer = isNamed ? book.pointTo(readString(bytes, start, stop)) : 0;
        lastName.keep(bytes, start, stop);
      }
      if (!isLast || page !== lastPage) book.add(page, first, end, 0, pointer);
      lastPage = page;
      const pham = startOf(PhamID_PhamID);
      const place = placeOf(bytes);
      const product = productOf(bytes);
      if (pham === nullValue) {
        book.addGene(end, 0, place, product);
        return null;
      }
      const id = readInteger(bytes, pham, endOf(PhamID_PhamID));
      const color = startOf(PhamID_Color);
      // After the #.
      const packed = color === nullValue ? 0 : packColor(bytes, color + 1);
      book.addGene(end, book.pointToPham(id, packed), place, product);
      return id;
    },
    finish: book.finish,
  };
}

export const genes: Collection<Gene> = {
  uniqueRule: 'gene-id-unique',
  rules: [
    geneIdForm,
    geneLength,
    genePathName,
    phageSummaryConsistent,
    phamColorConsistent,
    genePhageKnown,
    geneIdCase,
    geneHostName,
    geneWithinGenome,
    geneTranslation,
  ],
  shortcut: plainGenes,
  keyCase: geneIdCase,
  isOrderSpecified: true,
  missingKey: 'Nobody_CDS_999999',
  finder: { fields: geneFieldCount, spans: geneSpans, find: findGene },
  linkGenome: null,
  createNoter: createGeneNoter,
  noteColumns: geneColumns,
  blockRecords: 4096,
  rowsPerGroup: 20_000,
};
