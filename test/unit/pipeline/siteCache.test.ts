import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CachedSite } from '../../../src/pipeline/cacheIndex.ts';
import { type CacheOptions, openCache } from '../../../src/pipeline/siteCache.ts';
import {
  type FileRange,
  type FileStamp,
  hashRange,
  type Source,
} from '../../../src/sources/source.ts';
import { planIntake, sameSources } from '../../../src/pipeline/planIntake.ts';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { readVerifiedManifest, renderManifest } from '../../../src/publishing/manifest.ts';
import { addFile } from '../sources/tempFolder.ts';
import { cachedBundles } from './cachedBundles.ts';
import { filesBelow, tempFolder } from './cacheFolder.ts';
import { exampleRelease, exampleSite } from './exampleIndex.ts';

const publishedAtMs = 1_700_000_000_000;
const before = publishedAtMs / 1000 - 3600;

const viewNotes = Buffer.from('é notes');
const notesHash = createHash('sha256').update(viewNotes).digest('hex');
const notesName = `${notesHash}.notes`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const siteFiles = { 'api/genes/index.json': '{}', 'index.html': '<p>' };
const siteManifest = Object.entries(siteFiles).map(([name, text]) => {
  return { path: name, bytes: text.length, sha256: sha256(text) };
});
const manifest = renderManifest(siteManifest);
const release = { ...exampleRelease, release: sha256(manifest) };
const site: CachedSite = {
  ...exampleSite,
  release,
  publishedAtMs,
  discoveredAtMs: publishedAtMs,
  notesHash,
};
/** What is recalled of it. */
const { dataKey: _, discoveredAtMs: __, ...told } = site;
const { siteKey } = told;
const amount = { count: siteManifest.length, bytes: 0 };
for (const { bytes } of siteManifest) amount.bytes += bytes;
const recalled = { published: told, amount };
const remembered = { ...told, stagedAtMs: 0 };

function write(folder: string, name: string, text: string, seconds = before): string {
  const file = addFile(folder, name, text);
  utimesSync(file, seconds, seconds);
  return file;
}

/** As of a system whose clock stood at the time of the file. */
const stampAt = ({ mtimeMs, ino }: FileStamp) => ({ mtimeMs, ctimeMs: mtimeMs, ino });

/** A folder with sources, a site that was published of them, and a cache that remembers both. */
function published(wanted: Partial<CacheOptions> = {}) {
  const folder = tempFolder();
  const notes: string[] = [];
  for (const [name, text] of Object.entries(siteFiles)) write(folder, `site/${name}`, text);
  write(folder, 'site/manifest.json', manifest);
  write(folder, 'site/release.json', '{}');
  const siteDir = path.join(folder, 'site');
  const options: CacheOptions = {
    workDir: path.join(folder, 'cache'),
    siteDir,
    manifest: () => readVerifiedManifest(siteDir, release),
    live: release,
    data: '.',
    isWanted: true,
    intakeKey: 'key',
    siteKey: exampleSite.siteKey,
    discoveredAtMs: publishedAtMs,
    note: (text) => void notes.push(text),
    ...wanted,
  };
  for (const name of ['a', 'b']) write(folder, `data/genes/${name}.ndjson`, name.repeat(9));
  const planned = planIntake(sourcesIn(folder), [], { bundleBytes: 1000, same: new Set() });
  const bundles = cachedBundles(planned);
  const cache = openCache(options);
  write(folder, 'cache/bundle-0.run', 'run');
  write(folder, 'cache/bundle-0.facts', 'facts');
  cache.remember(bundles, remembered, () => viewNotes);
  const reopen = (more: Partial<CacheOptions> = {}) => openCache({ ...options, ...more });
  /** Also how many ranges were hashed for it. */
  const recallAnd = async (more: Partial<CacheOptions> = {}, sources = sourcesIn(folder)) => {
    const opened = reopen(more);
    const hashAll = (ranges: readonly FileRange[]) => Promise.resolve(ranges.map(hashRange));
    const same = await sameSources(sources, opened, hashAll);
    return { found: await opened.recall(sources, same), hashed: same.hashed };
  };
  const recall = async (...of: Parameters<typeof recallAnd>) => (await recallAnd(...of)).found;
  return { folder, options, notes, bundles, reopen, recall, recallAnd };
}

const keptFiles = ['bundle-0.facts', 'bundle-0.run', 'index.json', 'staged', notesName].sort();

function sourcesIn(folder: string, names = ['a', 'b']): Source[] {
  return names.map((name, ordinal) => {
    const absolutePath = path.join(folder, `data/genes/${name}.ndjson`);
    const found = statSync(absolutePath);
    return {
      ordinal,
      collection: 'genes',
      file: `genes/${name}.ndjson`,
      absolutePath,
      layout: 'lines',
      gzipped: false,
      bytes: found.size,
      ...stampAt(found),
    };
  });
}

test('what was published last is recalled when a source was only touched, which is not hashed twice', async () => {
  const { folder, recallAnd } = published();
  write(folder, 'data/genes/a.ndjson', 'a'.repeat(9), before + 60);
  expect(await recallAnd()).toMatchObject({ found: recalled, hashed: 1 });
  expect(await recallAnd()).toMatchObject({ found: recalled, hashed: 0 });
});

