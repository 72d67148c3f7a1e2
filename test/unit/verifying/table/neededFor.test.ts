import { expect, test } from 'vitest';
import { neededFor } from '../../../../src/verifying/table/neededFor.ts';
import { content, notFound, tableRow } from '../../../../src/verifying/table/tableRow.ts';

const needs = (target: string, expected = content('x.json')) =>
  neededFor(tableRow('L4', 'a row', target, expected));

test('a page of a list needs a host that reads the query; elsewhere the query changes nothing', () => {
  expect(needs('/api/genes/?page=2')).toEqual(['pages']);
  expect(needs('/api/phams/?x=1')).toEqual(['pages']);
  expect(needs('/api/genes/')).toEqual(['indexes']);
  expect(needs('/api/clusters/A/?page=2')).toEqual(['indexes']);
  expect(needs('/api/genes/page/2.json?page=3')).toEqual([]);
  expect(needs('/api/genes/?page=0', notFound)).toEqual(['pages', 'json-errors']);
});
