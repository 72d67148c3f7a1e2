/** What a site tells of its former releases: changes/ and releases/ (H1). */
import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { ChangesIndex, ReleasesIndex } from '../../src/contract/history.ts';
import { compareText } from '../../src/text/order.ts';
import { asLines, tinyData, tinyGene } from '../integration/tinyData.ts';
import { differences } from '../integration/workFolder.ts';
import { type Lab, test } from './lab.ts';
import { withPreview } from './preview.ts';
import { releaseData } from './releaseData.ts';

const build = ['build', '--quiet', '--max-drop', '100', '--no-html'];
const noted = (Notes: string) => ({
  'data/genes/Quillon.ndjson': asLines([1, 2, 3, 4].map((n) => tinyGene('Quillon', n, { Notes }))),
});

const changesOf = (lab: Lab): ChangesIndex => lab.json('dist/changes/index.json');
const releasesOf = (lab: Lab): ReleasesIndex => lab.json('dist/releases/index.json');
const releaseOf = (lab: Lab): string => lab.json('dist/release.json').release;

/** The genes of a site, as its steps make them of those of another. */
function follow(lab: Lab, genes: Map<string, string>, from: string): string {
  const { steps, release } = changesOf(lab);
  const at = steps.findIndex((step) => step.from === from);
  for (const { file } of steps.slice(0, at + 1).toReversed()) {
    const [, ...lines] = gunzipSync(lab.bytes(`dist/${file.path}`))
      .toString()
      .trimEnd()
      .split('\n');
    for (const line of lines) {
      const { collection, change, key, record } = JSON.parse(line);
      if (collection !== 'genes') continue;
      if (change === 'removed') genes.delete(key);
      else genes.set(key, JSON.stringify(record));
    }
  }
  return release;
}

