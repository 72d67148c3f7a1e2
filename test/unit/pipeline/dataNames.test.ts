import { expect, test } from 'vitest';
import {
  hideDataIn,
  hideInFindings,
  showDataIn,
  showInFindings,
} from '../../../src/pipeline/cacheIndex.ts';
import type { Finding } from '../../../src/text/findings.ts';
import { exampleIndex } from './exampleIndex.ts';

test('the names of sources come back below whatever the data folder is called now', () => {
  for (const data of ['data', './data/', '/secret/place']) {
    const bundles = showDataIn(hideDataIn(exampleIndex.bundles, 'data'), data);
    const [file] = bundles.flatMap(({ pieces }) => pieces.map((piece) => piece.file));
    expect(file).toBe(
      { data: 'data/genes/a.ndjson', './data/': 'data/genes/a.ndjson' }[data] ??
        '/secret/place/genes/a.ndjson',
    );
  }
});

test('what is stored of sources says nothing of where they lie', () => {
  const hidden = JSON.stringify(hideDataIn(showDataIn(exampleIndex.bundles, '/secret'), '/secret'));
  expect(hidden).not.toContain('secret');
});

const finding = (file: string, expected: string, found: string): Finding => {
  return { rule: 'source', file, line: 0, pointer: '', expected, found };
};

test('what is stored of findings does not either, and comes back as it was', () => {
  const data = '/secret/place';
  const findings = [
    finding(data, 'a folder', 'none'),
    finding(`${data}/genes/a.json`, `as at ${data}/genes/b.json:3 and ${data}/genes/c.json`, 'x'),
    finding(`${data}2/genes/a.json`, 'not the data folder', data),
  ];
  const hidden = hideInFindings(findings, data);
  expect(JSON.stringify(hidden.slice(0, 2))).not.toContain('secret');
  expect(showInFindings(hidden, data)).toEqual(findings);
});

test('a folder whose name is part of another path is hidden only where it is a folder', () => {
  const [hidden] = hideInFindings([finding('data/a', 'mydata/b', 'data')], 'data');
  expect(showInFindings([hidden!], 'data')).toEqual([finding('data/a', 'mydata/b', 'data')]);
  const other = [finding('data/a', 'datadata', 'data2')];
  expect(hideInFindings(other, 'data')).toMatchObject([{ expected: 'datadata', found: 'data2' }]);
});
