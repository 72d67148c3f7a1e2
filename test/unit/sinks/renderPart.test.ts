import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CollectionName } from '../../../src/contract/collectionName.ts';
import { DamagedCache, Failure } from '../../../src/base/failure.ts';
import { type RenderedSite, renderPart, type RenderTask } from '../../../src/sinks/renderPart.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { paged } from '../../../src/sinks/pageBuilder.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { numbered, runIn, spill, spillInBlocks, type TestRecord } from '../base/runFiles.ts';

// Where Linux lists what a process has open.
const openFiles = '/proc/self/fd';

const baseUrl = 'https://phages.example';

const record = (key: string, json = `{"key":"${key}"}`, piece = 0): TestRecord => {
  return { key, json, piece, line: 1 };
};

interface Wanted {
  readonly collection?: CollectionName;
  readonly pageSize?: number;
  readonly site?: Partial<RenderedSite>;
  readonly part?: Partial<RenderTask['part']>;
  readonly changedKeys?: readonly string[];
}

/** A task that renders all records of one run into a folder of its own. */
function taskOf(records: readonly TestRecord[], of: Wanted = {}): RenderTask & { dir: string } {
  const folder = tempFolder();
  const dir = path.join(folder, 'staging');
  const run = spillInBlocks(runIn(folder), records, [2]);
  return {
    dir,
    runs: [run],
    part: { fromKey: null, firstRank: 0, endRank: records.length, ...of.part },
    shape: paged(of.collection ?? 'phages', records.length, of.pageSize ?? 2),
    contested: new Set(),
    maxRepeated: 50,
    changedKeys: of.changedKeys ?? null,
    site: {
      stagingDir: dir,
      liveDir: null,
      baseUrl,
      links: 'query',
      precompress: [],
      recordFiles: true,
      caseInsensitiveNames: false,
      fieldNames: {},
      noted: false,
      partitioned: null,
      ...of.site,
    },
  };
}

const textOf = (dir: string, file: string) => readFileSync(path.join(dir, file), 'utf8');

test('the files of a part of records without a safe name are pages only', () => {
  const names = ['..', 'CON', 'a/b', 'index.json', '\u0001', 'ok', 'x '];
  const task = taskOf(
    names.map((name) => record(name, JSON.stringify(name))),
    { pageSize: 100 },
  );
  const result = renderPart(task);
  expect(
    filesOf(result)
      .map((file) => file.path)
      .sort(),
  ).toEqual(['api/phages/index.json', 'api/phages/ok/index.json', 'api/phages/page/1.json']);
  const page: { results: string[] } = JSON.parse(textOf(task.dir, 'api/phages/index.json'));
  expect(page.results.toSorted()).toEqual(names.toSorted());
});

test('the files of a part are none when the order is only to be checked, and all repeats are told', () => {
  const records = [record('a'), record('a', '1', 1), record('b')];
  const task = { ...taskOf(records), site: null };
  expect(renderPart(task)).toMatchObject({ count: 0, linked: 0, firstKeys: [] });
  expect(renderPart(task).repeated).toHaveLength(1);
});

describe('a part that cannot be rendered', () => {
  test('because a run is damaged says so', () => {
    const task = taskOf(numbered(6));
    truncateSync(task.runs[0]!.path, 30);
    expect(() => renderPart(task)).toThrow(DamagedCache);
    expect(() => renderPart({ ...task, site: null })).toThrow(DamagedCache);
  });

  test('because a run is gone says so', () => {
    const task = taskOf(numbered(6));
    const folder = tempFolder();
    const gone = spill(numbered(1), runIn(folder));
    rmSync(gone.path);
    expect(() => renderPart({ ...task, runs: [...task.runs, gone] })).toThrow(DamagedCache);
  });

  test.runIf(existsSync(openFiles))('leaves no file open', () => {
    const task = taskOf(numbered(6));
    const gone = { ...task.runs[0]!, path: `${task.runs[0]!.path}.gone` };
    const before = readdirSync(openFiles).length;
    expect(() => renderPart({ ...task, runs: [...task.runs, gone] })).toThrow(DamagedCache);
    truncateSync(task.runs[0]!.path, 30);
    expect(() => renderPart(task)).toThrow(DamagedCache);
    expect(readdirSync(openFiles)).toHaveLength(before);
  });

  test('because its place cannot be written to is a failure of the machine', () => {
    const task = taskOf(numbered(1));
    addFile(path.dirname(task.dir), 'staging', 'a file');
    expect(() => renderPart(task)).toThrow(Failure);
  });
});
