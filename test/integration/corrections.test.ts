/** A correction of the data is published whatever tool brought it, also when size and time are those of before. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workers } from '../../src/pipeline/tasks.ts';
import { build, inFastFolder, withWorkers } from '../property/siteBuilds.ts';
import { asLines, tinyGene } from './tinyData.ts';

const longAgo = new Date('2020-02-02T02:02:02Z');
const isoTime = longAgo.toISOString();

const textOf = (notes: string) => asLines([tinyGene('Quillon', 1, { Notes: notes })]);

/** A data folder of two files that are years old, and beside it a folder with a correction of the first. */
function writeData(folder: string): void {
  for (const [name, text] of [
    ['data/genes/a.ndjson', textOf('wrong')],
    ['data/genes/b.ndjson', asLines([tinyGene('Vexmoor', 1)])],
    ['new/a.ndjson', textOf('right')],
  ] as const) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, longAgo, longAgo);
  }
}

/** Runs a command in the folder; its name is given first. */
function run(folder: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: folder });
}

/** What brings the correction, each leaving size and time of the file as they were. */
const tools: Readonly<Record<string, (folder: string) => void>> = {
  'tar --mtime'(folder) {
    run(folder, 'tar', '-C', 'new', '-cf', 'new.tar', `--mtime=${isoTime}`, 'a.ndjson');
    run(folder, 'tar', '-C', 'data/genes', '-xf', 'new.tar');
  },
  'cp -p'(folder) {
    run(folder, 'cp', '-p', 'new/a.ndjson', 'data/genes/a.ndjson');
  },
  'touch -r'(folder) {
    writeFileSync(path.join(folder, 'data/genes/a.ndjson'), textOf('right'));
    run(folder, 'touch', '-r', 'new/a.ndjson', 'data/genes/a.ndjson');
  },
  'rsync -t, told to look at contents'(folder) {
    run(folder, 'rsync', '-tI', 'new/a.ndjson', 'data/genes/');
  },
  'rsync -t --inplace, told to look at contents'(folder) {
    run(folder, 'rsync', '-tc', '--inplace', 'new/a.ndjson', 'data/genes/');
  },
  mv(folder) {
    renameSync(path.join(folder, 'new/a.ndjson'), path.join(folder, 'data/genes/a.ndjson'));
  },
};

/** What may not be installed; continuous integration has it all. */
const isThere = (command: string) => {
  try {
    execFileSync(command, ['--version']);
    return true;
  } catch {
    return process.env['CI'] !== undefined;
  }
};

/** The same threads; `asked` has the names of the tasks that they were given. */
function watched(workers: Workers): { readonly asked: string[]; readonly workers: Workers } {
  const asked: string[] = [];
  const watching: Workers = {
    ...workers,
    run(name, input) {
      asked.push(name);
      return workers.run(name, input);
    },
  };
  return { asked, workers: watching };
}

describe('a correction of the same size and time', () => {
  for (const [tool, bring] of Object.entries(tools)) {
    const command = tool.split(' ')[0] ?? '';
    test.skipIf(!isThere(command))(`is published when it comes by ${tool}`, async () => {
      await inFastFolder((folder) =>
        withWorkers(1, async (workers) => {
          writeData(folder);
          const of = { data: path.join(folder, 'data'), out: path.join(folder, 'site') };
          await build({ ...of, cache: true }, workers);
          const source = path.join(folder, 'data/genes/a.ndjson');
          const before = statSync(source);
          bring(folder);
          const after = statSync(source);
          expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
          await build({ ...of, cache: true }, workers);
          expect(readFileSync(path.join(of.out, 'api/genes/page/1.json'), 'utf8')).toContain(
            '"right"',
          );
        }),
      );
    });
  }
});

describe('data that was restored, with other inodes and the times it had', () => {
  /** As a cache of continuous integration does. */
  const restore = (folder: string, what: readonly string[]) => {
    run(folder, 'tar', '-cf', 'saved.tar', ...what);
    for (const name of what) rmSync(path.join(folder, name), { recursive: true });
    run(folder, 'tar', '-xf', 'saved.tar');
  };

  test('is hashed and not read again', async () => {
    await inFastFolder((folder) =>
      withWorkers(1, async (pool) => {
        writeData(folder);
        const of = { data: path.join(folder, 'data'), out: path.join(folder, 'site') };
        await build({ ...of, cache: true }, pool);
        restore(folder, ['data', 'site', '.site.phagepress-cache']);
        const { asked, workers } = watched(pool);
        const { site } = await build({ ...of, cache: true }, workers);
        // So few bytes are hashed without a thread.
        expect(asked).toEqual([]);
        expect(site?.unchanged).toBe(site?.files);
      }),
    );
  });

  test('is hashed by threads where its files are many', async () => {
    await inFastFolder((folder) =>
      withWorkers(1, async (pool) => {
        const data = path.join(folder, 'data/genes');
        mkdirSync(data, { recursive: true });
        for (let number = 1; number <= 257; number++) {
          writeFileSync(
            path.join(data, `${number}.ndjson`),
            asLines([tinyGene('Quillon', number)]),
          );
        }
        const of = { data: path.join(folder, 'data'), out: path.join(folder, 'site') };
        await build({ ...of, cache: true }, pool);
        restore(folder, ['data']);
        const { asked, workers } = watched(pool);
        await build({ ...of, cache: true }, workers);
        expect(asked).toEqual(Array.from({ length: 257 }, () => 'hashRange'));
      }),
    );
  });
});
