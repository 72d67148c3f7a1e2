import path from 'node:path';
import { expect, test } from 'vitest';
import { createUnreadLog } from '../../../src/sources/unreadFiles.ts';
import type { SourceKind } from '../../../src/sources/source.ts';
import { tempFolder } from './tempFolder.ts';

/** What is said of one file below a data folder. */
function about(
  file: string,
  text: string,
  reason: 'kind' | 'hidden' | 'outside',
  kind: SourceKind | null,
) {
  const folder = tempFolder({ [file]: text });
  const log = createUnreadLog(folder);
  const absolutePath = path.join(folder, file);
  log.add(path.dirname(absolutePath), reason, { file: absolutePath, absolutePath, kind });
  const [finding, ...others] = log.findings();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'source-unread', file: absolutePath });
  return finding;
}

test.each<[file: string, text: string, found: RegExp, hint: RegExp]>([
  ['genes/a.txt', 'notes', /of another kind/, /save these in one of the kinds/],
  ['genes/a.txt', '{"a":1}\n{"a":2}\n', /begins like JSON/, /Did you mean "?a\.ndjson/],
  ['genes/a.txt', '[{"a":1}]', /begins like JSON/, /Did you mean "?a\.json/],
  ['genes/a.ndjson~', '{}', /a backup/, /Delete it/],
  ['genes/a.ndjson.zip', 'PK', /packed file of another kind/, /Unpack it/],
  ['genes/a.ndjsn', '{}', /of another kind/, /Did you mean "?a\.ndjson/],
])('of %s with %j', (file, text, found, hint) => {
  expect(about(file, text, 'kind', 'genes')).toMatchObject({
    found: expect.stringMatching(found),
    hint: expect.stringMatching(hint),
  });
});

test('a file beside genomes is told to become FASTA, though it begins like JSON', () => {
  const finding = about('genomes/a.txt', '{}', 'kind', 'genomes');
  expect(finding?.hint).toContain('FASTA');
});

test('a hidden file is told to lose its dot', () => {
  expect(about('genes/.a.ndjson', '{}', 'hidden', 'genes')?.hint).toContain('without the dot');
});

test('a file beside the folders is told where it belongs, by what is in it', () => {
  expect(about('a.json', '{"GeneID":"x"}', 'outside', null)?.hint).toContain('genes/a.json');
  expect(about('gens/a.json', '{}', 'outside', null)?.hint).toContain('genes/');
  expect(about('a.json', '{}', 'outside', null)?.hint).toContain('below');
});

test('many of a kind in a folder are one finding, with their number and the first names', () => {
  const log = createUnreadLog('/data');
  const add = (name: string) =>
    log.add('/data/genes', 'kind', {
      file: `/data/genes/${name}`,
      absolutePath: null,
      kind: 'genes',
    });
  for (let at = 0; at < 11; at++) add(`n${at}.TXT`);
  add('other.doc');
  const [many, one, ...others] = log.findings();
  expect(others).toEqual([]);
  expect(many?.found).toBe(
    '11 files named .txt that were not read, such as n0.TXT, n1.TXT, n2.TXT',
  );
  expect(one?.file).toBe('/data/genes/other.doc');
});
