/** Several genomes to one scale, one below the other, with bands between the genes of one family. */
import type { Surroundings } from '../data/families.ts';
import { byPosition, type Gene } from '../data/records.ts';
import { counted, groupedBy, mergeSpellings, tally } from '../../text/values.ts';
import { blank } from './colors.ts';
import { geneNames, type LabelState, notesOf } from './labels.ts';
import { line, type Scene, type Shape, textAt } from './scene.ts';
import type { Stretch } from './stretch.ts';
import {
  geneArrows,
  type GeneBox,
  geneBoxes,
  margin,
  marksIn,
  type Placement,
  ruler,
  spansOn,
  toPixels,
  type View,
} from './track.ts';

export interface Track extends Placement {
  readonly name: string;
  /** Beside the name, such as the cluster. */
  readonly caption: string;
  readonly genes: readonly Gene[];
}

export const labelings = { names: 'gene names', notes: 'notes', none: 'none' } as const;
type Labeling = keyof typeof labelings;

export interface CompareState extends LabelState {
  readonly labeling: Labeling;
  readonly selection: Selection;
  readonly colorOf: (gene: Gene) => string;
}

const titleHeight = 16;
const labelHeight = 13;
const rowHeight = 15;
const bandHeight = 30;

function trackHeight(labeling: Labeling): number {
  return titleHeight + (labeling === 'notes' ? 2 * labelHeight : 0) + 2 * rowHeight + bandHeight;
}

export function compareMap(tracks: readonly Track[], state: CompareState) {
  const { from, to, width, theme, labeling, selection, colorOf } = state;
  const view: View = { from, to, left: margin, right: width - margin };
  const isShown = isShownIn(tracks, selection);
  const step = trackHeight(labeling);
  const geneTop = (track: number) =>
    margin + track * step + titleHeight + (labeling === 'notes' ? 2 * labelHeight : 0);
  const boxes = tracks.map((track, index) =>
    geneBoxes(track.genes.filter(isShown), track, view, { y: geneTop(index), rowHeight }),
  );
  const shapes: Shape[] = [];
  for (let track = 0; track + 1 < tracks.length; track++) {
    shapes.push(...bands(boxes[track] ?? [], boxes[track + 1] ?? [], view, colorOf));
  }
  for (const [index, track] of tracks.entries()) {
    shapes.push(...trackShapes(track, boxes[index] ?? [], geneTop(index), view, state));
  }
  const bottom = margin + tracks.length * step - bandHeight + 14;
  shapes.push(...ruler(marksIn(view, width), view, bottom, theme));
  const scene: Scene = { width, height: bottom + 26, background: theme.paper, shapes };
  return { scene, boxes: boxes.flatMap((row, track) => row.map((box) => ({ ...box, track }))) };
}

function trackShapes(
  track: Track,
  boxes: readonly GeneBox[],
  top: number,
  view: View,
  state: CompareState,
): readonly Shape[] {
  const { theme, labeling, colorOf } = state;
  const x = toPixels(view);
  const middle = top + rowHeight;
  const [left, right] = [
    Math.max(view.left, x(track.shift)),
    Math.min(view.right, x(track.shift + track.length)),
  ];
  const caption = track.caption === '' ? '' : ` (${track.caption})`;
  const title = `${track.name}${caption}${track.isFlipped ? ', turned round' : ''}`;
  const titleY = top - (labeling === 'notes' ? 2 * labelHeight : 0) - 5;
  const bold = { size: 12, fill: theme.ink, anchor: 'start', isBold: true } as const;
  const shapes: Shape[] = [textAt(view.left, titleY, title, bold)];
  if (right > left) shapes.push(line([left, middle, right, middle], theme.line));
  shapes.push(...geneArrows(boxes, track, state, 0.5));
  if (labeling === 'names')
    shapes.push(...geneNames(boxes, colorOf, state, { size: 10, spare: 8 }));
  if (labeling === 'notes') {
    const notes = notesOf(boxes, view, { ...state, marked: null }, { lanes: 2, letters: 28 });
    const shown = { size: 10, fill: theme.ink };
    for (const { label, x: at, lane } of notes)
      shapes.push(textAt(at, top - 3 - lane * labelHeight, label.text, shown));
  }
  return shapes;
}

// Of a family with many copies in both, each is joined to so many.
const mostPairs = 4;

