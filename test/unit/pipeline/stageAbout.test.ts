import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { stageAbout } from '../../../src/pipeline/stageSite.ts';
import { parseRelease } from '../../../src/contract/release.ts';
import { mergeFiles, listWritten, joinWritten } from '../../../src/publishing/fileList.ts';
import { filesIn } from '../publishing/siteFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { exampleRelease } from './exampleIndex.ts';

const sha256 = 'ab'.repeat(32);
const files = ['b.json', 'a.json', 'é.json'].map((path) => ({ path, bytes: 7, sha256 }));

test('the manifest lists all files in order of path, and the release bears its hash', async () => {
  const stagingDir = tempFolder();
  // As two threads would tell them.
  const content = joinWritten([listWritten(files.slice(0, 1), 0), listWritten(files.slice(1), 0)]);
  const { release, about } = await stageAbout(content, exampleRelease, {
    stagingDir,
    liveDir: null,
    precompress: ['gzip'],
  });
  const written = filesIn(stagingDir);
  expect(Object.keys(written)).toEqual(['manifest.json', 'release.json']);
  const listed = JSON.parse(written['manifest.json'] ?? '') as { files: unknown[] };
  expect(listed.files).toEqual(
    ['a.json', 'b.json', 'é.json'].map((path) => ({ path, bytes: 7, sha256 })),
  );
  expect(release.release).toBe(hash('sha256', written['manifest.json'] ?? ''));
  expect(parseRelease(written['release.json'] ?? '')?.release).toBe(release.release);
  expect([...mergeFiles(about.lists)].map(({ path }) => path)).toEqual([
    'manifest.json',
    'release.json',
  ]);
  expect(about.linked).toBe(0);
});

test('the same content is the same release, and links to the files of the live site', async () => {
  const content = listWritten(files, 0);
  const [liveDir, stagingDir] = [tempFolder(), tempFolder()];
  const first = await stageAbout(content, exampleRelease, {
    stagingDir: liveDir,
    liveDir: null,
    precompress: [],
  });
  const second = await stageAbout(content, exampleRelease, {
    stagingDir,
    liveDir,
    precompress: [],
  });
  expect(second.release).toEqual(first.release);
  expect(second.about.linked).toBe(2);
});
