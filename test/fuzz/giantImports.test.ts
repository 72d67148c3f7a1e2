/** Packed annotation files of a size that nobody means: each import ends with a place, and in bounded memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCli } from '../integration/runCli.ts';
import { inWorkFolder, readTree, writeFiles } from '../integration/workFolder.ts';

const usageHook = path.join(import.meta.dirname, 'usageHook.cjs');
const megabyte = 1 << 20;

/** Members of a gzip file follow each other, so a repeated part is packed once. */
function packed(before: string, repeated: string, times: number): Buffer {
  const part = gzipSync(repeated);
  return Buffer.concat([gzipSync(before), ...Array.from({ length: times }, () => part)]);
}

async function importPacked(name: string, bytes: Buffer) {
  return inWorkFolder(async (cwd) => {
    await writeFiles(cwd, { [name]: bytes });
    const usageFile = path.join(cwd, 'usage');
    const env = { NODE_OPTIONS: `--require ${usageHook}`, PHAGEPRESS_USAGE_FILE: usageFile };
    const { status, stderr } = await runCli(['import', 'annotations', name], { cwd, env });
    const { peakBytes } = JSON.parse(readFileSync(usageFile, 'utf8')) as { peakBytes: number };
    const peakMegabytes = peakBytes / megabyte;
    return { status, stderr, peakMegabytes, left: Object.keys(await readTree(cwd)).sort() };
  });
}

const line = (text: string) => `${' '.repeat(21)}${text}\n`;
const head = `LOCUS       X 10 bp    DNA     linear PHG 01-JAN-2026
FEATURES             Location/Qualifiers
     CDS             1..9
`;
const entry = 'LOCUS       X 10 bp DNA\nORIGIN\n        1 acgtacgtac\n//\n';
const region = '##gff-version 3\n';
const row = (start: string) => `X\ta\tCDS\t${start}\t9\t.\t+\t0\tID=a\n`;

test.each([
  [
    'of millions of entries that are wrong',
    'a.gbk.gz',
    packed(entry, entry.repeat(20_000), 100),
    /^a\.gbk\.gz:5: expected each phage once[^]*and at least 9,950 more\n/,
  ],
  [
    'of millions of rows that are wrong',
    'a.gff.gz',
    packed(region, row('x').repeat(20_000), 200),
    /^a\.gff\.gz:2: expected a feature[^]*and at least 9,950 more\n/,
  ],
  [
    'of an entry of millions of features',
    'a.gbk.gz',
    packed(head, '     CDS             1..9\n'.repeat(20_000), 200),
    /^a\.gbk\.gz:1000001: expected text, found an entry of more than 1000000 lines\n/,
  ],
  [
    'of an entry with a qualifier of millions of lines',
    'a.gbk.gz',
    packed(`${head}${line('/note="')}`, line('a'.repeat(58)).repeat(20_000), 200),
    /^a\.gbk\.gz:1000001: expected text, found an entry of more than 1000000 lines\n/,
  ],
  [
    'of names of sequences that would fill the memory',
    'a.gff.gz',
    Buffer.concat([
      gzipSync(region),
      ...Array.from({ length: 400 }, (_, at) =>
        gzipSync(row('1').replace('X', `${at}${'X'.repeat(900_000)}`)),
      ),
    ]),
    /^a\.gff\.gz:2: expected text, found a name of a sequence that is longer than 600 bytes\.?\n/,
  ],
  [
    'of thousands of sequences whose names no phage can have',
    'a.gff.gz',
    packed(`${region}##FASTA\n`, `>${'X'.repeat(60_000)}\nACGT\n`, 5_000),
    /^a\.gff\.gz:3: expected a name for the phage, found 'X{200}', which is longer than 200 bytes/,
  ],
  [
    'of many long sequences, of which the last is wrong',
    'a.gff.gz',
    Buffer.concat([
      gzipSync(`${region}##FASTA\n`),
      ...Array.from({ length: 20 }, (_, at) =>
        gzipSync(`>s${at}\n${`${'A'.repeat(80)}\n`.repeat(100_000)}`),
      ),
      gzipSync('>s0\nA\n'),
    ]),
    /^a\.gff\.gz:2000023: expected each phage once, found s0, as in a\.gff\.gz:3\n/,
  ],
])('an import %s is refused in bounded memory', async (_, name, bytes, message) => {
  expect(bytes.length).toBeLessThan(2 * megabyte);
  const { status, stderr, peakMegabytes, left } = await importPacked(name, bytes);
  expect(stderr).toMatch(message);
  expect(status).toBe(1);
  expect(left).toEqual([name, 'usage']);
  expect(peakMegabytes).toBeLessThan(300);
});
