import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import { readLiveRelease } from '../../../src/publishing/liveRelease.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { filesIn, releaseText, siteWith } from './siteFolder.ts';

type Files = Readonly<Record<string, string>>;
type Prepare = (site: string) => void;

const ours = siteWith('site', { 'api/index.json': '{}', 'a.json': '{}', _headers: '' });
const { 'site/a.json': _, ...oursWithoutOne } = ours;

/** The live release where there are these files, or the failure; either way nothing is touched. */
async function read(files: Files, prepare: Prepare = () => {}): Promise<unknown> {
  const folder = tempFolder(files);
  const site = path.join(folder, 'site');
  prepare(site);
  const before = filesIn(folder);
  const found = await readLiveRelease(site).catch((error: unknown) => error);
  expect(filesIn(folder)).toEqual(before);
  if (found !== null && typeof found === 'object' && 'release' in found) return found.release;
  if (found instanceof Failure)
    return { ...found, message: found.message.replaceAll(site, 'SITE') };
  return found;
}

test.each<[what: string, files: Files, prepare?: Prepare]>([
  ['nothing', {}],
  ['an empty folder', {}, (site) => mkdirSync(site)],
  ['what file managers leave', { 'site/.DS_Store': 'x' }],
])('where there is only %s, nothing is live', async (_what, files, prepare) => {
  expect(await read(files, prepare)).toBeNull();
});

test.each<[what: string, files: Files]>([
  ['whole', ours],
  ['without some of its files', oursWithoutOne],
  ['with what file managers leave', { ...ours, 'site/.DS_Store': 'x', 'site/api/Thumbs.db': 'x' }],
])('a site of this program is live, %s', async (_what, files) => {
  expect(await read(files)).toEqual(JSON.parse(releaseText()));
});

const nobodys = {
  kind: 'usage',
  message: expect.stringMatching(/^SITE (?:holds .+|is a file), not a site built by phagepress\.$/),
  hint: 'Nothing was touched. Name an empty or new folder with --out.',
};

test.each<[what: string, files: Files]>([
  ['other files', { 'site/thesis.doc': 'x' }],
  ['a hidden file', { 'site/.git/config': 'x' }],
  ['a release.json of something else', { 'site/release.json': '{"program":"other"}' }],
  ['a broken release.json', { 'site/release.json': releaseText().slice(0, -1) }],
  ['a release.json that is a folder', { 'site/release.json/x': 'x' }],
  ['a site in a folder of it', siteWith('site/dist', { 'a.json': '{}' })],
  ['a file in its place', { site: 'thesis' }],
])('a folder with %s is refused', async (_what, files) => {
  expect(await read(files)).toMatchObject(nobodys);
});

test.each<[name: string, files: Files]>([
  ['manifest.json', { ...ours, 'site/manifest.json': '{"' }],
  ['release.json', { ...ours, 'site/release.json': '{"' }],
  ['manifest.json', { 'site/release.json': releaseText() }],
])('a site whose %s is damaged or missing is refused as such', async (name, files) => {
  expect(await read(files)).toMatchObject({
    kind: 'usage',
    message: `SITE was built by phagepress, but its ${name} is missing or damaged, so what else lies there cannot be told.`,
    hint: expect.stringMatching(
      /^Nothing was touched\. If all in it is the site, remove .*site and build again\.$/,
    ),
  });
});

test.each<[added: string, files: Files, prepare?: Prepare]>([
  ['CNAME', { ...ours, 'site/CNAME': 'x' }],
  ['api/notes.txt', { ...ours, 'site/api/notes.txt': 'x' }],
  ['.well-known', { ...ours, 'site/.well-known/security.txt': 'x' }],
  ['a.json/mine.txt', { ...oursWithoutOne, 'site/a.json/mine.txt': 'x' }],
  ['mine', ours, (site) => mkdirSync(path.join(site, 'mine'))],
])('a site is refused to which was added %s', async (added, files, prepare) => {
  expect(await read(files, prepare)).toMatchObject({
    kind: 'usage',
    message: `SITE holds ${added}, which phagepress did not put there.`,
    hint: expect.stringContaining('--static'),
  });
});

describe('of a site whose staging is known', () => {
  const deep = siteWith('site', { 'api/a/b/index.json': '{}', 'api/index.json': '{}' });
  const release: { release: string } = JSON.parse(releaseText());

  /** What is found after a file was added to a folder, if all was staged `laterMs` after it was. */
  async function readAfter(added: string, laterMs: number, of = release.release) {
    const folder = tempFolder(deep);
    const site = path.join(folder, 'site');
    const before = lstatSync(path.join(site, 'release.json')).ctimeMs;
    mkdirSync(path.join(site, added));
    // The time of a change cannot be set back, as this one can.
    utimesSync(path.dirname(path.join(site, added)), 0, 0);
    const ms = before + laterMs;
    return readLiveRelease(site, { release: of, ms }).catch((error: unknown) => error);
  }

  test.each(['api/a/b/mine', 'api/a/mine', 'mine'])('%s was added since', async (added) => {
    expect(await readAfter(added, 0)).toMatchObject({
      message: expect.stringContaining(` holds ${added}, which`),
    });
  });

  test('folders that did not change since are not looked into', async () => {
    expect(await readAfter('api/a/b/mine', 1e9)).toMatchObject({ release });
  });

  test('that of another release says nothing', async () => {
    expect(await readAfter('api/a/b/mine', 1e9, 'another')).toBeInstanceOf(Failure);
  });
});

describe.each(['release.json', 'manifest.json'])('in the place of %s', (name) => {
  const replaced = (put: (file: string) => void) =>
    read(ours, (site) => {
      rmSync(path.join(site, name));
      put(path.join(site, name));
    });

  // Reading a link to itself fails for everybody, whatever their rights.
  test('what cannot be read makes it nobody else’s, and the file is named', async () => {
    expect(await replaced((file) => symlinkSync(name, file))).toMatchObject({
      kind: 'machine',
      message: expect.stringMatching(new RegExp(`^Cannot read .*${name}: .*ELOOP`)),
    });
  });

  test.runIf(process.platform !== 'win32')('a pipe is not waited for', async () => {
    expect(await replaced((file) => execFileSync('mkfifo', [file]))).toMatchObject({
      kind: 'usage',
    });
  });
});
