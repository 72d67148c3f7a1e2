import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderManifest } from '../../../src/publishing/manifest.ts';
import { createClauseLog } from '../../../src/verifying/clauses.ts';
import { indexManifest } from '../../../src/verifying/manifest.ts';
import { marks, openManifest } from '../../../src/verifying/siteManifest.ts';

function index(text: string) {
  const shared = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(shared).write(text);
  const log = createClauseLog();
  return { manifest: indexManifest(shared, log), failures: log.tallies.manifest };
}

const sha256 = 'ab'.repeat(32);
const listed = (path: string) => ({ path, bytes: path.length, sha256 });

describe('a manifest', () => {
  test('finds each of its files, and no other, in every thread', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 200 }), (names) => {
        const paths = names.map((part) => `api/${part.replaceAll(/[/\\\p{Cc}. ]/gu, '_')}"/x.json`);
        const unique = [...new Set(paths)];
        const { manifest, failures } = index(renderManifest(unique.map(listed)));
        expect(failures.failures).toBe(0);
        const other = openManifest(manifest!.shared);
        for (const path of unique) expect(other.fileOf(other.find(path))).toEqual(listed(path));
        expect(other.find('api/nothing')).toBe(-1);
      }),
    );
  });

  test('remembers marks in shared memory', () => {
    const { manifest } = index(renderManifest(['a', 'b'].map(listed)));
    const other = openManifest(manifest!.shared);
    manifest!.mark(1, marks.claimed);
    expect([0, 1].map((entry) => other.isMarked(entry, marks.claimed))).toEqual([false, true]);
    expect(other.isMarked(1, marks.onDisk)).toBe(false);
  });

  test.each(['../a', 'a/../b', '/a', 'a//b', 'a\\b', '.', ''])('reports the path %j', (path) => {
    expect(index(renderManifest([listed(path)])).failures.failures).toBe(1);
  });

  test('reports a path that comes twice, and a size or hash that is none', () => {
    expect(index(renderManifest(['a', 'a'].map(listed))).failures.failures).toBe(1);
    for (const change of [
      { bytes: -1 },
      { bytes: 1.5 },
      { sha256: 'AB'.repeat(32) },
      { sha256: '' },
    ]) {
      const { manifest, failures } = index(renderManifest([{ ...listed('a'), ...change }]));
      expect(failures.failures).toBe(1);
      expect(manifest?.entries).toBe(0);
    }
  });

  test('in another form is reported and read all the same', () => {
    const { manifest, failures } = index(JSON.stringify({ files: ['b', 'a'].map(listed) }));
    expect(failures.failures).toBe(1);
    expect(manifest?.find('b')).toBe(1);
  });

  test('that is not UTF-8 is reported, whatever its bytes are read as', () => {
    const text = renderManifest([listed('a\ufffdb')]);
    const bytes = Buffer.from(
      Buffer.from(text).toString('latin1').replace('\xef\xbf\xbd', '\xff'),
      'latin1',
    );
    const shared = new SharedArrayBuffer(bytes.length);
    Buffer.from(shared).set(bytes);
    const log = createClauseLog();
    expect(indexManifest(shared, log)).toBeNull();
    expect(log.tallies.manifest.first?.found).toBe('bytes that are no text');
  });

  test.each(['', '[]', '{"files":[\n\n]}\n'.replace('\n\n', '\nx\n'), '<html>', 'null'])(
    'that is %j holds nothing',
    (text) => {
      const { manifest, failures } = index(text);
      expect(failures.failures).toBe(1);
      expect(manifest?.entries ?? 0).toBe(0);
    },
  );
});
