import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/base/failure.ts';
import type { Compression } from '../../../src/publishing/compression.ts';
import { createSiteWriter, linkOrCopy, writeFailure } from '../../../src/publishing/siteWriter.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';
import { replaceCall } from './replaceCall.ts';
import { filesIn } from './siteFolder.ts';
import { filesOf } from './writtenFiles.ts';

const longAgo = new Date('2020-01-02T03:04:05Z');

/** A writer into `staging/`, beside a live site with these files from long ago. */
function stage(
  live: Readonly<Record<string, string | Uint8Array>> | null = null,
  precompress: readonly Compression[] = [],
) {
  const folder = tempFolder();
  const [stagingDir, liveDir] = [path.join(folder, 'staging'), path.join(folder, 'live')];
  mkdirSync(stagingDir);
  for (const [name, content] of Object.entries(live ?? {}))
    utimesSync(addFile(liveDir, name, content), longAgo, longAgo);
  const writer = createSiteWriter({
    stagingDir,
    liveDir: live === null ? null : liveDir,
    precompress,
  });
  return {
    folder,
    stagingDir,
    liveDir,
    writer,
    put: (name: string, text: string) => writer.put(name, Buffer.from(text)),
    bytesOf: (name: string) => readFileSync(path.join(stagingDir, name)),
    /** Those that are the very files of the live site. */
    linked: () =>
      Object.keys(filesIn(stagingDir)).filter((name) => {
        const found = statSync(path.join(liveDir, name), { throwIfNoEntry: false });
        return found?.ino === statSync(path.join(stagingDir, name)).ino;
      }),
  };
}

const long = 'phage '.repeat(500);
const both = ['gzip', 'br'] as const;
const leadingOut = ['../x.json', 'a/../../x.json', '..', '.', '', 'a/..', '../staging-x/y'];

