import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import type { Compression } from '../../../src/publishing/compression.ts';
import { filesOf } from './writtenFiles.ts';
import {
  closeWritten,
  createSiteWriter,
  linkOrCopy,
  writeFailure,
} from '../../../src/publishing/siteWriter.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { filesIn } from './siteFolder.ts';

interface Staged {
  readonly folder: string;
  readonly stagingDir: string;
  readonly liveDir: string;
  readonly writer: ReturnType<typeof createSiteWriter>;
}

/** A writer into `staging/` beside a live site with these files. */
function stage(
  live: Readonly<Record<string, string | Uint8Array>> | null = null,
  precompress: readonly Compression[] = [],
): Staged {
  const folder = tempFolder();
  const stagingDir = path.join(folder, 'staging');
  const liveDir = path.join(folder, 'live');
  mkdirSync(stagingDir);
  for (const [name, content] of Object.entries(live ?? {})) addFile(liveDir, name, content);
  const options = { stagingDir, liveDir: live === null ? null : liveDir, precompress };
  return { folder, stagingDir, liveDir, writer: createSiteWriter(options) };
}

const long = 'phage '.repeat(500);

describe('a site writer', () => {
  test('puts files into any folder, and knows their size and hash', () => {
    const { stagingDir, writer } = stage();
    writer.put('index.html', Buffer.from('é'));
    writer.put('api/phages/Mr Spaced/index.json', Buffer.from('{}'));
    writer.put('api/phages/..dots/index.json', Buffer.from('{}'));
    expect(filesIn(stagingDir)).toEqual({
      'api/phages/..dots/index.json': '{}',
      'api/phages/Mr Spaced/index.json': '{}',
      'index.html': 'é',
    });
    const sha256 = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
    expect(filesOf(writer.written())).toEqual([
      { path: 'api/phages/..dots/index.json', bytes: 2, sha256 },
      { path: 'api/phages/Mr Spaced/index.json', bytes: 2, sha256 },
      {
        path: 'index.html',
        bytes: 2,
        sha256: '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c',
      },
    ]);
    expect(writer.written().linked).toBe(0);
  });

  test.each(['../x.json', 'a/../../x.json', '..', '.', '', 'a/..', '../staging-x/y'])(
    'refuses %j, which leads out of the site',
    (file) => {
      const { folder, writer } = stage();
      expect(() => writer.put(file, Buffer.from('{}'))).toThrow(/leads out of the site$/);
      expect(filesIn(folder)).toEqual({});
      expect(filesOf(writer.written())).toEqual([]);
    },
  );

  test('links a file that the live site has with the same bytes, and writes any other', () => {
    const { stagingDir, liveDir, writer } = stage({
      'same.json': '{"a":1}',
      'longer.json': '{"a":12}',
      'other.json': '{"a":2}',
      'deep/same.json': long,
    });
    for (const [file, text] of [
      ['same.json', '{"a":1}'],
      ['longer.json', '{"a":1}'],
      ['other.json', '{"a":1}'],
      ['new.json', '{"a":1}'],
      ['deep/same.json', long],
    ] as const) {
      writer.put(file, Buffer.from(text));
      expect(readFileSync(path.join(stagingDir, file), 'utf8')).toBe(text);
    }
    const inode = (folder: string, file: string) => statSync(path.join(folder, file)).ino;
    expect(inode(stagingDir, 'same.json')).toBe(inode(liveDir, 'same.json'));
    expect(inode(stagingDir, 'deep/same.json')).toBe(inode(liveDir, 'deep/same.json'));
    expect(writer.written().linked).toBe(2);
    expect(readFileSync(path.join(liveDir, 'other.json'), 'utf8')).toBe('{"a":2}');
  });

  test('never changes the live site, also not where a folder stands in the place of a file', () => {
    const { stagingDir, liveDir, writer } = stage({ 'a.json/b': 'x' });
    writer.put('a.json', Buffer.from('{}'));
    expect(filesIn(stagingDir)).toEqual({ 'a.json': '{}' });
    expect(filesIn(liveDir)).toEqual({ 'a.json/b': 'x' });
  });

  test('never writes through a link into the live site', () => {
    // As on a file system to which `a` and `A` are one name.
    const { stagingDir, liveDir, writer } = stage({ 'a.json': 'same' });
    writer.put('a.json', Buffer.from('same'));
    writer.put('a.json', Buffer.from('other'));
    expect(readFileSync(path.join(stagingDir, 'a.json'), 'utf8')).toBe('other');
    expect(readFileSync(path.join(liveDir, 'a.json'), 'utf8')).toBe('same');
  });

  test('keeps the time of a file that stays the same', () => {
    const { stagingDir, liveDir, writer } = stage({ 'a.json': 'same', 'b.json': 'other' });
    const time = new Date('2020-01-02T03:04:05Z');
    for (const name of ['a.json', 'b.json']) utimesSync(path.join(liveDir, name), time, time);
    writer.put('a.json', Buffer.from('same'));
    writer.put('b.json', Buffer.from('fresh'));
    const timeOf = (name: string) => statSync(path.join(stagingDir, name)).mtimeMs;
    expect(timeOf('a.json')).toBe(time.getTime());
    expect(timeOf('b.json')).toBeGreaterThan(time.getTime());
  });

  test('links an empty file, and writes one in the place of a larger one', () => {
    const { stagingDir, writer } = stage({ empty: '', full: 'x' });
    writer.put('empty', Buffer.alloc(0));
    writer.put('full', Buffer.alloc(0));
    expect(writer.written().linked).toBe(1);
    expect(filesIn(stagingDir)).toEqual({ empty: '', full: '' });
  });

  describe('a file that comes in pieces', () => {
    const text = 'abc'.repeat(1000);
    const pieces = function* () {
      // One buffer for all pieces: each is valid until the next.
      const piece = Buffer.alloc(7);
      for (let at = 0; at < text.length; at += 7) {
        yield piece.subarray(0, piece.write(text.slice(at, at + 7)));
      }
    };

    test('is what it would be as a whole, with its siblings', async () => {
      const both = ['gzip', 'br'] as const;
      const [whole, cut] = [stage(null, both), stage(null, both)];
      whole.writer.put('d/a.json', Buffer.from(text));
      await cut.writer.putPieces('d/a.json', text.length, pieces);
      expect(filesOf(cut.writer.written())).toEqual(filesOf(whole.writer.written()));
      expect(filesOf(cut.writer.written())).toHaveLength(3);
      expect(filesIn(cut.stagingDir)).toEqual(filesIn(whole.stagingDir));
    });

    test('is linked where the live site has the same, and only there', async () => {
      const others = [text.replace(/c$/, 'x'), text.slice(1), `${text}x`, ''];
      const same = stage({ 'a.json': text });
      await same.writer.putPieces('a.json', text.length, pieces);
      expect(same.writer.written().linked).toBe(1);
      for (const other of others) {
        const { stagingDir, liveDir, writer } = stage({ 'a.json': other });
        await writer.putPieces('a.json', text.length, pieces);
        expect(writer.written().linked).toBe(0);
        expect(filesOf(writer.written())).toEqual(filesOf(same.writer.written()));
        expect(filesIn(stagingDir)).toEqual({ 'a.json': text });
        expect(filesIn(liveDir)).toEqual({ 'a.json': other });
      }
    });

    test('has the siblings of the live site where they still hold it, and new ones elsewhere', async () => {
      const whole = stage(null, ['gzip', 'br']);
      whole.writer.put('a.json', Buffer.from(text));
      const bytesOf = (name: string) => readFileSync(path.join(whole.stagingDir, name));
      const [gz, br] = [bytesOf('a.json.gz'), bytesOf('a.json.br')];
      const others = [gz.subarray(0, -1), Buffer.concat([gz, gz]), Buffer.from('x'), null];
      const live = { 'a.json': text, 'a.json.gz': gz, 'a.json.br': br };
      const same = stage(live, ['gzip', 'br']);
      await same.writer.putPieces('a.json', text.length, pieces);
      expect(same.writer.written().linked).toBe(3);
      for (const other of others) {
        const spoilt = { 'a.json': text, ...(other === null ? {} : { 'a.json.gz': other }) };
        const { stagingDir, writer } = stage(spoilt, ['gzip']);
        await writer.putPieces('a.json', text.length, pieces);
        expect(writer.written().linked).toBe(1);
        expect(readFileSync(path.join(stagingDir, 'a.json.gz')).equals(gz)).toBe(true);
      }
      expect(filesOf(same.writer.written())).toEqual(filesOf(whole.writer.written()));
    });

    test('never leads out of the site', async () => {
      const { writer } = stage();
      await expect(writer.putPieces('../a', text.length, pieces)).rejects.toThrow(
        /out of the site$/,
      );
    });
  });

  test('that cannot write fails as the machine does', () => {
    const { writer } = stage();
    writer.put('a', Buffer.from('{}'));
    expect(() => writer.put('a/b.json', Buffer.from('{}'))).toThrow(Failure);
    expect(filesOf(writer.written())).toHaveLength(1);
  });
});

