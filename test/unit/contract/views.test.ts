import { describe, expect, test } from 'vitest';
import { described, optionsFile } from '../../../src/contract/sitePaths.ts';
import {
  isListView,
  matchViewTemplate,
  viewNames,
  viewTemplates,
  namesPhage,
} from '../../../src/contract/views.ts';
import { viewPath, viewTable } from '../../../src/contract/viewTable.ts';

describe('the templates', () => {
  test('each belong to a view, and each view has one', () => {
    const views = new Set(viewTemplates.map((template) => template.split('/')[0]));
    expect([...views]).toEqual([...viewNames]);
  });

  test('are the rows of the table, in its order, each with a key of its own', () => {
    expect(Object.keys(viewTable)).toEqual([...viewTemplates]);
    const keys = new Set(Object.values(viewTable).map(({ key }) => key));
    expect(keys.size).toBe(viewTemplates.length);
  });

  test('have a variable where a name varies', () => {
    for (const template of viewTemplates) {
      expect(viewTable[template].variable !== null).toBe(template.includes('*'));
      expect(viewPath(template)).toMatch(
        /^\/api\/[a-z_]+\/(?:\{\w+\}\/(?:(?:phagelist|neighbours)\/)?)?$/,
      );
    }
  });

  test('have pages where they answer a page or an array, and none where they answer one object', () => {
    for (const template of viewTemplates) {
      expect(isListView(template), template).toBe(
        /^(?:Page|List)Of/.test(viewTable[template].schema),
      );
    }
  });

  test('fit a path of as many segments', () => {
    expect(matchViewTemplate(['clusters'])).toBe('clusters');
    expect(matchViewTemplate(['clusters', 'A'])).toBe('clusters/*');
    expect(matchViewTemplate(['clusters', 'A', 'phagelist'])).toBe('clusters/*/phagelist');
    for (const path of [
      [],
      ['genesbyphage'],
      ['clusters', 'A', 'genes'],
      ['Clusters'],
      ['phams'],
    ]) {
      expect(matchViewTemplate(path)).toBeNull();
    }
  });

  test('each have a description of their own for OPTIONS (M3)', () => {
    expect(new Set(described.map(optionsFile)).size).toBe(described.length);
    expect(optionsFile('clusters/*/phagelist')).toBe('options/clusters.one.phagelist.json');
  });
});

test('a template has the name of a phage where its variable says so', () => {
  for (const template of viewTemplates) {
    const isOfPhage = viewTable[template].variable === 'phage_name';
    expect(namesPhage(template.split('/')[0] ?? ''), template).toBe(isOfPhage);
  }
  expect([namesPhage('phages'), namesPhage('genes')]).toEqual([true, false]);
});
