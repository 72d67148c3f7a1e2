/** Genes that a naive model cuts from random genomes fit them; with another base they do not, unless it means the same. */
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CodeNumber, codeNumbers, translate } from '../../src/sequences/nucleotides.ts';
import type { GeneRecord } from '../../src/generated/records.ts';
import { asLines, tinyGene, tinyPhage } from '../integration/tinyData.ts';
import { writeFiles } from '../integration/workFolder.ts';
import { build, inFastFolder } from './siteBuilds.ts';

const complements: Readonly<Record<string, string>> = { A: 'T', C: 'G', G: 'C', T: 'A' };

/** What lies from `start` on, so many bases, through the origin where the genome ends. */
function cut(genome: string, start: number, bases: number, isReverse: boolean): string {
  const read = Array.from({ length: bases }, (_, at) =>
    genome.charAt((start + at) % genome.length),
  );
  if (!isReverse) return read.join('');
  return read
    .toReversed()
    .map((base) => complements[base])
    .join('');
}

const unknown = { genome_length: null, gcpercent: null };

interface Cut {
  readonly start: number;
  readonly codons: number;
  readonly isReverse: boolean;
  readonly code: CodeNumber;
  /** Bases that are left out in the middle. */
  readonly skipped: number;
  /** Where a base becomes another one. */
  readonly changed: number;
}

const anyCut: fc.Arbitrary<Cut> = fc.record({
  start: fc.nat({ max: 299 }),
  codons: fc.integer({ min: 3, max: 20 }),
  isReverse: fc.boolean(),
  code: fc.constantFrom(...codeNumbers),
  skipped: fc.constantFrom(0, 0, 0, 1, 7),
  changed: fc.nat(),
});

/** The gene of a cut from `genome`; its Translation is of `coding`. */
function geneOf(genome: string, one: Cut, number: number): GeneRecord {
  const { start, codons, isReverse, code, skipped } = one;
  const length = 3 * codons;
  const bases = cut(genome, start, length + skipped, isReverse);
  const first = 3 * (codons >> 1) + 1;
  const coding = bases.slice(0, first) + bases.slice(first + skipped);
  const stop = (start + length + skipped) % genome.length;
  return tinyGene('Quillon', number, {
    Start: start,
    // Not 0, which would be before the start.
    Stop: stop === 0 ? genome.length : stop,
    Length: length,
    Orientation: isReverse ? 'R' : 'F',
    Translation: translate(Buffer.from(coding), code),
  });
}

test('a gene that was cut from its genome is never warned of, and one of another genome is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'ACGT'), minLength: 300, maxLength: 300 }),
      fc.array(anyCut, { minLength: 1, maxLength: 8 }),
      async (genome, cuts) => {
        await inFastFolder(async (folder) => {
          const genes = cuts.map((one, at) => geneOf(genome, one, at + 1));
          const fasta = `>Quillon\n${genome}\n`;
          expect(await warned(folder, genes, fasta)).toEqual([]);
          const [one] = cuts;
          if (one === undefined || one.skipped > 0) return;
          const at = (one.start + (one.changed % (3 * one.codons))) % genome.length;
          const other = one.changed % 2 === 0 ? complements[genome.charAt(at)] : 'A';
          const mutated = genome.slice(0, at) + other + genome.slice(at + 1);
          const bases = Buffer.from(cut(mutated, one.start, 3 * one.codons, one.isReverse));
          const said = (genes[0]?.Translation ?? '').replace(/\*$/, '');
          // Another start may also be read as M.
          const fits = codeNumbers.some((code) => {
            const read = translate(bases, code);
            const isRead = read === said || read === `${said}*`;
            return isRead || (said.startsWith('M') && read.slice(1) === said.slice(1));
          });
          const found = await warned(folder, genes, `>Quillon\n${mutated}\n`);
          if (!fits) expect(found).toContain(1);
        });
      },
    ),
    { seed: 85, numRuns: 25 },
  );

  async function warned(
    folder: string,
    genes: readonly GeneRecord[],
    fasta: string,
  ): Promise<number[]> {
    await writeFiles(folder, {
      'data/genes/a.ndjson': asLines(genes),
      'data/phages/a.ndjson': asLines([{ ...tinyPhage('Quillon'), ...unknown }]),
      'data/genomes/a.fna': fasta,
    });
    const place = { data: path.join(folder, 'data'), out: path.join(folder, 'site') };
    const { findings } = await build({ ...place, views: [], bulk: [] });
    return findings
      .report()
      .kept.filter(({ rule }) => rule === 'gene-translation')
      .map(({ line }) => line);
  }
});
