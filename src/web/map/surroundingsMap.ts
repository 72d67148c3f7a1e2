/** The neighbourhood of a gene as a track: aligned on the gene, in the direction in which it is read. */
import type { Surroundings } from '../data/neighbourhood.ts';
import { byPosition, type Gene } from '../data/records.ts';
import { alignOnGene, type Track } from './compareMap.ts';
import type { Stretch } from './stretch.ts';
import { spansOn } from './track.ts';

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
