import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  partitionFolder,
  createHashPartition,
  renderPhams,
} from '../../../src/sinks/renderPhams.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { tempFolder } from '../sources/tempFolder.ts';

interface Gene {
  readonly pham: number;
  readonly json: string;
}

const phamIds = [0, 1, 2, 7, 10, 300, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];

const geneOf = fc.record({
  pham: fc.constantFrom(...phamIds),
  json: fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .map((text) => JSON.stringify(text)),
});

/** Deals the genes of each part as one thread does that holds so much of them, the last part first. */
function deal(
  folder: string,
  partitions: number,
  parts: readonly (readonly Gene[])[],
  heldBytes: number,
) {
  const partitioned = { dir: path.join(folder, 'partitioned'), partitions };
  for (let partition = 0; partition < partitions; partition++) {
    mkdirSync(partitionFolder(partitioned, partition), { recursive: true });
  }
  let rank = parts.flat().length;
  for (const part of parts.toReversed()) {
    rank -= part.length;
    const partition = createHashPartition(partitioned, rank, heldBytes);
    for (const { pham, json } of part) {
      const bytes = Buffer.from(`key${json}","PhamID":`);
      partition.add(pham, bytes, 3, 3 + Buffer.byteLength(json));
    }
    partition.finish();
  }
  return partitioned;
}

test('genes that are partitioned out come to their phams in the order of the parts, however many parts and partitions there are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(geneOf, { minLength: 1, maxLength: 20 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      // What is held of a partition: all of it, or of some only where their genes lie.
      fc.constantFrom(0, 60, 1 << 20),
      // Room for none of the longer genes, for some, and for all.
      fc.constantFrom(9, 300, 1 << 16),
      async (parts, partitions, maxHeldBytes, heldBytes) => {
        const folder = tempFolder();
        const partitioned = deal(folder, partitions, parts, heldBytes);
        const stagingDir = path.join(folder, 'site');
        const site = { stagingDir, liveDir: null, precompress: [] };
        const all = Array.from({ length: partitions }, (_, partition) => partition);
        const written = await renderPhams({ site, partitioned, partitions: all }, maxHeldBytes);
        const files = filesOf(written);
        const ids = [...new Set(parts.flat().map(({ pham }) => pham))];
        expect(new Set(files.map((file) => file.path))).toEqual(
          new Set(ids.map((id) => `api/phams/${id}/index.json`)),
        );
        expect(files).toHaveLength(ids.length);
        expect(written.phams).toBe(ids.length);
        expect(written.genes).toBe(parts.flat().length);
        for (const id of ids) {
          const own = parts.flat().filter(({ pham }) => pham === id);
          const text = readFileSync(path.join(stagingDir, `api/phams/${id}/index.json`), 'utf8');
          const results = own.map(({ json }) => json).join(',');
          expect(text).toBe(
            `{"count":${own.length},"next":null,"previous":null,"results":[${results}]}`,
          );
        }
        // What is written is not kept twice.
        expect(readdirSync(partitioned.dir)).toEqual([]);
      },
    ),
    { seed: 3, numRuns: 100 },
  );
});
