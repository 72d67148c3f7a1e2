/** The files that views are planned to have; test/property asks whether they hold what they should. */
import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { lytic, type PageNotes, sequenced, temperate } from '../../../src/pages/pageNotes.ts';
import { planClusters, planSubclusters } from '../../../src/views/clusterViews.ts';
import { planObjects } from '../../../src/views/objectViews.ts';
import type { ViewName } from '../../../src/contract/views.ts';
import { plannedPaths } from './plannedPaths.ts';
import { phagesOn, genesOn } from './someNotes.ts';
import { flaggedPhages } from '../../../src/views/phageLists.ts';
import { views } from '../../../src/views/planViews.ts';
import type { Change } from '../../../src/views/view.ts';
import {
  envelopeOf,
  type Planned,
  type PlannedFile,
  plannedBytes,
} from '../../../src/views/plannedFile.ts';

const options = {
  baseUrl: '',
  links: 'query',
  pageSizes: perList(() => 1),
  furtherSizes: {},
  fieldNames: {},
} as const;
const flagged = (notes: PageNotes, view: ViewName, flag: number) =>
  flaggedPhages(view, flag).plan(notes, null, options).files();
const byPhage = (notes: PageNotes, change: Change | null = null) =>
  views.genesbyphage.plan(notes, change, options);

/** By path the text, or how many records and from where. */
function summary(files: Iterable<Planned>): Record<string, string> {
  return Object.fromEntries(
    [...files]
      .filter(isOneFile)
      .map((file) => [
        file.path.replace(/^api\/(.*)\/index\.json$/, '$1'),
        file.kind === 'text'
          ? file.text
          : `${file.count} ${file.collection}: ${[...file.slices].join(' ')}`,
      ]),
  );
}

const isOneFile = (planned: Planned): planned is PlannedFile => planned.kind !== 'neighbours';

describe('genes by phage', () => {
  const notes = genesOn(
    [1, 0, 2, 'B'],
    [1, 2, 1, 'A'],
    [2, 0, 1, 'B'],
    [2, 1, 1, ''],
    [2, 2, 1, 'a/b'],
    [3, 0, 3, 'A'],
  );

  test('are a list for each phage, over pages, and none for names that can be no path', () => {
    expect(summary(byPhage(notes).files())).toEqual({
      'genesbyphage/B': '3 genes: 1 100 121 2 100 110',
      'genesbyphage/A': '4 genes: 1 122 132 3 100 132',
    });
  });

  test('are those of phages that are, or were, on a rendered page, if not all pages were rendered', () => {
    const before = genesOn([3, 0, 1, 'A'], [4, 0, 1, 'B']);
    const rendered = [genesOn([3, 0, 1, 'a/b'], [3, 1, 1, 'Z'])];
    const plan = byPhage(notes, { before, rendered });
    expect(Object.keys(summary(plan.files()))).toEqual(['genesbyphage/A']);
    const isKept = (name: string) => plan.isKept(`api/genesbyphage/${name}/index.json`);
    expect(['A', 'B', 'Z'].filter(isKept)).toEqual(['B']);
  });

  test('lie where the contract has them', () => {
    const paths = plannedPaths(byPhage(genesOn([1, 0, 1, 'Mr Spaced'])).files());
    expect(paths).toEqual(['api/genesbyphage/Mr Spaced/index.json']);
    expect([...byPhage(genesOn([1, 0, 1, '..'])).files()]).toEqual([]);
  });
});

test('phages are in the list of each of their flags', () => {
  const notes = phagesOn(
    { page: 1, at: 0, isSequenced: true, isTemperate: true },
    { page: 1, at: 1, isSequenced: true, isTemperate: false },
    { page: 1, at: 2, isSequenced: false, isTemperate: null },
    { page: 2, at: 0, isSequenced: true, isTemperate: false },
  );
  const lists = [
    ...flagged(notes, 'sequenced_phages', sequenced),
    ...flagged(notes, 'temperate_phages', temperate),
    ...flagged(notes, 'lytic_phages', lytic),
  ];
  expect(summary(lists)).toEqual({
    sequenced_phages: '3 phages: 1 100 121 2 100 110',
    temperate_phages: '1 phages: 1 100 110',
    lytic_phages: '2 phages: 1 111 121 2 100 110',
  });
});

