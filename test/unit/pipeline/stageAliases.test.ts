import { linkSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stageAliases } from '../../../src/pipeline/stageSite.ts';
import { createPhageAliases } from '../../../src/records/phageAliases.ts';
import { Failure } from '../../../src/base/failure.ts';
import { joinWritten, type WrittenFiles } from '../../../src/publishing/fileList.ts';
import { createSiteWriter } from '../../../src/publishing/siteWriter.ts';
import { tinyPhage } from '../../integration/tinyData.ts';
import { factsFrom } from '../records/someFacts.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { inProcessWorkers } from '../records/inProcessWorkers.ts';
import { watchedProgress } from '../watchedProgress.ts';
import { bytesBelow, publishedOf } from './stagedFiles.ts';

const phages = [
  tinyPhage('Quillon', { old_names: 'Quill' }),
  tinyPhage('Éclair 5%', { archive_accession: 'AB1.2' }),
];

/** What a site has under the names of the phages, and more; large files have compressed siblings. */
const files = {
  'api/phages/Quillon/index.json': 'the record of Quillon',
  'api/phages/Éclair 5%/index.json': 'the record of Éclair'.repeat(100),
  'api/genesbyphage/Quillon/index.json': 'its genes',
  'api/phages/index.json': 'a list',
  'api/phages/page/2.json': 'a page',
  'api/genes/Quillon/index.json': 'a gene of that name',
  'bulk/phages/Quillon.gff3': 'its features',
};

const othersOf = {
  Quillon: ['Quill', 'Quillon_Draft', 'quill', 'quillon', 'quillon_draft'],
  'Éclair 5%': ['AB1', 'AB1.2', 'ab1', 'ab1.2', 'Éclair 5%_Draft', 'éclair 5%', 'éclair 5%_draft'],
};

interface Staging {
  readonly records?: typeof phages;
  readonly site?: Readonly<Record<string, string>>;
  readonly hasFiles?: boolean;
  readonly liveDir?: string | null;
  /** What becomes of the staging folder once the files of the site are there. */
  readonly prepare?: (stagingDir: string) => void;
}

/** Stages a site and then the other names of its phages. */
async function stage(staging: Staging = {}) {
  const { records = phages, site = files, hasFiles = true, liveDir = null } = staging;
  const stagingDir = path.join(tempFolder(), 'staging');
  const place = { stagingDir, liveDir, precompress: ['gzip', 'br'] } as const;
  // As of two threads.
  const [writer, another] = [createSiteWriter(place), createSiteWriter(place)];
  Object.entries(site).forEach(([file, text], at) => {
    (at % 2 === 0 ? writer : another).put(file, Buffer.from(text));
  });
  const staged = joinWritten([writer.written(), another.written()]);
  staging.prepare?.(stagingDir);
  const aliases = createPhageAliases(factsFrom({ phages: records }), () => null, false);
  const { progress, seen } = watchedProgress();
  const named: WrittenFiles = await stageAliases(
    aliases,
    staged,
    hasFiles,
    place,
    inProcessWorkers,
    progress,
  );
  expect(filesOf(staged, named)).toEqual(publishedOf(bytesBelow(stagingDir)));
  const paths = filesOf(named).map((file) => file.path);
  const linked = paths.filter((file) => file.startsWith('api/'));
  const index = paths.filter((file) => file.startsWith('aliases/'));
  expect([...index, ...linked].toSorted()).toEqual(paths.toSorted());
  return { named, linked, index, seen, stagingDir };
}

const inodeOf = (dir: string, file: string) => statSync(path.join(dir, file)).ino;

describe('where hosts cannot read the index', () => {
  test('each file of a phage is there by each other name, too, and no other file', async () => {
    const { linked, seen, stagingDir } = await stage();
    const due = [
      ...othersOf.Quillon.flatMap((name) => [
        `api/phages/${name}/index.json`,
        `api/genesbyphage/${name}/index.json`,
      ]),
      ...othersOf['Éclair 5%'].flatMap((name) => [
        `api/phages/${name}/index.json`,
        `api/phages/${name}/index.json.gz`,
        `api/phages/${name}/index.json.br`,
      ]),
    ];
    expect(linked.toSorted()).toEqual(due.toSorted());
    expect(seen.stages).toEqual([['Linking names', null]]);
    // They take no room.
    const own = inodeOf(stagingDir, 'api/phages/Quillon/index.json');
    expect(inodeOf(stagingDir, 'api/phages/quill/index.json')).toBe(own);
  });

  test('all of them are linked, however many', async () => {
    const names = Array.from({ length: 1400 }, (_, at) => `n${at}`);
    const records = [tinyPhage('Quillon', { old_names: names.join(', ') }), tinyPhage('Vexmoor')];
    const site = {
      'api/phages/Quillon/index.json': 'the record of Quillon'.repeat(100),
      'api/phages/Vexmoor/index.json': 'another',
    };
    const { linked } = await stage({ records, site });
    const draftsOf = (name: string) => [name, `${name}_draft`];
    const due = [
      ...[...names, 'Quillon_Draft', ...draftsOf('quillon')].flatMap((name) =>
        ['', '.gz', '.br'].map((end) => `api/phages/${name}/index.json${end}`),
      ),
      ...['Vexmoor_Draft', ...draftsOf('vexmoor')].map((name) => `api/phages/${name}/index.json`),
    ];
    expect(linked.toSorted()).toEqual(due.toSorted());
  });

  test('those that the live site has as the same file are told as such', async () => {
    const { linked, index, stagingDir: live } = await stage();
    const { named: again } = await stage({ liveDir: live });
    expect(again.linked).toBe(linked.length + index.length);
    // It has files of these bytes, but that of the phage is another.
    const apart = tempFolder(bytesBelow(live));
    expect((await stage({ liveDir: apart })).named.linked).toBe(index.length);
    const own = 'api/genesbyphage/Quillon/index.json';
    const other = 'api/genesbyphage/quill/index.json';
    const one = tempFolder({ [own]: files[own] });
    mkdirSync(path.dirname(path.join(one, other)), { recursive: true });
    linkSync(path.join(one, own), path.join(one, other));
    expect((await stage({ liveDir: one })).named.linked).toBe(1);
  });

  test('nothing is linked over what is there', async () => {
    const inTheWay = (dir: string) => void addFile(dir, 'api/phages/Quill', 'x');
    await expect(stage({ prepare: inTheWay })).rejects.toThrow(Failure);
  });
});

test('where hosts read the index, it is all there is', async () => {
  const { index, linked, seen } = await stage({ hasFiles: false });
  expect(linked).toEqual([]);
  expect(index).toEqual((await stage()).index);
  expect(seen.stages).toEqual([]);
});