describe('changes/', () => {
  test('lets a reader follow ten releases, at each or after several, to the same bytes', async (lab) => {
    const [close, far] = [new Map<string, string>(), new Map<string, string>()];
    let [closeAt, farAt] = ['', ''];
    for (let release = 0; release < 10; release++) {
      await lab.write(releaseData(release));
      await lab.run(...build, '--bulk', 'ndjson');
      if (release === 0) {
        const lines = gunzipSync(lab.bytes('dist/bulk/genes.ndjson.gz')).toString().split('\n');
        for (const line of lines.slice(0, -1))
          for (const genes of [close, far]) genes.set(JSON.parse(line).GeneID, line);
        [closeAt, farAt] = [releaseOf(lab), releaseOf(lab)];
      } else {
        closeAt = follow(lab, close, closeAt);
      }
    }
    farAt = follow(lab, far, farAt);
    expect([closeAt, farAt]).toEqual([releaseOf(lab), releaseOf(lab)]);
    const bulk = gunzipSync(lab.bytes('dist/bulk/genes.ndjson.gz')).toString();
    for (const genes of [close, far]) {
      const names = [...genes.keys()].sort(compareText);
      expect(names.map((name) => `${genes.get(name)}\n`).join('')).toBe(bulk);
    }
    const kinds = new Set(
      lab
        .text('dist/changes/families.tsv')
        .split('\n')
        .map((row) => row.split('\t')[2]),
    );
    expect(kinds).toEqual(
      new Set(['kind', 'renumbered', 'split', 'merged', 'new', 'gone', undefined]),
    );
    expect(lab.text('dist/changes/removed.tsv')).toMatch(/\tphages\tDunmore\n/);
    await lab.run('verify', 'dist');
  });

  test('is no part of the release, and stays where nothing changed', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    const first = releaseOf(lab);
    expect(changesOf(lab)).toMatchObject({ release: first, steps: [], files: [] });
    await lab.write(noted('other'));
    await lab.run(...build);
    const told = changesOf(lab);
    expect(told.steps.map(({ from, to }) => [from, to])).toEqual([[first, releaseOf(lab)]]);
    expect(told.steps[0]?.counts).toMatchObject({ genes: { added: 0, removed: 0, changed: 4 } });
    const before = await lab.tree('dist');
    const said: (string | undefined)[] = [];
    for (const more of [[], ['--no-cache']]) {
      const { stdout } = await lab.run('build', '--no-html', ...more);
      said.push(/^ {2}files .* in dist/m.exec(stdout)?.[0]);
      expect(await lab.tree('dist')).toEqual(before);
    }
    // Also of what lies beside the manifest.
    expect(said[0]).toMatch(String(Object.keys(before).length));
    expect(said[1]).toBe(said[0]);
    const fresh = await lab.fresh(...build);
    expect(fresh['manifest.json']).toEqual(before['manifest.json']);
    await lab.write(noted('tail fibre'));
    await lab.run(...build);
    expect(releaseOf(lab)).toBe(first);
    expect(changesOf(lab).steps.map(({ to }) => to)).toEqual([first, told.release]);
    await lab.run(...build, '--no-changes');
    expect(lab.has('dist/changes')).toBe(false);
  });

  test('has dates that never go back, whatever the clock says', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    await lab.write(noted('a'));
    await lab.run(...build, '--release-date', '2099-01-01');
    await lab.write(noted('b'));
    await lab.run(...build);
    expect(changesOf(lab).steps.map(({ date }) => date)).toEqual(['2099-01-01', '2099-01-01']);
    expect(lab.text('dist/changes/feed.xml')).toMatch(
      '<updated>2099-01-01T00:00:00.000Z</updated>',
    );
    expect(lab.json('dist/changes/feed.json').items).toHaveLength(2);
  });

  test('comes with a warning where many families have other numbers', async (lab) => {
    const families = (base: number) => ({
      'data/genes/Quillon.ndjson': asLines(
        [1, 2, 3, 4].map((n) =>
          tinyGene('Quillon', n, {
            PhamID: { PhamID: base * (n > 2 ? 10 : 1) + n, Color: '#abcdef' },
          }),
        ),
      ),
    });
    await lab.write({ ...tinyData, ...families(100) });
    await lab.run(...build);
    await lab.write(families(200));
    const { stderr } = await lab.run('build', '--no-html', '--max-renumbered', '50');
    expect(stderr).toMatch(
      '4 gene families have another number than in the last release, 80 %, more than --max-renumbered 50%.',
    );
    await lab.write(families(300));
    const { stderr: quiet } = await lab.run('build', '--no-html', '--max-renumbered', '80');
    expect(quiet).not.toMatch('another number');
    await withPreview(['--port', '0'], lab.at(''), async ({ url }) => {
      const gone = await fetch(`${url}/api/phams/101/`);
      expect([gone.status, await gone.json()]).toEqual([
        404,
        { detail: 'Not found.', became: [301] },
      ]);
      const page = await fetch(`${url}/api/genes/`);
      expect(page.headers.get('Phagepress-Release')).toBe(releaseOf(lab));
    });
  });

  test('tells no step from a site that is damaged, and says so', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    lab.edit('dist/api/genes/page/1.json', 'Quillon', 'Quillom');
    await lab.write(noted('other'));
    const { stderr } = await lab.run('build', '--no-html', '--no-cache');
    expect(stderr).toMatch(
      /What changed since the last release is not told: api\/genes\/page\/1\.json of .* is not what its manifest\.json says\.\n/,
    );
    expect(changesOf(lab).steps).toEqual([]);
    await lab.run('verify', 'dist');
  });

  test('is guarded like the rest of the site: other files in it stop a build', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    await lab.write(noted('other'));
    await lab.run(...build, '--keep', '2');
    for (const file of ['dist/changes/mine.txt', 'dist/releases/mine.txt']) {
      await lab.write({ [file]: 'mine' });
      const { stderr: refusal } = await lab.ends(2, ...build);
      expect(refusal).toMatch('mine.txt, which phagepress did not put');
      const verified = await lab.ends(1, 'verify', 'dist');
      expect(verified.stdout).toMatch('mine.txt');
      lab.remove(file);
    }
    await lab.write({ 'static/changes/mine.txt': 'mine' });
    const { stderr } = await lab.ends(2, ...build, '--static', 'static');
    expect(stderr).toMatch('has the path of a file of the site');
  });
});

