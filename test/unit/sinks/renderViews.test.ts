import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderViews } from '../../../src/sinks/renderViews.ts';
import { filesOf } from '../publishing/writtenFiles.ts';
import { type PlannedFile, plannedBytes } from '../../../src/sinks/view.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

/** A staging folder whose pages of genes hold these texts, each at byte 3 of its page. */
function staged(...pages: readonly string[]): string {
  const folder = tempFolder();
  pages.forEach((text, at) =>
    addFile(folder, `staging/api/genes/page/${at + 1}.json`, `\u2191${text}]}`),
  );
  return path.join(folder, 'staging');
}

const start = Buffer.byteLength('\u2191');

function listOf(count: number, ...slices: readonly number[]): PlannedFile & { kind: 'list' } {
  return {
    kind: 'list',
    path: 'api/genesbyphage/é/index.json',
    collection: 'genes',
    count,
    slices: Uint32Array.from(slices),
  };
}

const textIn = (dir: string, file: string) => readFileSync(path.join(dir, file), 'utf8');
const site = (stagingDir: string, liveDir: string | null = null) => {
  return { stagingDir, liveDir, precompress: [] };
};

describe('the files of views', () => {
  test('are texts, and lists of what lies on the pages', async () => {
    const dir = staged('"a","b"', '"é"');
    const list = listOf(3, 1, start, start + 7, 2, start, start + 4);
    const text = { kind: 'text', path: 'api/clusters/index.json', text: '["é"]' } as const;
    const written = await renderViews({ site: site(dir), planned: [list, text] });
    const files = filesOf(written);
    const envelope = '{"count":3,"next":null,"previous":null,"results":["a","b","é"]}';
    expect(textIn(dir, list.path)).toBe(envelope);
    expect(textIn(dir, text.path)).toBe('["é"]');
    expect(files.map((file) => [file.path, file.bytes])).toEqual([
      [text.path, 6],
      [list.path, Buffer.byteLength(envelope)],
    ]);
    expect(written.linked).toBe(0);
    expect(plannedBytes(list)).toBe(files[1]?.bytes);
  });

  // The comma between two slices, and the end of the envelope, come to lie around the end of a piece.
  test.each([
    ...[38, 39, 40, 41, 42, 43].map((second) => [100, second] as const),
    ...[48, 49, 50, 51, 52].map((short) => [short, 9] as const),
  ])(
    'that are about as long as a piece are whole, and linked when they stay the same (%d, %d)',
    async (short, second) => {
      const long = `"${'x'.repeat((1 << 20) - short - 2)}"`;
      const other = `"${'y'.repeat(second)}"`;
      const dir = staged(long, other);
      const list = listOf(2, 1, start, start + long.length, 2, start, start + other.length);
      const written = await renderViews({ site: site(dir), planned: [list] });
      const wanted = `{"count":2,"next":null,"previous":null,"results":[${long},${other}]}`;
      expect(textIn(dir, list.path) === wanted).toBe(true);

      const next = staged(long, other);
      const again = await renderViews({ site: site(next, dir), planned: [list] });
      expect(again).toEqual({ ...written, linked: 1 });
      const inode = (folder: string) => statSync(path.join(folder, list.path)).ino;
      expect(inode(next)).toBe(inode(dir));
    },
  );

  test('are not made of pages that are shorter than was noted', async () => {
    const dir = staged('"a"');
    const list = listOf(1, 1, start, start + 100);
    await expect(renderViews({ site: site(dir), planned: [list] })).rejects.toThrow(/shorter/);
  });
});