function bands(
  upper: readonly GeneBox[],
  lower: readonly GeneBox[],
  view: View,
  colorOf: (gene: Gene) => string,
): readonly Shape[] {
  const byFamily = groupedBy(lower, ({ gene }) => gene.pham);
  const limit = (x: number) => Math.min(Math.max(x, view.left - 50), view.right + 50);
  return upper.flatMap(({ gene, x1, x2, y2 }): readonly Shape[] => {
    const others = gene.pham === null ? [] : (byFamily.get(gene.pham) ?? []);
    const color = colorOf(gene);
    return others.slice(0, mostPairs).map((other): Shape => {
      const ends = [limit(x1), y2, limit(x2), y2];
      const points = [...ends, limit(other.x2), other.y1, limit(other.x1), other.y1];
      // Without a colour it would not be seen.
      return {
        kind: 'polygon',
        points,
        fill: color === blank ? '#9aa7b4' : color,
        opacity: 0.3,
      };
    });
  });
}

/**
 * Places the tracks so that the first gene of a family begins at one point in all, and is read to the right. What a track
 * is turned and shifted besides is done after that.
 */
export function alignOn(tracks: readonly Track[], pham: number): readonly Track[] {
  return tracks.map((track) => {
    const gene = track.genes.find((one) => one.pham === pham);
    return gene === undefined ? track : alignOnGene(track, gene);
  });
}

/** The same for one track and one of its genes: a genome may have several of a family. */
function alignOnGene(track: Track, gene: Gene): Track {
  const turned = { ...track, isFlipped: gene.isReverse !== track.isFlipped, shift: 0 };
  const spans = spansOn(turned, gene);
  // If there are two parts, the one with the gene's left end.
  const leftmost = (turned.isFlipped ? spans.at(-1) : undefined) ?? spans[0];
  return { ...turned, shift: track.shift - leftmost.from };
}

/** The stretch of the common scale that all tracks need. */
export function extentOf(tracks: readonly Placement[]): readonly [number, number] {
  const from = Math.min(0, ...tracks.map(({ shift }) => shift));
  const to = Math.max(1000, ...tracks.map(({ shift, length }) => shift + length));
  return [from, to];
}

export const selections = {
  all: 'all',
  shared: 'only in shared families',
  unshared: 'that only one of them has',
} as const;
export type Selection = keyof typeof selections;

type Genome = Readonly<{ name: string; genes: readonly Gene[] }>;

export type NamedFamily = Readonly<ReturnType<typeof familyNames>[number]>;

export function sharedFamilies(tracks: readonly Pick<Genome, 'genes'>[]): ReadonlySet<number> {
  const each = tracks.flatMap(({ genes }) => [...new Set(genes.map(({ pham }) => pham))]);
  const shared = [...counted(each)].filter(([, tracksWith]) => tracksWith > 1);
  return new Set(shared.flatMap(([pham]) => pham ?? []));
}

export function isShownIn(tracks: readonly Pick<Genome, 'genes'>[], selection: Selection) {
  if (selection === 'all') return () => true;
  const shared = sharedFamilies(tracks);
  return ({ pham }: Gene) => (pham !== null && shared.has(pham)) === (selection === 'shared');
}

/** The shared families in the order of the first track that has each, with the notes that most of their genes here have. */
export function familyNames(tracks: readonly Genome[], shared: ReadonlySet<number>) {
  const all = tracks.flatMap(({ name, genes }) => genes.map((gene) => ({ ...gene, track: name })));
  return [...groupedBy(all, ({ pham }) => pham)].flatMap(([pham, genes]) => {
    if (pham === null || !shared.has(pham)) return [];
    const [[notes] = ['']] = mergeSpellings(tally(genes, (gene) => gene.notes));
    const tracksWith = new Set(genes.map(({ track }) => track)).size;
    return [{ pham, color: genes[0]?.color ?? '', notes, tracksWith }];
  });
}

export function trackOf({ gene, places }: Surroundings): Track {
  const genes = byPosition(places.filter((one) => one !== null));
  const track: Track = {
    name: gene.phage,
    caption: gene.subcluster || gene.cluster,
    genes,
    length: Math.max(...genes.map(endOf)),
    isFlipped: false,
    shift: 0,
    runsOn: true,
  };
  return alignOnGene(track, gene);
}

/** How long the genome is at least. One through the origin has about as many bases as its protein needs. */
function endOf({ start, stop, translation }: Gene): number {
  if (start <= stop) return stop;
  return Math.max(start, start + 3 * (translation.length + 1) - stop);
}

const spareBases = 300;

/** What all tracks need, with some bases beside it. */
export function stretchOfAll(tracks: readonly Track[]): Stretch {
  const spans = tracks.flatMap((track) => track.genes.flatMap((gene) => spansOn(track, gene)));
  const [from, to] = [spans.map((span) => span.from), spans.map((span) => span.to)];
  return [Math.min(0, ...from) - spareBases, Math.max(1, ...to) + spareBases];
}
