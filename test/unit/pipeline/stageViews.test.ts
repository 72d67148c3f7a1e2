import { expect, test } from 'vitest';
import { perList, perCollection, collectionNames } from '../../../src/contract/collectionName.ts';
import { joinWritten } from '../../../src/publishing/fileList.ts';
import { stageViews } from '../../../src/pipeline/renderDerived.ts';
import { planViews } from '../../../src/sinks/planViews.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { heldOf } from '../base/garbage.ts';
import { genesOn } from '../sinks/someNotes.ts';

const options = {
  collections: collectionNames,
  pageSizes: perList(() => 9),
  furtherSizes: {},
  baseUrl: 'https://example.org',
  links: 'query',
  caseInsensitiveNames: false,
  fieldNames: {},
  about: {},
  bulk: [],
  html: false,
  spreadsheetSafe: false,
} as const;
const progress = { stage() {}, advance() {}, end() {} };

test.each([
  [4, null],
  [3, /3 genes of 4/],
])('phams that got %d of 4 genes', async (genes, problem) => {
  const notes = genesOn([1, 0, 3, 'A', [7, 9, null]], [1, 3, 2, 'B', [9, 9]]);
  const plan = planViews(['phams'], { ...perCollection(() => []), genes: [notes] }, null, options);
  const site = { stagingDir: `${tempFolder()}/site`, liveDir: null, precompress: [] };
  const phams = Promise.resolve([{ ...joinWritten([]), phams: 2, genes }]);
  const staged = stageViews(plan, phams, site, inProcessWorkers, progress);
  if (problem === null) expect(await staged).toMatchObject({ count: 4 });
  else await expect(staged).rejects.toThrow(problem);
});

test('a plan does not hold the notes that it joined, which are large', async () => {
  const parts = [1, 2].map((page) => genesOn([page, 0, 2, 'A', [7, 9]]));
  const held = parts.map((part) => new WeakRef(part));
  const rendered = { ...perCollection(() => []), genes: parts.splice(0) };
  const plan = planViews(['phams'], rendered, null, { ...options, furtherSizes: { genes: [3] } });
  rendered.genes = [];
  expect(await heldOf(held)).toEqual([]);
  expect(plan.fileCount()).toBeGreaterThan(0);
});
