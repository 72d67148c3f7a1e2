import { describe, expect, test } from 'vitest';
import { perList } from '../../../src/contract/collectionName.ts';
import { described, optionsFile } from '../../../src/contract/sitePaths.ts';
import { route } from '../../../src/contract/route.ts';
import {
  isListView,
  matchViewTemplate,
  viewFile,
  viewNames,
  viewTemplates,
  namesPhage,
} from '../../../src/contract/views.ts';
import { viewPath, viewTable } from '../../../src/contract/viewTable.ts';

const site = {
  lastPages: { ...perList(() => 0), genes: 3, phages: 2, phams: 3 },
  prefix: '/v1',
  caseInsensitiveNames: false,
};
const get = (path: string, method = 'GET', query = '') => route({ method, path, query }, site);

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

describe('a request for a view', () => {
  test.each([
    ['/api/sequenced_phages/', 'api/sequenced_phages/index.json'],
    ['/api/genesbyphage/Mr%20Spaced/', 'api/genesbyphage/Mr Spaced/index.json'],
    ['/api/clusters/A/phagelist/index.json', 'api/clusters/A/phagelist/index.json'],
    ['/api/host_genera/7/', 'api/host_genera/7/index.json'],
  ])('%s is answered its file, whatever else the query says', (path, file) => {
    const answer = { kind: 'file', status: 200, file, dependsOn: file };
    expect(get(path)).toMatchObject(answer);
    expect(get(path, 'HEAD', 'page=last&limit=5')).toMatchObject(answer);
  });

  test('without its slash is led to it (A2)', () => {
    expect(get('/api/clusters/A%20B/phagelist', 'GET', 'x=1')).toEqual({
      kind: 'redirect',
      status: 301,
      location: '/v1/api/clusters/A%20B/phagelist/?x=1',
    });
  });

  test('by OPTIONS is answered a description where there is the view', () => {
    expect(get('/api/clusters/A/', 'OPTIONS')).toMatchObject({
      file: 'options/clusters.one.json',
      dependsOn: viewFile(['clusters', 'A']),
    });
  });

  test.each([
    '/api/clusters/..%2F..%2Fx/',
    '/api/clusters/%00/',
    '/api/clusters//',
    '/api/phams//',
  ])('that can be none is not found: %s', (path) => {
    expect(get(path)).toMatchObject({ kind: 'error', status: 404 });
  });
});

test('a template has the name of a phage where its variable says so', () => {
  for (const template of viewTemplates) {
    const isOfPhage = viewTable[template].variable === 'phage_name';
    expect(namesPhage(template.split('/')[0] ?? ''), template).toBe(isOfPhage);
  }
  expect([namesPhage('phages'), namesPhage('genes')]).toEqual([true, false]);
});