test('what was published last and was too new to be trusted is recalled once it is old enough', async () => {
  const { reopen, bundles, recallAnd } = published();
  const discoveredAtMs = (before + 1) * 1000;
  reopen({ discoveredAtMs }).remember(bundles, remembered, () => viewNotes);
  await recallAnd();
  expect(await recallAnd()).toMatchObject({ found: recalled, hashed: 0 });
});

type Published = ReturnType<typeof published>;

describe('what was published last is not recalled', () => {
  test.each<[what: string, change: (of: Published) => void]>([
    [
      'a source has other content',
      ({ folder }) => write(folder, 'data/genes/a.ndjson', 'x'.repeat(9), before + 60),
    ],
    [
      'a source has grown',
      ({ folder }) => write(folder, 'data/genes/a.ndjson', 'a'.repeat(10), before + 60),
    ],
    [
      'the manifest is another, of the same size',
      ({ folder }) => write(folder, 'site/manifest.json', manifest.replace('2', '3')),
    ],
    [
      'a pipe stands in the place of a file of the site',
      ({ folder }) => {
        rmSync(path.join(folder, 'site/index.html'));
        execFileSync('mkfifo', [path.join(folder, 'site/index.html')]);
      },
    ],
    ['a file of the site is gone', ({ folder }) => rmSync(path.join(folder, 'site/index.html'))],
    [
      'a file of the site has another size',
      ({ folder }) => write(folder, 'site/index.html', '<p>!'),
    ],
    [
      'a file of the site is newer',
      ({ folder }) => write(folder, 'site/index.html', '<q>', publishedAtMs / 1000 + 1),
    ],
    ['the site has no manifest', ({ folder }) => rmSync(path.join(folder, 'site/manifest.json'))],
    [
      'the manifest is broken',
      ({ folder }) => writeFileSync(path.join(folder, 'site/manifest.json'), '{'),
    ],
  ])('when %s', async (_what, change) => {
    const of = published();
    change(of);
    expect(await of.recall()).toBe(null);
  });

  test.each<[what: string, options: Partial<CacheOptions>]>([
    ['its records are of other options', { siteKey: { ...siteKey, records: 'other' } }],
    ['its pages are of other options', { siteKey: { ...siteKey, pages: 'other' } }],
    ['its files for hosts are of other options', { siteKey: { ...siteKey, about: 'other' } }],
    ['the site says something else of itself', { live: { ...release, max_age: 5 } }],
    ['the data is spelt in another way, which findings would tell', { data: '../incremental' }],
    ['the site is another release', { live: { ...release, release: 'other' } }],
    ['there is no site', { live: null }],
    ['the cache is of other options', { intakeKey: 'another' }],
    ['no cache is wanted', { isWanted: false }],
  ])('when %s', async (_what, options) => {
    expect(await published().recall(options)).toBe(null);
  });

  test('when a source came or went', async () => {
    const { folder, recall } = published();
    write(folder, 'data/genes/c.ndjson', 'c');
    for (const names of [['a', 'b', 'c'], ['a'], []])
      expect(await recall({}, sourcesIn(folder, names))).toBe(null);
  });
});

describe('the first keys of the live pages', () => {
  test('hold for a site of the same options, whatever the sources', () => {
    const { reopen } = published();
    const about = { siteKey: { ...siteKey, about: 'other' } };
    for (const cache of [reopen(), reopen(about)]) {
      expect(cache.firstKeys).toEqual(site.firstKeys);
      expect(cache.keepsRecords).toBe(true);
    }
  });

  test('do not hold for pages of another size, while what is no page does', () => {
    const { reopen } = published();
    const cache = reopen({ siteKey: { ...siteKey, pages: 'other' } });
    expect(cache.firstKeys).toBe(null);
    expect(cache.keepsRecords).toBe(true);
  });

  test.each<[what: string, options: Partial<CacheOptions>]>([
    ['of other options', { siteKey: { ...siteKey, records: 'other' } }],
    ['that is another release', { live: { ...release, release: 'other' } }],
    ['that is not there', { live: null }],
  ])('do not hold for a site %s', (_what, options) => {
    const { reopen, bundles } = published();
    expect(reopen(options).firstKeys).toBe(null);
    expect(reopen(options).keepsRecords).toBe(false);
    // The runs hold all the same.
    expect(reopen(options).cached).toEqual(bundles);
  });
});

const hasPipes = process.platform !== 'win32';

describe('something else in the place of a file of a cache', () => {
  const makers: Readonly<Record<string, (place: string) => void>> = {
    folder: (place) => void mkdirSync(path.join(place, 'sub'), { recursive: true }),
    pipe: (place) => void execFileSync('mkfifo', [place]),
    link: (place) => symlinkSync('/dev/zero', place),
  };
  const places = ['index.json', 'index.json.new', 'bundle-0.run', 'bundle-0.facts', notesName];
  test
    .runIf(hasPipes)
    .each(Object.keys(makers).flatMap((maker) => places.map((name) => [maker, name] as const)))(
    'a %s for %s goes, and what is remembered comes back',
    async (maker, name) => {
      const { folder, reopen, bundles, recall } = published();
      const place = path.join(folder, 'cache', name);
      rmSync(place, { force: true });
      makers[maker]?.(place);
      const cache = reopen();
      expect(lstatSync(place, { throwIfNoEntry: false })).toBe(undefined);
      cache.remember(bundles, remembered, () => viewNotes);
      expect(await recall()).toMatchObject(recalled);
    },
  );
});

