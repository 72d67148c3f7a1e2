import { describe, expect, test } from 'vitest';
import { perList, perCollection, collectionNames } from '../../../src/contract/collectionName.ts';
import { viewNames } from '../../../src/contract/routes.ts';
import { emptyNotes, featureColumns } from '../../../src/records/notes.ts';
import { planViews, type ViewNotes } from '../../../src/sinks/planViews.ts';
import { plannedPaths } from './plannedPaths.ts';
import { genesOn, phagesOn } from './someNotes.ts';

const before: ViewNotes = {
  features: { ...emptyNotes(featureColumns), rows: Uint32Array.of(1, 0, 1, 1, 1), texts: ['C'] },
  genes: genesOn([1, 0, 1, 'A', [7]], [1, 1, 1, 'B', [10]], [2, 0, 2, 'C', [9, 7]]),
  phages: phagesOn({ page: 1, at: 0, cluster: 'A' }, { page: 2, at: 0, cluster: 'B' }),
};
const nothing = perCollection(() => []);
const pages = {
  collections: collectionNames,
  pageSizes: perList(() => 2),
  furtherSizes: {},
  baseUrl: 'https://example.org',
  links: 'query',
  caseInsensitiveNames: false,
  fieldNames: {},
} as const;

const pathsOf = (plan: ReturnType<typeof planViews>) => plannedPaths(plan.files());

describe('the plan of a whole build', () => {
  const plan = planViews(
    viewNames,
    perCollection((name) => [before[name]]),
    null,
    pages,
  );

  test('has the files of every view, and keeps none', () => {
    expect(pathsOf(plan)).toEqual(
      expect.arrayContaining([
        'api/genesbyphage/C/index.json',
        'api/featuresbyphage/C/index.json',
        ...viewNames.slice(2).map((view) => `api/${view}/index.json`),
      ]),
    );
    expect(plan.isKept('api/genesbyphage/C/index.json')).toBe(false);
    expect(plan.isKept('api/clusters/index.json')).toBe(false);
    expect(plan.notes).toEqual(before);
  });

  test('has those of the views that are wanted only', () => {
    const some = planViews(
      ['clusters'],
      { ...perCollection(() => []), phages: [before.phages] },
      null,
      pages,
    );
    expect(pathsOf(some).every((path) => path.startsWith('api/clusters/'))).toBe(true);
  });
});

describe('the plan after a change', () => {
  test('that touched no page writes nothing and keeps all', () => {
    const plan = planViews(viewNames, nothing, before, pages);
    expect(pathsOf(plan)).toEqual([]);
    for (const view of viewNames) expect(plan.isKept(`api/${view}/x/index.json`)).toBe(true);
    expect(plan.isKept('api/index.json')).toBe(false);
    expect(plan.isKept('errors/not-found.json')).toBe(false);
    expect(plan.notes).toEqual(before);
  });

  test('of a page of genes writes the lists of the phages that are or were on it', () => {
    const renewed = genesOn([1, 0, 1, 'A', [7]], [1, 1, 1, 'D', [null]]);
    const plan = planViews(
      viewNames,
      { ...perCollection(() => []), genes: [renewed] },
      before,
      pages,
    );
    expect(pathsOf(plan)).toEqual([
      'api/genesbyphage/A/index.json',
      'api/genesbyphage/D/index.json',
      'api/phams/7/index.json',
      'api/phams/7/neighbours/index.json',
      'api/phams/index.json',
      'api/phams/page/1.json',
    ]);
    // The only gene of pham 10 is gone.
    const isPhamKept = (name: string) => plan.isKept(`api/phams/${name}.json`);
    expect(
      ['7/index', '9/index', '10/index', 'index', 'page/1', 'page/2'].filter(isPhamKept),
    ).toEqual(['9/index']);
    const isKept = (name: string) => plan.isKept(`api/genesbyphage/${name}/index.json`);
    expect(['A', 'B', 'C', 'D'].filter(isKept)).toEqual(['C']);
    expect(plan.isKept('api/genesbyphage/B/index.json.gz')).toBe(false);
    expect(plan.isKept('api/genesbyphage/C/index.json.br')).toBe(true);
    expect(plan.isKept('api/clusters/index.json')).toBe(true);
  });

  test('of a page of phages writes all views of phages', () => {
    const renewed = phagesOn({ page: 2, at: 0, cluster: 'C' });
    const plan = planViews(
      viewNames,
      { ...perCollection(() => []), phages: [renewed] },
      before,
      pages,
    );
    const paths = pathsOf(plan);
    expect(paths).toContain('api/clusters/A/index.json');
    expect(paths).toContain('api/clusters/C/index.json');
    expect(paths.join()).not.toMatch(/genesbyphage|clusters\/B|phams/);
    expect(plan.isKept('api/phams/index.json')).toBe(true);
    expect(plan.isKept('api/clusters/B/index.json')).toBe(false);
    expect(plan.isKept('api/genesbyphage/B/index.json')).toBe(true);
  });
});

describe('with aliases', () => {
  const aliased = { ...pages, caseInsensitiveNames: true } as const;
  const all = { ...perCollection(() => []), genes: [before.genes], phages: [before.phages] };

  test('each view that has a name lies under it in lower case, too, with the same content', () => {
    const files = [...planViews(viewNames, all, null, aliased).files()];
    const exact = [...planViews(viewNames, all, null, pages).files()];
    const at = (path: string) =>
      files.find((file) => file.kind !== 'neighbours' && file.path === path);
    for (const [name, alias] of [
      ['genesbyphage/C', 'genesbyphage/c'],
      ['clusters/A', 'clusters/a'],
      ['clusters/B/phagelist', 'clusters/b/phagelist'],
    ]) {
      const { path: _, ...content } = { path: '', ...at(`api/${name}/index.json`) };
      expect(at(`api/${alias}/index.json`)).toMatchObject(content);
    }
    // Three phages, and two clusters with their lists.
    expect(files).toHaveLength(exact.length + 3 + 4);
  });

  test('those of a phage whose genes were rendered again are not kept, and others are', () => {
    const renewed = genesOn([2, 0, 2, 'C', [9, 7]]);
    const plan = planViews(
      viewNames,
      { ...perCollection(() => []), genes: [renewed] },
      before,
      aliased,
    );
    expect(plan.isKept('api/genesbyphage/c/index.json')).toBe(false);
    expect(plan.isKept('api/genesbyphage/c/index.json.gz')).toBe(false);
    expect(plan.isKept('api/genesbyphage/a/index.json')).toBe(true);
    expect(pathsOf(plan)).toContain('api/genesbyphage/c/index.json');
    expect(pathsOf(plan)).not.toContain('api/genesbyphage/a/index.json');
  });
});
