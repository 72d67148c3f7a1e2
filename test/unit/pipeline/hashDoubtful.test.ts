import { expect, test } from 'vitest';
import { hashDoubtful } from '../../../src/pipeline/planIntake.ts';
import { type FileRange, type Source, stampOf } from '../../../src/sources/source.ts';
import { exampleIndex } from './exampleIndex.ts';

const source: Source = {
  ordinal: 0,
  collection: 'genes',
  file: 'data/genes/a.ndjson',
  absolutePath: '/data/genes/a.ndjson',
  layout: 'lines',
  gzipped: false,
  bytes: 20,
  mtimeMs: 1000,
  ctimeMs: 1000,
  ino: 7,
};
const [bundle] = exampleIndex.bundles;
const piece = { file: source.file, bytes: 20, ...stampOf(source), hash: 'aa' };
const cached =
  bundle === undefined
    ? []
    : [
        {
          ...bundle,
          pieces: [
            { ...piece, start: 0, end: 9 },
            { ...piece, start: 9, end: 20 },
          ],
        },
      ];

/** As the hash of a range, what tells it. */
const hashOf = ({ file, start, end }: FileRange) => `${file} ${start}-${end}`;

test('each piece of a source whose time does not tell is hashed, and its hash found', async () => {
  const asked: FileRange[] = [];
  const found = await hashDoubtful([source], { cached, trustedBeforeMs: 1000 }, (ranges) => {
    asked.push(...ranges);
    return Promise.resolve(ranges.map(hashOf));
  });
  expect(asked).toHaveLength(2);
  for (const range of asked) expect(found(range)).toBe(hashOf(range));
  expect(found({ file: source.absolutePath, start: 0, end: 20 })).toBe('');
  expect(asked.map(hashOf)).toEqual(['/data/genes/a.ndjson 0-9', '/data/genes/a.ndjson 9-20']);
});

test('where the times tell, nothing is hashed', async () => {
  await hashDoubtful([source], { cached, trustedBeforeMs: 1001 }, () => {
    throw new Error('something is hashed');
  });
});
