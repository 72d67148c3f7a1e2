import { statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { assertAllAsPublished, linkFiles, type LinkTask } from '../../../src/pipeline/tasks.ts';
import { packFiles } from '../../../src/publishing/fileList.ts';
import { tempFolder } from '../sources/tempFolder.ts';
import { filesIn, publishedFiles } from '../publishing/siteFolder.ts';

const publishedAt = new Date('2026-01-02T03:04:05Z');
const publishedAtMs = publishedAt.getTime();
const published: Pick<LinkTask, 'publishedAtMs' | 'stagedAtMs'> = {
  publishedAtMs,
  stagedAtMs: null,
};

/** A live site whose files have the time of its publication. */
function liveSite(files: Readonly<Record<string, string>>): string {
  const folder = tempFolder(files);
  for (const name of Object.keys(files)) {
    utimesSync(path.join(folder, name), publishedAt, publishedAt);
  }
  return folder;
}

const files = { 'api/a.json': '{"a":1}', 'b.json': 'é' };

function carryOver(liveDir: string, stagingDir: string, times = published): void {
  linkFiles({ liveDir, stagingDir, lists: [packFiles(publishedFiles(files))], ...times });
}

describe('files of the live site that are carried over', () => {
  test('are the very same files', () => {
    const liveDir = liveSite(files);
    const stagingDir = tempFolder();
    carryOver(liveDir, stagingDir);
    expect(filesIn(stagingDir)).toEqual(files);
    const [live, staged] = [liveDir, stagingDir].map((dir) => statSync(path.join(dir, 'b.json')));
    expect(staged?.ino).toBe(live?.ino);
  });

  test.each<[what: string, spoil: (folder: string) => void]>([
    ['longer', (folder) => writeAt(folder, 'b.json', 'éé', publishedAt)],
    ['newer', (folder) => writeAt(folder, 'b.json', 'ü', new Date(publishedAtMs + 1000))],
  ])('are not taken when one is %s than what was published', async (_what, spoil) => {
    const liveDir = liveSite(files);
    spoil(liveDir);
    expect(() => carryOver(liveDir, tempFolder())).toThrow(DamagedCache);
    await expect(
      assertAllAsPublished(liveDir, publishedFiles(files), publishedAtMs),
    ).rejects.toThrow(new DamagedCache('b.json is not what was published'));
  });

  test('take the place of one that the folder began with, if it was changed', () => {
    const liveDir = liveSite(files);
    const stagingDir = liveSite(files);
    writeAt(stagingDir, 'b.json', 'ü', new Date(publishedAtMs + 1000));
    const later = { publishedAtMs: publishedAtMs + 2000, stagedAtMs: publishedAtMs };
    const inode = (dir: string, name: string) => statSync(path.join(dir, name)).ino;
    const own = inode(stagingDir, 'api/a.json');
    carryOver(liveDir, stagingDir, later);
    expect(filesIn(stagingDir)).toEqual(files);
    expect(inode(stagingDir, 'api/a.json')).toBe(own);
    expect(inode(stagingDir, 'b.json')).toBe(inode(liveDir, 'b.json'));
  });

  test('cannot be carried over into a place that cannot be written to', () => {
    const stagingDir = tempFolder({ api: 'a file' });
    expect(() => carryOver(liveSite(files), stagingDir)).toThrow(Failure);
  });

  test('are not taken when one is missing', async () => {
    const liveDir = liveSite({ 'b.json': 'é' });
    expect(() => carryOver(liveDir, tempFolder())).toThrow(
      new DamagedCache('api/a.json is missing'),
    );
    await expect(
      assertAllAsPublished(liveDir, publishedFiles(files), publishedAtMs),
    ).rejects.toThrow(DamagedCache);
  });
});

function writeAt(folder: string, name: string, text: string, time: Date): void {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  utimesSync(file, time, time);
}
