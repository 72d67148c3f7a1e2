/** What stands around the genes of a family, in the simplest way: by looking for each of them in the genes of its phage. */
import type { GeneRecord } from '../../src/generated/records.ts';
import { compareCodePoints } from './naive.ts';

type Genome = readonly GeneRecord[];

/** `genes` are all of the site, in the order of their list; gives what stands around those of a family. */
export function naiveNeighbours(genes: Genome): (id: number, members: Genome) => object {
  const genomes = new Map<string, GeneRecord[]>();
  for (const gene of genes) {
    const phage = phageOf(gene);
    const start: number | null = gene.Start;
    if (phage === null || start === null) continue;
    const genome = genomes.get(phage);
    if (genome === undefined) genomes.set(phage, [gene]);
    else genome.push(gene);
  }
  for (const genome of genomes.values()) genome.sort((a, b) => a.Start - b.Start);
  const near = (gene: GeneRecord, place: number): readonly GeneRecord[] => {
    if (place === 0) return [gene];
    const genome = genomes.get(phageOf(gene) ?? '') ?? [];
    const at = genome.indexOf(gene);
    const other = genome[at + (gene.Orientation === 'R' ? -place : place)];
    return at < 0 || other === undefined ? [] : [other];
  };
  return (id, members) => around(id, members, near);
}

function phageOf(gene: GeneRecord): string | null {
  return gene.PhageID?.PhageID || null;
}

function around(
  id: number,
  members: Genome,
  near: (gene: GeneRecord, place: number) => readonly GeneRecord[],
): object {
  const places = Array.from({ length: 11 }, (_, index) => {
    const place = index - 5;
    const there = members.flatMap((member) => near(member, place));
    const phams = counted(there, (gene) => gene.PhamID?.PhamID ?? null).toSorted(
      ([a, some], [b, others]) => others.length - some.length || (a ?? Infinity) - (b ?? Infinity),
    );
    const notes = counted(there, (gene) => gene.Notes ?? '').toSorted(
      ([a, some], [b, others]) => others.length - some.length || compareCodePoints(a, b),
    );
    return {
      place,
      gene_count: there.length,
      pham_count: phams.length,
      phams: phams.slice(0, 20).map(([pham, of]) => ({
        PhamID: pham,
        Color: pham === null ? null : (of[0]?.PhamID.Color ?? null),
        gene_count: of.length,
      })),
      note_count: notes.length,
      notes: notes.slice(0, 20).map(([Notes, of]) => ({ Notes, gene_count: of.length })),
    };
  });
  return {
    PhamID: id,
    Color: members[0]?.PhamID.Color ?? null,
    gene_count: members.length,
    phage_count: new Set(members.flatMap((gene) => phageOf(gene) ?? [])).size,
    places,
  };
}

function counted<Key>(
  genes: readonly GeneRecord[],
  keyOf: (gene: GeneRecord) => Key,
): [Key, GeneRecord[]][] {
  const found = new Map<Key, GeneRecord[]>();
  for (const gene of genes) found.set(keyOf(gene), [...(found.get(keyOf(gene)) ?? []), gene]);
  return [...found];
}
