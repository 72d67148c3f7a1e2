/**
 * Plans `/api/phams/<PhamID>/neighbours/`: what stands around the genes of a pham, counted for each place from the fifth
 * before them to the fifth behind, as these genes are read (V1).
 */
import {
  type FieldNames,
  fieldsOfPlaces,
  publicName,
  withPublicNames,
} from '../contract/fieldNames.ts';
import { viewFile } from '../contract/views.ts';
import { orderOnGenomes } from '../collections/phams/genomeOrder.ts';
import type { PhamGroups } from '../collections/phams/phamGroups.ts';
import { colorText } from '../pages/phamColor.ts';
import { colorAt, type PageNotes, phamCount as countPhams, textAt } from '../pages/pageNotes.ts';
import { createByteText } from '../text/byteText.ts';
import { compareText } from '../text/compareText.ts';
import { escapeLineSeparators } from '../text/lineSeparators.ts';
import type { PlannedFile } from './plannedFile.ts';
import { createTally } from './tally.ts';
import { createPieces } from './textPieces.ts';

/** How many genes to either side are looked at. */
const reach = 5;
/** How many phams, and how many Notes, are named at a place: those found there most often. */
const mostNamed = 20;

export function neighboursFile(id: number): string {
  return viewFile(['phams', String(id), 'neighbours']);
}

/** The neighbours of all phams; only of those in `wanted`, unless it is null. */
export function* planNeighbours(
  notes: PageNotes,
  { ids, numberOf, phams: described }: PhamGroups,
  wanted: ReadonlySet<number> | null,
  names: FieldNames,
): Generator<PlannedFile> {
  const { phams, products, strands, phages, genesOf } = orderOnGenomes(
    notes,
    numberOf,
    ids.length,
    reach,
  );
  const key = (field: string) => `${JSON.stringify(publicName(names, field))}:`;
  const count = key('gene_count');
  const [placeKey, , phamCountKey, phamsKey, noteCountKey, notesKey] = fieldsOfPlaces.map(key);
  const phamCount = Buffer.from(`,${phamCountKey}`);
  const phamsHead = Buffer.from(`,${phamsKey}[`);
  const noteCount = Buffer.from(`],${noteCountKey}`);
  const notesHead = Buffer.from(`,${notesKey}[`);
  const nothing = Buffer.from(`0,${phamCountKey}0,${phamsKey}[],${noteCountKey}0,${notesKey}[]},`);
  const out = createByteText();
  const ofPhams = createTally(ids.length + 1);
  const ofNotes = createTally(notes.texts.length + 1);
  const addPlaceHead = createPieces(2 * reach + 1, (at) => `{${placeKey}${at - reach},${count}`);
  // What a place says of a pham or of Notes, all but how many, by the pointer to it.
  const addPhamHead = createPieces(countPhams(notes) + 1, (pointer) => {
    const [id, color] =
      pointer === 0
        ? [null, null]
        : [ids[(numberOf[pointer] ?? 0) - 1], colorText(colorAt(notes, pointer))];
    return `{${key('PhamID')}${id},${key('Color')}${JSON.stringify(color)},${count}`;
  });
  const addNoteHead = createPieces(notes.texts.length + 1, (pointer) => {
    const text = escapeLineSeparators(JSON.stringify(textAt(notes, pointer)));
    return `{${key('Notes')}${text},${count}`;
  });
  // Those without a pham come last among equals.
  const rank = (number: number) => (number === 0 ? Infinity : number);
  const comparePhams = (a: number, b: number) => rank(a) - rank(b);
  const compareNotes = (a: number, b: number) => compareText(textAt(notes, a), textAt(notes, b));

  const addPham = (_: number, genes: number, pointer: number) => {
    addPhamHead(pointer, out);
    out.number(genes);
    out.piece(itemEnd);
  };
  const addNote = (pointer: number, genes: number) => {
    addNoteHead(pointer, out);
    out.number(genes);
    out.piece(itemEnd);
  };
  const addPlace = (place: number, genes: Uint32Array) => {
    let there = 0;
    for (const gene of genes) {
      const at = gene + (strands[gene] ?? 1) * place;
      const phage = phages[gene] ?? 0;
      if (place !== 0 && (phage === 0 || phages[at] !== phage)) continue;
      there++;
      const pham = phams[at] ?? 0;
      ofPhams.add(numberOf[pham] ?? 0, pham);
      ofNotes.add(products[at] ?? 0, 0);
    }
    addPlaceHead(place + reach, out);
    if (there === 0) {
      out.piece(nothing);
      return;
    }
    out.number(there);
    out.piece(phamCount);
    out.number(ofPhams.distinct());
    out.piece(phamsHead);
    ofPhams.take(mostNamed, comparePhams, addPham);
    out.dropLast();
    out.piece(noteCount);
    out.number(ofNotes.distinct());
    out.piece(notesHead);
    ofNotes.take(mostNamed, compareNotes, addNote);
    out.dropLast();
    out.piece(placeEnd);
  };

  for (const [index, id] of ids.entries()) {
    if (wanted !== null && !wanted.has(id)) continue;
    const [pham] = described(index, index + 1);
    if (pham === undefined) continue;
    const head = JSON.stringify(withPublicNames(pham, names)).slice(0, -1);
    out.piece(Buffer.from(`${head},${key('places')}[`));
    const genes = genesOf(index + 1);
    for (let place = -reach; place <= reach; place++) addPlace(place, genes);
    out.dropLast();
    out.piece(end);
    yield { kind: 'text', path: neighboursFile(id), text: out.take() };
  }
}

const placeEnd = Buffer.from(']},');
const itemEnd = Buffer.from('},');
const end = Buffer.from(']}');