describe('clusters', () => {
  const notes = phagesOn(
    { page: 1, at: 0, cluster: '\u{1d4ac}', subcluster: 'Q2' },
    { page: 1, at: 1, cluster: '\uff31', subcluster: 'Q10' },
    { page: 1, at: 2, cluster: '\u{1d4ac}', subcluster: 'Q10' },
    { page: 1, at: 3 },
    { page: 1, at: 4, cluster: 'Singleton' },
    { page: 1, at: 5, cluster: 'a/"\u2028', subcluster: 'x/y' },
  );

  test('are listed by code point, in the form of L1; a phage without one is in none', () => {
    expect(summary(planClusters(notes, {}))).toMatchObject({
      clusters:
        '[{"cluster":"Singleton","subclusters_set":[]},' +
        '{"cluster":"a/\\"\\u2028","subclusters_set":["x/y"]},' +
        '{"cluster":"Ｑ","subclusters_set":["Q10"]},' +
        '{"cluster":"𝒬","subclusters_set":["Q10","Q2"]}]',
      'clusters/Singleton/phagelist': '1 phages: 1 144 154',
      'clusters/𝒬': '{"cluster":"𝒬","subclusters_set":["Q10","Q2"]}',
      'clusters/𝒬/phagelist': '2 phages: 1 100 110 1 122 132',
    });
  });

  test('have an address when they can have one', () => {
    expect(Object.keys(summary(planClusters(notes, {})))).toHaveLength(1 + 3 * 2);
  });

  test('say what is in them once, and the first phage says where a subcluster is', () => {
    expect(summary(planSubclusters(notes, {}))).toEqual({
      subclusters:
        '[{"subcluster":"Q10","cluster":"Ｑ"},{"subcluster":"Q2","cluster":"𝒬"},' +
        '{"subcluster":"x/y","cluster":"a/\\"\\u2028"}]',
      'subclusters/Q10': '{"subcluster":"Q10","cluster":"Ｑ"}',
      'subclusters/Q10/phagelist': '2 phages: 1 111 132',
      'subclusters/Q2': '{"subcluster":"Q2","cluster":"𝒬"}',
      'subclusters/Q2/phagelist': '1 phages: 1 100 110',
    });
  });

  test('an unclustered phage does not say where its subcluster is, unless nobody else does', () => {
    const some = phagesOn(
      { page: 1, at: 0, subcluster: 'A1' },
      { page: 1, at: 1, cluster: 'A', subcluster: 'A1' },
      { page: 1, at: 2, subcluster: 'B1' },
    );
    expect(summary(planSubclusters(some, {}))['subclusters']).toBe(
      '[{"subcluster":"A1","cluster":"A"},{"subcluster":"B1","cluster":null}]',
    );
    expect(summary(planClusters(some, {}))['clusters']).toBe(
      '[{"cluster":"A","subclusters_set":["A1"]}]',
    );
  });
});

