/** What the examples for readers must print of a site that was built of some records. */
import { expect } from 'vitest';
import type { GeneRecord, PhageRecord } from '../../src/generated/records.ts';
import { compareText } from '../../src/text/order.ts';

export interface Records {
  /** In the order of the lists. */
  readonly genes: readonly GeneRecord[];
  readonly phages: readonly PhageRecord[];
}

/** By the name of the example, all that it prints, `tidied`. */
export function printedBySnippets({ genes, phages }: Records): Readonly<Record<string, string>> {
  const total = `${genes.length} genes`;
  const firstToLast = `${total} from ${genes[0]!.GeneID} to ${genes.at(-1)!.GeneID}`;
  const top = topPhages(genes);
  const family = genes.filter(({ PhamID }) => PhamID.PhamID === 272).map(({ GeneID }) => GeneID);
  expect(family).not.toEqual([]);
  const longestProtein = firstLongest(genes, (gene) => gene.Translation.length);
  const longestGene = firstLongest(genes, (gene) => gene.Length);
  const onePhage = printedOfPhage('Banobagleep', { genes, phages });

  return {
    'curl and jq: Every page': lines(
      genes.map((gene) => `${gene.GeneID} ${gene.PhageID.PhageID} ${gene.Length}`),
    ),
    'curl and jq: One phage': onePhage,
    'curl and jq: Everything': lines([
      ...family,
      ...top.map(([name, count]) => `${count} ${name}`),
    ]),
    'Python: Every page': lines([firstToLast]),
    'Python: One phage': onePhage,
    'Python: Everything': lines([total, ...top.map((row) => row.join(' '))]),
    'Python: Proteins': lines([
      `${genes.length} proteins, the longest of ${longestProtein.GeneID} with ${longestProtein.Translation.length}`,
    ]),
    'R: Every page': lines([firstToLast]),
    'R: One phage': onePhage,
    'R: Everything': lines([
      total,
      '',
      top.map(([name]) => name).join(' '),
      top.map(([, count]) => count).join(' '),
    ]),
    'JavaScript: Every page': lines([firstToLast]),
    'JavaScript: One phage': onePhage,
    'JavaScript: Everything': lines([
      `${total}, the longest is ${longestGene.GeneID} with ${longestGene.Length}`,
    ]),
  };
}

/** The phage with its length, then its genes. */
export function printedOfPhage(name: string, { genes, phages }: Records): string {
  const { genome_length: length } = phages.find((phage) => phage.phage_name === name)!;
  const own = genes.filter((gene) => gene.PhageID.PhageID === name);
  expect(own).not.toEqual([]);
  return lines([
    `${name} ${length}`,
    ...own.map((gene) => [gene.GeneID, gene.Start, gene.Stop, gene.Orientation].join(' ')),
  ]);
}

/** The five phages with the most genes; of as many genes, in order of name. */
export function topPhages(
  genes: readonly GeneRecord[],
): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { PhageID } of genes) {
    counts.set(PhageID.PhageID, (counts.get(PhageID.PhageID) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  return byCount.slice(0, 5);
}

function firstLongest(
  genes: readonly GeneRecord[],
  lengthOf: (gene: GeneRecord) => number,
): GeneRecord {
  return genes.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
}

/** As printed, but with one space between columns and none around them: each language has its own way. */
export function tidied(text: string): string {
  return lines(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().replaceAll(/[ \t]+/g, ' ')),
  );
}

function lines(expected: readonly string[]): string {
  return expected.map((line) => `${line}\n`).join('');
}