describe('--keep', () => {
  test('keeps the bulk files of so many releases, byte for byte, and links what is the same', async (lab) => {
    const bulk: Record<string, Buffer> = {};
    await lab.write(tinyData);
    for (const Notes of ['a', 'b', 'c']) {
      await lab.write(noted(Notes));
      await lab.run(...build, '--keep', '2');
      bulk[releaseOf(lab)] = lab.bytes('dist/bulk/genes.ndjson.gz');
    }
    const { releases, latest } = releasesOf(lab);
    expect(latest).toBe(releaseOf(lab));
    expect(releases.map(({ release }) => release)).toEqual(
      Object.keys(bulk).toReversed().slice(0, 2),
    );
    expect(lab.names('dist/releases')).toHaveLength(3);
    for (const { release, folder } of releases)
      expect(lab.bytes(`dist/${folder}bulk/genes.ndjson.gz`)).toEqual(bulk[release]);
    // Phages never changed.
    const inode = (file: string) => fs.statSync(lab.at(file)).ino;
    expect(inode(`dist/${releases[1]!.folder}bulk/phages.parquet`)).toBe(
      inode('dist/bulk/phages.parquet'),
    );
    await lab.run('verify', 'dist');
    await withPreview(['--port', '0'], lab.at(''), async ({ url }) => {
      const { stdout } = await lab.run('verify', url);
      expect(stdout).toMatch(/H1 +pass/);
    });
    const { stderr } = await lab.run('build', '--no-html', '--keep', '1');
    expect(stderr).toMatch(`${releases[1]!.folder} of`);
  });

  test('begun later, keeps the release before, too', async (lab) => {
    await lab.write(tinyData);
    await lab.run(...build);
    const first = releaseOf(lab);
    await lab.run(...build, '--keep', 'all');
    expect(releasesOf(lab).releases.map(({ release }) => release)).toEqual([first]);
    await lab.write(noted('other'));
    // As before, where nobody says otherwise.
    await lab.run(...build);
    const second = releaseOf(lab);
    await lab.write(noted('third'));
    const { stderr } = await lab.run('build', '--no-html', '--keep', '2');
    expect(stderr).toMatch('is not kept: --keep 2 keeps the latest.');
    const kept = () => releasesOf(lab).releases.map(({ release }) => release);
    expect(kept()).toEqual([releaseOf(lab), second]);
    await lab.write(noted('fourth'));
    await lab.run(...build);
    expect(kept()).toHaveLength(2);
  });

  test('stay where a rollback lies between, and the changes of a step that is made twice', async (lab) => {
    await lab.write(tinyData);
    const linked = [...build, '--switch', 'link', '--keep', 'all'];
    const ids: string[] = [];
    for (const notes of ['one', 'two', 'three']) {
      await lab.write(noted(notes));
      await lab.run(...linked);
      ids.push(releaseOf(lab));
    }
    await lab.run('rollback', ids[0] ?? '');
    await lab.write(noted('two'));
    await lab.run(...build);
    expect(new Set(releasesOf(lab).releases.map(({ release }) => release))).toEqual(new Set(ids));
    expect(releaseOf(lab)).toBe(ids[1]);
    for (const notes of ['one', 'two', 'one', 'two']) {
      await lab.write(noted(notes));
      await lab.run(...build);
    }
    const files = changesOf(lab).steps.map(({ file }) => file.path);
    expect(new Set(files).size).toBe(files.length);
    await lab.run('verify', 'dist');
  });

  test('that are damaged are made anew with the cache as without, where nothing else changed', async (lab) => {
    await lab.write(tinyData);
    const keeping = [...build, '--keep', 'all', '--release-date', '2026-02-01'];
    for (const notes of ['one', 'two', 'three']) {
      await lab.write(noted(notes));
      await lab.run(...keeping);
    }
    const [step] = changesOf(lab).steps;
    const [, kept] = releasesOf(lab).releases;
    for (const file of [
      'changes/index.json',
      'changes/families.tsv',
      step!.file.path,
      'releases/index.json',
      kept!.files[0]!.path,
      kept!.folder,
    ]) {
      const found: Record<string, string>[] = [];
      for (const more of [[], ['--no-cache']]) {
        fs.cpSync(lab.at('dist'), lab.at('site'), { recursive: true, preserveTimestamps: true });
        fs.cpSync(lab.at('.dist.phagepress-cache'), lab.at('.site.phagepress-cache'), {
          recursive: true,
        });
        lab.remove(`site/${file}`);
        await lab.run(...keeping, '--out', 'site', ...more);
        found.push(await lab.tree('site'));
        lab.remove('site');
      }
      expect(differences(found[0]!, found[1]!), file).toEqual([]);
    }
  });

  test('that are damaged are left out and named, and so are changes; the build goes on', async (lab) => {
    await lab.write(tinyData);
    const keeping = [...build, '--keep', 'all'];
    for (const notes of ['one', 'two', 'three']) {
      await lab.write(noted(notes));
      await lab.run(...keeping);
    }
    const { steps } = changesOf(lab);
    const [, second, first] = releasesOf(lab).releases;
    lab.remove(`dist/${steps[0]?.file.path}`);
    await lab.write({ 'dist/changes/phages.tsv': 'release\tdate' });
    await lab.write({ [`dist/${second?.folder}bulk/genes.tsv.gz`]: 'x' });
    lab.remove(`dist/${first?.folder}bulk/genes.tsv.gz`);
    await lab.write(noted('four'));
    const { stderr } = await lab.run('build', '--no-html');
    for (const said of [
      `${steps[0]?.file.path} is not as its index says, and not kept.`,
      'changes/phages.tsv is not as its index says: it begins anew.',
      `${second?.folder} is not kept: ${second?.folder}bulk/genes.tsv.gz is not as its index says.`,
      `${first?.folder} is not kept: `,
    ])
      expect(stderr).toMatch(said);
    await lab.run('verify', 'dist');
    const [last] = releasesOf(lab).releases;
    lab.remove(`dist/${last?.folder}`);
    expect((await lab.run('build', '--no-html')).stderr).toMatch(`${last?.folder} is not kept: `);
    // Both indexes: one is made anew from what is there, of the other nothing is known.
    const kept = releasesOf(lab).releases.length;
    await lab.write({ 'dist/changes/index.json': '{', 'dist/releases/index.json': '{' });
    await lab.write(noted('five'));
    const { stderr: anew } = await lab.run('build', '--no-html');
    expect(anew).toMatch('changes/index.json is missing or damaged');
    expect(anew).toMatch('releases/index.json is missing or damaged: it is made anew.');
    expect(releasesOf(lab).releases).toHaveLength(kept + 1);
    await lab.run('verify', 'dist');
  });

  test.for([
    [
      'a changed byte',
      (lab: Lab, folder: string) => lab.edit(`dist/${folder}bulk/index.json`, '{', '['),
    ],
    ['a missing file', (lab: Lab, folder: string) => lab.remove(`dist/${folder}bulk/index.json`)],
    [
      'another release',
      (lab: Lab, folder: string) => lab.edit(`dist/${folder}release.json`, '0.1', '0.2'),
    ],
    [
      'another index',
      (lab: Lab) => lab.edit('dist/releases/index.json', /"latest": "./, '"latest": "x'),
    ],
    [
      'a step cut short',
      (lab: Lab) => fs.truncateSync(lab.at(`dist/${changesOf(lab).steps[0]!.file.path}`), 20),
    ],
    [
      'a count that is not that of the step',
      (lab: Lab) => lab.edit('dist/changes/index.json', '"changed": 4', '"changed": 5'),
    ],
    [
      'a date that is not that of the step',
      (lab: Lab) => lab.edit('dist/changes/index.json', '"date": "2', '"date": "1'),
    ],
    [
      'a version that a kept release does not have',
      (lab: Lab) => lab.edit('dist/releases/index.json', '"version": "0', '"version": "9'),
    ],
    [
      'changes of a release that tells none',
      (lab: Lab) => lab.edit('dist/release.json', '"changes": true', '"changes": false'),
    ],
    ['another table', (lab: Lab) => lab.edit('dist/changes/families.tsv', 'kind', 'kInd')],
  ] as const)('verify finds %s', async ([, spoil], { lab }) => {
    await lab.write(tinyData);
    await lab.run(...build, '--keep', '2');
    await lab.write(noted('other'));
    await lab.run(...build, '--keep', '2', '--no-cache');
    // A file of its own, not one that the site shares.
    const folder = releasesOf(lab).releases[1]!.folder;
    for (const file of ['bulk/index.json', 'release.json']) {
      const bytes = lab.bytes(`dist/${folder}${file}`);
      lab.remove(`dist/${folder}${file}`);
      await lab.write({ [`dist/${folder}${file}`]: bytes });
    }
    spoil(lab, folder);
    const { stdout } = await lab.ends(1, 'verify', 'dist');
    expect(stdout).toMatch(/H1 +FAIL/);
  });
});
