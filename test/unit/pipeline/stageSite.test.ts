import { hash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perCollection } from '../../../src/contract/collectionName.ts';
import { Failure } from '../../../src/base/failure.ts';
import { asLines, tinyGene, tinyPhage } from '../../integration/tinyData.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { builtSite } from '../verifying/folder/builtFolder.ts';
import { hashesOf } from './stagedFiles.ts';
import { stage } from './stagedSite.ts';

test('a site is staged beside its place, whole: what a build publishes, byte for byte', async () => {
  const { staged, files, folder } = await stage();
  expect(hashesOf(files)).toEqual(hashesOf(builtSite));
  // That was built by the same code, so some of each kind by name.
  const some =
    '_headers index.html openapi.json api/genes/page/3.json api/phages/Quillon/index.json ' +
    'api/phams/512/index.json bulk/genes.parquet options/root.json schemas/gene.schema.json';
  expect(Object.keys(files)).toEqual(expect.arrayContaining(some.split(' ')));
  expect(path.dirname(staged!.dir)).toBe(folder);
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
  const { release, ...counted } = staged!.site;
  expect(counted).toEqual({ files: Object.keys(files).length, bytes, unchanged: 0 });
  expect(release.release).toBe(hash('sha256', files['manifest.json']!));
  expect(staged!.firstKeys.phages).toEqual(['Quillon', 'Éclair 5%']);
  expect(staged!.notes().length).toBeGreaterThan(0);
});

test('a host of the site adds its files, and may refuse it', async () => {
  const hosts = ['apache'] as const;
  expect((await stage({ options: { hosts } })).files).toHaveProperty(['.htaccess']);
  const refused = stage({ options: { hosts, baseUrl: 'https://a.example/a%2Fb' } });
  await expect(refused).rejects.toThrow(Failure);
});

describe('the publisher’s own files', () => {
  const own = (name: string) => {
    const place = addFile(tempFolder(), name, 'mine');
    return { path: name, place, sha256: hash('sha256', 'mine') };
  };

  test('are told to hosts, and may be no larger than these take', async () => {
    const hosts = ['apache'] as const;
    const { files } = await stage({
      options: { hosts },
      effects: { staticFiles: [own('about/a')] },
    });
    expect(String(files['.htaccess'])).toContain('about');
    const large = own('large');
    truncateSync(large.place, 26 << 20);
    const sha256 = hash('sha256', Buffer.alloc(26 << 20).fill('mine', 0, 4));
    const staticFiles = [{ ...large, sha256 }];
    const refused = stage({ options: { hosts: ['cloudflare-pages'] }, effects: { staticFiles } });
    await expect(refused).rejects.toThrow('Cloudflare Pages takes files of at most');
  });

  test('are staged, listed and told of', async () => {
    const { files, staged } = await stage({ effects: { staticFiles: [own('about/me.html')] } });
    expect(files['about/me.html']?.toString()).toBe('mine');
    expect(files['manifest.json']?.toString()).toContain('"about/me.html"');
    expect(staged!.site.release.static).toEqual(['about/']);
  });

  test('have no name that a file of a host has', async () => {
    const staticFiles = [own('.htaccess')];
    expect((await stage({ effects: { staticFiles } })).staged).not.toBeNull();
    const taken = stage({ options: { hosts: ['apache'] }, effects: { staticFiles } });
    await expect(taken).rejects.toThrow('has the path of a file of the site');
  });
});

describe('a key that repeats', () => {
  const data = {
    'genes/a.ndjson': asLines([1, 2, 2].map((n) => tinyGene('Quillon', n))),
    'phages/a.ndjson': asLines([tinyPhage('Quillon')]),
  };

  test('ends it, with a finding', async () => {
    const { staged, intake } = await stage({ data });
    expect(staged).toBeNull();
    expect(intake.findings.report().errorsByRule.get('gene-id-unique')).toBe(1);
  });

  test('that is allowed is told of in the release, and leaves no first keys of its list', async () => {
    const { staged } = await stage({ data, allowed: ['gene-id-unique'] });
    expect(staged!.firstKeys).toEqual({ ...perCollection(() => null), phages: ['Quillon'] });
    expect(staged!.site.release.allowed).toEqual(['gene-id-unique']);
  });
});

test('what the live site has already is linked', async () => {
  const dir = tempFolder(builtSite);
  const { release } = (await stage()).staged!.site;
  const previous = {
    dir,
    release,
    firstKeys: null,
    keepsRecords: false,
    notes: () => new Uint8Array(),
    publishedAtMs: Infinity,
    isChecked: false,
  };
  const { staged, files } = await stage({ effects: { previous } });
  expect(hashesOf(files)).toEqual(hashesOf(builtSite));
  // All but the manifest and release.json, which are written anew.
  expect(staged!.site.unchanged).toBeGreaterThan(Object.keys(builtSite).length - 3);
});
