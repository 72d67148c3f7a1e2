/** A phage too large to be held: its texts are those of one that is held, and little of it is in memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTextMaker, phageMakers } from '../../../src/sinks/formats.ts';
import { renderBulk, type RenderedBulk, renderLargeGroup } from '../../../src/sinks/renderBulk.ts';
import { type GroupPart, partsOfPhage } from '../../../src/sinks/maker.ts';
import type { FieldNames } from '../../../src/contract/siteOptions.ts';
import type { BulkName } from '../../../src/contract/bulkFiles.ts';
import { mergeFiles } from '../../../src/publishing/fileList.ts';
import { tinyGene } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

type Gene = ReturnType<typeof tinyGene>;

/** Genes on pages of a few records, and what reads them; notes the longest stretch that was read at once. */
function paged(genes: readonly object[], pageSize = 3) {
  const pages: Buffer[] = [];
  const places: number[] = [];
  for (let at = 0; at < genes.length; at += pageSize) {
    const texts = genes.slice(at, at + pageSize).map((gene) => JSON.stringify(gene));
    let from = 0;
    for (const text of texts) {
      const to = from + Buffer.byteLength(text);
      places.push(pages.length + 1, from, to);
      from = to + 1;
    }
    pages.push(Buffer.from(texts.join(',')));
  }
  const longest = { bytes: 0 };
  const read = (_: unknown, page: number, into: Buffer, from: number) => {
    longest.bytes = Math.max(longest.bytes, into.length);
    pages[page - 1]?.copy(into, 0, from, from + into.length);
  };
  return { pages, places: Uint32Array.from(places), read, longest };
}

const coordinate = fc.option(fc.nat({ max: 12 }), { nil: null, freq: 5 });
const anyGene = fc.record({
  number: fc.nat({ max: 4 }),
  Start: coordinate,
  Stop: coordinate,
  Length: coordinate,
  Orientation: fc.constantFrom('F', 'R'),
  Notes: fc.constantFrom('', 'é;\n', 'tail'),
});
/** In order of GeneID; some repeat, have nulls or lie through the origin. */
const anyGenes = fc
  .array(anyGene, { maxLength: 9 })
  .map((genes) =>
    genes
      .toSorted((a, b) => a.number - b.number)
      .map(({ number, ...fields }) => tinyGene('Quillon', number, fields as Partial<Gene>)),
  );
const anyLimits = fc.record({
  genes: fc.integer({ min: 1, max: 4 }),
  bytes: fc.nat({ max: 2000 }),
});
const anyLength = fc.option(fc.nat({ max: 30 }), { nil: null });

const both = new Set<BulkName>(['fasta', 'gff3']);

test('the texts of a large phage are those of one that is held, whatever its genes and however they are cut', () => {
  const held = createTextMaker();
  const property = (genes: Gene[], genomeLength: number | null, limits: typeof few) => {
    const { places, read } = paged(genes);
    const phage = { name: 'Quillon', genomeLength, places, ranges: [] };
    const part: GroupPart = { kind: 'group', isFirst: false, phages: [phage] };
    const { texts } = held.textsOf(part, both, { read, fieldNames: {} }, table);
    const streamed = phageMakers(both).map(({ maker }) => {
      const { count, parts } = partsOfPhage(maker, phage, { read, fieldNames: {} }, limits);
      return { text: joined(parts), records: count };
    });
    expect(streamed).toEqual(
      texts.map(({ text, records }) => ({ text: text.toString(), records })),
    );
  };
  fc.assert(fc.property(anyGenes, anyLength, anyLimits, property), { numRuns: 200 });
});

test('the texts of a large phage never need more than a stretch of its records, or of the text made of them', () => {
  const genes = Array.from({ length: 500 }, (_, at) =>
    tinyGene('Quillon', 1000 + at, { Start: (at * 7919) % 500, Stop: 600, Length: 1 }),
  );
  const { places, read, longest } = paged(genes, 500);
  const limits = { genes: 20, bytes: 1 << 20 };
  const phage = { name: 'Quillon', genomeLength: null, places, ranges: [] };
  const longestPieces = phageMakers(both).map(({ maker }) => {
    const { parts } = partsOfPhage(maker, phage, { read, fieldNames: {} }, limits);
    return Math.max(...Array.from(parts, ({ length }) => length));
  });
  expect(longestPieces.length).toBe(2);
  const longestGene = Math.max(...genes.map((gene) => JSON.stringify(gene).length + 1));
  expect(longest.bytes).toBeLessThanOrEqual(limits.genes * longestGene);
  for (const length of longestPieces) expect(length).toBeLessThan(limits.genes * longestGene);
});

const few = { genes: 2, bytes: 1 << 20 };
const table = { isGuarded: false };

describe('a large group', () => {
  const wanted = new Set<BulkName>(['fasta', 'gff3', 'phages']);
  const render = async (
    make: (
      site: { stagingDir: string; liveDir: null; fieldNames: FieldNames },
      part: GroupPart,
    ) => Promise<RenderedBulk>,
    isFirst: boolean,
  ) => {
    const genes = [1, 2, 2, 3, 4, 5].map((number) =>
      tinyGene('Quillon', number, { Start: 40 - number, Stop: 60, Length: 20 + number }),
    );
    const others = [1, 2].map((number) => tinyGene('Vexmoor', number));
    const { pages, places } = paged([...genes, ...others]);
    const folder = tempFolder();
    pages.forEach((page, at) =>
      addFile(folder, `staging/api/genes/page/${at + 1}.json`, page.toString()),
    );
    const phages = [
      { name: 'Quillon', genomeLength: 50, places: places.slice(0, 18), ranges: [] },
      { name: null, genomeLength: null, places: places.slice(18, 21), ranges: [] },
      { name: '..', genomeLength: null, places: places.slice(21), ranges: [] },
    ];
    const stagingDir = path.join(folder, 'staging');
    const made = await make(
      { stagingDir, liveDir: null, fieldNames: {} },
      { kind: 'group', isFirst, phages },
    );
    return {
      parts: made.parts.map(({ content, ...part }) => {
        if (content instanceof Uint8Array) return { ...part, bytes: Buffer.from(content) };
        const { place, from, bytes } = content;
        return { ...part, bytes: readFileSync(place).subarray(from, from + bytes) };
      }),
      files: Array.from(mergeFiles(made.lists), (file) => ({
        ...file,
        text: readFileSync(path.join(stagingDir, file.path), 'utf8'),
      })),
    };
  };

  test.each([true, false])('comes to the bytes of one that is held', async (isFirst) => {
    const held = await render(
      (site, part) => renderBulk({ site, part, wanted, table }, createTextMaker()),
      isFirst,
    );
    const large = await render(
      (site, part) => renderLargeGroup({ site, part, wanted }, few),
      isFirst,
    );
    expect(large).toEqual(held);
    expect(held.parts).toHaveLength(2);
    expect(held.files.map((file) => file.path)).toEqual([
      'bulk/phages/Quillon.faa',
      'bulk/phages/Quillon.gff3',
    ]);
  });

  test('is made piece by piece where it is longer than what may be held', async () => {
    const made = await render(
      (site, part) =>
        renderBulk({ site, part, wanted, table }, createTextMaker(), 1).then((rendered) => {
          for (const { content } of rendered.parts) expect(content).not.toBeInstanceOf(Uint8Array);
          return rendered;
        }),
      true,
    );
    expect(made.parts).toHaveLength(2);
  });
});

function joined(pieces: Iterable<Buffer>): string {
  return Array.from(pieces, (piece) => piece.toString()).join('');
}
