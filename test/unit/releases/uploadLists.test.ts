import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Release } from '../../../src/contract/release.ts';
import {
  assertListFolder,
  createUploadPlan,
  writeUploadLists,
} from '../../../src/releases/uploadLists.ts';
import { tempFolder } from '../sources/tempFolder.ts';

const release = {
  base_url: 'https://phages.example.org/x',
  links: 'query',
  release: 'ab'.repeat(32),
} as unknown as Release;

function planOf(files: readonly string[], gone: readonly string[] = []) {
  const plan = createUploadPlan();
  for (const file of files) plan.note({ path: file, after: 'hash' });
  for (const file of gone) plan.note({ path: file, after: null });
  return plan.list();
}

function written(list: ReturnType<typeof planOf>) {
  const folder = path.join(tempFolder(), 'lists');
  writeUploadLists(folder, list, release);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return { folder, names: readdirSync(folder).sort(), read };
}

describe('the lists of an upload', () => {
  test('have what is new before what leads to it, and the release last', () => {
    const files = [
      'release.json',
      'release.json.minisig',
      'manifest.json',
      'changes/index.json',
      'api/genes/index.json',
      'api/genes/page/1.json',
      'api/genes/A 1/index.json',
      'api/genes/index.json.gz',
      'packs/api/phams/index.ndjson',
      'packs/api/phams/0f.pack',
      'web/phages.json',
      'web/code/app-12.js',
      'index.html',
    ];
    expect(planOf(files.toReversed(), ['b', 'a'])).toEqual({
      first: [
        'api/genes/A 1/index.json',
        'api/genes/page/1.json',
        'packs/api/phams/0f.pack',
        'web/code/app-12.js',
      ],
      next: [
        'api/genes/index.json',
        'api/genes/index.json.gz',
        'index.html',
        'packs/api/phams/index.ndjson',
        'web/phages.json',
      ],
      last: ['changes/index.json', 'manifest.json', 'release.json.minisig', 'release.json'],
      gone: ['a', 'b'],
    });
  });

  test('name each address that caches keep, within what each service takes', () => {
    const { read, names } = written(
      planOf([
        'api/genes/page/2.json',
        'api/genes/A 1/index.json',
        'index.html',
        'api/genes/index.json.gz',
      ]),
    );
    const at = 'https://phages.example.org/x';
    const addresses = [
      `${at}/api/genes/A%201/index.json`,
      `${at}/api/genes/A%201/`,
      `${at}/api/genes/page/2.json`,
      `${at}/api/genes/?page=2`,
      `${at}/api/genes/?format=api&page=2`,
      `${at}/index.html`,
      `${at}/`,
    ];
    expect(read('purge-fastly.txt').trimEnd().split('\n')).toEqual(addresses);
    expect(JSON.parse(read('purge-cloudflare-1.json'))).toEqual({ files: addresses });
    expect(JSON.parse(read('purge-cloudfront.json'))).toEqual({
      Paths: {
        Quantity: 7,
        Items: addresses.map((one) => one.slice('https://phages.example.org'.length)),
      },
      CallerReference: release.release,
    });
    expect(names).not.toContain('s3-delete-1.json');
  });

  test('name a page of a further size by how it is asked for', () => {
    const { read } = written(planOf(['api/genes/page-size/1000/page/2.json']));
    const at = 'https://phages.example.org/x/api/genes';
    expect(read('purge-fastly.txt').trimEnd().split('\n')).toEqual([
      `${at}/page-size/1000/page/2.json`,
      `${at}/?page=2&page_size=1000`,
      `${at}/?format=api&page=2&page_size=1000`,
    ]);
  });

  test('purge everything where that is less than a call for each', () => {
    const many = Array.from({ length: 3100 }, (_, at) => `bulk/phages/${at}.faa`);
    const { read, names } = written(
      planOf(
        many,
        many.map((file) => `${file}.old`),
      ),
    );
    expect(JSON.parse(read('purge-cloudflare-1.json'))).toEqual({ purge_everything: true });
    expect(JSON.parse(read('purge-cloudfront.json')).Paths).toEqual({ Quantity: 1, Items: ['/*'] });
    const deletions = names.filter((name) => name.startsWith('s3-delete'));
    expect(deletions).toHaveLength(4);
    for (const name of deletions)
      expect(JSON.parse(read(name)).Objects.length).toBeLessThanOrEqual(1000);
  });

  test('replace those of before, and nothing else', () => {
    const { folder, names } = written(planOf(['a'], ['b']));
    writeUploadLists(folder, planOf(['a']), release);
    expect(readdirSync(folder).sort()).toEqual(names.filter((name) => !name.startsWith('s3')));
    writeFileSync(path.join(folder, 'mine.txt'), 'mine');
    expect(() => writeUploadLists(folder, planOf(['a']), release)).toThrow(
      'which is no list of an upload',
    );
    expect(readFileSync(path.join(folder, 'mine.txt'), 'utf8')).toBe('mine');
    for (const other of ['purge-mine.txt', 'purge-fastly.json', '1-first.txt/below'])
      expect(() => assertListFolder(tempFolder({ [other]: '' }))).toThrow('which is no list');
  });
});
