import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../../src/findings/finding.ts';
import { isInside, listCollection } from '../../../src/sources/listCollection.ts';
import type { SourceKind } from '../../../src/sources/source.ts';
import { createUnreadLog } from '../../../src/sources/unreadFiles.ts';
import { tempFolder } from './tempFolder.ts';

function list(root: string, kind: SourceKind = 'genes') {
  const findings: Finding[] = [];
  const shown = (file: string) => path.join('data', path.relative(root, file));
  const report = (finding: Finding) => void findings.push(finding);
  const unread = createUnreadLog(root);
  const real = path.join(root, kind);
  const listed = listCollection({ kind, folder: real, real, root, unread, report });
  const files = listed.files.map(({ file }) => shown(file)).toSorted();
  const told = findings.map(({ file, rule, found }) => `${shown(file)} ${rule} ${found}`);
  return { files, bytes: listed.files.map(({ bytes }) => bytes), others: listed.others, told };
}

test('sources are found in all folders below, others are named, and what lies about anyway is passed over', () => {
  const root = tempFolder({
    'genes/a.ndjson': '{}\n',
    'genes/deep/er/b.json.gz': '',
    'genes/README.md': '',
    'genes/.git/c.ndjson': '',
    'genes/table.xlsx': '',
    'genes/.hidden/d.ndjson': '',
    'phages/e.ndjson': '',
  });
  expect(list(root)).toEqual({
    files: ['data/genes/a.ndjson', 'data/genes/deep/er/b.json.gz'],
    bytes: expect.arrayContaining([3, 0]),
    others: expect.arrayContaining(['table.xlsx', path.join('.hidden', 'd.ndjson')]),
    told: [],
  });
});

test('a kind of source has endings of its own', () => {
  const root = tempFolder({
    'genomes/a.fasta': '',
    'genomes/b.ndjson': '',
    'genomes/c.fna.gz': '',
  });
  expect(list(root, 'genomes')).toMatchObject({
    files: ['data/genomes/a.fasta', 'data/genomes/c.fna.gz'],
    others: ['b.ndjson'],
  });
});

test('links are followed within the data folder, each file once, and never out of it', () => {
  const outside = tempFolder({ 'x.ndjson': '' });
  const root = tempFolder({ 'genes/a.ndjson': '', 'shared/b.ndjson': '' });
  symlinkSync('a.ndjson', path.join(root, 'genes/again.ndjson'));
  symlinkSync('../shared', path.join(root, 'genes/shared'));
  symlinkSync('..', path.join(root, 'genes/round'));
  symlinkSync(path.join(outside, 'x.ndjson'), path.join(root, 'genes/out.ndjson'));
  symlinkSync('nowhere', path.join(root, 'genes/broken.ndjson'));
  const { files, told } = list(root);
  expect(files.filter((file) => /again|\/a\./.test(file))).toHaveLength(1);
  expect(files.filter((file) => file.endsWith('b.ndjson'))).toHaveLength(1);
  expect(files.filter((file) => file.includes('out.ndjson'))).toEqual([]);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^data\/genes\/out\.ndjson source-link a symbolic link that leads out/),
      expect.stringMatching(/^data\/genes\/broken\.ndjson source /),
    ]),
  );
  expect(told).toHaveLength(2);
});

test('a folder that is gone is told', () => {
  const root = tempFolder();
  mkdirSync(path.join(root, 'genes'));
  expect(list(root)).toEqual({ files: [], bytes: [], others: [], told: [] });
  expect(list(root, 'phages').told).toEqual([expect.stringMatching(/^data\/phages source /)]);
});

test.each([
  ['/a', '/a/b', true],
  ['/a', '/a', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/a', '/a/..b', true],
])('in %s lies %s: %s', (root, candidate, isThere) => {
  expect(isInside(root, candidate)).toBe(isThere);
});
