/** The data folder is replaced as a whole or not at all, and what a user did in it stays. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type StagedData, withDataFolder } from '../../../src/importing/dataFolder.ts';
import { tempFolder } from '../sources/tempFolder.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = tempFolder();
  data = path.join(folder, 'data');
});
const from = { inputs: ['a.gb'] };
const input = { kind: 'annotations', bytes: 1, sha256: 'x', program: 'p', date: null } as const;

function change(use: (staged: StagedData) => void, signal = new AbortController().signal) {
  return withDataFolder(data, { note() {}, signal }, async (staged) => {
    staged.inputs.set('a.gb', input);
    use(staged);
  });
}
const put = (file: string, text: string) =>
  change((staged) => staged.put(file, Buffer.from(text), from));
const textOf = (file: string) => fs.readFileSync(path.join(data, file), 'utf8');
const left = () => fs.readdirSync(folder).sort();

test('a folder is made, and says of each file where it came from', async () => {
  expect(await put('genes/L5.ndjson', 'one\n')).toMatchObject({ hasChanged: true });
  expect(textOf('genes/L5.ndjson')).toBe('one\n');
  const { files, inputs } = JSON.parse(textOf('provenance.json'));
  expect(files['genes/L5.ndjson']).toMatchObject({ bytes: 4, inputs: ['a.gb'] });
  expect(inputs).toEqual({ 'a.gb': input });
  expect(left()).toEqual(['data']);
});

test('the same again changes no file, not even its time', async () => {
  await put('genes/L5.ndjson', 'one\n');
  const before = fs.statSync(path.join(data, 'genes/L5.ndjson'));
  const folderBefore = fs.statSync(data);
  expect(await put('genes/L5.ndjson', 'one\n')).toMatchObject({ hasChanged: false });
  expect(fs.statSync(data).ino).toBe(folderBefore.ino);
  // Written otherwise and back again, beside a change elsewhere.
  await change((staged) => {
    staged.put('genes/L5.ndjson', Buffer.from('two\n'), from);
    staged.put('genes/L5.ndjson', Buffer.from('one\n'), from);
    staged.put('genes/D29.ndjson', Buffer.from('new\n'), from);
  });
  const after = fs.statSync(path.join(data, 'genes/L5.ndjson'));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test('a file whose hash was noted as it was read is not read again', async () => {
  const file = path.join(folder, 'in.gb');
  fs.writeFileSync(file, 'LOCUS');
  let found: Promise<string> | undefined;
  await change((staged) => {
    // Taken as if long after the file was written.
    staged.noteHash(file, fs.statSync(file), { sha256: 'noted', takenMs: Date.now() + 60_000 });
    found = staged.hashOf(file);
  });
  expect(await found).toBe('noted');
});

test('other files of the folder come along: plain ones, links and folders', async () => {
  fs.mkdirSync(path.join(data, 'notes'), { recursive: true });
  fs.writeFileSync(path.join(data, 'notes/mine.txt'), 'mine');
  fs.symlinkSync('notes/mine.txt', path.join(data, 'link'));
  await put('genes/L5.ndjson', 'one\n');
  expect(textOf('notes/mine.txt')).toBe('mine');
  expect(fs.readlinkSync(path.join(data, 'link'))).toBe('notes/mine.txt');
});

test('a folder in the place of a file is in the way, and stays', async () => {
  fs.mkdirSync(path.join(data, 'genes/L5.ndjson'), { recursive: true });
  await expect(put('genes/L5.ndjson', 'one\n')).rejects.toThrow('no import wrote it');
  expect(fs.readdirSync(path.join(data, 'genes'))).toEqual(['L5.ndjson']);
});

test('a file that no import wrote is in the way, and stays', async () => {
  fs.mkdirSync(path.join(data, 'genes'), { recursive: true });
  fs.writeFileSync(path.join(data, 'genes/L5.ndjson'), 'mine');
  await expect(put('genes/L5.ndjson', 'one\n')).rejects.toThrow('no import wrote it');
  expect(textOf('genes/L5.ndjson')).toBe('mine');
  expect(fs.existsSync(path.join(data, 'provenance.json'))).toBe(false);
  expect(left()).toEqual(['data']);
});

const gene = (fields: object) => `${JSON.stringify({ GeneID: 'L5_CDS_1', ...fields })}\n`;
const edit = (file: string, text: string) => fs.writeFileSync(path.join(data, file), text);

test('an edit is kept, and told, while all else is imported', async () => {
  await put('genes/L5.ndjson', gene({ Notes: 'a', Start: 1 }));
  edit('genes/L5.ndjson', gene({ Notes: 'mine', Start: 1 }));
  const next = await put('genes/L5.ndjson', gene({ Notes: 'a', Start: 2 }));
  expect(next.edits).toMatchObject([{ record: 'L5_CDS_1', field: 'Notes', inputNow: null }]);
  expect(textOf('genes/L5.ndjson')).toBe(gene({ Notes: 'mine', Start: 2 }));
  // Told again, and conflicting once the input changes the same field.
  const again = await put('genes/L5.ndjson', gene({ Notes: 'b', Start: 2 }));
  expect(again.edits).toMatchObject([{ field: 'Notes', inputNow: '"b"' }]);
  expect(textOf('genes/L5.ndjson')).toBe(gene({ Notes: 'mine', Start: 2 }));
  const same = await put('genes/L5.ndjson', gene({ Notes: 'b', Start: 2 }));
  expect(same).toMatchObject({ hasChanged: false, edits: [{ field: 'Notes', inputNow: null }] });
});

test('an edited genome stays, and is told', async () => {
  await put('genomes/L5.fasta', '>L5\nACGT\n');
  edit('genomes/L5.fasta', '>L5\nACGA\n');
  const { edits } = await put('genomes/L5.fasta', '>L5\nACGT\n');
  expect(edits).toMatchObject([{ file: 'genomes/L5.fasta', what: 'changed', inputNow: null }]);
  const other = await put('genomes/L5.fasta', '>L5\nGGGG\n');
  expect(other.edits).toMatchObject([{ inputNow: 'another sequence' }]);
  expect(textOf('genomes/L5.fasta')).toBe('>L5\nACGA\n');
});

test.each(['put', 'remove'] as const)(
  'a file that was edited since an earlier version imported it is not overwritten (%s)',
  async (act) => {
    await put('genes/L5.ndjson', gene({ Notes: 'a' }));
    fs.rmSync(path.join(data, '.imported'), { recursive: true });
    edit('genes/L5.ndjson', gene({ Notes: 'mine' }));
    const changing = change((staged) => {
      if (act === 'put') staged.put('genes/L5.ndjson', Buffer.from(gene({ Notes: 'b' })), from);
      else staged.remove('genes/L5.ndjson');
    });
    if (act === 'put') await expect(changing).rejects.toThrow('.imported/ does not say how');
    else await changing;
    const at = act === 'put' ? 'genes/L5.ndjson' : '.imported/aside/genes/L5.ndjson';
    expect(textOf(at)).toBe(gene({ Notes: 'mine' }));
  },
);

test('an edited file that is no JSON is named, with its line', async () => {
  await put('genes/L5.ndjson', gene({ Notes: 'a' }));
  edit('genes/L5.ndjson', `${gene({ Notes: 'a' })}{"GeneID"\n`);
  await expect(put('genes/L5.ndjson', gene({ Notes: 'b' }))).rejects.toThrow(
    'genes/L5.ndjson:2 is no record in JSON since it was edited',
  );
});

test('what fails leaves the folder as it was', async () => {
  await put('genes/L5.ndjson', 'one\n');
  const failing = change((staged) => {
    staged.put('genes/L5.ndjson', Buffer.from('two\n'), from);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(textOf('genes/L5.ndjson')).toBe('one\n');
  expect(left()).toEqual(['data']);
});

test('an edit during the import is not lost: the import is given up', async () => {
  await put('genes/L5.ndjson', 'one\n');
  const edited = change((staged) => {
    staged.put('genes/D29.ndjson', Buffer.from('new\n'), from);
    fs.writeFileSync(path.join(data, 'mine.txt'), 'mine');
  });
  await expect(edited).rejects.toThrow('mine.txt was changed during the import');
  expect(textOf('mine.txt')).toBe('mine');
  expect(fs.existsSync(path.join(data, 'genes/D29.ndjson'))).toBe(false);
});

test('a file is in the way, too, whose name differs by case, where the disk takes both for the same', async () => {
  fs.mkdirSync(path.join(data, 'genes'), { recursive: true });
  fs.writeFileSync(path.join(data, 'genes/L5.ndjson'), 'mine\n');
  const { lstatSync } = fs;
  const spy = vi
    .spyOn(fs, 'lstatSync')
    .mockImplementation(((file: string, options: object) =>
      lstatSync(file.replace('l5', 'L5'), options)) as typeof lstatSync);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  await expect(put('genes/l5.ndjson', 'one\n')).rejects.toThrow('no import wrote it');
  spy.mockRestore();
  syncBuiltinESMExports();
  await put('genes/l5.ndjson', 'one\n');
  expect(textOf('genes/L5.ndjson')).toBe('mine\n');
});

test('an empty folder that is made during the import is not lost, either', async () => {
  const edited = change((staged) => {
    staged.put('genes/L5.ndjson', Buffer.from('one\n'), from);
    fs.mkdirSync(path.join(data, 'mine'), { recursive: true });
  });
  await expect(edited).rejects.toThrow('mine was changed during the import');
  expect(fs.readdirSync(data)).toEqual(['mine']);
});

test('an input whose files are all gone is forgotten', async () => {
  await put('genes/L5.ndjson', 'one\n');
  await change((staged) => staged.remove('genes/L5.ndjson'));
  expect(JSON.parse(textOf('provenance.json'))).toEqual({ inputs: {}, files: {} });
  expect(fs.existsSync(path.join(data, 'genes/L5.ndjson'))).toBe(false);
});

test.each([
  '{',
  '[]',
  '{"inputs": {}}',
  '{"inputs": {}, "files": [1]}',
  '{"inputs": {}, "files": {"genes/a.ndjson": null}}',
  '{"inputs": {"a": null}, "files": {}}',
  '{"inputs": {}, "files": {"../victim.txt": {"sha256": "x", "inputs": ["a.gb"]}}}',
  '{"inputs": {}, "files": {"genes/..": {"sha256": "x", "inputs": ["a.gb"]}}}',
])('a provenance that reads %s is refused', async (text) => {
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, 'provenance.json'), text);
  await expect(put('genes/L5.ndjson', 'one\n')).rejects.toThrow('is not what an import writes');
});

test('nothing is written through a link to a folder', async () => {
  fs.mkdirSync(data);
  fs.mkdirSync(path.join(folder, 'outside'));
  fs.symlinkSync('../outside', path.join(data, 'genes'));
  await expect(put('genes/L5.ndjson', 'one')).rejects.toThrow('genes is a link');
  expect(fs.readdirSync(path.join(folder, 'outside'))).toEqual([]);
  expect(fs.lstatSync(path.join(data, 'genes')).isSymbolicLink()).toBe(true);
});

test('folders keep their permissions', async () => {
  fs.mkdirSync(path.join(data, 'private'), { recursive: true });
  fs.chmodSync(data, 0o700);
  fs.chmodSync(path.join(data, 'private'), 0o750);
  await put('genes/L5.ndjson', 'one');
  expect(fs.statSync(data).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(data, 'private')).mode & 0o777).toBe(0o750);
});

test('an imported file that was deleted is written again by its input, and told', async () => {
  await put('genes/L5.ndjson', 'one');
  fs.rmSync(path.join(data, 'genes/L5.ndjson'));
  const without = await put('genes/D29.ndjson', 'other');
  expect(without.edits).toMatchObject([{ file: 'genes/L5.ndjson', what: 'removed' }]);
  expect(fs.existsSync(path.join(data, 'genes/L5.ndjson'))).toBe(false);
  const { edits } = await put('genes/L5.ndjson', 'two');
  expect(edits).toMatchObject([{ what: 'restored' }]);
  expect(textOf('genes/L5.ndjson')).toBe('two');
});

/** Counts the calls of a function of `node:fs` until the test has ended. */
function counting(name: 'lstatSync' | 'mkdirSync') {
  const spy = vi.spyOn(fs, name);
  // To importers by name, too.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spy.mock.calls.length;
}

test('each takes a look to know it again, and none for what is in its place or of its folder', async () => {
  const [looks, folders] = [counting('lstatSync'), counting('mkdirSync')];
  const callsFor = async (count: number) => {
    const before = [looks(), folders()] as const;
    const options = { note() {}, signal: new AbortController().signal };
    await withDataFolder(path.join(folder, `data${count}`), options, async (staged) => {
      for (let at = 0; at < count; at++)
        staged.put(`genes/p${at}.ndjson`, Buffer.from('{}\n'), { inputs: ['a.gb'] });
    });
    return { looks: looks() - before[0], folders: folders() - before[1] };
  };
  const [few, many] = [await callsFor(10), await callsFor(110)];
  // Something else in this process may take one, too.
  expect(Math.round((many.looks - few.looks) / 100)).toBe(1);
  expect(few.folders).toBeGreaterThan(0);
  expect(many.folders).toBe(few.folders);
});
