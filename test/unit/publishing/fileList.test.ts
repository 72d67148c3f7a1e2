import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinWritten,
  mergeFiles,
  packFiles,
  type PublishedFile,
  listWritten,
} from '../../../src/publishing/fileList.ts';
import { compareText } from '../../../src/text/order.ts';

const anyFile = fc.record({
  path: fc.string({ unit: 'binary', minLength: 1 }),
  bytes: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
});

test('lists of files give back what was put into them, in the order of the manifest, however many they are', () => {
  const lists = fc.array(fc.uniqueArray(anyFile, { selector: ({ path }) => path }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(lists, (all) => {
      const found = [...mergeFiles(all.map(packFiles))];
      // Of files with one path, that of the earlier list comes first.
      expect(found).toEqual(all.flat().toSorted((a, b) => compareText(a.path, b.path)));
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('lists of files are in memory of their own, which is all that a message takes along', () => {
  const list = packFiles([{ path: 'a', bytes: 1, sha256: 'f'.repeat(64) }]);
  expect(list.buffer.byteLength).toBe(list.length);
});

test('a file without a hash gets into no list', () => {
  for (const sha256 of ['', 'zz'.repeat(32), 'f'.repeat(62)]) {
    expect(() => packFiles([{ path: 'a', bytes: 1, sha256 }])).toThrow(/a has no hash/);
  }
});

test('what was written adds up', () => {
  const file = (path: string, bytes: number): PublishedFile => {
    return { path, bytes, sha256: 'f'.repeat(64) };
  };
  const [one, two] = [listWritten([file('b', 2), file('a', 3)], 1), listWritten([file('c', 5)], 1)];
  const joined = joinWritten([one, two]);
  expect(joined).toMatchObject({ count: 3, bytes: 10, linked: 2 });
  expect([...mergeFiles(joined.lists)].map(({ path }) => path)).toEqual(['a', 'b', 'c']);
  expect(joinWritten([])).toEqual({ lists: [], spools: [], count: 0, bytes: 0, linked: 0 });
});
