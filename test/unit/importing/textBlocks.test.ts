import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { TextFault, textBlocks } from '../../../src/importing/inputs.ts';
import { addFile, tempFolder } from '../sources/tempFolder.ts';

async function read(bytes: Buffer, longest?: number) {
  const gzipped = bytes[0] === 0x1f;
  const absolutePath = addFile(tempFolder(), 'lines', bytes);
  const lines = [];
  for await (const { text, line } of textBlocks({ absolutePath, gzipped }, longest))
    lines.push(...text.split('\n').map((one, at) => `${line + at} ${one}`));
  return lines;
}

test.each([
  ['plain', (bytes: Buffer) => bytes],
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
])('lines of a file, %s, with either line break and none at the end', async (_, pack) => {
  const bytes = pack(Buffer.from('\u{feff}one\r\n\nthree é\r\r\nfour'));
  expect(await read(bytes)).toEqual(['1 one', '2 ', '3 three é', '4 four']);
});

test('lines that end as in old programs, by a carriage return alone', async () => {
  expect(await read(Buffer.from('one\r\rthree\rfour'))).toEqual([
    '1 one',
    '2 ',
    '3 three',
    '4 four',
  ]);
});

test('lines that do not end where a chunk does', async () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `line ${at} é`);
  const lines = await read(Buffer.from(text.join('\n')));
  expect(lines).toEqual(text.map((one, at) => `${at + 1} ${one}`));
});

test('bytes that are not UTF-8 are named with their line', async () => {
  const bad = read(Buffer.concat([Buffer.from('one\ntwo\n'), Buffer.from([0xe9, 10, 65])]));
  await expect(bad).rejects.toMatchObject({ line: 3, message: 'bytes that are not UTF-8' });
  await expect(bad).rejects.toBeInstanceOf(TextFault);
});

test('an endless line is refused before it fills the memory', async () => {
  const endless = gzipSync(Buffer.alloc(8 << 20, 'A'));
  await expect(read(endless)).rejects.toMatchObject({ line: 1 });
  await expect(read(Buffer.from(`ok\n${'A'.repeat(100)}\n`), 50)).rejects.toMatchObject({
    line: 2,
  });
});