describe('compressed siblings', () => {
  test('unpack to the file, and are counted and hashed like any other', () => {
    const { stagingDir, writer } = stage(null, ['gzip', 'br']);
    writer.put('a.json', Buffer.from(long));
    const read = (name: string) => readFileSync(path.join(stagingDir, name));
    expect(gunzipSync(read('a.json.gz')).toString()).toBe(long);
    expect(brotliDecompressSync(read('a.json.br')).toString()).toBe(long);
    expect(filesOf(writer.written()).map((file) => [file.path, file.bytes])).toEqual([
      ['a.json', long.length],
      ['a.json.br', read('a.json.br').length],
      ['a.json.gz', read('a.json.gz').length],
    ]);
  });

  test('say nothing of the machine and the time they were made on', () => {
    const zipped = () => {
      const { stagingDir, writer } = stage(null, ['gzip']);
      writer.put('a.json', Buffer.from(long));
      return readFileSync(path.join(stagingDir, 'a.json.gz'));
    };
    const bytes = zipped();
    expect(bytes.equals(zipped())).toBe(true);
    expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  });

  test('are not made of what is too short to gain by it', () => {
    const { stagingDir, writer } = stage(null, ['gzip', 'br']);
    writer.put('short.json', Buffer.from('x'.repeat(999)));
    writer.put('long.json', Buffer.from('x'.repeat(1000)));
    expect(Object.keys(filesIn(stagingDir))).toEqual([
      'long.json',
      'long.json.br',
      'long.json.gz',
      'short.json',
    ]);
  });

  test('are not made of what hosts read as their settings', () => {
    const { stagingDir, writer } = stage(null, ['gzip', 'br']);
    const settings = ['.htaccess', '_headers', '_redirects', '_routes.json', '_worker.js'];
    for (const file of settings) writer.put(file, Buffer.from(long));
    writer.put('api/phages/_worker.js/index.json', Buffer.from(long));
    const index = 'api/phages/_worker.js/index.json';
    const written = [...settings, index, `${index}.br`, `${index}.gz`];
    expect(Object.keys(filesIn(stagingDir)).sort()).toEqual(written.sort());
  });

  test('of the live site are kept where they still unpack to the file, however it changed', () => {
    const made = stage(null, ['gzip']);
    made.writer.put('a.json', Buffer.from(long));
    const sibling = readFileSync(path.join(made.stagingDir, 'a.json.gz'));

    const kept = stage({ 'a.json': long, 'a.json.gz': sibling }, ['gzip']);
    kept.writer.put('a.json', Buffer.from(long));
    expect(kept.writer.written().linked).toBe(2);

    for (const wrong of [sibling.subarray(0, -1), Buffer.from('x'), made.stagingDir]) {
      const { stagingDir, writer } = stage({ 'a.json': long, 'a.json.gz': wrong }, ['gzip']);
      writer.put('a.json', Buffer.from(long));
      expect(writer.written().linked).toBe(1);
      expect(readFileSync(path.join(stagingDir, 'a.json.gz')).equals(sibling)).toBe(true);
    }

    const changed = stage({ 'a.json': long, 'a.json.gz': sibling }, ['gzip']);
    changed.writer.put('a.json', Buffer.from(`${long}!`));
    expect(changed.writer.written().linked).toBe(0);
    const unpacked = gunzipSync(readFileSync(path.join(changed.stagingDir, 'a.json.gz')));
    expect(unpacked.toString()).toBe(`${long}!`);
  });
});