describe('hosts', () => {
  const genus = (id: number | null, genus_name: string | null, more = {}) => {
    return { id, genus_name, ...more };
  };

  test('are listed by name and id, as the first phage has them', () => {
    const notes = phagesOn(
      { page: 1, at: 0, genus: genus(10, 'B') },
      { page: 1, at: 1, genus: genus(2, 'B') },
      { page: 1, at: 2, genus: genus(10, 'A', { is: 'later' }) },
      { page: 1, at: 3, genus: genus(7, null) },
      { page: 1, at: 4, genus: genus(null, 'none') },
      { page: 1, at: 5 },
    );
    expect(summary(planObjects(notes, 'host_genera', {}))).toEqual({
      host_genera:
        '[{"id":7,"genus_name":null},{"id":2,"genus_name":"B"},{"id":10,"genus_name":"B"}]',
      'host_genera/7': '{"id":7,"genus_name":null}',
      'host_genera/7/phagelist': '1 phages: 1 133 143',
      'host_genera/2': '{"id":2,"genus_name":"B"}',
      'host_genera/2/phagelist': '1 phages: 1 111 121',
      'host_genera/10': '{"id":10,"genus_name":"B"}',
      'host_genera/10/phagelist': '2 phages: 1 100 110 1 122 132',
    });
  });

  test('of a species are listed by genus first', () => {
    const species = (id: number, name: string, of: string) => {
      return { id, genus: of, species_name: name };
    };
    const notes = phagesOn(
      { page: 1, at: 0, species: species(1, 'a', 'B') },
      { page: 1, at: 1, species: species(3, 'b', 'A') },
      { page: 1, at: 2, species: species(2, 'b', 'A') },
      { page: 1, at: 3, species: species(4, 'a', 'A') },
    );
    const listed: { id: number }[] = JSON.parse(
      summary(planObjects(notes, 'host_species', {}))['host_species'] ?? '',
    );
    expect(listed.map(({ id }) => id)).toEqual([4, 2, 3, 1]);
  });
});

describe('strains and institutions', () => {
  const strain = (genus: string, species: string | null, strain_name: string | null) => {
    return { genus, species, strain_name };
  };

  test('are listed by what their address says; those that say nothing are not', () => {
    const notes = phagesOn(
      { page: 1, at: 0, strain: strain('M', 's', 'mc²155') },
      { page: 1, at: 1, strain: { ...strain('M', 's', 'mc²155'), is: 'later' } },
      { page: 1, at: 2, strain: strain('M', '', '3') },
      { page: 1, at: 3, strain: strain('M', null, '1/2') },
      { page: 1, at: 4, strain: strain('M', 's', '') },
      { page: 1, at: 5, strain: strain('M', 's', null) },
      { page: 1, at: 6, institution: { institution_code: 'PITT' } },
      { page: 1, at: 7, institution: { institution_code: '' } },
    );
    const [first, third, slashed] = [
      '{"genus":"M","species":"s","strain_name":"mc²155"}',
      '{"genus":"M","species":"","strain_name":"3"}',
      '{"genus":"M","species":null,"strain_name":"1/2"}',
    ];
    expect(summary(planObjects(notes, 'host_strains', {}))).toEqual({
      host_strains: `[${slashed},${third},${first}]`,
      'host_strains/M 3': third,
      'host_strains/M 3/phagelist': '1 phages: 1 122 132',
      'host_strains/M s mc²155': first,
      'host_strains/M s mc²155/phagelist': '2 phages: 1 100 121',
    });
    expect(summary(planObjects(notes, 'institutions', {}))).toEqual({
      institutions: '[{"institution_code":"PITT"}]',
      'institutions/PITT': '{"institution_code":"PITT"}',
      'institutions/PITT/phagelist': '1 phages: 1 166 176',
    });
  });
});

test('no records are empty lists', () => {
  const none = phagesOn();
  const envelope = '{"count":0,"next":null,"previous":null,"results":[]}';
  const lists = [...flagged(none, 'lytic_phages', lytic)];
  expect(lists).toMatchObject([{ kind: 'list', count: 0 }]);
  expect(envelopeOf({ count: 0 }).join('')).toBe(envelope);
  expect(lists.map((file) => file.kind === 'list' && plannedBytes(file))).toEqual([
    envelope.length,
  ]);
  expect(summary(planClusters(none, {}))).toEqual({ clusters: '[]' });
  expect(summary(planSubclusters(none, {}))).toEqual({ subclusters: '[]' });
  expect(summary(planObjects(none, 'host_species', {}))).toEqual({ host_species: '[]' });
  expect([...byPhage(genesOn()).files()]).toEqual([]);
});
