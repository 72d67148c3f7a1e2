/** The memory of an import depends on its largest sequence, not on the size of its files. */
import path from 'node:path';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCli } from './runCli.ts';
import { inWorkFolder } from './workFolder.ts';

/** Imports a file of these pieces with a heap of so many MB, of which the program itself takes about 30. */
async function importWithin(heap: number, name: string, pieces: Iterable<string>) {
  return inWorkFolder(async (cwd) => {
    const packed = createGzip({ level: 1 });
    await pipeline(Readable.from(pieces), packed, createWriteStream(path.join(cwd, name)));
    const env = { NODE_OPTIONS: `--max-old-space-size=${heap}` };
    return runCli(['import', 'annotations', name], { cwd, env });
  });
}

test('names that are remembered do not keep the text around them', async () => {
  const lines = 12_000;
  const origin = Array.from(
    { length: lines },
    (_, at) => `${String(at * 60 + 1).padStart(9)}${' acgtacgtac'.repeat(6)}\n`,
  ).join('');
  function* entries() {
    for (let at = 0; at < 110; at++) {
      yield `LOCUS       a_phage_of_a_long_name_${at} ${lines * 60} bp DNA linear PHG 01-JAN-2020\n`;
      yield `FEATURES             Location/Qualifiers\n     source          1..${lines * 60}\n`;
      yield `ORIGIN\n${origin}//\n`;
    }
  }
  const { status, stdout, stderr } = await importWithin(64, 'a.gbk.gz', entries());
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('110 phages');
});