test('a compressed sibling of the live site with something behind it is made anew', () => {
  const made = stage(null, ['gzip', 'br']);
  made.writer.put('a.json', Buffer.from(long));
  const siblingOf = (name: string) => readFileSync(path.join(made.stagingDir, name));
  const names = ['a.json.gz', 'a.json.br'];
  const spoilt = names.map((name) => [name, Buffer.concat([siblingOf(name), Buffer.from('x')])]);
  const live = { 'a.json': long, ...Object.fromEntries(spoilt) };
  const { stagingDir, writer } = stage(live, ['gzip', 'br']);
  writer.put('a.json', Buffer.from(long));
  for (const name of names) {
    const staged = readFileSync(path.join(stagingDir, name));
    expect(staged.equals(siblingOf(name)), name).toBe(true);
  }
});

test('a file that cannot be linked is copied with its time', () => {
  const folder = tempFolder({ from: 'x', to: 'something is there' });
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  const time = new Date('2020-01-02T03:04:05Z');
  utimesSync(from, time, time);
  linkOrCopy(from, to);
  expect(readFileSync(to, 'utf8')).toBe('x');
  expect(statSync(to).mtimeMs).toBe(time.getTime());
  writeFileSync(to, 'y');
  expect(readFileSync(from, 'utf8')).toBe('x');
});

test('a file whose closing fails was not written, and is named', () => {
  const noHandle = 2 ** 30;
  expect(() => closeWritten(noHandle, '/srv/site/x')).toThrow(
    /^Cannot write \/srv\/site\/x: EBADF/,
  );
});

describe('a place that cannot be written to', () => {
  const disk = 'The disk is full: free some space or choose another place with --out.';
  const permission = 'Grant write permission there or choose another place with --out.';

  test.each([
    ['ENOSPC', 'the disk is full (ENOSPC)', disk],
    ['EDQUOT', 'the quota is used up (EDQUOT)', disk],
    ['EACCES', 'no permission (EACCES)', permission],
    ['EPERM', 'no permission (EPERM)', permission],
    ['EROFS', 'the disk can only be read (EROFS)', permission],
    [
      'EIO',
      'the disk failed (EIO)',
      'The disk may be failing: look at the log of the system, and choose another place with --out.',
    ],
    ['EAGAIN', 'no such luck', undefined],
  ])('because of %s says so: %s', (code, reason, hint) => {
    const cause = Object.assign(new Error('no such luck'), { code });
    const failure = writeFailure('/srv/site/x', cause);
    expect(failure).toMatchObject({ kind: 'machine', cause });
    expect(failure.message).toBe(`Cannot write /srv/site/x: ${reason}.`);
    expect(failure.hint).toBe(hint);
  });
});