describe('a cache', () => {
  test('trusts times that are well before what it remembers', () => {
    const { reopen } = published();
    const { trustedBeforeMs, publishedAtMs: at } = reopen();
    expect(at).toBe(publishedAtMs);
    expect(trustedBeforeMs).toBeLessThanOrEqual(publishedAtMs - 1000);
  });

  test('that holds nothing trusts no time', () => {
    const folder = tempFolder();
    const { options } = published();
    const cache = openCache({ ...options, workDir: path.join(folder, 'new/cache') });
    expect(cache).toMatchObject({ cached: [], publishedAtMs: 0, willBeCached: true });
    expect(cache.trustedBeforeMs).toBeLessThanOrEqual(0);
    expect(cache.firstKeys).toBe(null);
  });

  test('of another version is noted and ignored', () => {
    const { reopen, notes } = published();
    expect(reopen({ intakeKey: 'v2' }).cached).toEqual([]);
    expect(notes).toEqual([
      'The cache was ignored: it belongs to another version or other options.',
    ]);
  });

  test('that cannot be opened is a failure of the machine', () => {
    const folder = tempFolder({ file: '' });
    const { options } = published();
    expect(() => openCache({ ...options, workDir: path.join(folder, 'file/cache') })).toThrow(
      Failure,
    );
  });

  test('sweeps away what it does not remember, and nothing else', async () => {
    const { folder, reopen } = published();
    for (const name of ['other.run', 'other.facts', 'index.json.new']) {
      write(folder, `cache/${name}`, '');
    }
    mkdirSync(path.join(folder, 'cache/@eaDir/x'), { recursive: true });
    const cache = reopen();
    await cache.sweep();
    expect(filesBelow(cache.workDir)).toEqual(keptFiles);
  });

  test('keeps the files of the bundles that it remembers where others could not be remembered', async () => {
    const { reopen, folder, bundles, notes } = published();
    const cache = reopen();
    write(folder, 'cache/new.run', '');
    // A folder where the index is written.
    mkdirSync(path.join(folder, 'cache/index.json.new'));
    const others = [{ ...cache.cached[0]!, id: 'new' }];
    cache.remember(others, remembered, () => Buffer.from('other'));
    expect(notes).toEqual([
      expect.stringMatching(/^The cache could not be kept: .*index\.json\.new/),
    ]);
    await cache.sweep();
    expect(filesBelow(cache.workDir)).toEqual(keptFiles);
    expect(reopen().cached).toEqual(bundles);
  });

  test('gives the notes back that it was told last, and says so when they are damaged or gone', () => {
    const { reopen, folder, bundles } = published();
    expect(reopen().readNotes()).toEqual(viewNotes);
    reopen().remember(bundles, remembered, () => Buffer.from('other'));
    expect(reopen().readNotes().toString()).toBe('other');
    const file = filesBelow(path.join(folder, 'cache')).filter((name) => name.endsWith('.notes'));
    for (const name of file) write(folder, `cache/${name}`, 'third');
    expect(() => reopen().readNotes()).toThrow(/is damaged$/);
    for (const name of file) rmSync(path.join(folder, 'cache', name));
    expect(() => reopen().readNotes()).toThrow(/cannot be read$/);
    expect(() => reopen().readNotes()).toThrow(DamagedCache);
  });

  test('that was ignored goes when nothing new is remembered', async () => {
    const { reopen, options, folder } = published();
    await reopen({ intakeKey: 'v2' }).sweep();
    expect(filesBelow(folder)).not.toContain('cache');
    expect(options.workDir).toContain(folder);
  });

  test('that is not wanted goes, whatever was in it, and remembers nothing', async () => {
    const { reopen, folder, bundles } = published();
    const cache = reopen({ isWanted: false });
    expect(cache).toMatchObject({ cached: [], willBeCached: false });
    cache.remember(bundles, remembered, () => viewNotes);
    await cache.sweep();
    expect(filesBelow(folder)).not.toContain('cache');
  });

  test('that was forgotten holds nothing when it is opened again, and can remember again', async () => {
    const { reopen, bundles, recall, folder } = published();
    reopen().forget();
    const cache = reopen();
    expect(cache).toMatchObject({
      cached: [],
      publishedAtMs: 0,
      willBeCached: true,
      firstKeys: null,
    });
    expect(await recall()).toBe(null);
    await cache.sweep();
    expect(filesBelow(folder)).not.toContain('cache');
    const next = reopen();
    next.remember(bundles, remembered, () => viewNotes);
    await next.sweep();
    expect(await recall()).toMatchObject(recalled);
  });
});