describe('a site writer', () => {
  test('puts files into any folder, and knows their size and hash', () => {
    const { stagingDir, writer, put } = stage();
    put('index.html', 'é');
    put('api/phages/Mr Spaced/index.json', '{}');
    put('api/phages/..dots/index.json', '{}');
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

  test.each(leadingOut)('refuses %j, which leads out of the site', async (file) => {
    const { folder, writer, put } = stage();
    const reason = /leads out of the site$/;
    expect(() => put(file, '{}')).toThrow(reason);
    await expect(writer.putParts(file, [Buffer.from('{}')])).rejects.toThrow(reason);
    expect(filesIn(folder)).toEqual({});
    expect(filesOf(writer.written())).toEqual([]);
  });

  test('links what the live site has with the same bytes, writes all else, and never changes that', () => {
    const live = {
      'deep/same.json': long,
      'empty.json': '',
      'folder.json/b': 'x',
      'full.json': 'x',
      'longer.json': '{"a":12}',
      'other.json': '{"a":2}',
    };
    const { stagingDir, liveDir, writer, put, linked } = stage(live);
    const files = {
      'deep/same.json': long,
      'empty.json': '',
      'folder.json': '{}',
      'full.json': '',
      'longer.json': '{"a":1}',
      'new.json': '{}',
      'other.json': '{"a":1}',
    };
    for (const [name, text] of Object.entries(files)) put(name, text);
    expect(filesIn(stagingDir)).toEqual(files);
    expect(filesIn(liveDir)).toEqual(live);
    expect(linked()).toEqual(['deep/same.json', 'empty.json']);
    expect(writer.written().linked).toBe(2);
    const timeOf = (name: string) => statSync(path.join(stagingDir, name)).mtimeMs;
    expect(timeOf('deep/same.json')).toBe(longAgo.getTime());
    expect(timeOf('other.json')).toBeGreaterThan(longAgo.getTime());
  });

  test('never writes through a link into the live site', () => {
    // As on a file system to which `a` and `A` are one name.
    const { liveDir, put, bytesOf } = stage({ 'a.json': 'same' });
    put('a.json', 'same');
    put('a.json', 'other');
    expect(bytesOf('a.json').toString()).toBe('other');
    expect(filesIn(liveDir)).toEqual({ 'a.json': 'same' });
  });

  test('that cannot write fails as the machine does', () => {
    const { writer, put } = stage();
    put('a', '{}');
    expect(() => put('a/b.json', '{}')).toThrow(Failure);
    expect(filesOf(writer.written())).toHaveLength(1);
  });
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
  const cutInto = async (...asked: Parameters<typeof stage>) => {
    const staged = stage(...asked);
    await staged.writer.putParts('d/a.json', pieces());
    return { ...staged, files: filesOf(staged.writer.written()) };
  };
  const whole = () => {
    const staged = stage(null, both);
    staged.put('d/a.json', text);
    return { ...staged, files: filesOf(staged.writer.written()) };
  };

  test('is what it would be as a whole, with its siblings', async () => {
    const [one, cut] = [whole(), await cutInto(null, both)];
    expect(cut.files).toEqual(one.files);
    expect(cut.files).toHaveLength(3);
    expect(filesIn(cut.stagingDir)).toEqual(filesIn(one.stagingDir));
  });

  test('is linked where the live site has the same, and only there', async () => {
    const same = await cutInto({ 'd/a.json': text });
    expect(same.writer.written().linked).toBe(1);
    for (const other of [
      text.replace(/c$/, 'x'),
      text.replace('a', 'x'),
      text.slice(1),
      `${text}x`,
      '',
    ]) {
      const { files, stagingDir, liveDir, linked } = await cutInto({ 'd/a.json': other });
      expect(linked()).toEqual([]);
      expect(files).toEqual(same.files);
      expect(filesIn(stagingDir)).toEqual({ 'd/a.json': text });
      expect(filesIn(liveDir)).toEqual({ 'd/a.json': other });
    }
  });

  test('of which there are none is a file of nothing, linked like any other', async () => {
    for (const [live, linked] of [
      ['', 1],
      ['a', 0],
    ] as const) {
      const { writer, stagingDir } = stage({ 'a.json': live });
      expect(await writer.putParts('a.json', [])).toMatchObject({ path: 'a.json', bytes: 0 });
      expect(filesIn(stagingDir)).toEqual({ 'a.json': '' });
      expect(writer.written().linked).toBe(linked);
    }
  });

  test('never follows a link at its place, and fails where nothing can be written', async () => {
    const { stagingDir, liveDir, writer } = stage({ 'a.json': 'same' });
    symlinkSync(path.join(liveDir, 'a.json'), path.join(stagingDir, 'b.json'));
    await writer.putParts('b.json', [Buffer.from('other')]);
    expect(filesIn(liveDir)).toEqual({ 'a.json': 'same' });
    const inTheWay = writer.putParts('b.json/c.json', [Buffer.from('a')]);
    await expect(inTheWay).rejects.toThrow(/^Cannot write .*b\.json\/c\.json/);
  });

  test('has the siblings of the live site where they still hold it, and new ones elsewhere', async () => {
    const { bytesOf, files } = whole();
    const [gz, br] = [bytesOf('d/a.json.gz'), bytesOf('d/a.json.br')];
    const live = { 'd/a.json': text, 'd/a.json.gz': gz, 'd/a.json.br': br };
    const same = await cutInto(live, both);
    expect(same.writer.written().linked).toBe(3);
    expect(same.files).toEqual(files);
    for (const other of [gz.subarray(0, -1), Buffer.concat([gz, gz]), Buffer.from('x')]) {
      const spoilt = await cutInto({ 'd/a.json': text, 'd/a.json.gz': other }, ['gzip']);
      expect(spoilt.writer.written().linked).toBe(1);
      expect(spoilt.bytesOf('d/a.json.gz').equals(gz)).toBe(true);
    }
  });
});

describe('compressed siblings', () => {
  const made = () => {
    const staged = stage(null, both);
    staged.put('a.json', long);
    return staged;
  };

  test('unpack to the file, are counted and hashed like any other, and say nothing of the machine', () => {
    const { writer, bytesOf } = made();
    const [gz, br] = [bytesOf('a.json.gz'), bytesOf('a.json.br')];
    expect(gunzipSync(gz).toString()).toBe(long);
    expect(brotliDecompressSync(br).toString()).toBe(long);
    expect(filesOf(writer.written()).map((file) => [file.path, file.bytes])).toEqual([
      ['a.json', long.length],
      ['a.json.br', br.length],
      ['a.json.gz', gz.length],
    ]);
    expect(gz.equals(made().bytesOf('a.json.gz'))).toBe(true);
    expect([...gz.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  });

  test('are not made of what is too short to gain by it, nor of what hosts read as their settings', () => {
    const { stagingDir, put } = stage(null, ['gzip']);
    put('short.json', 'x'.repeat(999));
    put('long.json', 'x'.repeat(1000));
    const settings = ['.htaccess', '_headers', '_redirects', '_routes.json', '_worker.js'];
    for (const file of [...settings, 'api/phages/_worker.js/index.json']) put(file, long);
    const packed = Object.keys(filesIn(stagingDir)).filter((name) => name.endsWith('.gz'));
    expect(packed).toEqual(['api/phages/_worker.js/index.json.gz', 'long.json.gz']);
  });

  test('of the live site are kept where they still unpack to the file, however it changed', () => {
    const { bytesOf } = made();
    const [gz, br] = [bytesOf('a.json.gz'), bytesOf('a.json.br')];
    const live = { 'a.json': long, 'a.json.gz': gz, 'a.json.br': br };
    const kept = stage(live, both);
    kept.put('a.json', long);
    expect(kept.writer.written().linked).toBe(3);

    const more = Buffer.from('x');
    const spoilt = [gz.subarray(0, -1), more, Buffer.concat([gz, more])];
    for (const wrong of spoilt) {
      const staged = stage({ ...live, 'a.json.gz': wrong }, both);
      staged.put('a.json', long);
      expect(staged.linked()).toEqual(['a.json', 'a.json.br']);
      expect(staged.bytesOf('a.json.gz').equals(gz)).toBe(true);
    }
    const behind = stage({ ...live, 'a.json.br': Buffer.concat([br, more]) }, both);
    behind.put('a.json', long);
    expect(behind.bytesOf('a.json.br').equals(br)).toBe(true);

    const changed = stage(live, ['gzip']);
    changed.put('a.json', `${long}!`);
    expect(changed.linked()).toEqual([]);
    expect(gunzipSync(changed.bytesOf('a.json.gz')).toString()).toBe(`${long}!`);
  });
});

describe('a link to a file', () => {
  /** Links `from` where `to` is a link to `other`, which must stay as it is. */
  const link = () => {
    const folder = tempFolder({ from: 'x', other: 'something else' });
    const [from = '', to = '', other = ''] = ['from', 'to', 'other'].map((name) =>
      path.join(folder, name),
    );
    linkSync(other, to);
    utimesSync(from, longAgo, longAgo);
    return () => {
      linkOrCopy(from, to);
      const texts = [to, other].map((file) => readFileSync(file, 'utf8'));
      expect(texts).toEqual(['x', 'something else']);
      expect(statSync(to).mtimeMs).toBe(longAgo.getTime());
      return statSync(to).ino === statSync(from).ino;
    };
  };

  test('takes the place of another file, and is left where it is', () => {
    const run = link();
    expect([run(), run()]).toEqual([true, true]);
  });

  test('is a copy with its time where none can be made', () => {
    const run = link();
    replaceCall('linkSync', () => () => {
      throw Object.assign(new Error('too many links'), { code: 'EMLINK' });
    });
    expect(run()).toBe(false);
  });
});

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
])('a place that cannot be written to because of %s says so: %s', (code, reason, hint) => {
  const cause = Object.assign(new Error('no such luck'), { code });
  const failure = writeFailure('/srv/site/x', cause);
  expect(failure).toMatchObject({ kind: 'machine', cause });
  expect(failure.message).toBe(`Cannot write /srv/site/x: ${reason}.`);
  expect(failure.hint).toBe(hint);
});
