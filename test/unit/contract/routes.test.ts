import { describe, expect, test } from 'vitest';
import { descriptions, variableIn } from '../../../src/contract/descriptions.ts';
import {
  described,
  isListView,
  matchRoute,
  isAddressByPhage,
  optionsFile,
  routes,
  viewNames,
  viewTemplates,
} from '../../../src/contract/routes.ts';

describe('the templates', () => {
  test('each belong to a view, and each view has one', () => {
    const views = new Set(viewTemplates.map((template) => template.split('/')[0]));
    expect([...views]).toEqual([...viewNames]);
  });

  test('have pages where they answer a page or an array, and none where they answer one object', () => {
    for (const template of viewTemplates) {
      const { schema } = descriptions[template];
      expect(isListView(template), template).toBe(/^(?:Page|List)Of/.test(schema));
    }
  });

  test('fit a path of as many segments', () => {
    expect(matchRoute([])?.name).toBe('root');
    expect(matchRoute(['phams'])?.kind).toBe('list');
    expect(matchRoute(['phages', 'Trixie'])?.name).toBe('phage');
    expect(matchRoute(['clusters'])?.name).toBe('clusters');
    expect(matchRoute(['clusters', 'A'])?.name).toBe('clusters/*');
    expect(matchRoute(['clusters', 'A', 'phagelist'])?.name).toBe('clusters/*/phagelist');
    for (const path of [['genesbyphage'], ['clusters', 'A', 'genes'], ['Clusters']])
      expect(matchRoute(path)).toBeNull();
  });
});

test('each route has texts, a key of its own, and a variable where a name varies', () => {
  expect(Object.keys(descriptions).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  for (const { path, name } of routes) {
    const { path: address, ...texts } = descriptions[name];
    expect(address.replace(/\{\w+\}/, '*')).toBe(path === '' ? '/api/' : `/api/${path}/`);
    expect(variableIn(address) !== null).toBe(path.includes('*'));
    expect(Object.values(texts)).not.toContain('');
    const isOfPhage = variableIn(address) === 'phage_name';
    if (path !== 'phages') expect(isAddressByPhage(path.split('/')[0] ?? ''), path).toBe(isOfPhage);
  }
  expect(new Set(Object.values(descriptions).map(({ key }) => key)).size).toBe(routes.length);
});

test('each route has a description of its own for OPTIONS (M3)', () => {
  expect(new Set(described.map(optionsFile)).size).toBe(routes.length);
  expect(optionsFile('clusters/*/phagelist')).toBe('options/clusters.one.phagelist.json');
});
