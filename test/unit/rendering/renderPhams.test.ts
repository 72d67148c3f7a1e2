import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageFile } from '../../../src/contract/sitePaths.ts';
import { createNoter } from '../../../src/rendering/noter.ts';
import { dealGenes } from '../../../src/rendering/dealGenes.ts';
import { renderPhams } from '../../../src/rendering/renderPhams.ts';
import type { PageNotes } from '../../../src/views/pageNotes.ts';
import { planPhamBatches } from '../../../src/views/phamBatches.ts';
import { groupByPham } from '../../../src/views/phamGroups.ts';
import { tinyGene } from '../../integration/tinyData.ts';

const head = '{"results":[';

/** Writes pages of genes; gives their records as text and the notes about them. */
function writePages(
  dir: string,
  families: readonly (number | null)[],
  pageSize: number,
): { readonly genes: string[]; readonly notes: PageNotes } {
  const noter = createNoter('genes');
  const genes = families.map((id, at) => {
    const PhamID = id === null ? null : { PhamID: id, Color: '#123456' };
    return JSON.stringify({ ...tinyGene(`P${at % 3}`, at), PhamID, Notes: 'é'.repeat(at % 7) });
  });
  for (let page = 1; (page - 1) * pageSize < genes.length; page++) {
    const own = genes.slice((page - 1) * pageSize, page * pageSize);
    const bytes = Buffer.from(`${head}${own.join(',')}]}`);
    const file = path.join(dir, pageFile('genes', page));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    let from = head.length;
    for (const gene of own) {
      const end = from + Buffer.byteLength(gene);
      noter.note(bytes, from, end, { page, end });
      from = end + 1;
    }
  }
  return { genes, notes: noter.finish() };
}

test('every family gets its genes in the order of the pages, however they are dealt out', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(1, 2, 7, 10, 300, null), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(1, 700, 3000, 1_000_000),
      (families, pageSize, maxBytes) => {
        const dir = mkdtempSync(path.join(tmpdir(), 'phagepress-phams-'));
        try {
          const stagingDir = path.join(dir, 'site');
          const dealtDir = path.join(dir, 'dealt');
          mkdirSync(stagingDir);
          mkdirSync(dealtDir);
          const { genes, notes } = writePages(stagingDir, families, pageSize);
          const plan = planPhamBatches(notes, groupByPham(notes), maxBytes);
          const { numberOf, batchOf, partCount: parts } = plan;
          for (const part of plan.parts()) {
            dealGenes({ stagingDir, dealtDir, part, numberOf, batchOf });
          }
          const site = { stagingDir, liveDir: null, precompress: [] };
          const files = plan.batches.flatMap(
            (batch) => renderPhams({ site, dealtDir, parts, batch }).files,
          );
          const ids = [...new Set(families.filter((id) => id !== null))].sort((a, b) => a - b);
          expect(files.map((file) => file.path)).toEqual(
            ids.map((id) => `api/phams/${id}/index.json`),
          );
          for (const id of ids) {
            const own = genes.filter((_, at) => families[at] === id);
            const text = readFileSync(path.join(stagingDir, `api/phams/${id}/index.json`), 'utf8');
            expect(text).toBe(
              `{"count":${own.length},"next":null,"previous":null,"results":[${own.join(',')}]}`,
            );
          }
          if (maxBytes === 1) expect(plan.batches).toHaveLength(ids.length);
          if (maxBytes === 1_000_000) expect(parts).toBe(genes.length === 0 ? 0 : 1);
        } finally {
          rmSync(dir, { recursive: true });
        }
      },
    ),
    { seed: 3, numRuns: 150 },
  );
});
